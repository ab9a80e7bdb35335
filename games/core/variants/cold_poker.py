"""Cold-Poker, 2 to 4 players: a whole suit each, all choose a card face down, the highest takes the trump.

Source:
    Document 004 (Daynes and Sarian), "Le Cold-Poker"; what it leaves open: docs/rules/en/cold-poker.md.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar, Self

from games.core.actions import Action, PlayCard, PlayWorth
from games.core.cards import SUIT_SIZE, Card, rank_of, suit_card, suit_of, trump_card, trump_number
from games.core.errors import ImpossibleOutcome, InvalidDeal
from games.core.layouts import Layout
from games.core.rules import RuleSet
from games.core.variants.card_shares import can_share, not_shareable
from games.core.variants.recorded import RecordedState, SlipVariant, Start, changed, not_now
from games.core.variants.slip_values import check_keys, check_range, check_seat_count, read_counts

STAKES = tuple(range(1, SUIT_SIZE + 1))
"""The trumps that are played for: 1 to 14."""
TOTAL = sum(STAKES)
"""Points of all the stakes: 105."""


@dataclass(frozen=True, slots=True)
class ColdPokerOutcome:
    """What each seat took. Not checked here: see `ColdPoker.check_outcome`."""

    points: tuple[int, ...]
    """Sum of the trumps that each seat took, in seat order."""

    def to_json(self) -> dict[str, object]:
        """The facts as plain JSON values."""
        return {"points": list(self.points)}

    def scores(self) -> tuple[int, ...]:
        """The points themselves; the highest wins."""
        return self.points


class ColdPoker(SlipVariant):
    """Cold-Poker for one number of players; the order of the stock is all its chance."""

    pile_names = ("stock",)
    options = ()
    least_score: ClassVar[int | None] = 0

    def __init__(self, player_count: int) -> None:
        self.name = f"cold-poker-{player_count}"
        self.player_count = player_count
        suits = (suit_card(suit, rank) for suit in range(player_count) for rank in range(1, SUIT_SIZE + 1))
        self.deck = (*suits, *map(trump_card, STAKES))

    @property
    def score_sums(self) -> Sequence[int]:
        return range(TOTAL + 1)

    def hand_sizes(self, rules: RuleSet) -> tuple[int, ...]:
        return (SUIT_SIZE,) * self.player_count

    def pile_sizes(self, rules: RuleSet) -> tuple[int, ...]:
        return (len(STAKES),)

    def random_layout(self, rng: Random, rules: RuleSet | None = None) -> Layout:
        """Only the stock is shuffled."""
        stock = list(map(trump_card, STAKES))
        rng.shuffle(stock)
        return self.cut((*self.deck[: -len(STAKES)], *stock), rules or RuleSet())

    def cut(self, cards: Sequence[Card], rules: RuleSet) -> Layout:
        """Each seat has the suit of its number; the stock keeps the order of its cards."""
        suits = range(self.player_count)
        hands = (frozenset(card for card in cards if suit_of(card) == suit) for suit in suits)
        return Layout(tuple(hands), (tuple(card for card in cards if suit_of(card) is None),))

    def check_start(self, layout: Layout, dealer: int, rules: RuleSet) -> None:
        """As for any game; InvalidDeal with `hand_of_one_suit` too."""
        super().check_start(layout, dealer, rules)
        for seat, hand in enumerate(layout.hands):
            if None in (suits := {suit_of(card) for card in hand}) or len(suits) > 1:
                message = f"hand of seat {seat} is not a whole suit"
                raise InvalidDeal("hand_of_one_suit", message, field="hands", seat=seat)

    def start(self, layout: Layout, *, dealer: int = 0, rules: RuleSet | None = None) -> "ColdPokerState":
        agreed = rules or RuleSet()
        self.check_start(layout, dealer, agreed)
        start = Start(self, layout, dealer, agreed)
        return ColdPokerState(start, layout.hands, taken=((),) * self.player_count)

    def read_outcome(self, values: Mapping[str, object], rules: RuleSet | None = None) -> ColdPokerOutcome:
        check_keys(values, ("points",))
        outcome = ColdPokerOutcome(read_counts(values, "points", self.player_count))
        self.check_outcome(outcome)
        return outcome

    def check_outcome(self, outcome: ColdPokerOutcome) -> None:
        """Refuse an outcome that no deal can have, and no other.

        Nobody takes every stake: an ace is above no card. With two players, either both take something or
        all is cancelled: they play the same heights, so one cannot always be above or level. Any other
        numbers of stakes can be taken; all games of a few heights say so.

        Raises:
            ImpossibleOutcome: `seat_count`, `points_out_of_range`, `points_sum`, `one_sided`,
                `king_unbeaten`, `sums_not_shareable`.
        """
        points = outcome.points
        check_seat_count("points", points, self.player_count)
        for number in points:
            check_range("points_out_of_range", "points", number, 0, TOTAL - 1)
        if sum(points) > TOTAL:
            message = f"points sum to {sum(points)}, more than {TOTAL}"
            raise ImpossibleOutcome("points_sum", message, field="points", total=sum(points), most=TOTAL)
        idle = points.count(0)
        if self.player_count == 2 and idle == 1:
            message = "points of one seat only, although both play the same heights"
            raise ImpossibleOutcome("one_sided", message, field="points")
        if idle and sum(points) == TOTAL:
            message = (
                f"points sum to {TOTAL} although a seat took nothing with its king: that trick is cancelled"
            )
            raise ImpossibleOutcome("king_unbeaten", message, field="points", total=TOTAL)
        if not can_share(STAKES, points):
            raise not_shareable("points", points)


@dataclass(frozen=True, slots=True, kw_only=True)
class ColdPokerState(RecordedState):
    """One moment of a deal of Cold-Poker. All choose together: seats act in turn, face down."""

    taken: tuple[tuple[Card, ...], ...]
    """Trumps that each seat took."""
    turned: int = 0
    """Place in the stock of the trump that is played for, from 0."""
    chosen: tuple[Card, ...] = ()
    """Cards face down on the table, from the seat on the dealer's right on."""
    shown: tuple[Card, ...] = ()
    """Suit cards of the finished tricks."""
    cancelled: tuple[Card, ...] = ()
    """Trumps that nobody took."""

    @property
    def to_act(self) -> int | None:
        if self.turned == len(STAKES):
            return None
        return (self.dealer + 1 + len(self.chosen)) % self.player_count

    def legal_actions(self) -> tuple[Action, ...]:
        seat = self.to_act
        return () if seat is None else tuple(map(PlayCard, sorted(self.hands[seat])))

    def _after(self, seat: int, action: Action) -> Self:
        """Legal: any card of the hand. Raises `card_not_held`."""
        if not isinstance(action, PlayCard):
            raise not_now(action)
        hands = self._hands_without(seat, action.card)
        chosen = (*self.chosen, action.card)
        if len(chosen) < self.player_count:
            return replace(self, hands=hands, chosen=chosen)
        return replace(self, hands=hands)._shown(chosen)

    def _shown(self, chosen: tuple[Card, ...]) -> Self:
        """The state after all cards are turned up and the stake is taken or cancelled."""
        stake = self.layout.piles[0][self.turned]
        place = highest_place(chosen)
        after = replace(self, chosen=(), shown=(*self.shown, *chosen), turned=self.turned + 1)
        if place is None:
            return replace(after, cancelled=(*self.cancelled, stake))
        winner = (self.dealer + 1 + place) % self.player_count
        return replace(after, taken=changed(self.taken, winner, (*self.taken[winner], stake)))

    def _winning_place(self, plays: list[PlayCard | PlayWorth]) -> int | None:
        return highest_place([action.card for action in plays])

    def _face_down(self, seat: int) -> Iterable[int]:
        return range(len(self.shown), len(self.steps))

    def _exposed(self, seat: int) -> tuple[tuple[str, frozenset[Card]], ...]:
        """The trump played for, those taken and cancelled, and what the others held when it was turned."""
        stock = self.layout.piles[0]
        others = tuple(
            (f"hand_{other}", self.layout.hands[other] - frozenset(self.shown))
            for other in range(self.player_count)
            if other != seat
        )
        taken = tuple((f"taken_{other}", frozenset(pile)) for other, pile in enumerate(self.taken))
        turned = frozenset(stock[self.turned : self.turned + 1])
        return (("turned", turned), *taken, ("cancelled", frozenset(self.cancelled)), *others)

    def _facts(self) -> ColdPokerOutcome:
        return ColdPokerOutcome(tuple(sum(trump_number(card) or 0 for card in pile) for pile in self.taken))

    def piles(self) -> tuple[tuple[Card, ...], ...]:
        stock = self.layout.piles[0][self.turned :]
        return (*map(tuple, self.hands), self.chosen, self.shown, *self.taken, self.cancelled, stock)


def highest_place(cards: Sequence[Card]) -> int | None:
    """The place of the highest card, from 0; None where several are equally high."""
    heights = [rank_of(card) or 0 for card in cards]
    highest = max(heights)
    return None if heights.count(highest) > 1 else heights.index(highest)


COLD_POKER = tuple(ColdPoker(player_count) for player_count in range(2, 5))
"""One row for each number of players."""
