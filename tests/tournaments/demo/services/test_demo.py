"""Demonstrations of any size that the catalogue has."""

import pytest

from common.errors import AppError
from games.enums import DealSetState
from games.models import DealSet
from tests.cases import by_day
from tests.factories.tournaments import EVENING
from tournaments.core.formats.registry import find_format
from tournaments.demo.services.demo import DemoStage, ensure_demo_club, make_demo_club, make_demo_tournament
from tournaments.enums import TournamentState
from tournaments.models import Club, Section, StoredMovement, Tournament
from tournaments.movements.queries.movements import kept_movements
from tournaments.rankings.queries.standings import latest_standings, snapshot_rows

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def make(table_count: int, player_count: int | None = None) -> Tournament:
    club, _organiser = ensure_demo_club()
    return make_demo_tournament(
        club=club,
        format_code="duplicate_individual",
        table_count=table_count,
        player_count=player_count,
        stage=DemoStage.SEATED,
        seed=1,
        starts_on=EVENING,
        name="Essai",
    )


@pytest.mark.parametrize(
    ("tables", "players", "shape"),
    [
        (4, None, (16, 5, 4)),
        (6, None, (24, 5, 4)),
        (7, None, (28, 7, 4)),
        (8, 31, (31, 8, 4)),
        (13, None, (52, 13, 2)),
    ],
)
def test_demonstration_has_the_shape_that_the_catalogue_recommends(
    tables: int, players: int | None, shape: tuple[int, int, int]
) -> None:
    make(tables, players)

    section = Section.objects.get()
    assert (section.player_count, section.round_count, section.boards_per_set) == shape


def test_size_that_is_not_there_is_refused_with_the_nearest() -> None:
    with pytest.raises(AppError) as refusal:
        make(9, 5)

    assert refusal.value.code == "no_movement"


def test_club_of_the_demonstration_keeps_a_movement_and_shows_the_hands_of_its_finished_evening() -> None:
    make_demo_club(today=EVENING)

    assert [movement_row.player_count for movement_row in kept_movements(Club.objects.get())] == [40]
    assert StoredMovement.objects.count() == 1 + Tournament.objects.count()
    revealed = DealSet.objects.filter(state=DealSetState.REVEALED)
    assert [deal_set.session.tournament.state for deal_set in revealed] == [TournamentState.FINISHED]


@pytest.mark.parametrize("stage", [DemoStage.SEATED, DemoStage.PLAYING, DemoStage.FINISHED])
def test_free_deals_are_demonstrated_at_every_stage(stage: DemoStage) -> None:
    club, _organiser = ensure_demo_club()

    tournament = make_demo_tournament(
        club=club,
        format_code="free_deals",
        table_count=5,
        player_count=19,
        stage=stage,
        seed=1,
        starts_on=EVENING,
        name="Libre",
    )

    rows = snapshot_rows(latest_standings(tournament.sessions.get()))
    assert sum(row.value for row in rows) == 0
    assert len(rows) == (0 if stage is DemoStage.SEATED else 19)


TEAMS = {"triplets": 6, "quartets": 5, "teams": 2, "triangular": 3}
STAGES = [(code, stage) for code in TEAMS for stage in DemoStage]
BY_DAY = {*(("triplets", stage) for stage in DemoStage), ("triangular", DemoStage.FINISHED)}


@pytest.mark.parametrize("shown", by_day(STAGES, BY_DAY.__contains__), ids=str)
def test_teams_are_demonstrated_at_every_stage(shown: tuple[str, DemoStage]) -> None:
    format_code, stage = shown
    club, _organiser = ensure_demo_club()

    tournament = make_demo_tournament(
        club=club,
        format_code=format_code,
        table_count=find_format(format_code).table_counts[0],
        stage=stage,
        seed=1,
        starts_on=EVENING,
        name="Équipes",
    )

    assert tournament.entries.count() == TEAMS[format_code]
    rows = snapshot_rows(latest_standings(tournament.sessions.get()))
    if stage in (DemoStage.PLAYING, DemoStage.FINISHED):
        assert {row.entry.pk for row in rows} == set(tournament.entries.values_list("pk", flat=True))
    else:
        assert rows == []
    if stage is DemoStage.FINISHED:
        assert rows[0].overall_place == 1
