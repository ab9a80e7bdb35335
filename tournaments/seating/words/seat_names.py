"""Seats as they are called: in letters on paper, in words elsewhere."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from games.core.seats import EAST, NORTH, SEAT_LETTERS, SHEET_ORDER, SOUTH, WEST
from tournaments.core.formats.attack_rotation import Badge
from tournaments.core.movements.starting import RELAY_SEAT
from tournaments.core.sorting import Pocket
from tournaments.models import Entry

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


def side_name(seats: Sequence[int]) -> str:
    """A side of a table where teams hold two at once: the defence has three seats, the attack one."""
    return _("défense") if len(seats) > PAIR else _("attaque")


def starting_place(entry: Entry) -> str:
    """The starting place of an entry: N4; the first position of one who came later: pos. 2; or nothing."""
    if entry.start_table is not None:
        return f"{seat_letter(entry.start_seat)}{entry.start_table}"
    return _("pos. %(round)s") % {"round": entry.arrival[0]} if entry.arrival else ""


def arrival_words(entry: Entry) -> str:
    """The first position and table of a player who came later, in words; nothing for the others."""
    if not entry.arrival:
        return ""
    return _("arrivé en position %(round)s, table %(table)s") % dict(
        zip(("round", "table"), entry.arrival, strict=True)
    )


def seated_as(entry: Entry, seats: Sequence[int]) -> str:
    """The seat of an entry, and the starting place where it says another seat: N4, N (E4), Déf. (N4)."""
    seat = seats_label(seats)
    if entry.start_table is None:
        return seat
    start = starting_place(entry)
    return start if (entry.start_seat,) == tuple(seats) else f"{seat} ({start})"


def badge_name(badge: Badge) -> str:
    """A badge of a triplet: Bleu, Blanc, Rouge in French."""
    names = {
        Badge.BLUE: pgettext("badge", "Bleu"),
        Badge.WHITE: pgettext("badge", "Blanc"),
        Badge.RED: pgettext("badge", "Rouge"),
    }
    return names[badge]


def badge_names(badges: Iterable[Badge]) -> str:
    """Badges one after the other."""
    return ", ".join(map(badge_name, badges))


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
