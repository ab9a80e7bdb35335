"""Every kind of work behind the pages, one row each, and how it is requested."""

from datetime import datetime, timedelta

from tournaments.models import (
    Competition,
    CompetitionRequest,
    CompetitionSnapshot,
    RecordsRequest,
    Session,
    Standings,
    StandingsRequest,
    Tournament,
)
from tournaments.work.recomputing import Recomputed, Versioned

RANKING_STALE_AFTER = timedelta(seconds=4)


def _standings_made_at(session_id: int) -> datetime | None:
    return Standings.objects.values_list("updated_at", flat=True).get(session=session_id)


def _competition_made_at(competition_id: int) -> datetime | None:
    snapshots = CompetitionSnapshot.objects.filter(competition=competition_id).order_by("-version")
    return snapshots.values_list("created_at", flat=True).first()


STANDINGS = Versioned(
    name="standings",
    rows=StandingsRequest,
    of="session_id",
    task="tournaments.refresh_standings",
    argument="session_id",
    stale_after=RANKING_STALE_AFTER,
    gap=timedelta(seconds=1),
    made_at=_standings_made_at,
    numbered=lambda pk: Standings.objects.filter(session=pk),
)
COMPETITIONS = Versioned(
    name="competition",
    rows=CompetitionRequest,
    of="competition_id",
    task="tournaments.refresh_competition",
    argument="competition_id",
    stale_after=RANKING_STALE_AFTER,
    gap=timedelta(seconds=3),  # its sites change it together
    made_at=_competition_made_at,
    numbered=lambda pk: Competition.objects.filter(pk=pk),
)
RECORDS = Recomputed(
    name="records",
    rows=RecordsRequest,
    of="tournament__club_id",
    task="tournaments.refresh_records",
    argument="club_id",
    stale_after=RANKING_STALE_AFTER,
)


def request_standings(*, session: Session) -> None:
    """Have a session ranked again, inside the transaction of what changes it."""
    STANDINGS.request(session.pk, session=session)


def request_competition_ranking(*, competition: Competition) -> None:
    """Have a competition ranked again, inside the transaction of what changes it."""
    COMPETITIONS.request(competition.pk, competition=competition)


def request_competition_rankings(*, tournament: Tournament) -> None:
    """Have every competition ranked again in which a tournament counts. One query when there is none."""
    for competition in Competition.objects.filter(members__tournament=tournament):
        request_competition_ranking(competition=competition)


def request_records(*, tournament: Tournament) -> None:
    """Have the records of an event made again, inside the transaction of what changes them."""
    RECORDS.request(tournament.club_id, tournament=tournament)
