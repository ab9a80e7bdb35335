"""Names of seats, boards, pockets, badges and lines: letters for paper, words for pages."""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

from django.utils.text import capfirst
from django.utils.translation import get_language, gettext_lazy, pgettext, pgettext_lazy
from django.utils.translation import gettext as _

from games.core.seats import EAST, NORTH, SEAT_LETTERS, SHEET_ORDER, SOUTH, WEST
from tournaments.core.formats.attack_rotation import Badge
from tournaments.core.movements.starting import RELAY_SEAT
from tournaments.core.sorting import Pocket
from tournaments.models import Entry

MORE_LETTERS = "ABCDFGHIJKLM"
"""Letters of the seats beyond four, up to sixteen, without compass points in French or English."""
PAIR = 2
"""Largest number of seats of a side whose letters are printed one by one."""
SIDES_OF_TWO_LINES = ((0, 2), (3, 1))
"""Seats of the two lines of a ranking: N and S, E and W."""

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
"""Word of each pile by its name in the games, and the suffix of its mark."""
FACES = {
    "up": (gettext_lazy("%(seat)s, visibles"), "+"),
    "down": (gettext_lazy("%(seat)s, cachées"), "–"),
}
"""Word and suffix of the piles of the découverte, which belong to one seat each.

A card face down lies under each card face up, in the same order.
"""


def printed_seat_letter(seat: int | None) -> str:
    """Return the printed letter of a seat: N, O (ouest), S, E in French, then A….

    A *relais* is R, and None is a dash.
    """
    return _printed_letter(seat, get_language())


@cache
def _printed_letter(seat: int | None, _language: str | None) -> str:
    # cached, since papers print letters by the ten thousand
    if seat is None:
        return "–"
    return str(LETTERS[seat]) if seat in LETTERS else MORE_LETTERS[seat - len(SEAT_LETTERS)]


def seat_name(seat: int) -> str:
    """Return the name of a seat: Nord, Ouest, Sud, Est in French, then "place A"…; Relais for a *relais*."""
    if seat in NAMES:
        return str(NAMES[seat])
    return _("place %(letter)s") % {"letter": printed_seat_letter(seat)}


def seats_label(seats: Sequence[int], *, is_duel: bool = False) -> str:
    """Return the printed label of a side: N, N-S, or Déf. for three seats in French.

    No seat is a dash.

    Args:
        is_duel: True for a side of a team that holds two tables at once: Défense or Attaque in French.
    """
    if is_duel:
        return side_title(seats)
    if len(seats) == 1:
        return printed_seat_letter(seats[0])
    if len(seats) > PAIR:
        return pgettext("seats", "Déf.")
    return "-".join(map(printed_seat_letter, seats)) or "–"


def seats_name(seats: Sequence[int]) -> str:
    """Return the name of a side in words: Nord, or Nord-Sud for a team in French."""
    return "-".join(map(seat_name, seats))


def side_name(seats: Sequence[int]) -> str:
    """Return the name of a side in formats with two tables per team: three seats defend, one attacks."""
    return _("défense") if len(seats) > PAIR else _("attaque")


def side_title(seats: Sequence[int]) -> str:
    """Return `side_name` as a label or a heading: Défense, Attaque in French."""
    return capfirst(side_name(seats))


def duel_seats_name(seats: Sequence[int]) -> str:
    """Return a side of a team that holds two tables at once, with its seats: Attaque (Sud) in French."""
    return _("%(side)s (%(seats)s)") % {"side": side_title(seats), "seats": seats_name(seats)}


def line_name(line: int | None, line_count: int) -> str:
    """Return a line of a ranking in words: Nord, Ouest, Sud, Est; Nord-Sud and Est-Ouest for two lines."""
    if line is None:
        return "–"
    return seats_name(SIDES_OF_TWO_LINES[line]) if line_count == len(SIDES_OF_TWO_LINES) else seat_name(line)


def starting_place(entry: Entry) -> str:
    """Return the starting place of an entry as N4, or the number of a team that holds two tables at once.

    For an entry that came later it is the first position, as "pos. 2" in French; without either it is "".

    Source:
        FFT, Manuel de l'organisateur (2011) M51: a team of quartets has the number of its table.
    """
    if entry.number is not None:
        return str(entry.number)
    if entry.start_table is not None:
        return _place_code(entry.start_seat, entry.start_table)
    return _("pos. %(round)s") % {"round": entry.arrival[0]} if entry.arrival else ""


def _place_code(seat: int | None, table: int) -> str:
    return f"{printed_seat_letter(seat)}{table}"


def arrival_words(entry: Entry) -> str:
    """Return the first position and table of an entry that came later, in words; "" for others."""
    if not entry.arrival:
        return ""
    return _("arrivé en position %(round)s, table %(table)s") % dict(
        zip(("round", "table"), entry.arrival, strict=True)
    )


def seated_as(entry: Entry, seats: Sequence[int]) -> str:
    """Return the seat of an entry, with the starting place if that has another seat.

    For example N4, N (E4), or Défense 4 of a team that holds two tables at once.
    """
    if entry.number is not None:
        return f"{side_title(seats)} {entry.number}"
    if entry.start_table is None:
        return seats_label(seats)
    return _seated_as(tuple(seats), entry.start_seat, entry.start_table, get_language())


@lru_cache(maxsize=8192)
def _seated_as(
    seats: tuple[int, ...], start_seat: int | None, start_table: int, _language: str | None
) -> str:
    # cached, since guide cards of 60 tables ask for 14,400
    place = _place_code(start_seat, start_table)
    return place if (start_seat,) == seats else f"{seats_label(seats)} ({place})"


def badge_name(badge: Badge) -> str:
    """Return the name of a badge of a triplet: Bleu, Blanc, Rouge in French."""
    names = {
        Badge.BLUE: pgettext("badge", "Bleu"),
        Badge.WHITE: pgettext("badge", "Blanc"),
        Badge.RED: pgettext("badge", "Rouge"),
    }
    return names[badge]


def badge_names(badges: Iterable[Badge]) -> str:
    """Return the names of badges in one line."""
    return ", ".join(map(badge_name, badges))


def board_range(boards: Sequence[int]) -> str:
    """Return consecutive board numbers as "13–16", others one by one; a dash for none."""
    if not boards:
        return "–"
    if len(boards) > 1 and list(boards) == list(range(boards[0], boards[0] + len(boards))):
        return f"{boards[0]}–{boards[-1]}"
    return ", ".join(str(board) for board in boards)


def pocket_name(pocket: Pocket) -> str:
    """Return the name of a pocket of an étui: a seat, or a pile such as Chien or Talon in French."""
    if isinstance(pocket, int):
        return seat_name(pocket)
    side, _space, seat = pocket.partition(" ")
    if side in FACES:
        return str(FACES[side][0]) % {"seat": seat_name(int(seat))}
    return str(PILES[pocket][0])


def pocket_mark(pocket: Pocket, by_seat: Sequence[object]) -> str:
    """Return the short mark of a pocket: a seat or the first letter of a pile, as C (chien) in French.

    Args:
        by_seat: one item for each seat of the table. A seat has its letter at four players, else its number
            from 1.
    """
    if isinstance(pocket, int):
        return printed_seat_letter(pocket) if len(by_seat) == len(SHEET_ORDER) else str(pocket + 1)
    side, _space, seat = pocket.partition(" ")
    if side in FACES:
        return f"{pocket_mark(int(seat), by_seat)}{FACES[side][1]}"
    word, number = PILES[pocket]
    return f"{str(word)[:1]}{number}"


def pocket_arrow(pocket: Pocket, seats: Sequence[int]) -> str:
    """Return the direction of a pocket as seen by South: ↑ N, ← O, ↓ S, → E in French; "" for others."""
    # only the seats of a table of four have orientations
    arrows: dict[Pocket, str] = {NORTH: "↑", WEST: "←", SOUTH: "↓", EAST: "→"}
    return arrows.get(pocket, "") if len(seats) == len(arrows) else ""


def line_label(line: int | None, line_count: int) -> str:
    """Return the printed label of a line of a ranking: N, O, S, E, or N-S and E-O of two lines.

    None is a dash.
    """
    if line is None or line_count != len(SIDES_OF_TWO_LINES):
        return printed_seat_letter(line)
    return seats_label(SIDES_OF_TWO_LINES[line])
