"""The short code of a printed sheet: six signs that a person can type, the last of which checks the others.

The code is a number and says nothing by itself: what the sheet is stands in the register of printed
sheets. Signs are the digits from 2 and the consonants, so that none looks like 0, 1 or a vowel and no
word comes out. Their number is prime: one wrong sign, or any two exchanged, never make another code.
"""

import re

from tournaments.core.errors import TournamentError

ALPHABET = "23456789BCDFGHJKLMNPQRSTVWXYZ"
"""A sign's value is its place, from 0."""
BASE = len(ALPHABET)
LENGTH = 6
NUMBER_COUNT = BASE ** (LENGTH - 1)
"""Codes are made of the numbers from 0 below this one."""
GROUP = 3
ADDRESS = re.compile(r".*/f/([^/?#]*)/?([?#].*)?", re.IGNORECASE | re.ASCII)
"""What the code of a sheet leads to, as a scanner types it."""


class BadSheetCode(TournamentError):
    """What was typed is the code of no sheet."""


def make_sheet_code(number: int) -> str:
    """The code of a number, without a hyphen.

    Raises:
        ValueError: the number is not in 0 to `NUMBER_COUNT` - 1.
    """
    if not 0 <= number < NUMBER_COUNT:
        raise ValueError(f"number {number} not in 0..{NUMBER_COUNT - 1}")
    places = [number // BASE**power % BASE for power in reversed(range(LENGTH - 1))]
    return "".join(ALPHABET[place] for place in [*places, _check_place(places)])


def format_sheet_code(code: str) -> str:
    """A code in two groups, as it is printed.

    Example:
        >>> format_sheet_code("K7M2QF")
        'K7M-2QF'
    """
    return f"{code[:GROUP]}-{code[GROUP:]}"


def parse_sheet_code(written: str) -> str:
    """The code that was typed or scanned, in any case, with or without hyphens, spaces or its address.

    Raises:
        BadSheetCode: it is empty (`sheet_code_empty`), has a sign that no code has (`sheet_code_sign`),
            too few or too many (`sheet_code_length`), or its signs do not go together (`sheet_code_check`).
    """
    address = ADDRESS.fullmatch(written.strip())
    code = re.sub(r"[\s\-‐‑–—_.·]", "", address[1] if address else written).upper()
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
    """What makes the sum of all places, each times its rank from 1, a multiple of the prime `BASE`."""
    total = sum(rank * place for rank, place in enumerate(places, start=1))
    return -total * pow(LENGTH, -1, BASE) % BASE


def _bad(code: str, message: str, **values: object) -> BadSheetCode:
    return BadSheetCode(code, message, field="sheet_code", **values)
