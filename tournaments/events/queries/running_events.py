"""Events under way as somebody sees them who comes to the front door: the round played, the results in."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, OuterRef

from tournaments.base.queries.rounds import RoundNow, read_sessions
from tournaments.base.queries.sessions import current_session_key
from tournaments.models import Session, StandingsSnapshot, TableAccess, Tournament


@dataclass(frozen=True, slots=True)
class RunningEvent:
    """An event with how far its current session has come."""

    tournament: Tournament
    round: RoundNow
    results_counted: int
    """As its ranking says, which may be a moment behind."""
    results_expected: int
    """0 before the session has a ranking."""
    has_table_codes: bool
    """Its tables have codes to scan, with which phones write their results."""


def list_running(tournaments: Iterable[Tournament], now: datetime) -> list[RunningEvent]:
    """Some events, each with its current session, in their order. Three queries, none for no event."""
    listed = list(tournaments)
    current = Session.objects.filter(tournament__in=listed, pk=current_session_key(OuterRef("tournament")))
    rounds = {each.session.tournament_id: each.round_now(now) for each in read_sessions(current)}
    newest = StandingsSnapshot.objects.filter(
        session__in=current, version=F("session__standings__version")
    ).values_list("session__tournament", "results_counted", "results_expected")
    results = {tournament: (counted, expected) for tournament, counted, expected in newest}
    codes = TableAccess.objects.filter(table__section__session__in=current, revoked_at=None)
    coded = set(codes.values_list("table__section__session__tournament", flat=True).distinct())
    return [
        RunningEvent(each, rounds[each.pk], *results.get(each.pk, (0, 0)), each.pk in coded)
        for each in listed
    ]
