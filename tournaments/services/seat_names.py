"""Seats as they are called: in letters on paper, in words elsewhere."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.core.seats import EAST, NORTH, SEAT_LETTERS, SOUTH, WEST
from tournaments.core.movements.starting import RELAY_SEAT

MORE_LETTERS = "ABCDFGHIJKLM"
"""Seats beyond four, up to sixteen; no letter is that of a compass point in French or English."""


def seat_letter(seat: int | None) -> str:
    """A seat number as printed: N, O (ouest), S, E in French, then A…; R for a *relais*, a dash for none."""
    letters = {
        RELAY_SEAT: pgettext("seat", "R"),
        NORTH: pgettext("seat", "N"),
        WEST: pgettext("seat", "O"),
        SOUTH: pgettext("seat", "S"),
        EAST: pgettext("seat", "E"),
    }
    if seat is None:
        return "–"
    return letters.get(seat) or MORE_LETTERS[seat - len(SEAT_LETTERS)]


def seat_name(seat: int) -> str:
    """A seat number as a word: Nord, Ouest, Sud, Est in French, then "place A"…; Relais for who has none."""
    names = {
        RELAY_SEAT: pgettext("seat", "Relais"),
        NORTH: pgettext("seat", "Nord"),
        WEST: pgettext("seat", "Ouest"),
        SOUTH: pgettext("seat", "Sud"),
        EAST: pgettext("seat", "Est"),
    }
    return names.get(seat) or _("place %(letter)s") % {"letter": seat_letter(seat)}
