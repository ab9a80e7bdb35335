"""Results of an analysis: the cost of each card of a played deal. This module loads no search."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.core.cards import Card

StoredReading = list[int | list[int] | None]
"""A stored reading: two bounds before the card, two after it, both margins, the places of its line; then, if
the cost is estimated, the estimate: its points, the place of the better card, the number of deals.
"""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Lower and upper bound of a score, both included; an exact score has equal bounds."""

    low: int
    high: int

    @property
    def is_exact(self) -> bool:
        """True if both bounds are equal."""
        return self.low == self.high


@dataclass(frozen=True, slots=True)
class Estimate:
    """Cost of a card by what its player could know, where the search with open cards does not reach."""

    points: int
    """Mean loss of the side of the card, as each defender pays it."""
    better: Card
    """Card that a strong robot would have played."""
    deals: int
    """Number of possible deals in which both cards were tried."""


@dataclass(frozen=True, slots=True)
class CardReading:
    """One card as it was played, with the possibilities at that moment."""

    step: int
    """Index of the card among the steps of the deal, from 0."""
    seat: int
    card: Card
    before: Bounds
    """Score, as each defender pays it, with best play by all from before this card."""
    after: Bounds
    """Score with best play from after this card; the score of the deal after the last card."""
    margin: int | None
    """Half points beyond the contract at the end of a best line from before the card; None without a line."""
    margin_after: int | None
    line: tuple[Card, ...] = ()
    """One best line of play, the better card first; empty for a card that cost nothing."""
    estimate: Estimate | None = None
    """None for a card whose cost is known, and for one that is not clearly worse than another."""

    @property
    def is_exact(self) -> bool:
        """True if the cost is known; else `before` and `after` are bounds."""
        return self.before.is_exact and self.after.is_exact

    @property
    def cost(self) -> int | None:
        """Points that the side of the card lost by it, as each defender pays them; None when unknown."""
        return abs(self.before.low - self.after.low) if self.is_exact else None

    @property
    def half_points(self) -> int | None:
        """Difference in half points between the ends of the best lines before and after the card; None
        without them.
        """
        if self.margin is None or self.margin_after is None:
            return None
        return abs(self.margin - self.margin_after)

    @property
    def turns_contract(self) -> bool:
        """True if the contract could be made before the card and failed after it, or the other way round."""
        if self.margin is None or self.margin_after is None:
            return False
        return (self.margin >= 0) != (self.margin_after >= 0)

    def loss(self, *, attacks: bool) -> Bounds:
        """Return the loss of the player's side by the card, 0 or more, as each defender pays it.

        Args:
            attacks: whether the player attacks.
        """
        better, worse = (self.before, self.after) if attacks else (self.after, self.before)
        return Bounds(max(better.low - worse.high, 0), better.high - worse.low)


@dataclass(frozen=True, slots=True)
class CardPlay:
    """A card play of a log."""

    step: int
    """Index of the play among the steps of the deal, from 0."""
    seat: int
    card: Card


def format_readings(readings: Sequence[CardReading]) -> list[StoredReading]:
    """Return the readings of a whole deal as numbers without cards. A line is written as distances in the
    sequence of played cards.

    Args:
        readings: readings of all cards, in the order played.
    """
    cards = [reading.card for reading in readings]
    return [
        [
            reading.before.low,
            reading.before.high,
            reading.after.low,
            reading.after.high,
            reading.margin,
            reading.margin_after,
            [cards.index(card, number) - number for card in reading.line],
            *_format_estimate(reading.estimate, cards[number:]),
        ]
        for number, reading in enumerate(readings)
    ]


def _format_estimate(estimate: Estimate | None, cards: Sequence[Card]) -> list[list[int]]:
    """Return an estimate as numbers, in a list; [] for none. The better card is played later.

    Args:
        cards: the cards from the estimated one on, in the order played.
    """
    return [] if estimate is None else [[estimate.points, cards.index(estimate.better), estimate.deals]]


def parse_readings(stored_readings: Sequence[StoredReading], plays: Sequence[CardPlay]) -> list[CardReading]:
    """Return the readings that `format_readings` wrote, with the cards that were played, in the
    order played.
    """
    readings = []
    for number, (play, numbers) in enumerate(zip(plays, stored_readings, strict=True)):
        low, high, after_low, after_high, margin, margin_after, places, *estimates = numbers
        assert isinstance(low, int)
        assert isinstance(high, int)
        assert isinstance(after_low, int)
        assert isinstance(after_high, int)
        assert not isinstance(margin, list)
        assert not isinstance(margin_after, list)
        assert isinstance(places, list)
        line = tuple(plays[number + place].card for place in places)
        estimate = None
        for estimate_numbers in estimates:
            assert isinstance(estimate_numbers, list)
            points, place, deals = estimate_numbers
            estimate = Estimate(points, plays[number + place].card, deals)
        readings.append(
            CardReading(
                play.step,
                play.seat,
                play.card,
                Bounds(low, high),
                Bounds(after_low, after_high),
                margin,
                margin_after,
                line,
                estimate,
            )
        )
    return readings
