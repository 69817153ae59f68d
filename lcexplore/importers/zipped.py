"""What is in a zip archive, member by member, in memory and never more than can be borne?"""

import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import zstandard

from lcexplore.errors import LogError

MEMBER_BYTES = 512 * 2**20
ARCHIVE_BYTES = 2**30  # of unpacked data, beside the most that an honest packer saves
_MOST_SAVED = 1000
_WINDOW = 2**27
_ZSTANDARD = 93  # zipfile knows this method from Python 3.14 on
_LOCAL = struct.Struct("<4s2B4HL2L2H")
_BROKEN = (
    zipfile.BadZipFile,
    EOFError,
    OSError,
    OverflowError,
    ValueError,
    RuntimeError,  # among them: a way of packing that zipfile does not know
    struct.error,
    zlib.error,
    zstandard.ZstdError,
)


class MemberError(ValueError):
    """A member that cannot be read; the others may well be."""


@contextmanager
def opened(path: Path) -> Iterator["Archive"]:
    """Open an archive; ``LogError`` where it is none."""
    try:
        file = zipfile.ZipFile(path)
    except _BROKEN as error:
        raise LogError(
            path,
            wanted="a zip archive",
            found=f"one that does not open ({error})",
            todo="copy the file again, or wait until the run has closed it",
        ) from error
    with file:
        yield Archive(path, file)


class Archive:
    """An open archive. Of members with one name the last holds, as for every reader of zips."""

    def __init__(self, path: Path, file: zipfile.ZipFile) -> None:
        self.path = path
        self._file = file
        self._members = {each.filename: each for each in file.infolist()}
        self._left = ARCHIVE_BYTES + _MOST_SAVED * path.stat().st_size

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the members, in the order of the archive; never a path to write to."""
        return tuple(self._members)

    @property
    def unpacked_bytes(self) -> int:
        """Size of all members, as they announce it."""
        return sum(each.file_size for each in self._members.values())

    @property
    def superseded(self) -> int:
        """How many members a later one of the same name replaces."""
        return len(self._file.infolist()) - len(self._members)

    def read(self, name: str) -> bytes:
        """Unpack one member.

        Raises:
            MemberError: If the member is damaged, encrypted, or too large to be one sample.
            LogError: If all members together unpack to more than an honest archive holds.
        """
        member = self._members[name]
        if member.file_size > MEMBER_BYTES:
            raise MemberError(f"{member.file_size:,} bytes, more than the {MEMBER_BYTES:,} allowed")
        if member.flag_bits & 1:
            raise MemberError("encrypted")
        self._left -= member.file_size
        if self._left < 0:
            raise LogError(
                self.path,
                place=name,
                wanted="an archive of samples",
                found="one that unpacks to far more than its size",
                todo="check where the file came from",
            )
        try:
            return self._unpacked(member)
        except _BROKEN as error:
            raise MemberError(str(error) or type(error).__name__) from error

    def _unpacked(self, member: zipfile.ZipInfo) -> bytes:
        if member.compress_type == _ZSTANDARD:
            data = self._zstandard(member)
        else:
            with self._file.open(member) as stream:
                data = stream.read(member.file_size + 1)
        if len(data) != member.file_size:
            raise MemberError(f"unpacks to other than the {member.file_size:,} bytes it announces")
        return data

    def _zstandard(self, member: zipfile.ZipInfo) -> bytes:
        file = self._file.fp
        if file is None:
            raise MemberError("the archive is closed")
        file.seek(member.header_offset)
        *_, name, extra = _LOCAL.unpack(file.read(_LOCAL.size))
        file.seek(name + extra, 1)
        unpacker = zstandard.ZstdDecompressor(max_window_size=_WINDOW)
        packed = file.read(member.compress_size)
        with unpacker.stream_reader(packed, read_across_frames=True) as stream:
            data = stream.read(member.file_size + 1)
        if zlib.crc32(data) != member.CRC:
            raise MemberError("damaged: its checksum differs")
        return data
