"""What a card of a played deal cost, as an analysis found it; loading this module loads no search."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.core.cards import Card

StoredReading = list[int | list[int] | None]
"""Two bounds before the card, two after it, both margins, the places of its line."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """The score lies between two, both included; it is exact where they are one."""

    low: int
    high: int

    @property
    def is_exact(self) -> bool:
        """Whether nothing is left open."""
        return self.low == self.high


@dataclass(frozen=True, slots=True)
class CardReading:
    """One card as it was played, and what was possible then."""

    step: int
    """Its place among the steps of the deal, from 0."""
    seat: int
    card: Card
    before: Bounds
    """The score, as each defender pays it, when all play their best from before this card."""
    after: Bounds
    """The same from after it; the score of the deal after the last card."""
    margin: int | None
    """Half points beyond the contract at the end of a best line from before the card; None without a line."""
    margin_after: int | None
    line: tuple[Card, ...] = ()
    """Where the card cost something: one best way to play on, the better card first."""

    @property
    def is_exact(self) -> bool:
        """Whether what it cost is known; else `before` and `after` are bounds."""
        return self.before.is_exact and self.after.is_exact

    @property
    def cost(self) -> int | None:
        """Points that its side lost by it, as each defender pays them; None when they are not known."""
        return abs(self.before.low - self.after.low) if self.is_exact else None

    @property
    def half_points(self) -> int | None:
        """By how many half points the best lines from before and after it end apart; None without them."""
        if self.margin is None or self.margin_after is None:
            return None
        return abs(self.margin - self.margin_after)

    @property
    def turns_contract(self) -> bool:
        """Whether the contract was to be made before the card and failed after it, or the other way round."""
        if self.margin is None or self.margin_after is None:
            return False
        return (self.margin >= 0) != (self.margin_after >= 0)

    def loss(self, *, attacks: bool) -> Bounds:
        """What the side of the player lost by it, 0 or more, as each defender pays it.

        Args:
            attacks: whether that is the attack.
        """
        better, worse = (self.before, self.after) if attacks else (self.after, self.before)
        return Bounds(max(better.low - worse.high, 0), better.high - worse.low)


@dataclass(frozen=True, slots=True)
class CardPlay:
    """A card as a log has it."""

    step: int
    """Its place among the steps of the deal, from 0."""
    seat: int
    card: Card


def format_readings(readings: Sequence[CardReading]) -> list[StoredReading]:
    """Readings of a whole deal as numbers that name no card: a line by places among the cards played on.

    Args:
        readings: of all cards, in the order played.
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
        ]
        for number, reading in enumerate(readings)
    ]


def parse_readings(stored: Sequence[StoredReading], plays: Sequence[CardPlay]) -> list[CardReading]:
    """What `format_readings` wrote, with the cards that were played, in the order played."""
    readings = []
    for number, (play, numbers) in enumerate(zip(plays, stored, strict=True)):
        low, high, after_low, after_high, margin, margin_after, places = numbers
        assert isinstance(low, int)
        assert isinstance(high, int)
        assert isinstance(after_low, int)
        assert isinstance(after_high, int)
        assert not isinstance(margin, list)
        assert not isinstance(margin_after, list)
        assert isinstance(places, list)
        line = tuple(plays[number + place].card for place in places)
        before, after = Bounds(low, high), Bounds(after_low, after_high)
        readings.append(
            CardReading(play.step, play.seat, play.card, before, after, margin, margin_after, line)
        )
    return readings
