"""Boards that a player meets twice after seats or boards were changed: both count, or the first one alone."""

from collections.abc import Collection, Sequence
from enum import StrEnum

from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.core.slips.traveller import LineKind
from tournaments.incidents.services.plans import Step
from tournaments.incidents.services.result_steps import set_aside
from tournaments.incidents.services.seat_steps import change_seats
from tournaments.models import Play, Seating, Session


class Twice(StrEnum):
    """Fate of a board that somebody plays twice."""

    KEEP = "keep"
    """Both results count."""
    NEUTRALISE = "neutralise"
    """The line of the second time is neutralised, for its whole table."""


def twice_sentence(twice: Twice) -> str:
    """Return the sentence about a player and boards met twice, with the places `entry` and `boards`."""
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
    """Change seats and plays as `change_seats`, then settle the boards that somebody meets twice by it."""
    steps = [change_seats(removed=removed, added=added, plays=plays, due=due)]
    if way is Twice.NEUTRALISE:
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
    here = Seating.objects.filter(round__in=rounds, table__in=tables)
    entries = {row[2] for row in here.values_list("round", "table", "entry") if row[:2] in places}
    plays = Play.objects.filter(round__section__session=session).order_by("round__number", "pk")
    at_place: dict[tuple[int, int], list[Play]] = {}
    for play in plays.select_related("round__section__session__tournament", "table"):
        at_place.setdefault((play.round_id, play.table_id), []).append(play)
    boards = {play.board for place in places for play in at_place.get(place, ())}
    met: dict[tuple[int, int], list[Play]] = {}
    seats = Seating.objects.filter(entry__in=entries, round__section__session=session)
    for this_round, table, entry in set(seats.values_list("round", "table", "entry")):
        for play in at_place.get((this_round, table), ()):
            if play.board in boards:
                met.setdefault((entry, play.board), []).append(play)
    second = {
        play.pk: play
        for rows in met.values()
        for play in sorted(rows, key=lambda play: (play.round.number, play.pk))[1:]
    }
    if not second:
        return []
    return [set_aside(second.values(), LineKind.NEUTRALISED, _("Étui joué deux fois"), user)]
