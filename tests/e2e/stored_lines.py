"""Stored rows of an evening, read to rank it a second time: lines of travellers with their names."""

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction

from django.db.models import QuerySet

from games.core.dealing.boards import board_taker
from tests.e2e.naive_ranking import Played
from tournaments.enums import SlipKind
from tournaments.models import Entry, ResultSlip, Seating, Session
from tournaments.rankings.services.standings import refresh_standings
from tournaments.work.kinds import request_standings


def rank_again(session: Session) -> None:
    """Rank all stored results again, also those that no service stored."""
    request_standings(session=session)
    refresh_standings(session=session)


def travellers(session: Session, called: Callable[[Entry], str] = str) -> list[Played]:
    """Return every line played of an individual evening, with the names of its players.

    Args:
        called: the format of a name in the ranking.
    """
    seats = _names_by_seat(session, called)
    lines = []
    for slip in _played(session):
        assert slip.score is not None
        seated, taker = seats[slip.play.round_id, slip.play.table_id], board_taker(slip.play.board)
        defenders = tuple(name for seat, name in seated.items() if seat != taker)
        lines.append(Played(slip.play.board, seated[taker], defenders, slip.score))
    return lines


def triplet_lines(session: Session, called: Callable[[Entry], str] = str) -> list[Played]:
    """Every line played by triplets: N-S attack where North or South takes, E-O on the other étuis.

    Source:
        FFT, Règlement officiel (2012) R20.
    """
    sides = {
        place: {seat % 2: name for seat, name in seated.items()}
        for place, seated in _names_by_seat(session, called).items()
    }
    lines = []
    for slip in _played(session):
        assert slip.score is not None
        at_table, attack = sides[slip.play.round_id, slip.play.table_id], board_taker(slip.play.board) % 2
        lines.append(Played(slip.play.board, at_table[attack], (at_table[1 - attack],), slip.score))
    return lines


def points(session: Session, called: Callable[[Entry], str] = str) -> dict[str, Fraction]:
    """Return each player's gains and losses on the score sheets of a session, deal by deal."""
    totals: dict[str, Fraction] = defaultdict(Fraction)
    seats = _names_by_seat(session, called)
    for slip in _played(session):
        for seat, score in enumerate(slip.seat_scores or ()):
            totals[seats[slip.play.round_id, slip.play.table_id][seat]] += score
    return dict(totals)


def _played(session: Session) -> QuerySet[ResultSlip]:
    slips = ResultSlip.objects.current().filter(play__round__section__session=session, kind=SlipKind.PLAYED)
    return slips.select_related("play")


def _names_by_seat(session: Session, called: Callable[[Entry], str]) -> dict[tuple[int, int], dict[int, str]]:
    """Return the player of each seat, by round and table."""
    seats: dict[tuple[int, int], dict[int, str]] = defaultdict(dict)
    rows = Seating.objects.filter(round__section__session=session).select_related("entry__person")
    for row in rows:
        seats[row.round_id, row.table_id][row.seat] = called(row.entry)
    return seats
