"""The terms of a deal of Papayou: cards each, exchange and draw, agreed beforehand or said by the dealer.

Source:
    Document 004 (Daynes and Sarian), "Le Papayou"; what it leaves open: docs/rules/en/papayou.md.
"""

from collections.abc import Mapping
from typing import NamedTuple

from games.core.errors import InvalidRules
from games.core.rules import Option, OptionValue

DEALER = "dealer"
"""Value of an option that the dealer settles, before anybody looks at his cards."""
WAYS = ("none", "left", "right", "both")
"""Where the cards of the exchange go; a dealer says the place in this list."""
NEIGHBOUR_COUNTS = (0, 1, 1, 2)
"""To how many neighbours each gives, for each of the ways."""
MOST_GIVEN = 5
"""Cards given to one neighbour, at most."""
MOST_DRAWN = 5
"""Cards that each draws after a trick, at most."""


class Terms(NamedTuple):
    """What is settled so far, in the order in which the dealer says it; None for what is not."""

    cards_each: int | None = None
    way: int | None = None
    """Place in `WAYS`."""
    given: int | None = None
    """Cards given to each neighbour, 0 without an exchange."""
    drawn: int | None = None
    """Cards that each draws after a trick, 0 for none."""


NOTHING_SAID = Terms()


def term_options(most_cards: int) -> tuple[Option, ...]:
    """The options that fix the terms of every deal; in the traditional rules the dealer says them all."""
    return (
        Option("cards_each", (most_cards, *range(1, most_cards), DEALER), traditional=DEALER),
        Option("exchange", (*WAYS, DEALER), traditional=DEALER),
        Option("exchange_cards", (*range(1, MOST_GIVEN + 1), DEALER), traditional=DEALER),
        Option("draw", (*range(MOST_DRAWN + 1), DEALER), traditional=DEALER),
    )


def fixed_terms(values: Mapping[str, OptionValue]) -> Terms:
    """The terms that the options fix; None where the dealer settles them."""
    way = values["exchange"]
    return Terms(
        cards_each=_fixed(values["cards_each"]),
        way=WAYS.index(way) if isinstance(way, str) and way != DEALER else None,
        given=_fixed(values["exchange_cards"]),
        drawn=_fixed(values["draw"]),
    )


def _fixed(value: OptionValue) -> int | None:
    return value if isinstance(value, int) else None


def check_terms(fixed: Terms, most_cards: int) -> None:
    """Refuse an exchange of more cards than a hand has.

    Raises:
        InvalidRules: `exchange_too_large`.
    """
    cards = most_cards if fixed.cards_each is None else fixed.cards_each
    given = _least_given(fixed)
    if given > cards:
        raise InvalidRules(
            "exchange_too_large",
            f"exchange of {given} cards from hands of {cards}",
            field="exchange",
            given=given,
            cards=cards,
        )


def term_choices(settled: Terms, fixed: Terms, *, player_count: int, pack_size: int) -> tuple[int, ...]:
    """The values that the next term may take; one value alone when there is nothing to say.

    Args:
        settled: what is settled so far, at least one term short of all.
        pack_size: cards in play, 78 or 156.
    """
    if settled.cards_each is None:
        every = range(_least_given(fixed) or 1, pack_size // player_count + 1)
        return tuple(every) if fixed.cards_each is None else (fixed.cards_each,)
    if settled.way is None:
        fitting = (way for way in range(len(WAYS)) if _given(way, fixed) <= settled.cards_each)
        return tuple(fitting) if fixed.way is None else (fixed.way,)
    if settled.given is None:
        neighbours = NEIGHBOUR_COUNTS[settled.way]
        if not neighbours:
            return (0,)
        most = min(MOST_GIVEN, settled.cards_each // neighbours)
        return tuple(range(1, most + 1)) if fixed.given is None else (fixed.given,)
    stock = pack_size - player_count * settled.cards_each
    most = min(MOST_DRAWN, stock // player_count)
    return tuple(range(most + 1)) if fixed.drawn is None else (fixed.drawn,)


def settle(settled: Terms, value: int) -> Terms:
    """The terms with the next one settled."""
    return settled._replace(**{Terms._fields[len(said(settled))]: value})


def said(settled: Terms) -> tuple[int, ...]:
    """The terms that are settled, in order."""
    return tuple(term for term in settled if term is not None)


def _given(way: int, fixed: Terms) -> int:
    """Cards that each gives at least, in one way."""
    return NEIGHBOUR_COUNTS[way] * (1 if fixed.given is None else fixed.given)


def _least_given(fixed: Terms) -> int:
    return _given(fixed.way or 0, fixed)
