"""Recomputing of each kind: a gap between two refreshes, no locks, no lost request."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone
from time_machine import TimeMachineFixture

from tests.factories.tournaments import make_club, make_tournament
from tournaments import tasks
from tournaments.enums import CompetitionKind
from tournaments.models import (
    Competition,
    CompetitionRequest,
    CompetitionSnapshot,
    RecordsRequest,
    Standings,
    StandingsRequest,
    StandingsSnapshot,
    Tournament,
)
from tournaments.seasons.services.competitions import CompetitionPlan, add_tournament, create_competition
from tournaments.work.kinds import (
    COMPETITIONS,
    RECORDS,
    STANDINGS,
    request_competition_rankings,
    request_records,
    request_standings,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Tournament:
    return make_tournament(make_club())


@pytest.fixture
def competition(evening: Tournament) -> Competition:
    plan = CompetitionPlan(name="Coupe", kind=CompetitionKind.CHAMPIONSHIP)
    competition = create_competition(club=evening.club, plan=plan, created_by=None)
    add_tournament(competition=competition, tournament=evening, added_by=None)
    CompetitionRequest.objects.all().delete()
    return competition


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, dict[str, int], float | None]]:
    """Return the list of messages to the worker, by task."""
    messages: list[tuple[str, dict[str, int], float | None]] = []
    for task in (tasks.refresh_standings_task, tasks.refresh_competition_task, tasks.refresh_records_task):

        def send(
            kwargs: dict[str, int], countdown: float | None, expires: None = None, name: str = task.name
        ) -> None:
            messages.append((name, kwargs, countdown))

        monkeypatch.setattr(task, "apply_async", send)
    return messages


@pytest.mark.postgres
def test_each_request_nudges_its_task_with_the_id_of_what_is_computed(
    evening: Tournament, competition: Competition, sent: list[Any], django_capture_on_commit_callbacks: Any
) -> None:
    session = evening.sessions.get()

    with django_capture_on_commit_callbacks(execute=True):
        for _again in range(2):
            request_standings(session=session)
            request_competition_rankings(tournament=evening)
            request_records(tournament=evening)

    assert sent == [
        ("tournaments.refresh_standings", {"session_id": session.pk}, None),
        ("tournaments.refresh_competition", {"competition_id": competition.pk}, None),
        ("tournaments.refresh_records", {"club_id": evening.club_id}, None),
    ]
    rows = (StandingsRequest, CompetitionRequest, RecordsRequest)
    assert [requests.objects.count() for requests in rows] == [2, 2, 2]


def test_delay_leaves_a_gap_between_refreshes(evening: Tournament) -> None:
    session = evening.sessions.get()
    assert STANDINGS.delay(session.pk) is None

    request_standings(session=session)
    assert STANDINGS.delay(session.pk) == timedelta(0)

    Standings.objects.filter(session=session).update(updated_at=timezone.now())
    delay = STANDINGS.delay(session.pk)
    assert delay is not None
    assert timedelta(0) < delay <= STANDINGS.gap


@pytest.mark.postgres
def test_task_that_comes_too_soon_comes_back_and_leaves_the_ranking_alone(
    evening: Tournament, competition: Competition, sent: list[Any], time_machine: TimeMachineFixture
) -> None:
    session, current_time = evening.sessions.get(), timezone.now()
    time_machine.move_to(
        current_time + timedelta(seconds=0.1), tick=False
    )  # else a slow machine is late enough
    request_standings(session=session)
    request_competition_rankings(tournament=evening)
    Standings.objects.filter(session=session).update(updated_at=current_time)
    CompetitionSnapshot.objects.create(competition=competition, version=0, rows=[], created_at=current_time)

    assert tasks.refresh_standings_task(session_id=session.pk) is None
    assert tasks.refresh_competition_task(competition_id=competition.pk) is None

    assert [name for name, _kwargs, _countdown in sent] == [
        "tournaments.refresh_standings",
        "tournaments.refresh_competition",
    ]
    assert all(0 < countdown <= gap for (*_, countdown), gap in zip(sent, (0.5, 3), strict=True))
    assert not StandingsSnapshot.objects.exists()


@pytest.mark.postgres
def test_records_asked_for_while_they_are_made_are_made_again(evening: Tournament, sent: list[Any]) -> None:
    request_records(tournament=evening)

    def make_while_somebody_asks() -> int:
        RECORDS.forget(list(RECORDS.requests(evening.club_id).values_list("pk", flat=True)))
        request_records(tournament=evening)
        return 1

    assert RECORDS.run(tasks.refresh_records_task, evening.club_id, make_while_somebody_asks) == 1

    assert sent == [("tournaments.refresh_records", {"club_id": evening.club_id}, 0)]


@pytest.mark.postgres
@pytest.mark.parametrize("kind", [STANDINGS, COMPETITIONS], ids=lambda kind: kind.name)
def test_version_stored_meanwhile_makes_a_refresh_begin_again_and_nothing_is_locked(
    kind: Any, evening: Tournament, competition: Competition
) -> None:
    thing, snapshots = {
        "standings": (evening.sessions.get(), StandingsSnapshot),
        "competition": (competition, CompetitionSnapshot),
    }[kind.name]
    row = {kind.name.replace("standings", "session"): thing}
    kind.request(thing.pk, **row)
    depth, tried = len(connection.savepoint_ids), []

    def snapshot(version: int) -> Any:
        counts = {"results_counted": 0, "results_expected": 0} if kind is STANDINGS else {}
        return snapshots(**row, version=version, rows=[], **counts)

    def be_overtaken(version: int) -> Any:
        assert len(connection.savepoint_ids) == depth, "a transaction locks SQLite for everybody"
        tried.append(version)
        if version == 1:
            kind.keep_next(thing.pk, snapshot)
            kind.request(thing.pk, **row)
        return snapshot(version)

    kept_row = kind.keep_next(thing.pk, be_overtaken)

    assert (tried, kept_row.version) == ([1, 2], 2)
    assert list(thing.snapshots.order_by("version").values_list("version", flat=True)) == [1, 2]
    assert not kind.requests(thing.pk).exists()
    assert kind.keep_next(thing.pk, be_overtaken) is None
