"""Ranking of every format, equal to that of its event document for any order of the results."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from tests.factories.drawn_events import PLAYS, drawn
from tests.factories.stored_events import StoredEvent, store_event, store_result
from tests.factories.tournaments import make_club
from tournaments.core.exchange.event_json import rank_event
from tournaments.core.exchange.value_json import write_number
from tournaments.core.ranking.classification import Criterion
from tournaments.models import ResultSlip, StandingsRequest
from tournaments.rankings.queries.standings import RankedEntry, ranked_teams, snapshot_chain, snapshot_rows
from tournaments.rankings.services.standings import refresh_standings

pytestmark = pytest.mark.django_db

SAMPLES = Path(__file__).parents[3] / "data" / "tournaments" / "events"


def sample(name: str) -> dict[str, Any]:
    document = json.loads((SAMPLES / f"{name}.json").read_text(encoding="utf-8"))
    return {key: value for key, value in document.items() if key != "carried"}


def stored_rows(event: StoredEvent) -> list[RankedEntry]:
    StandingsRequest.objects.create(session=event.session)
    return snapshot_rows(refresh_standings(session=event.session))


def check_against_document(document: dict[str, Any], session_number: int = 0) -> None:
    """The places, values and criteria of the site are those of `rank_event` for one session."""
    alone = document | {"sessions": [document["sessions"][session_number] | {"coefficient": 1}]}
    expected = rank_event(alone)
    event = store_event(make_club(), alone)
    for number in range(len(event.plays)):
        store_result(event, number)
    unit_ids = event.unit_ids()

    rows = stored_rows(event)

    seated = {unit_ids[row.entry.pk] for row in rows}
    assert seated
    ranked_rows = [
        (row.overall_place, unit_ids[row.entry.pk], row.value and write_number(row.value)) for row in rows
    ]
    assert sorted(ranked_rows, key=str) == sorted(
        [(row["place"], row["unit"], row["value"]) for row in expected["overall"] if row["unit"] in seated],
        key=str,
    )
    if "alternated" in expected:
        woven = {row["unit"]: row["place"] for row in expected["alternated"]}
        assert {unit_ids[row.entry.pk]: row.alternated_place for row in rows} == woven
    teams = ranked_teams(rows)
    assert [(team.place, team.name, write_number(team.value)) for team in teams] == [
        (team["place"], team["team"], team["value"]) for team in expected["teams"]
    ]
    assert [{unit_ids[row.entry.pk] for row in team.members} for team in teams] == [
        set(team["members"]) for team in expected["teams"]
    ]


@pytest.mark.parametrize(
    ("name", "session_number"),
    [
        ("individual", 0),
        ("triplets", 0),
        ("quartets", 0),
        ("free_deals", 0),
        ("friendly", 0),
        ("friendly", 1),
    ],
)
def test_published_events_rank_the_same_from_rows(name, session_number):
    check_against_document(sample(name), session_number)


@pytest.mark.parametrize("code", PLAYS)
@pytest.mark.parametrize("seed", [1, 2])
def test_drawn_events_rank_the_same_from_rows(code, seed):
    check_against_document(drawn(code, seed))


@pytest.mark.parametrize("code", ["teams", "triangular"])
def test_matches_rank_as_the_pool_of_their_points(code):
    document = drawn("quartets", 3) | {"format": code}
    document["sessions"][0]["rulings"] = []
    for play in document["sessions"][0]["plays"]:
        play.pop("status", None)
    event = store_event(make_club(), document)
    for number in range(len(event.plays)):
        store_result(event, number)

    rows = stored_rows(event)

    unit_ids = event.unit_ids()
    expected = rank_event(pool_document(document))["pool"]
    assert [
        (
            row.overall_place,
            unit_ids[row.entry.pk],
            row.criteria[Criterion.VICTORIES],
            write_number(row.value),
            write_number(row.criteria[Criterion.SCORED]),
        )
        for row in rows
    ] == [(row["place"], row["unit"], row["victories"], row["balance"], row["scored"]) for row in expected]


def pool_document(document: dict[str, Any]) -> dict[str, Any]:
    """The same duels as matches of teams, without rulings."""
    plays = document["sessions"][0]["plays"]
    attacks = {(play["board"], play["attack"], play["defence"]): play["score"] for play in plays}
    quarters: dict[tuple[str, str], list[int]] = {}
    for (board, home, away), points in attacks.items():
        if home < away and (board, away, home) in attacks:
            quarters.setdefault((home, away), []).append(points - attacks[board, away, home])
    return {
        "event": document["event"],
        "format": "teams",
        "units": document["units"],
        "sessions": [
            {
                "plays": [
                    {"first": home, "second": away, "quarters": [deals]}
                    for (home, away), deals in quarters.items()
                ]
            }
        ],
    }


@pytest.mark.parametrize("code", PLAYS)
def test_results_in_any_order_one_by_one_give_the_same_snapshot(code):
    document = drawn(code, 4)
    event = store_event(make_club(), document)
    order = list(range(len(event.plays)))
    random.Random(code).shuffle(order)
    for number in order:
        store_result(event, number)
        if number % 5 == 0:
            stored_rows(event)
    stored_rows(event)
    step_by_step = event.session.snapshots.order_by("-version")[0]

    ResultSlip.objects.of_session(event.session).delete()
    for number in range(len(event.plays)):
        store_result(event, number)
    stored_rows(event)
    at_once = event.session.snapshots.order_by("-version")[0]

    assert at_once.version > step_by_step.version
    assert at_once.rows == step_by_step.rows


def test_those_who_left_and_substitutes_have_no_place():
    document = drawn("free_deals", 5)
    del document["sessions"][0]["rulings"]
    presences = ("withdrawn", "unranked", "substitute")
    for unit, presence in zip(document["units"], presences, strict=False):
        unit["presence"] = presence
    event = store_event(make_club(), document)
    for number in range(len(event.plays)):
        store_result(event, number)

    rows = stored_rows(event)

    unit_ids = event.unit_ids()
    assert [row.overall_place for row in rows[:17]] == sorted(row.overall_place for row in rows[:17])
    assert {unit_ids[row.entry.pk] for row in rows[17:]} == {"N1", "W1"}
    assert [row.overall_place for row in rows[17:]] == [None, None]
    assert all(row.value is not None for row in rows[17:])
    assert "S1" not in {unit_ids[row.entry.pk] for row in rows}


@pytest.mark.postgres
def test_tie_breaks_chosen_by_the_organiser_part_equals():
    document = sample("triplets")
    event = store_event(make_club(), document)
    for number in range(len(event.plays)):
        store_result(event, number)

    stored_rows(event)

    snapshot = event.session.snapshots.get()
    assert snapshot_chain(snapshot) == (Criterion.ATTACK, Criterion.TOPS)
