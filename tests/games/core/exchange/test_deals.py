"""Deals written down and read again: every game, through text and through JSON."""

from dataclasses import replace
from random import Random

import pytest

from games.core.actions import Pass, PlayCard, parse_action
from games.core.cards import parse_card
from games.core.errors import GameError, NotationError
from games.core.exchange import check_deal, record_of_state, replay_deal, start_of
from games.core.notation import (
    PlayedDeal,
    format_deal_json,
    format_played_deal,
    parse_deal_json,
    parse_played_deal,
)
from games.core.outcome import Bid
from games.core.play import play_randomly
from games.core.variants.registry import GAMES
from games.core.variants.tarot.setting import Imposed

TAROT = GAMES["tarot-4"]


def random_end(variant, seed=3):
    rng = Random(seed)
    return play_randomly(variant.start(variant.random_layout(rng), dealer=1), rng)


def unplayed_deal():
    """Return a four-player deal without a cancelled bid, its dealer South."""
    return record_of_state(TAROT.start(TAROT.random_layout(Random(1)), dealer=2))


def refusal(deal):
    with pytest.raises(GameError) as refused:
        replay_deal(deal)
    return refused.value


@pytest.mark.parametrize("variant", GAMES.values(), ids=GAMES)
def test_every_game_is_written_down_and_replayed(variant):
    end = random_end(variant)
    deal = record_of_state(end, (("event", "Essai"),))

    from_text = parse_played_deal(format_played_deal(deal), check_deal)
    from_json = parse_deal_json(format_deal_json(deal), check_deal)

    assert from_text == from_json == deal
    assert replay_deal(from_text).scores() == end.scores()
    assert replay_deal(from_text).steps == end.steps


@pytest.mark.parametrize("variant", GAMES.values(), ids=GAMES)
def test_deal_under_way_is_written_down_and_replayed(variant):
    deal = record_of_state(random_end(variant))
    half = replace(deal, steps=deal.steps[: len(deal.steps) // 2])

    state = replay_deal(parse_played_deal(format_played_deal(half), check_deal))

    assert record_of_state(state) == half


def test_card_of_another_pack_is_named_with_its_place_in_text_and_in_json():
    deal = unplayed_deal()
    text = format_played_deal(deal).replace("SR", "SRb", 1)
    json_text = format_deal_json(deal).replace('"SR"', '"SRb"', 1)

    for parse, source in ((parse_played_deal, text), (parse_deal_json, json_text)):
        with pytest.raises(NotationError) as refused:
            parse(source, check_deal)
        assert refused.value.code == "card_unknown"
        line, column = refused.value.line, refused.value.column
        assert "SRb" in source.split("\n")[line - 1][column - 1 :].split(",")[0]


def test_imposed_contract_is_written_down():
    start = TAROT.start(TAROT.random_layout(Random(1)), dealer=0, imposed=Imposed(2, Bid.GARDE))
    end = play_randomly(start, Random(1))
    deal = record_of_state(end)

    parsed_deal = parse_played_deal(format_played_deal(deal), check_deal)

    assert parsed_deal.contract == (2, "garde")
    assert replay_deal(parsed_deal).scores() == end.scores()
    assert start_of(parsed_deal).to_act == 2


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"game": "bridge"}, "unknown_game"),
        ({"contract": (1, "petite")}, "bid_not_on_ladder"),
        ({"contract": (1, "pousse")}, "bid_not_on_ladder"),
        ({"contract": (4, "garde")}, "no_such_seat"),
        ({"dealer": 4}, "no_such_seat"),
        ({"steps": ((2, Pass()),)}, "not_your_turn"),
        ({"steps": ((3, PlayCard(parse_card("S1"))),)}, "action_not_now"),
        ({"steps": ((3, parse_action("bid:prise")), (0, parse_action("bid:prise")))}, "bid_too_low"),
    ],
)
def test_deal_that_breaks_a_rule_is_refused(change, code):
    assert refusal(replace(unplayed_deal(), **change)).code == code


def test_illegal_step_is_counted_from_zero():
    deal = replace(unplayed_deal(), steps=((3, Pass()), (1, Pass())))

    assert refusal(deal).values == {"seat": 1, "turn": 0, "step": 1}


def test_game_without_taker_has_no_contract():
    deal = replace(record_of_state(random_end(GAMES["nullo-4"])), contract=(1, "garde"))

    assert refusal(deal).code == "contract_not_allowed"


def place_of_fault(text):
    with pytest.raises(NotationError) as refused:
        parse_played_deal(text, check_deal)
    return refused.value.code, refused.value.line


def test_fault_found_by_the_game_has_its_line():
    text = format_played_deal(replace(unplayed_deal(), steps=((3, Pass()),)))
    assert isinstance(parse_played_deal(text, check_deal), PlayedDeal)

    hand = next(line for line in text.splitlines() if line.startswith("hand N"))
    lines = text.splitlines()
    assert place_of_fault(text.replace(hand, hand[: hand.rindex("/")])) == ("card_missing", 5)
    assert place_of_fault(text.replace("game tarot-4", "game tarot-3")) == ("hand_sizes", 5)
    assert place_of_fault(text.replace("game tarot-4", "game bridge")) == ("unknown_game", 2)
    assert place_of_fault(text.replace("rules fft", "rules fft wind=3")) == ("unknown_option", 3)
    assert place_of_fault(text.replace("E: pass", "E> pass S1")) == ("action_not_now", len(lines) - 1)
