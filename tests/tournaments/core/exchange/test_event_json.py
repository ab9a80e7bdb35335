import copy
import json
from itertools import permutations
from pathlib import Path

import pytest

from tournaments.core.exchange.event_json import rank_event
from tournaments.core.json_node import InvalidDocument

EVENTS = Path(__file__).parents[3] / "data" / "tournaments" / "events"


def load(name):
    return json.loads((EVENTS / f"{name}.json").read_text(encoding="utf-8"))


def places(rows, key="unit"):
    return [(row[key], row["place"]) for row in rows]


def values(rows):
    return {row["unit"]: row["value"] for row in rows}


def test_sample_of_the_documentation_is_ranked():
    page = (Path(__file__).parents[4] / "docs" / "event-format.md").read_text(encoding="utf-8")
    sample = json.loads(page.split("```json")[1].split("```")[0])

    rows = rank_event(sample)["overall"]

    assert [(row["unit"], row["value"]) for row in rows] == [("W1", 60), ("N1", 39.5)]


def test_published_board_of_an_individual():
    ranked = rank_event(load("individual"))

    norths = {unit: value for unit, value in values(ranked["overall"]).items() if unit[0] == "N"}
    assert norths == {"N5": 100, "N1": 75, "N2": 50, "N3": 25, "N4": 0}
    assert ranked["alternated"][0]["place"] == 1
    assert places(ranked["lines"][0])[:2] == [("N5", 1), ("N1", 2)]
    assert (ranked["format"], ranked["measure"]) == ("duplicate_individual", "percent")


def test_quartets_in_match_points_with_a_penalty():
    ranked = rank_event(load("quartets"))

    rows = {row["unit"]: row for row in ranked["overall"]}
    assert [row["unit"] for row in ranked["overall"]] == ["B", "A", "C"]
    assert (rows["A"]["value"], rows["A"]["exact"]) == (0.837722, "4 - √10")
    assert rows["B"]["value"] == 8
    assert rows["C"]["exact"] == "-13 + √10"
    assert places(ranked["groups"]["club"]["Nord"]) == [("B", 1), ("A", 2)]


def test_match_points_may_be_carried():
    document = load("quartets") | {"carried": {"A": 3, "C": "1/2"}}

    rows = {row["unit"]: row["exact"] for row in rank_event(document)["overall"]}

    assert rows == {"A": "7 - √10", "B": "8", "C": "-25/2 + √10"}


def test_published_triangular():
    pool = rank_event(load("triangular"))["pool"]

    assert [(row["unit"], row["place"], row["balance"]) for row in pool] == [
        ("B", 1, 26),
        ("C", 2, 10),
        ("A", 3, -36),
    ]


def deals_of_match(score):
    """Two deals that A and B play at two tables: A gains this much on the first, nothing on the second."""
    return [
        {"board": 1, "attack": "A", "defence": "B", "score": score},
        {"board": 1, "attack": "B", "defence": "A", "score": 0},
        {"board": 2, "attack": "A", "defence": "B", "score": 50},
        {"board": 2, "attack": "B", "defence": "A", "score": 50},
    ]


def test_match_may_be_written_deal_by_deal():
    teams = {"event": "etui-event-1", "format": "teams", "units": [{"id": "A"}, {"id": "B"}]}
    bonuses = [{"unit": "B", "against": "A", "points": 11}]
    session = {"plays": deals_of_match(score=100), "bonuses": bonuses}

    ranked = rank_event(teams | {"sessions": [session]})

    assert places(ranked["overall"]) == [("B", 1), ("A", 2)]
    assert [row["criteria"]["victories"] for row in ranked["overall"]] == [1, 0]
    assert [
        row["exact"] for row in rank_event(teams | {"sessions": [{"plays": session["plays"]}]})["overall"]
    ] == [
        "10",
        "-10",
    ]


def test_final_counts_before_all_that_was_earned():
    event = {
        "event": "etui-event-1",
        "format": "free_deals",
        "units": [{"id": name} for name in "ABC"],
        "sessions": [
            {"plays": [{"players": ["A", "B", "C"], "scores": [60, 40, -100]}]},
            {"plays": [{"players": ["B", "C"], "scores": [-30, 30]}], "final": True, "carried": "1/2"},
        ],
    }

    ranked = rank_event(event)

    rows = [(row["unit"], row["place"], row["value"]) for row in ranked["overall"]]
    assert rows == [("B", 1, -10), ("C", 2, -20), ("A", 3, 60)]


def test_colours_of_triplets_are_compared_apart_when_it_is_asked():
    plays = [
        {"board": 1, "attack": "A", "defence": "B", "score": 50, "section": "blue"},
        {"board": 1, "attack": "C", "defence": "D", "score": 70, "section": "green"},
    ]
    event = {
        "event": "etui-event-1",
        "format": "triplets",
        "units": [{"id": "A"}, {"id": "B", "line": "W"}, {"id": "C"}, {"id": "D", "line": "W"}],
        "sessions": [{"plays": plays}],
    }

    apart = rank_event(event | {"options": {"across_sections": False}})

    assert values(rank_event(event)["overall"]) == {"B": 100, "C": 100, "A": 0, "D": 0}
    assert values(apart["overall"]) == dict.fromkeys("ABCD", 50)


def test_free_deals_with_carried_points_and_teams():
    ranked = rank_event(load("free_deals"))

    assert values(ranked["overall"]) == {"N": -669, "S": 2019, "E": -585, "W": -765}
    assert ranked["overall"][0]["criteria"] == {"best_deal": 1746, "deals": 5}
    assert [(team["team"], team["value"], team["members"]) for team in ranked["teams"]] == [
        ("1", 1350, ["S", "N"]),
        ("2", -1350, ["E", "W"]),
    ]


def test_friendly_sessions_with_coefficients_and_ages():
    ranked = rank_event(load("friendly"))

    assert values(ranked["overall"])["4"] == 100
    assert values(ranked["overall"])["1"] == 200
    assert values(ranked["overall"])["9"] == 100
    assert places(ranked["ages"]["cadets"])[:2] == [("1", 1), ("5", 2)]
    assert len(ranked["ages"]["cadets"]) == 8
    assert values(ranked["groups"]["country"]["BE"])["6"] == 125
    assert "alternated" not in ranked


def test_triplets_weigh_half_and_half_and_show_their_criteria():
    ranked = rank_event(load("triplets"))

    assert values(ranked["overall"]) == {"NS1": 50, "NS2": 50, "EW1": 0, "EW2": 100}
    assert {row["unit"]: row["criteria"]["attack"] for row in ranked["overall"]} == {
        "NS1": 100,
        "NS2": 0,
        "EW1": 0,
        "EW2": 100,
    }
    assert places(ranked["alternated"]) == [("EW2", 1), ("NS1", 2), ("NS2", 3), ("EW1", 4)]


@pytest.mark.parametrize(
    "name", ["individual", "quartets", "free_deals", "friendly", "triplets", "triangular"]
)
def test_order_of_arrival_changes_nothing(name):
    document = load(name)
    expected = rank_event(document)
    document["sessions"][0].pop("rulings", None)
    plain = rank_event(document)
    turned = copy.deepcopy(document)
    turned["sessions"][0]["plays"].reverse()

    assert rank_event(turned) == plain
    assert (expected == plain) == (name != "quartets")


def test_struck_off_players_keep_a_line_without_a_place():
    document = load("individual")
    document["sessions"][0]["rulings"] = [{"guilty": ["N5"], "effects": [{"kind": "expel"}]}]

    last = rank_event(document)["overall"][-1]

    assert (last["unit"], last["place"], last["value"]) == ("N5", None, 100)


def test_faults_are_taken_from_the_table():
    document = load("individual")
    document["sessions"][0]["rulings"] = [
        {"play": 0, "guilty": ["N1"], "fault": "revoke"},
        {"guilty": ["N2"], "fault": "slow_play", "occurrence": 2},
    ]

    ranked = values(rank_event(document)["overall"])

    assert (ranked["N1"], ranked["W1"], ranked["N2"]) == (39.5, 60, 49.5)


def test_best_sessions_and_last_session():
    document = load("friendly")
    document["options"] |= {"best_sessions": 1, "tie_breaks": ["last_session", "best_session"]}

    rows = {row["unit"]: row for row in rank_event(document)["overall"]}

    assert rows["1"]["value"] == 150
    assert rows["1"]["criteria"] == {"last_session": 100, "best_session": 150}


def change(document, path, value):
    """The document with one place replaced; ... removes it."""
    changed = copy.deepcopy(document)
    place = changed
    for step in path[:-1]:
        place = place[step]
    if value is ...:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return changed


PLAY = ("sessions", 0, "plays", 1)
RULINGS = ("sessions", 0, "rulings")
RULING = "sessions[0].rulings[0]"
BONUS = [{"unit": "A", "against": "Z9", "points": 3}]
TO_ALL = [{"effects": [{"kind": "penalty", "amount": 1, "who": "all"}]}]


def ruled(kind, amount=0, **ruling):
    return [{"effects": [{"kind": kind, "amount": amount}], **ruling}]


@pytest.mark.parametrize(
    ("name", "path", "value", "code", "place"),
    [
        ("individual", ("event",), "other", "event_version", "event"),
        ("individual", ("format",), "chess", "no_such_plan", "format"),
        ("individual", ("format",), ["x"], "field_value", "format"),
        ("individual", ("units",), {}, "field_value", "units"),
        ("individual", ("units", 3, "id"), "N1", "unit_twice", "units[3].id"),
        ("individual", ("units", 3, "line"), "O", "field_value", "units[3].line"),
        ("individual", ("units", 3), 7, "not_an_object", "units[3]"),
        ("individual", ("sessions",), ..., "field_missing", "sessions"),
        ("individual", (*PLAY, "taker"), ..., "field_missing", "sessions[0].plays[1].taker"),
        ("individual", (*PLAY, "score"), 5000, "field_value", "sessions[0].plays[1].score"),
        ("individual", (*PLAY, "score"), 1.5, "field_value", "sessions[0].plays[1].score"),
        ("individual", (*PLAY, "score"), True, "field_value", "sessions[0].plays[1].score"),
        ("individual", (*PLAY, "players", "N"), "Z9", "no_such_unit", "sessions[0].plays[1].players.N"),
        ("individual", (*PLAY, "players", "O"), "N1", "unknown_field", "sessions[0].plays[1].players.'O'"),
        ("individual", (*PLAY, "status"), "lost", "field_value", "sessions[0].plays[1].status"),
        ("individual", ("options",), {"weights": [0, 0]}, "field_value", "options.weights"),
        ("individual", ("options",), {"tie_breaks": ["luck"]}, "field_value", "options.tie_breaks[0]"),
        ("individual", RULINGS, [{"play": 9, "effects": []}], "field_value", f"{RULING}.play"),
        ("individual", RULINGS, [{"play": 1}], "ruling_fault", RULING),
        ("individual", RULINGS, [{"fault": "chewing"}], "no_such_fault", f"{RULING}.fault"),
        ("individual", RULINGS, TO_ALL, "ruling_without_play", f"{RULING}.play"),
        ("individual", RULINGS, [{"play": 0, "fault": "hesitation"}], "ruling_nobody", f"{RULING}.guilty"),
        ("individual", RULINGS, ruled("cap", 4000, guilty=["N1"]), "ruling_without_play", f"{RULING}.play"),
        ("individual", RULINGS, ruled("cap", 4000, guilty=["N1"], play=1), "ruling_guilty_elsewhere",
         f"{RULING}.guilty"),
        ("individual", RULINGS, ruled("mark", 20_000, guilty=["N1"], play=0), "ruling_amount",
         f"{RULING}.effects"),
        ("individual", RULINGS, ruled("cap", -500, guilty=["N1"], play=0), "ruling_amount",
         f"{RULING}.effects"),
        ("individual", RULINGS, ruled("penalty", -500, guilty=["N1"]), "ruling_amount", f"{RULING}.effects"),
        ("individual", RULINGS, [{"effects": []}], "ruling_empty", f"{RULING}.effects"),
        ("individual", (*PLAY, "players"), dict.fromkeys("NWSE", "N2"), "player_twice",
         "sessions[0].plays[1].players"),
        ("individual", (*PLAY, "players", "N"), "N1", "play_twice", "sessions[0].plays[1].players"),
        ("free_deals", (*PLAY, "players"), ["N", "N", "S", "E"], "player_twice",
         "sessions[0].plays[1].players"),
        ("free_deals", (*PLAY, "scores"), [300, -100, -100, -50], "scores_not_zero",
         "sessions[0].plays[1].scores"),
        ("individual", ("units", 3, "id"), " ", "field_value", "units[3].id"),
        ("individual", ("units", 3, "id"), "\ud800", "field_value", "units[3].id"),
        ("individual", ("sessions", 0, "coefficient"), "-1", "field_value", "sessions[0].coefficient"),
        ("individual", ("sessions", 0, "coefficient"), "١", "field_value", "sessions[0].coefficient"),
        ("individual", ("sessions", 0, "carried"), "3/2", "field_value", "sessions[0].carried"),
        ("individual", ("sessions", 0, "final"), 1, "field_value", "sessions[0].final"),
        ("individual", ("sessions", 0, "carried"), "x", "field_value", "sessions[0].carried"),
        ("individual", (*PLAY, "section"), 3, "field_value", "sessions[0].plays[1].section"),
        ("triplets", (*PLAY, "section"), 3, "field_value", "sessions[0].plays[1].section"),
        ("triangular", ("sessions", 0, "bonuses"), BONUS, "no_such_unit", "sessions[0].bonuses[0].against"),
        ("quartets", (*PLAY, "attack"), "B", "grid_self", "sessions[0].plays[1].defence"),
        ("quartets", (*PLAY, "attack"), "A", "duel_twice", "sessions[0]"),
        ("triangular", (*PLAY, "second"), "A", "match_self", "sessions[0].plays[1].second"),
        ("triangular", (*PLAY, "points"), [1], "field_value", "sessions[0].plays[1].points"),
        ("triangular", (*PLAY, "points"), ..., "match_points", "sessions[0].plays[1]"),
        ("free_deals", (*PLAY, "scores"), [1, 2], "field_value", "sessions[0].plays[1].scores"),
        ("free_deals", ("carried",), {"X": 1}, "no_such_unit", "carried.X"),
        ("free_deals", ("carried", "N"), "1/0", "field_value", "carried.N"),
        ("free_deals", ("carried", "N"), "1e999999", "field_value", "carried.N"),
        ("friendly", (*PLAY, "board"), ..., "field_missing", "sessions[0].plays[1].board"),
        ("friendly", ("sessions", 1, "coefficient"), 0.5, "field_value", "sessions[1].coefficient"),
    ],
)  # fmt: skip
def test_errors_name_the_path(name, path, value, code, place):
    document = change(load(name), path, value)
    if code in ("grid_self", "duel_twice"):
        document["sessions"][0]["plays"][1]["defence"] = "B"

    with pytest.raises(InvalidDocument) as caught:
        rank_event(document)

    assert (caught.value.code, caught.value.field) == (code, place)


@pytest.mark.parametrize("document", [None, 3, [], {}, {"event": 1}, "etui-event-1"])
def test_other_documents_are_refused(document):
    with pytest.raises(InvalidDocument):
        rank_event(document)


@pytest.mark.parametrize("name", ["individual", "quartets", "free_deals", "friendly", "triplets"])
def test_event_without_a_session_ranks_nobody(name):
    document = load(name) | {"sessions": []}
    document.pop("carried", None)

    assert all(row["place"] is None for row in rank_event(document)["overall"])


def test_seats_may_be_empty_and_orders_of_players_do_not_matter():
    document = load("free_deals")
    for permuted in permutations(range(4)):
        turned = copy.deepcopy(document)
        for play in turned["sessions"][0]["plays"]:
            play["players"] = [play["players"][seat] for seat in permuted] + [None]
            play["scores"] = [play["scores"][seat] for seat in permuted] + [None]
        assert rank_event(turned) == rank_event(document)
