"""Boards that a player meets twice after a change: count both results, or only the first one."""

from collections.abc import Collection, Sequence
from enum import StrEnum

from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.core.formats.registry import find_format
from tournaments.core.slips.traveller import LineKind
from tournaments.incidents.services.plans import Step
from tournaments.incidents.services.result_steps import set_aside
from tournaments.incidents.services.seat_steps import change_seats
from tournaments.models import Play, Seating, Session


class Twice(StrEnum):
    """Treatment of a board that a player meets twice."""

    KEEP = "keep"
    """Both results count."""
    NEUTRALISE = "neutralise"
    """The second line is neutralised, for its whole table."""


def duels_sentence() -> str:
    """Return the sentence about boards played twice where teams meet home and away."""
    return _("Si deux équipes jouent un étui deux fois dans le même sens, seule la première fois compte.")


def twice_sentence(twice: Twice) -> str:
    """Return the sentence about a board met twice, with the placeholders `entry` and `boards`."""
    if twice is Twice.NEUTRALISE:
        return _("%(entry)s joue plus d’une fois : %(boards)s ; la seconde fois est neutralisée.")
    return _("%(entry)s joue plus d’une fois : %(boards)s ; les deux résultats comptent.")


def change_seats_once(
    session: Session,
    way: Twice,
    user: User,
    *,
    removed: Sequence[Seating] = (),
    added: Sequence[Seating] = (),
    plays: Sequence[Play] = (),
    due: Sequence[Play] = (),
) -> list[Step]:
    """Change seats and plays as `change_seats`. Treat the boards that a player then meets twice as `way`.

    Where teams meet home and away, each board is met twice anyway; the ranking leaves a second attack out.
    """
    steps = [change_seats(removed=removed, added=added, plays=plays, due=due)]
    if way is Twice.NEUTRALISE and not find_format(session.tournament.format).plan.has_duels:
        places = {(row.round_id, row.table_id) for row in added}
        places |= {(play.round_id, play.table_id) for play in due}
        steps += _neutralise_second_plays(session, places, user)
    return steps


def _neutralise_second_plays(session: Session, places: Collection[tuple[int, int]], user: User) -> list[Step]:
    """Neutralise each line on which a player of these places meets one of their boards again.

    Args:
        places: (id of the round, id of the table).
    """
    rounds, tables = {place[0] for place in places}, {place[1] for place in places}
    seats_here = Seating.objects.filter(round__in=rounds, table__in=tables)
    # the query matches each round with each table: keep the given pairs only
    entries = {row[2] for row in seats_here.values_list("round", "table", "entry") if row[:2] in places}
    plays = Play.objects.filter(round__section__session=session).order_by("round__number", "pk")
    plays_by_place: dict[tuple[int, int], list[Play]] = {}
    for play in plays.select_related("round__section__session__tournament", "table"):
        plays_by_place.setdefault((play.round_id, play.table_id), []).append(play)
    boards = {play.board for place in places for play in plays_by_place.get(place, ())}
    plays_by_board: dict[tuple[int, int], list[Play]] = {}
    seats = Seating.objects.filter(entry__in=entries, round__section__session=session)
    # a set, because a team holds several seats of a table
    for this_round, table, entry in set(seats.values_list("round", "table", "entry")):
        for play in plays_by_place.get((this_round, table), ()):
            if play.board in boards:
                plays_by_board.setdefault((entry, play.board), []).append(play)
    second_plays = {
        play.pk: play
        for rows in plays_by_board.values()
        for play in sorted(rows, key=lambda play: (play.round.number, play.pk))[1:]
    }
    if not second_plays:
        return []
    return [set_aside(second_plays.values(), LineKind.NEUTRALISED, _("Étui joué deux fois"), user)]
