"""Options of a tournament: the format's defaults, every choice read, everything else refused."""

import json

import pytest

from tournaments.core.formats.attack_rotation import Badge
from tournaments.core.formats.event_options import (
    AgeGroup,
    Bonus,
    MovementKind,
    PlannedSession,
    SheetOf,
    read_event_options,
)
from tournaments.core.formats.registry import FORMATS, find_format
from tournaments.core.json_node import InvalidDocument
from tournaments.core.ranking.classification import Criterion
from tournaments.core.ranking.seat_scores import Method
from tournaments.core.ranking.totals import Weights

FRIENDLY_TOTAL, INDIVIDUAL, TRIPLETS = (
    find_format(code).plan for code in ("friendly_total", "duplicate_individual", "triplets")
)
PLANNED = {
    "days_after": 1, "hour": "", "rounds": 3, "boards": None, "qualified": None, "coefficient": "1",
    "is_final": False, "carried": "1",
}  # fmt: skip


@pytest.mark.parametrize("plan", [row.plan for row in FORMATS.values()], ids=lambda plan: plan.code)
def test_nothing_chosen_gives_the_defaults_of_the_format(plan):
    options = read_event_options({}, plan)

    assert options.weights == (plan.weights or Weights())
    assert options.comparison.method is (Method.TOPAGE if plan.needs_same_deals else Method.TOTAL)
    assert (options.topage.across_sections, options.topage.is_neuberg) == (True, False)
    assert (options.tie_breaks, options.ages, options.bonuses) == ((), (), ())
    assert (options.best_sessions, options.counted_members) == (None, None)
    assert (options.sheet, options.forecast) == (SheetOf.DEALS, True)
    assert options.first_badge is Badge.BLUE


def test_every_choice_is_read():
    options = read_event_options(
        {
            "across_sections": False,
            "neuberg": True,
            "weights": [2, 5],
            "tie_breaks": ["attack", "tops"],
            "best_sessions": 3,
            "method": "difference",
            "lowest_wins": True,
            "trim": 1,
            "counted_members": 4,
            "ages": [{"name": "cadets", "from": 10, "to": 18}],
            "sheet": "totals",
            "bonuses": [{"entry": 7, "against": 8, "points": 12}],
            "forecast": False,
            "first_badge": "red",
        },
        INDIVIDUAL,
    )

    assert (options.topage.across_sections, options.topage.is_neuberg) == (False, True)
    assert options.weights == Weights(2, 5)
    assert options.tie_breaks == (Criterion.ATTACK, Criterion.TOPS)
    assert options.first_badge is Badge.RED
    assert (options.best_sessions, options.counted_members) == (3, 4)
    comparison = options.comparison
    assert (comparison.method, comparison.lowest_wins, comparison.trim) == (Method.DIFFERENCE, True, 1)
    assert comparison.is_neuberg
    assert options.ages == (AgeGroup("cadets", 10, 18),)
    assert options.sheet is SheetOf.TOTALS
    assert options.bonuses == (Bonus(7, 8, 12),)
    assert not options.forecast


def test_session_planned_before_its_sheets_and_movement_could_be_chosen_is_read():
    (planned,) = read_event_options({"later_sessions": [PLANNED]}, TRIPLETS).later_sessions

    assert (planned.rounds, planned.sheet, planned.movement) == (3, None, None)


def test_planned_session_is_read_as_it_was_written():
    planned = PlannedSession(rounds=5, sheet=SheetOf.TOTALS, movement=MovementKind.TURNING)

    event_options = json.loads(json.dumps({"later_sessions": [planned.to_json()]}))

    assert read_event_options(event_options, TRIPLETS).later_sessions == (planned,)


@pytest.mark.parametrize(
    ("document", "code", "field"),
    [
        ([], "not_an_object", ""),
        ({"colour": 1}, "unknown_field", "'colour'"),
        ({"neuberg": 1}, "field_value", "neuberg"),
        ({"weights": [0, 0]}, "field_value", "weights"),
        ({"weights": [1]}, "field_value", "weights"),
        ({"tie_breaks": ["height"]}, "field_value", "tie_breaks[0]"),
        ({"best_sessions": 0}, "field_value", "best_sessions"),
        ({"method": "luck"}, "field_value", "method"),
        ({"trim": -1}, "field_value", "trim"),
        ({"ages": [{"name": "x", "from": 1}]}, "field_missing", "ages[0].to"),
        ({"sheet": "napkin"}, "field_value", "sheet"),
        ({"bonuses": [{"entry": 1, "against": 2, "points": -1}]}, "field_value", "bonuses[0].points"),
        ({"forecast": "yes"}, "field_value", "forecast"),
        ({"later_sessions": [PLANNED | {"sheet": "napkin"}]}, "field_value", "later_sessions[0].sheet"),
        ({"later_sessions": [PLANNED | {"movement": "up"}]}, "field_value", "later_sessions[0].movement"),
    ],
)
def test_anything_else_is_refused_where_it_stands(document, code, field):
    with pytest.raises(InvalidDocument) as refusal:
        read_event_options(document, TRIPLETS)

    assert (refusal.value.code, refusal.value.field) == (code, field)


def test_points_of_a_friendly_event_are_added_up_by_default():
    assert read_event_options({}, FRIENDLY_TOTAL).comparison.method is Method.TOTAL
