"""Guided actions done as an organiser does them: what was read is confirmed."""

from itertools import cycle

from accounts.models import User
from tests.factories.tournaments import SCORES, enter_results, list_plays, make_user
from tournaments.base.queries.sessions import current_session
from tournaments.incidents.services.actions import carry_out
from tournaments.incidents.services.plans import Case
from tournaments.models import Entry, Incident, Play, Seating, Tournament


def deal_with(tournament: Tournament, case: Case, user: User | None = None) -> Incident:
    """Carry out a case at once. In production a rehearsal lists its effects first."""
    made_by = user or make_user("Directrice")
    report = case.plan(current_session(tournament)).told
    return carry_out(tournament=tournament, case=case, seen=report.fingerprint, made_by=made_by)


def play_rounds(tournament: Tournament, last: int) -> None:
    """A result for every play of the first rounds."""
    plays = zip(list_plays(tournament), cycle(SCORES), strict=False)
    enter_results((play, score) for play, score in plays if play.round.number <= last)


def entry_called(tournament: Tournament, last_name: str) -> Entry:
    return tournament.entries.select_related("person").get(person__last_name=last_name)


def places_of(entry: Entry) -> dict[int, tuple[int, int]]:
    """Table and seat by round."""
    rows = Seating.objects.filter(entry=entry)
    return {row[0]: row[1:] for row in rows.values_list("round__number", "table__number", "seat")}


def seats_and_plays(tournament: Tournament) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
    """Every seat of every round, and every line due."""
    seats = Seating.objects.filter(round__section__session__tournament=tournament)
    plays = Play.objects.filter(round__section__session__tournament=tournament)
    return (
        sorted(seats.values_list("round__number", "table__number", "seat", "entry")),
        sorted(plays.values_list("round__number", "table__number", "board")),
    )
