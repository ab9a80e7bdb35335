"""Named positions of the play. The test counts those that each level of robots plays like any club player.

The positions are in `tests/games/positions/tarot.toml`, which states how they were found and checked.
"""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
import pytest

from games.core.actions import PlayCard, format_action, parse_action
from games.core.analysis.open_search import OpenSearch
from games.core.analysis.positions import open_position
from games.core.bots.choosing import RobotLevel, choose_action
from games.core.bots.ends.policy import play_by_policy
from games.core.bots.knowledge.sights import read_view
from games.core.bots.levels.club import score_ends, side_of
from games.core.bots.levels.fort import SWAPS
from games.core.bots.numbers.lanes import bit_of, card_colour_number, same_lanes
from games.core.bots.worlds.lane_worlds import lanes_of
from games.core.bots.worlds.likely_worlds import LikelyWorlds
from games.core.cards import format_card, parse_card, sort_hand
from games.core.dealing.layout_text import parse_layout
from games.core.play import State, replay
from games.core.rules import FFT, parse_rules
from games.core.variants.registry import GAMES
from games.core.variants.tarot.setting import Imposed

POSITIONS = Path(__file__).parents[2] / "positions" / "tarot.toml"
SHARES = {RobotLevel.DEBUTANT: 0.6, RobotLevel.CLUB: 0.9, RobotLevel.FORT: 0.95}
"""Least share of positions that a level must play as a club player would."""
FORT_BY_DAY = 12
"""One position in so many is played by *fort* by day, all of them at night: a card takes it 0.2 s."""
WORLDS, NODES = 30, 60_000
"""Worlds in which a position is checked at night, and the nodes of a search for one card."""
PLAYED_OUT = 400
"""Worlds in which the positions that no search reaches are played out at night."""


@dataclass(frozen=True)
class Named:
    """A position: the moment, and the cards or announcements that a club player would choose from."""

    name: str
    theme: str
    game: str
    seat: int
    hand: str
    trick: str
    answers: tuple[str, ...]
    proof: str
    """"search" with open cards, "play-outs" in several hundred worlds, or "rule" of the announcements."""
    state: State


@cache
def list_positions() -> tuple[Named, ...]:
    positions = []
    for entry in tomllib.loads(POSITIONS.read_text("utf-8"))["position"]:
        game = GAMES[entry["game"]]
        start = game.start(
            parse_layout(entry["deal"]),
            dealer=entry["dealer"],
            rules=parse_rules(game.options, entry.get("rules", FFT)),
            imposed=Imposed(entry["taker"]),
        )
        state = replay(start, map(parse_action, entry["played"].split()))
        fields = {key: entry[key] for key in ("name", "theme", "game", "seat", "hand", "trick")}
        proof = entry.get("proof", "search")
        positions.append(Named(**fields, answers=tuple(entry["answers"]), proof=proof, state=state))
    return tuple(positions)


def right_answers(level, positions):
    """The names of the positions that a level plays as a club player would."""
    right = set()
    for position in positions:
        action = choose_action(position.state.view(position.seat), level, seed=1)
        if format_action(action) in position.answers:
            right.add(position.name)
    return right


def assert_share(level, positions):
    right = right_answers(level, positions)
    missed = [position.name for position in positions if position.name not in right]
    assert len(right) >= SHARES[level] * len(positions), missed


def test_positions_are_what_their_lines_say():
    names = [position.name for position in list_positions()]
    assert len(names) == len(set(names))
    for position in list_positions():
        view = position.state.view(position.seat)
        sight = read_view(view)
        actions = set(map(format_action, view.legal))
        assert position.state.to_act == position.seat
        assert position.hand == " ".join(map(format_card, sort_hand(view.hand)))
        assert position.trick == " ".join(map(format_card, sight.trick))
        assert set(position.answers) < actions


@pytest.mark.parametrize("level", [RobotLevel.DEBUTANT, RobotLevel.CLUB])
def test_level_plays_its_share_of_the_positions_as_a_club_player(level):
    assert_share(level, list_positions())


def test_fort_plays_its_share_of_some_positions_as_a_club_player():
    assert_share(RobotLevel.FORT, list_positions()[::FORT_BY_DAY])


@pytest.mark.nights
def test_fort_plays_its_share_of_all_positions_as_a_club_player():
    assert_share(RobotLevel.FORT, list_positions())


def proved_by(proof):
    """Run a night test once for each position with a kind of proof."""
    positions = [position for position in list_positions() if position.proof == proof]
    return pytest.mark.parametrize("position", positions, ids=lambda position: position.name)


def legal_cards(position):
    return [action.card for action in position.state.legal_actions() if isinstance(action, PlayCard)]


@pytest.mark.nights
@proved_by("search")
def test_answers_have_the_best_mean_with_open_cards(position):
    """Other worlds than those in which the position was found."""
    sight, cards = read_view(position.state.view(position.seat)), legal_cards(position)
    rng, sums = Random(position.name), dict.fromkeys(cards, 0)
    for _ in range(WORLDS):
        world = open_position(sight.world(rng))
        search = OpenSearch(world, NODES * len(cards), 13)
        side = 1 if world.attack[world.to_act] else -1
        for card in cards:
            bounds = search.score(world, card, within=NODES)
            sums[card] += side * (bounds.low + bounds.high)
    assert max(sums[parse_card(text)] for text in position.answers) == max(sums.values())


@pytest.mark.nights
@proved_by("play-outs")
def test_answers_have_the_best_mean_in_play_outs(position):
    """Other worlds and chances than those in which the position was found."""
    sight, cards, rng = (
        read_view(position.state.view(position.seat)),
        legal_cards(position),
        Random(position.name),
    )
    worlds = LikelyWorlds(sight, rng, PLAYED_OUT, SWAPS)
    lanes = lanes_of(worlds)
    first = [
        np.repeat(np.array([number(card) for card in cards]), PLAYED_OUT)
        for number in (card_colour_number, bit_of)
    ]

    ends = play_by_policy(
        sight, same_lanes(lanes, len(cards)), tuple(first), chance=rng.getrandbits(31), streams=PLAYED_OUT
    )

    scores = score_ends(sight, ends).reshape(len(cards), PLAYED_OUT) * side_of(lanes, position.seat)
    means = dict(zip(map(format_card, cards), scores.mean(axis=1), strict=True))
    assert max(means, key=means.get) in position.answers


@proved_by("rule")
def test_announcements_cost_nothing_and_are_made(position):
    """Each level announces what its hand may announce: the side is paid for it, made or not."""
    for level in RobotLevel:
        assert (
            format_action(choose_action(position.state.view(position.seat), level, seed=1))
            in position.answers
        )
