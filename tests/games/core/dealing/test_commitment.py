"""Commitments: the documented texts, one for each algorithm, and what changes them."""

import hashlib
import json
from dataclasses import replace
from pathlib import Path

import pytest

from games.core.dealing import DealConstraints, commitment, seal_set
from games.core.dealing.dealt_set import Scope, Takers
from games.core.dealing.layout_text import format_layout
from games.core.dealing.sealing import seal_listed
from games.core.dealing.themes import Theme
from games.core.errors import DealingFailed

DATA = Path(__file__).parents[3] / "data" / "games"
FIRST = json.loads((DATA / "dealing_etui_1.json").read_text())
KNOWN = json.loads((DATA / "dealing_etui_2.json").read_text())
SEED = bytes(range(32))
SEED_LINE = "seed=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\n"
ASKED = 'constraints={"no_bare_petit":true,"scale":"hatier-1986","taker_bids":["garde"]}\n'


@pytest.fixture(scope="module")
def sealed():
    return seal_set(SEED, 3)


def hashed(text):
    return hashlib.sha256(text.encode()).hexdigest()


def test_etui_2_is_the_hash_of_the_documented_text(sealed):
    text = f"etui-2\ngame=tarot-4\nrules=fft\nboards=3\ntakers=fft\ndealt=all\n{ASKED}{SEED_LINE}"

    assert sealed.commitment == commitment(sealed) == hashed(text)


def test_etui_1_still_gives_its_known_answer(sealed):
    first = replace(sealed, algorithm="etui-1", board_count=28)

    assert commitment(first) == hashed(f"etui-1\nboards=28\n{ASKED}{SEED_LINE}") == FIRST["commitment"]


def test_listed_deals_are_hashed_card_by_card(sealed):
    listed = seal_listed(SEED, sealed.boards, game="tarot-4", rules="fft", scope=Scope.ALL)

    heads = ("1 N N", "2 E W", "3 S E")
    rows = zip(heads, sealed.boards, strict=True)
    deals = "".join(f"deal={head} {format_layout(board.layout)}\n" for head, board in rows)
    assert listed.commitment == hashed(f"listed-1\ngame=tarot-4\nrules=fft\n{deals}{SEED_LINE}")


@pytest.mark.parametrize("answer", KNOWN["sets"], ids=lambda answer: answer["game"])
def test_known_set(answer):
    deal_set = seal_set(
        bytes.fromhex(answer["seed"]),
        len(answer["deals"]),
        game=answer["game"],
        rules=answer["rules"],
        scope=Scope(answer["dealt"]),
    )

    assert [format_layout(board.layout) for board in deal_set.boards] == answer["deals"]
    assert deal_set.commitment == answer["commitment"]


def test_commitment_changes_with_each_part(sealed):
    changed = [
        {"game": "tarot-5"},
        {"rules": "traditional"},
        {"board_count": 4},
        {"takers": Takers.NONE},
        {"scope": Scope.TAKERS},
        {"constraints": DealConstraints(taker_points=(0, 150))},
        {"constraints": DealConstraints(themes=(Theme.MISSING_21,))},
        {"seed": SEED + b"\0"},
        {"algorithm": "etui-1"},
    ]

    hashes = {commitment(replace(sealed, **change)) for change in changed}

    assert len(hashes | {sealed.commitment}) == len(changed) + 1


@pytest.mark.parametrize(("seed", "size"), [(bytes(8), 8), (None, 0)])
def test_commitment_to_a_short_seed_is_refused(sealed, seed, size):
    with pytest.raises(DealingFailed, match=f"seed of {size} bytes, less than 32") as refused:
        commitment(replace(sealed, seed=seed))

    assert refused.value.code == "seed_too_short"
