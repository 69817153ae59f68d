"""lcexplore: does what we measured license the switch?"""
