"""The game, the rules and the teams of an event in its document."""

import json

import pytest

from games.core.facts.over_deals import teams_of
from games.core.rules import FFT, TRADITIONAL, RuleSet, make_rules
from games.core.variants.registry import GAMES
from tournaments.core.exchange.event_document import VERSION, read_event
from tournaments.core.exchange.event_export import write_event
from tournaments.core.formats.registry import find_format
from tournaments.core.json_node import InvalidDocument


def document(format_code="friendly_total", **fields):
    return {"event": VERSION, "format": format_code, "units": [], "sessions": []} | fields


@pytest.mark.parametrize("game", GAMES)
def test_every_value_of_every_option_is_read_again_as_written(game):
    plan = find_format("friendly_total").plan
    variants = [
        make_rules(GAMES[game].options, base, {option.name: value})
        for base in (FFT, TRADITIONAL)
        for option in GAMES[game].options
        for value in option.choices
    ]

    for rules in variants:
        event_document = write_event(plan, name="", game=game, rules=rules, options={}, units=[], sessions=[])
        event = read_event(json.loads(json.dumps(event_document)))
        assert (event.game, event.rules) == (game, rules)


@pytest.mark.parametrize("game", [name for name in GAMES if teams_of(name)])
def test_teams_of_the_tables_are_read_again_as_written(game):
    def written(format_code):
        plan = find_format(format_code).plan
        return write_event(plan, name="", game=game, rules=RuleSet(), options={}, units=[], sessions=[])

    for code in ("friendly", "friendly_total"):
        event = json.loads(json.dumps(written(code)))
        team_seats = event.pop("teams")
        assert team_seats == [list(seats) for seats in teams_of(game)]
        assert read_event(event | {"teams": team_seats}).teams == read_event(event).teams == teams_of(game)


def test_who_plays_for_himself_is_in_no_team():
    plan = find_format("friendly_total").plan

    event_document = write_event(
        plan, name="", game="tarot-7", rules=RuleSet(), options={}, units=[], sessions=[]
    )

    assert "teams" not in event_document
    assert read_event(event_document).teams == ()
    assert read_event(document(game="tarot-6", teams=[])).teams == ()
    assert read_event(document(game="nullo-4", teams=[[0, 2], [1, 3]])).teams == ((0, 2), (1, 3))


def test_without_a_word_the_format_s_own_game_and_rules_are_played():
    event = read_event(document("free_deals"))

    assert (event.game, event.rules) == ("tarot-4", RuleSet())


@pytest.mark.parametrize(
    ("fields", "code", "place"),
    [
        ({"game": "bridge"}, "unknown_game", "game"),
        ({"game": "tarot-4", "rules": "fft shares=halves"}, "unknown_option", "rules"),
        ({"game": "papayou-4", "rules": "fft exchange=both cards_each=1"}, "exchange_too_large", "rules"),
        ({"format": "free_deals", "rules": "traditional"}, "rules_locked", "rules"),
        ({"format": "free_deals", "game": "tarot-5"}, "unknown_game", "game"),
        ({"game": "tarot-6", "teams": [[0, 3], [1, 6]]}, "field_value", "teams[1][1]"),
        ({"game": "tarot-6", "teams": [[0, 3], [3, 1]]}, "field_value", "teams"),
        ({"game": "tarot-6", "teams": [[0]]}, "field_value", "teams"),
        ({"format": "free_deals", "teams": [[0, 2]]}, "field_value", "teams"),
    ],
)
def test_other_games_and_rules_are_refused_at_their_place(fields, code, place):
    with pytest.raises(InvalidDocument) as refused:
        read_event(document() | fields)

    assert (refused.value.code, refused.value.field) == (code, place)
