"""The rows of Tarot, against the table of the rules."""

from itertools import pairwise

import pytest

from games.core.cards import CARD_COUNT
from games.core.outcome import Bid
from games.core.rules import RuleSet
from games.core.tarot_rules import TarotRules, tarot_options, tarot_rules
from games.core.variant import Form, Share
from games.core.variants.tarot.game import Tarot
from games.core.variants.tarot_table import TAROT_TABLE

ROWS = {row.name: row for row in TAROT_TABLE}


@pytest.mark.parametrize(
    ("name", "players", "packs", "hand", "dog", "dogs", "handfuls", "calls", "teams", "share"),
    [
        ("tarot-3", 3, 1, 24, 6, 1, (13, 15, 18), 0, 0, Share.TAKER),
        ("tarot-4", 4, 1, 18, 6, 1, (10, 13, 15), 0, 0, Share.TAKER),
        ("tarot-5", 5, 1, 15, 3, 1, (8, 10, 13), 1, 0, Share.TWO_THIRDS),
        ("tarot-5-flambeuse", 5, 1, 14, 8, 1, (8, 10, 12), 0, 0, Share.TAKER),
        ("tarot-6", 6, 1, 13, 0, 1, (6, 8, 10), 0, 3, Share.TEAMS),
        ("tarot-6-dog", 6, 1, 12, 6, 1, (6, 8, 10), 0, 3, Share.TEAMS),
        ("tarot-7", 7, 1, 11, 1, 1, (6, 8, 10), 2, 0, Share.EQUAL),
        ("tarot-8", 8, 1, 9, 6, 1, (4, 6, 8), 0, 4, Share.TEAMS),
        ("tarot-9", 9, 2, 17, 3, 1, (10, 12, 15), 2, 0, Share.EQUAL),
        ("tarot-10", 10, 2, 15, 3, 2, (8, 10, 12), 1, 5, Share.TEAMS),
        ("tarot-11", 11, 2, 14, 2, 1, (8, 10, 12), 2, 0, Share.EQUAL),
        ("tarot-12", 12, 2, 13, 0, 1, (6, 8, 10), 0, 4, Share.TEAMS),
        ("tarot-13", 13, 2, 12, 0, 1, (6, 8, 10), 1, 5, Share.TEAMS),
        ("tarot-14", 14, 2, 11, 2, 1, (6, 8, 10), 2, 7, Share.TEAMS),
        ("tarot-15", 15, 2, 10, 6, 1, (4, 6, 8), 2, 5, Share.TEAMS),
        ("tarot-16", 16, 2, 9, 6, 2, (4, 6, 8), 2, 8, Share.TEAMS),
    ],
)
def test_row(name, players, packs, hand, dog, dogs, handfuls, calls, teams, share):
    row = ROWS[name]

    assert (row.player_count, row.pack_count, row.hand_size) == (players, packs, hand)
    assert (row.dog_size, row.dog_count, row.handful_sizes) == (dog, dogs, handfuls)
    assert (row.call_count, row.team_count, row.share) == (calls, teams, share)
    assert players * hand + dogs * dog == packs * CARD_COUNT
    assert len(row.needs) == 3 * packs + 1
    assert row.joins_when_played == (players == 13)


@pytest.mark.parametrize(
    ("name", "form", "hand", "piles"),
    [
        ("tarot-2-tirette", Form.STOCK, 24, {"dog": 6, "stock": 24}),
        ("tarot-2-mort", Form.DUMMY, 24, {"dog": 6, "dummy": 24}),
        (
            "tarot-2-decouverte",
            Form.TABLE,
            12,
            {"dog": 6, "up 0": 12, "down 0": 12, "up 1": 12, "down 1": 12},
        ),
    ],
)
def test_row_of_two_players(name, form, hand, piles):
    row, variant = ROWS[name], Tarot(ROWS[name])

    assert (row.form, row.hand_size, row.handful_sizes) == (form, hand, (13, 15, 18))
    assert dict(zip(variant.pile_names, variant.pile_sizes(RuleSet()), strict=True)) == piles
    assert 2 * hand + sum(piles.values()) == CARD_COUNT


def test_every_form_has_its_row():
    assert len(ROWS) == len(TAROT_TABLE) == 19


@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        ("tarot-6", [2] * 3),
        ("tarot-8", [2] * 4),
        ("tarot-10", [2] * 5),
        ("tarot-12", [3] * 4),
        ("tarot-13", [3, 3, 3, 2, 2]),
        ("tarot-14", [2] * 7),
        ("tarot-15", [3] * 5),
        ("tarot-16", [2] * 8),
        ("tarot-4", [1] * 4),
    ],
)
def test_teams_sit_far_apart(name, sizes):
    row = ROWS[name]
    teams = sorted({row.team_members(seat) for seat in range(row.player_count)})

    assert [len(team) for team in teams] == sizes
    assert sorted(seat for team in teams for seat in team) == list(range(row.player_count))
    for team in teams:
        assert all(row.team_members(seat) == team for seat in team)
        assert all(later - seat >= len(teams) for seat, later in pairwise(team))


@pytest.mark.parametrize(
    ("name", "holders"),
    [("tarot-4", 0), ("tarot-5", 1), ("tarot-7", 2), ("tarot-9", 4), ("tarot-10", 2), ("tarot-13", 1)],
)
def test_called_holders(name, holders):
    assert ROWS[name].most_called_holders == holders


def test_without_a_dog_the_ladder_is_short():
    six = ROWS["tarot-6"]

    assert TarotRules().ladder(six) == (Bid.PRISE, Bid.GARDE)
    assert TarotRules(pousse=True).ladder(six) == (Bid.PRISE, Bid.POUSSE, Bid.GARDE)
    assert len(TarotRules(dogless_bids=True).ladder(six)) == 4


def test_options_of_a_row_are_those_that_concern_it():
    names = {name: {option.name for option in tarot_options(row)} for name, row in ROWS.items()}
    common = {"ladder", "parole", "misere", "petit_slam", "mouche"}

    assert names["tarot-4"] == common | {"petit_sec", "kings_in_discard", "slam_bid"}
    assert names["tarot-3"] == names["tarot-4"] | {"handfuls"}
    assert names["tarot-5"] == names["tarot-3"] | {"shares", "call"}
    assert names["tarot-6"] == common | {"petit_sec", "dogless_bids", "codes"}
    assert names["tarot-2-decouverte"] == common | {"kings_in_discard", "slam_bid", "handfuls_at_two"}
    assert names["tarot-13"] == common | {"petit_sec", "dogless_bids", "codes"}
    assert names["tarot-16"] == names["tarot-4"] | {"call", "codes"}


def test_federation_rules_are_the_defaults():
    for row in TAROT_TABLE:
        rules = tarot_rules(row, RuleSet())
        assert rules == TarotRules(redeals_bare_petit=row.form is not Form.TABLE)


def test_traditional_rules_of_five():
    assert tarot_rules(ROWS["tarot-5"], RuleSet("traditional")) == TarotRules(
        kings_in_discard=True,
        petit_slam=True,
        traditional_handfuls=True,
        equal_shares=True,
        calls_after_dog=True,
    )


@pytest.mark.parametrize(
    ("option", "value", "field", "read"),
    [
        ("ladder", "pousse", "pousse", True),
        ("parole", True, "parole", True),
        ("misere", 20, "misere_points", 20),
        ("petit_slam", True, "petit_slam", True),
        ("mouche", True, "mouche", True),
        ("petit_sec", "play", "redeals_bare_petit", False),
        ("slam_bid", True, "slam_bid", True),
        ("kings_in_discard", "announced", "kings_in_discard", True),
        ("handfuls", "traditional", "traditional_handfuls", True),
        ("shares", "halves", "equal_shares", True),
        ("call", "after_dog", "calls_after_dog", True),
    ],
)
def test_one_option_changes_one_rule(option, value, field, read):
    row = ROWS["tarot-5"]
    rules = Tarot(row).make_rules("fft", {option: value})

    assert tarot_rules(row, rules) == TarotRules(**{field: read})
