"""Is a file the workbook of a spreadsheet program, whose table no reader of text can read?"""

import re

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_MEMBER = re.compile(rb"PK\x03\x04.{26}xl/", re.DOTALL)
_OPEN_DOCUMENT = b"mimetypeapplication/vnd.oasis.opendocument.spreadsheet"


def workbook(start: bytes) -> str | None:
    """Name the kind of workbook that a file so beginning is, or None."""
    if start.startswith(_OLE):
        return "an Excel workbook (.xls)"
    if not start.startswith(b"PK\x03\x04"):
        return None
    if _OPEN_DOCUMENT in start[:200]:
        return "an OpenDocument spreadsheet (.ods)"
    return "an Excel workbook (.xlsx)" if _MEMBER.search(start) else None
