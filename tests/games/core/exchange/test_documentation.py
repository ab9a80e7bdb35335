"""The examples of docs/notation.md are true."""

import json
import re
from pathlib import Path

import pytest

from games.core.exchange import (
    check_deal,
    list_legal_plays,
    record_of_state,
    replay_deal,
    report_replay,
    score_slip,
)
from games.core.exchange.robots import report_choice
from games.core.notation import format_played_deal, parse_deal_json, parse_played_deal
from games.core.variants.registry import GAMES

TEXT = (Path(__file__).parents[4] / "docs" / "notation.md").read_text(encoding="utf-8")
COMMANDS = {
    "score_deals": score_slip,
    "legal_plays": list_legal_plays,
    "replay_deal": report_replay,
    "choose_action": report_choice,
}


def blocks(name):
    return re.findall(rf"^```{name}\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)


def test_deal_as_text():
    (text,) = blocks("etui-deal")

    deal = parse_played_deal(text, check_deal)

    assert format_played_deal(deal) == re.sub(r"^#.*\n", "", text, flags=re.MULTILINE)
    assert len(replay_deal(deal).tricks()) == 3


def test_deal_as_json():
    (text,) = blocks("json deal")

    deal = parse_deal_json(text, check_deal)

    assert record_of_state(replay_deal(deal), deal.notes) == deal


@pytest.mark.parametrize("command", COMMANDS)
def test_example_of_a_command(command):
    examples = [block.splitlines() for block in blocks(f"json {command}")]

    answers = [(COMMANDS[command](json.loads(request)), json.loads(answer)) for request, answer in examples]

    assert answers
    assert all(actual == documented for actual, documented in answers)


def test_every_game_is_named():
    for name in GAMES:
        family, _, players = name.rpartition("-")
        listed = f"`{name}`" in TEXT or (players.isdigit() and f"`{family}-" in TEXT)
        assert listed, name
