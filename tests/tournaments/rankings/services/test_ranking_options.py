"""Options of a ranking: checked, kept, traced, followed by the standings."""

from fractions import Fraction

import pytest

from common.errors import AppError
from tests.factories.tournaments import enter_results, list_plays, make_club, make_seated_tournament
from tournaments.core.ranking.classification import Criterion
from tournaments.models import AuditEvent, Session, Tournament
from tournaments.rankings.queries.standings import latest_standings, snapshot_chain, snapshot_rows
from tournaments.rankings.services.ranking_options import set_ranking_options
from tournaments.rankings.services.standings import refresh_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return make_seated_tournament(make_club())


def test_ranking_follows_the_options(tournament: Tournament) -> None:
    enter_results(zip(list_plays(tournament)[:5], (62, 56, 50, -52, -56), strict=True))

    set_ranking_options(
        tournament=tournament, changes={"weights": [1, 1], "tie_breaks": ["attack"]}, set_by=None
    )
    refresh_standings(session=Session.objects.get(tournament=tournament))

    snapshot = latest_standings(tournament.sessions.get())
    assert snapshot is not None
    assert snapshot_chain(snapshot) == (Criterion.ATTACK,)
    event = AuditEvent.objects.latest("pk")
    assert (event.action, event.before) == (
        "tournament.ranking_options",
        {"weights": None, "tie_breaks": None},
    )
    assert snapshot_rows(snapshot)[0].value == Fraction(100)


def test_tie_break_parts_equal_results_and_its_value_is_kept(tournament: Tournament) -> None:
    plays = [play for play in list_plays(tournament) if play.round.number == 1]
    enter_results((play, 56) for play in plays)
    set_ranking_options(tournament=tournament, changes={"tie_breaks": ["deals", "attack"]}, set_by=None)
    refresh_standings(session=Session.objects.get(tournament=tournament))

    rows = snapshot_rows(latest_standings(tournament.sessions.get()))

    assert {row.value for row in rows} == {Fraction(50)}
    assert {row.overall_place for row in rows} == {1}
    assert {row.criteria[Criterion.DEALS] for row in rows} == {4}


@pytest.mark.postgres
def test_default_is_not_kept(tournament: Tournament) -> None:
    set_ranking_options(tournament=tournament, changes={"weights": [1, 1]}, set_by=None)

    changed = set_ranking_options(tournament=tournament, changes={"weights": None}, set_by=None)

    assert changed.options == {}


@pytest.mark.parametrize(
    "changes", [{"weights": [0, 0]}, {"tie_breaks": ["luck"]}, {"best_sessions": 0}, {"unknown": 1}]
)
def test_what_no_ranking_knows_is_refused(tournament: Tournament, changes: dict[str, object]) -> None:
    with pytest.raises(AppError) as refusal:
        set_ranking_options(tournament=tournament, changes=changes, set_by=None)

    tournament.refresh_from_db()
    assert refusal.value.code == "option_invalid"
    assert tournament.options == {}
