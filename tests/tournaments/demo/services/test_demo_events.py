"""Demonstrations over several sessions, sites and a season."""

import datetime

import pytest

from tests.cases import by_day
from tests.factories.simultaneous import make_simultaneous
from tournaments.demo.services.demo import DemoStage, ensure_demo_club
from tournaments.demo.services.demo_events import make_demo_event, make_demo_season
from tournaments.enums import TournamentState
from tournaments.models import EventRecord, Tournament
from tournaments.rankings.queries.event_standings import load_event_standings
from tournaments.seasons.queries.competition_standings import (
    competition_rows,
    latest_ranking,
    members_of,
)
from tournaments.seasons.queries.seasons import load_ladder
from tournaments.seasons.queries.site_deals import SiteDeals, sites_of
from tournaments.seasons.services.ratings import refresh_records

pytestmark = [pytest.mark.django_db, pytest.mark.once]
DAY = datetime.date(2026, 11, 20)
EVENING = {"starts_on": DAY, "table_count": 5}


@pytest.mark.parametrize("stage", by_day(DemoStage, lambda stage: stage is DemoStage.FINISHED))
def test_final_of_free_deals_at_every_stage(stage: DemoStage):
    club, _organiser = ensure_demo_club()

    tournament = make_demo_event(
        club=club,
        format_code="free_deals",
        session_count=2,
        finalists=12,
        stage=stage,
        seed=1,
        name="Finale",
        **EVENING,
    )

    event = load_event_standings(tournament)
    is_played = stage in (DemoStage.PLAYING, DemoStage.FINISHED)
    assert tournament.sessions.get(number=2).is_final
    assert [row.is_finalist for row in event.rows].count(True) == (12 if is_played else 0)
    if is_played:
        assert [row.is_finalist for row in event.rows] == [True] * 12 + [False] * 8
    assert (tournament.state == TournamentState.FINISHED) is (stage is DemoStage.FINISHED)


def test_finalists_sit_as_the_federation_says():
    """Rank k at table k North, k + 3 South, k + 6 East, k + 9 West for three tables."""
    club, _organiser = ensure_demo_club()
    tournament = make_demo_event(
        club=club,
        format_code="free_deals",
        session_count=2,
        finalists=12,
        stage=DemoStage.ENTERED,
        seed=1,
        name="Finale",
        **EVENING,
    )

    ranked = [row.entry.pk for row in load_event_standings(tournament).rows]

    placed = {entry.pk: (entry.start_table, entry.start_seat) for entry in tournament.entries.all()}
    assert [placed[pk] for pk in ranked[:12]] == [
        (table, seat) for seat in (0, 2, 3, 1) for table in (1, 2, 3)
    ]
    assert {placed[pk] for pk in ranked[12:]} == {(None, None)}


def test_simultaneous_has_the_same_deals_everywhere_and_feeds_the_season():
    club, organiser = ensure_demo_club()
    season = make_demo_season(club=club, today=DAY)

    competition = make_simultaneous(
        club=club, organiser=organiser, format_code="duplicate_individual", site_count=2, seed=1, **EVENING
    )
    refresh_records(club=club)

    assert [site.deals for site in sites_of(members_of(competition))] == [SiteDeals.SAME] * 2
    assert len(competition_rows(latest_ranking(competition))) == 40
    assert load_ladder(season).rows[0].points > 0
    assert EventRecord.objects.count() == 40
    assert Tournament.objects.count() == 2
