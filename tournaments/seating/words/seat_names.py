"""Seats as they are called: in letters on paper, in words elsewhere."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from games.core.seats import EAST, NORTH, SEAT_LETTERS, SOUTH, WEST
from tournaments.core.movements.starting import RELAY_SEAT

MORE_LETTERS = "ABCDFGHIJKLM"
"""Seats beyond four, up to sixteen; no letter is that of a compass point in French or English."""


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
