"""Reader for movement files of all supported forms."""

from tournaments.core.exchange.movement_asc import is_asc, movement_from_asc
from tournaments.core.exchange.movement_csv import movement_from_csv
from tournaments.core.exchange.movement_file import MOST_BYTES, MovementReading, refused
from tournaments.core.exchange.movement_json import movement_from_json
from tournaments.core.exchange.movement_mov import is_mov, movement_from_mov
from tournaments.core.exchange.text_decoding import END_OF_DOS_FILE, decode_text

READ_FORMS = ("JSON", "CSV", ".ASC", ".MOV")
"""Names of the supported forms, for people."""
# control characters that no text has; tab and line breaks (9 to 13) are allowed
_BINARY = frozenset(range(9)) | frozenset(range(14, 32))


def read_movement(content: bytes) -> MovementReading:
    """Read a movement in our JSON or CSV, or a bridge movement in .ASC or .MOV. Raise nothing.

    Other bytes that are no text give the problem `movement_binary`, with the supported forms.
    """
    if len(content) > MOST_BYTES:
        return refused("movement_file_too_large", bytes=len(content), most=MOST_BYTES)
    # UTF-16 has zero bytes and is a text all the same
    is_wide = content.startswith((b"\xff\xfe", b"\xfe\xff"))
    if not is_wide and _BINARY.intersection(content.rstrip(END_OF_DOS_FILE)):
        return movement_from_mov(content) if is_mov(content) else refused("movement_binary", forms=READ_FORMS)
    text = decode_text(content)
    if not text.strip():
        return refused("movement_file_empty")
    if text.lstrip().startswith(("{", "[")):
        return movement_from_json(text)
    return movement_from_asc(text) if is_asc(text) else movement_from_csv(text)
