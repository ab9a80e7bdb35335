"""Seats as they are called: in letters on paper, in words elsewhere."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from games.core.seats import EAST, NORTH, SEAT_LETTERS, SHEET_ORDER, SOUTH, WEST
from tournaments.core.movements.starting import RELAY_SEAT
from tournaments.core.sorting import Pocket

MORE_LETTERS = "ABCDFGHIJKLM"
"""Seats beyond four, up to sixteen; no letter is that of a compass point in French or English."""
PAIR = 2
"""Seats of a side that are named one by one."""
SIDES_OF_TWO_LINES = ((0, 2), (3, 1))

LETTERS = {
    RELAY_SEAT: pgettext_lazy("seat", "R"),
    NORTH: pgettext_lazy("seat", "N"),
    WEST: pgettext_lazy("seat", "O"),
    SOUTH: pgettext_lazy("seat", "S"),
    EAST: pgettext_lazy("seat", "E"),
}
NAMES = {
    RELAY_SEAT: pgettext_lazy("seat", "Relais"),
    NORTH: pgettext_lazy("seat", "Nord"),
    WEST: pgettext_lazy("seat", "Ouest"),
    SOUTH: pgettext_lazy("seat", "Sud"),
    EAST: pgettext_lazy("seat", "Est"),
}


PILES = {
    "dog": (gettext_lazy("Chien"), ""),
    "dog 2": (gettext_lazy("Chien 2"), "2"),
    "stock": (gettext_lazy("Talon"), ""),
    "dummy": (gettext_lazy("Mort"), ""),
    "left_over": (gettext_lazy("Restantes"), ""),
}
"""Piles of the games by their name there: a word, and what follows its first letter in a mark."""
FACES = {
    "up": (gettext_lazy("%(seat)s, visibles"), "+"),
    "down": (gettext_lazy("%(seat)s, cachées"), "–"),
}
"""Piles of the découverte, of one seat each: a card face down under each card face up, in the same order."""


def seat_letter(seat: int | None) -> str:
    """A seat number as printed: N, O (ouest), S, E in French, then A…; R for a *relais*, a dash for none."""
    if seat is None:
        return "–"
    return str(LETTERS[seat]) if seat in LETTERS else MORE_LETTERS[seat - len(SEAT_LETTERS)]


def seat_name(seat: int) -> str:
    """A seat number as a word: Nord, Ouest, Sud, Est in French, then "place A"…; Relais for who has none."""
    if seat in NAMES:
        return str(NAMES[seat])
    return _("place %(letter)s") % {"letter": seat_letter(seat)}


def seats_label(seats: Sequence[int]) -> str:
    """The seats of a side as printed: N alone, N-S for two, Déf. for three in French; a dash for none."""
    if len(seats) > PAIR:
        return pgettext("seats", "Déf.")
    return "-".join(map(seat_letter, seats)) or "–"


def seats_name(seats: Sequence[int]) -> str:
    """The seats of a side as words: Nord alone, Nord-Sud for a team in French."""
    return "-".join(map(seat_name, seats))


def pocket_name(pocket: Pocket) -> str:
    """A pocket of an étui as a word: that of a seat, or of a pile of its game: Chien, Talon… in French."""
    if isinstance(pocket, int):
        return seat_name(pocket)
    side, _space, seat = pocket.partition(" ")
    if side in FACES:
        return str(FACES[side][0]) % {"seat": seat_name(int(seat))}
    return str(PILES[pocket][0])


def pocket_mark(pocket: Pocket, by_seat: Sequence[object]) -> str:
    """A pocket at a table of as many: the letter of its seat at four players, else its number from 1; of a
    pile the first letter: C (chien), T (talon)… in French.
    """
    if isinstance(pocket, int):
        return seat_letter(pocket) if len(by_seat) == len(SHEET_ORDER) else str(pocket + 1)
    side, _space, seat = pocket.partition(" ")
    if side in FACES:
        return f"{pocket_mark(int(seat), by_seat)}{FACES[side][1]}"
    word, number = PILES[pocket]
    return f"{str(word)[:1]}{number}"


def line_label(line: int | None, line_count: int) -> str:
    """A line of a ranking as printed: N, O, S, E, of two lines N-S and E-O in French; a dash for none."""
    if line is None or line_count != len(SIDES_OF_TWO_LINES):
        return seat_letter(line)
    return seats_label(SIDES_OF_TWO_LINES[line])
