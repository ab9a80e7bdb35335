"""The short code of a printed sheet: six signs that a person can type. The last one checks the first five.

The code is a number without a meaning of its own; the register of printed sheets has the sheet. Signs are the
digits from 2 and the consonants, so that none looks like 0, 1 or a vowel and no word results. The number of
signs is prime: one wrong sign, or two exchanged signs, never give another valid code.
"""

import re

from tournaments.core.errors import TournamentError

ALPHABET = "23456789BCDFGHJKLMNPQRSTVWXYZ"
"""Signs of a code. The value of a sign is its index."""
BASE = len(ALPHABET)
LENGTH = 6
NUMBER_COUNT = BASE ** (LENGTH - 1)
"""Number of codes. They are made of the numbers from 0 up to this one, exclusive."""
GROUP = 3
ADDRESS = re.compile(r".*/f/([^/?#]*)/?([?#].*)?", re.IGNORECASE | re.ASCII)
"""Pattern of the address behind the code of a sheet, as a scanner types it."""


class BadSheetCode(TournamentError):
    """A typed text that is not the code of a sheet."""


def make_sheet_code(number: int) -> str:
    """Return the code of a number, without a hyphen.

    Raises:
        ValueError: the number is not in 0 to `NUMBER_COUNT` - 1.
    """
    if not 0 <= number < NUMBER_COUNT:
        raise ValueError(f"number {number} not in 0..{NUMBER_COUNT - 1}")
    places = [number // BASE**power % BASE for power in reversed(range(LENGTH - 1))]
    return "".join(ALPHABET[place] for place in [*places, _check_place(places)])


def format_sheet_code(code: str) -> str:
    """Return a code in two groups, as it is printed.

    Example:
        >>> format_sheet_code("K7M2QF")
        'K7M-2QF'
    """
    return f"{code[:GROUP]}-{code[GROUP:]}"


def parse_sheet_code(text: str) -> str:
    """Return the code that was typed or scanned, in any case, with or without hyphens, spaces or its address.

    Raises:
        BadSheetCode: `sheet_code_empty`, `sheet_code_sign` for a sign outside `ALPHABET`,
            `sheet_code_length`, or `sheet_code_check` if the last sign does not fit the others.
    """
    address = ADDRESS.fullmatch(text.strip())
    # a typist may use any kind of hyphen
    code = re.sub(r"[\s\-‐‑–—_.·]", "", address[1] if address else text).upper()
    if not code:
        raise _bad("sheet_code_empty", "no code")
    strange = next((sign for sign in code if sign not in ALPHABET), None)
    if strange is not None:
        raise _bad("sheet_code_sign", f"sign {strange!r} not in {ALPHABET}", sign=strange)
    if len(code) != LENGTH:
        raise _bad("sheet_code_length", f"{len(code)} signs, not {LENGTH}", length=len(code), right=LENGTH)
    places = [ALPHABET.index(sign) for sign in code]
    if places[-1] != _check_place(places[:-1]):
        raise _bad("sheet_code_check", f"{code} does not check", typed=format_sheet_code(code))
    return code


def _check_place(places: list[int]) -> int:
    """Return the check sign: the sum of rank times sign, with ranks from 1, becomes a multiple of `BASE`."""
    total = sum(rank * place for rank, place in enumerate(places, start=1))
    # the inverse exists because `BASE` is prime
    return -total * pow(LENGTH, -1, BASE) % BASE


def _bad(code: str, message: str, **values: object) -> BadSheetCode:
    return BadSheetCode(code, message, field="sheet_code", **values)
