"""Seats as they are called: in letters on paper, in words elsewhere; beyond four by their number."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.core.seats import EAST, NORTH, SOUTH, WEST
from tournaments.core.movements.starting import RELAY_SEAT


def seat_letter(seat: int | None) -> str:
    """A seat number as printed: N, O (ouest), S, E in French, then 5…; R for a *relais*, a dash for none."""
    letters = {
        RELAY_SEAT: pgettext("seat", "R"),
        NORTH: pgettext("seat", "N"),
        WEST: pgettext("seat", "O"),
        SOUTH: pgettext("seat", "S"),
        EAST: pgettext("seat", "E"),
    }
    return "–" if seat is None else letters.get(seat, str(seat + 1))


def seat_name(seat: int | None) -> str:
    """A seat number as a word: Nord, Ouest, Sud, Est in French, then "place 5"…; Relais for who has none.

    A dash for no seat at all.
    """
    if seat is None:
        return "–"
    names = {
        RELAY_SEAT: pgettext("seat", "Relais"),
        NORTH: pgettext("seat", "Nord"),
        WEST: pgettext("seat", "Ouest"),
        SOUTH: pgettext("seat", "Sud"),
        EAST: pgettext("seat", "Est"),
    }
    return names.get(seat) or _("place %(number)d") % {"number": seat + 1}
