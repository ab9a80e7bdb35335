"""Any deal that can be written down, legal or not."""

import pytest
from hypothesis import strategies as st

from games.core.actions import (
    Announce,
    Bet,
    CallCard,
    Choose,
    DiscardCard,
    Draw,
    GiveCard,
    MakeBid,
    Pass,
    PlayCard,
    PlayWorth,
    Ready,
    ShowHandful,
)
from games.core.decks import TWO_PACKS
from games.core.layouts import Layout
from games.core.notation import PlayedDeal
from games.core.rules import RuleSet

NAMES = st.from_regex(r"[a-z][a-z0-9_-]{0,9}", fullmatch=True)
CARDS = st.sampled_from(TWO_PACKS)
ACTIONS = st.one_of(
    st.builds(PlayCard, CARDS),
    st.builds(PlayWorth, CARDS, st.integers(0, 22)),
    st.builds(DiscardCard, CARDS),
    st.builds(GiveCard, CARDS),
    st.builds(CallCard, CARDS),
    st.builds(ShowHandful, st.frozensets(CARDS, min_size=1, max_size=15)),
    st.builds(MakeBid, NAMES),
    st.builds(Announce, NAMES),
    st.builds(Choose, st.integers(0, 99)),
    st.builds(Bet, st.integers(0, 99)),
    st.sampled_from([Pass(), Draw(), Ready()]),
)
OPTION_VALUES = st.one_of(
    st.booleans(),
    st.integers(-999, 999),
    st.lists(st.integers(0, 99), min_size=2, max_size=4).map(tuple),
    NAMES.filter(lambda name: name not in ("yes", "no")),
)
RULES = st.builds(
    lambda name, options: RuleSet(name, tuple(sorted(options.items()))),
    NAMES,
    st.dictionaries(NAMES, OPTION_VALUES, max_size=3),
)
WORDS = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=9)
NOTES = st.dictionaries(NAMES, st.lists(WORDS, min_size=1, max_size=4).map(" ".join), max_size=3)


@st.composite
def played_deals(draw):
    player_count = draw(st.integers(2, 16))
    cards = draw(st.lists(CARDS, unique=True, max_size=40))
    cuts = sorted(
        draw(st.lists(st.integers(0, len(cards)), min_size=player_count, max_size=player_count + 2))
    )
    parts = [cards[start:end] for start, end in zip([0, *cuts], [*cuts, len(cards)], strict=True)]
    hands = tuple(frozenset(part) for part in parts[:player_count])
    piles = tuple(tuple(part) for part in parts[player_count:])
    seats = st.integers(0, player_count - 1)
    return PlayedDeal(
        draw(NAMES),
        Layout(hands, piles),
        draw(seats),
        tuple(draw(st.lists(st.tuples(seats, ACTIONS), max_size=12))),
        draw(RULES),
        draw(st.none() | st.tuples(seats, NAMES)),
        tuple(sorted(draw(NOTES).items())),
    )


@pytest.fixture(scope="session")
def any_deal():
    """Strategy of deals of any game, with any actions by any seats in any order."""
    return played_deals()
