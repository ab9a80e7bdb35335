"""Kinds of files, recognised by their first bytes. Lists of players come in many kinds."""

import io
import zipfile
from enum import StrEnum

from tournaments.core.exchange.text_decoding import decode_text

_HEAD = 4096


class FileKind(StrEnum):
    """Kinds of files that people send as a list. The values are codes of the sentences that refuse them."""

    TEXT = "text"
    WORKBOOK = "workbook"
    """XLSX, XLSM, XLSB, ODS or the old XLS, which a library reads."""
    PDF = "file_is_pdf"
    WORD = "file_is_word"
    """A text document of Word or LibreOffice."""
    NUMBERS = "file_is_numbers"
    """A document of Apple's programs."""
    IMAGE = "file_is_image"
    ARCHIVE = "file_is_archive"
    WEB_PAGE = "file_is_web_page"
    """A web page, which many programs name .xls."""
    XML = "file_is_xml"
    CONTACTS = "file_is_contacts"
    DATA = "file_is_data"
    """A JSON document."""
    OTHER = "file_is_other"


_BEGINNINGS: tuple[tuple[bytes, FileKind], ...] = (
    (b"%PDF", FileKind.PDF),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", FileKind.WORKBOOK),
    (b"{\\rtf", FileKind.WORD),
    (b"\x89PNG", FileKind.IMAGE),
    (b"\xff\xd8\xff", FileKind.IMAGE),
    (b"GIF8", FileKind.IMAGE),
    (b"BM", FileKind.IMAGE),
    (b"II*\x00", FileKind.IMAGE),
    (b"MM\x00*", FileKind.IMAGE),
    (b"Rar!", FileKind.ARCHIVE),
    (b"7z\xbc\xaf", FileKind.ARCHIVE),
    (b"\x1f\x8b", FileKind.ARCHIVE),
    (b"SQLite format 3", FileKind.OTHER),
)
_WEB = ("<!doctype html", "<html", "<table", "<meta", "<head", "<body")
_LONE_CONTROLS = frozenset(range(9)) | frozenset(range(14, 32))


def kind_of(content: bytes) -> FileKind:
    """Return the kind of a file. Its name does not count: a web page is often called .xls."""
    for beginning, kind in _BEGINNINGS:
        if content.startswith(beginning) and not (kind is FileKind.IMAGE and _reads_as_text(content)):
            return kind
    if (content.startswith(b"RIFF") and content[8:12] == b"WEBP") or content[4:8] == b"ftyp":
        return FileKind.IMAGE
    if content.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _kind_of_archive(content)
    return _kind_of_text(content)


def _reads_as_text(content: bytes) -> bool:
    """Return True for a text that begins like a picture, as "BM;…" does."""
    return not _LONE_CONTROLS.intersection(content[:_HEAD]) and content[:2].isalpha()


def _kind_of_archive(content: bytes) -> FileKind:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            names = archive.namelist()
            # an archive with very many names may be an attack: nothing of it is read
            kind = _read_mimetype(archive) if "mimetype" in names and len(names) < 10_000 else b""
    except (zipfile.BadZipFile, OSError, ValueError, RuntimeError, NotImplementedError, EOFError):
        return FileKind.ARCHIVE
    if b"opendocument.spreadsheet" in kind or any(name.startswith("xl/workbook.") for name in names):
        return FileKind.WORKBOOK
    if b"opendocument" in kind or any(name.startswith("word/") for name in names):
        return FileKind.WORD
    return FileKind.NUMBERS if any(name.endswith(".iwa") for name in names) else FileKind.ARCHIVE


def _read_mimetype(archive: zipfile.ZipFile) -> bytes:
    # some bytes alone: a part of a few kilobytes may unpack to gigabytes
    with archive.open("mimetype") as part:
        return part.read(80)


def _kind_of_text(content: bytes) -> FileKind:
    # an even number of bytes, so that no UTF-16 character is cut
    head = decode_text(content[: _HEAD - _HEAD % 2])
    start = head.lstrip("\ufeff \t\r\n").casefold()
    if start.startswith("<?xml"):
        return FileKind.WEB_PAGE if "<html" in start else FileKind.XML
    if start.startswith(_WEB):
        return FileKind.WEB_PAGE
    if start.startswith("begin:vcard"):
        return FileKind.CONTACTS
    if start.startswith(("{", "[")):
        return FileKind.DATA
    control_count = sum(ord(letter) in _LONE_CONTROLS for letter in head)
    return FileKind.OTHER if control_count > max(1, len(head) // 20) else FileKind.TEXT
