"""Terms of a deal of Papayou: cards each, exchange and draw, fixed by the rules or announced by the dealer.

Source:
    Document 004 (Daynes and Sarian), "Le Papayou"; points that it leaves open: docs/rules/en/papayou.md.
"""

from collections.abc import Mapping
from typing import NamedTuple

from games.core.errors import InvalidRules
from games.core.rules import Option, OptionValue

DEALER = "dealer"
"""Value of an option that the dealer chooses, before the players look at their cards."""
WAYS = ("none", "left", "right", "both")
"""Directions of the exchange. The dealer announces an index into this tuple."""
NEIGHBOUR_COUNTS = (0, 1, 1, 2)
"""Number of neighbours to which each player gives, by direction."""
MOST_GIVEN = 5
"""Largest number of cards given to one neighbour."""
MOST_DRAWN = 5
"""Largest number of cards that each player draws after a trick."""


class Terms(NamedTuple):
    """Terms settled so far, in the order in which the dealer announces them; None for open ones."""

    cards_each: int | None = None
    way: int | None = None
    """Index into `WAYS`."""
    given: int | None = None
    """Cards given to each neighbour, 0 without an exchange."""
    drawn: int | None = None
    """Cards that each player draws after a trick, 0 for none."""


NOTHING_SAID = Terms()
"""Terms before the first announcement."""


def term_options(most_cards: int) -> tuple[Option, ...]:
    """Return the options that fix the terms of every deal.

    In the traditional rules the dealer chooses them all.
    """
    return (
        Option("cards_each", (most_cards, *range(1, most_cards), DEALER), traditional=DEALER),
        Option("exchange", (*WAYS, DEALER), traditional=DEALER),
        Option("exchange_cards", (*range(1, MOST_GIVEN + 1), DEALER), traditional=DEALER),
        Option("draw", (*range(MOST_DRAWN + 1), DEALER), traditional=DEALER),
    )


def fixed_terms(values: Mapping[str, OptionValue]) -> Terms:
    """Return the terms that the options fix; None for those that the dealer chooses."""
    way = values["exchange"]
    return Terms(
        cards_each=_number_or_none(values["cards_each"]),
        way=WAYS.index(way) if isinstance(way, str) and way != DEALER else None,
        given=_number_or_none(values["exchange_cards"]),
        drawn=_number_or_none(values["draw"]),
    )


def _number_or_none(value: OptionValue) -> int | None:
    return value if isinstance(value, int) else None


def check_terms(fixed: Terms, most_cards: int) -> None:
    """Refuse an exchange of more cards than a hand has.

    Raises:
        InvalidRules: `exchange_too_large`.
    """
    cards = most_cards if fixed.cards_each is None else fixed.cards_each
    given_count = _least_gifts(fixed)
    if given_count > cards:
        raise InvalidRules(
            "exchange_too_large",
            f"exchange of {given_count} cards from hands of {cards}",
            field="exchange",
            given=given_count,
            cards=cards,
        )


def term_choices(terms: Terms, fixed: Terms, *, player_count: int, pack_size: int) -> tuple[int, ...]:
    """Return the possible values of the next term; a single value where there is no choice.

    Args:
        terms: terms settled so far, with at least one open.
        pack_size: cards in play, 78 or 156.
    """
    if terms.cards_each is None:
        # A fixed exchange needs hands that are large enough for it.
        card_counts = range(_least_gifts(fixed) or 1, pack_size // player_count + 1)
        return tuple(card_counts) if fixed.cards_each is None else (fixed.cards_each,)
    if terms.way is None:
        possible_ways = (way for way in range(len(WAYS)) if _gifts_of_way(way, fixed) <= terms.cards_each)
        return tuple(possible_ways) if fixed.way is None else (fixed.way,)
    if terms.given is None:
        # With two neighbours each player gives twice as many cards.
        neighbours = NEIGHBOUR_COUNTS[terms.way]
        if not neighbours:
            return (0,)
        most = min(MOST_GIVEN, terms.cards_each // neighbours)
        return tuple(range(1, most + 1)) if fixed.given is None else (fixed.given,)
    stock = pack_size - player_count * terms.cards_each
    most = min(MOST_DRAWN, stock // player_count)
    return tuple(range(most + 1)) if fixed.drawn is None else (fixed.drawn,)


def settle_next_term(terms: Terms, value: int) -> Terms:
    """Return the terms with the next one settled."""
    return terms._replace(**{Terms._fields[len(said(terms))]: value})


def said(terms: Terms) -> tuple[int, ...]:
    """Return the values of the settled terms, in order."""
    return tuple(term for term in terms if term is not None)


def _gifts_of_way(way: int, fixed: Terms) -> int:
    """Return the least number of cards that each player gives in one direction."""
    return NEIGHBOUR_COUNTS[way] * (1 if fixed.given is None else fixed.given)


def _least_gifts(fixed: Terms) -> int:
    return _gifts_of_way(fixed.way or 0, fixed)
