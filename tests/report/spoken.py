"""What the pages say, as a person would type it."""

from lcexplore.words import NBSP


def said(text):
    return text.replace(NBSP, " ")
