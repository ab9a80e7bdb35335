"""Cold-Poker, 2 to 4 players: each holds a suit and chooses a card face down; the highest takes the trump.

Source:
    Document 004 (Daynes and Sarian), "Le Cold-Poker"; points that it leaves open:
    docs/rules/en/cold-poker.md.
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
from games.core.variants.slip_values import check_keys, check_number_range, check_seat_count, read_counts

STAKES = tuple(range(1, SUIT_SIZE + 1))
"""Numbers of the trumps at stake: 1 to 14."""
TOTAL = sum(STAKES)
"""Points of all the stakes: 105."""


@dataclass(frozen=True, slots=True)
class ColdPokerOutcome:
    """Trumps taken by each seat. The values are unchecked: see `ColdPoker.check_outcome`."""

    points: tuple[int, ...]
    """Sum of the trumps that each seat took, in seat order."""

    def to_json(self) -> dict[str, object]:
        """Return the facts as plain JSON values."""
        return {"points": list(self.points)}

    def scores(self) -> tuple[int, ...]:
        """Return the points themselves. The highest wins."""
        return self.points


class ColdPoker(SlipVariant):
    """Cold-Poker for one number of players. Chance is in the order of the stock alone."""

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
        """Return a layout with a shuffled stock. The hands are always the same."""
        stock = list(map(trump_card, STAKES))
        rng.shuffle(stock)
        return self.cut((*self.deck[: -len(STAKES)], *stock), rules or RuleSet())

    def cut(self, cards: Sequence[Card], rules: RuleSet) -> Layout:
        """Give each seat the suit of its number. The stock keeps the order of its cards."""
        suits = range(self.player_count)
        hands = (frozenset(card for card in cards if suit_of(card) == suit) for suit in suits)
        return Layout(tuple(hands), (tuple(card for card in cards if suit_of(card) is None),))

    def check_start(self, layout: Layout, dealer: int, rules: RuleSet) -> None:
        """Refuse what every game refuses, and a hand of several suits: InvalidDeal `hand_of_one_suit`."""
        super().check_start(layout, dealer, rules)
        for seat, hand in enumerate(layout.hands):
            # A trump has no suit: None stands for it.
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

        - No seat takes every stake, because an ace is above no card.
        - With two players, either both take a stake or all stakes are cancelled: they play the same heights,
          so that
          one cannot always be above or level.
        - All other numbers of stakes are possible, as the complete list of games with a few heights shows.

        Raises:
            ImpossibleOutcome: `seat_count`, `points_out_of_range`, `points_sum`, `one_sided`,
                `king_unbeaten`, `sums_not_shareable`.
        """
        points = outcome.points
        check_seat_count("points", points, self.player_count)
        for number in points:
            check_number_range("points_out_of_range", "points", number, 0, TOTAL - 1)
        if sum(points) > TOTAL:
            message = f"points sum to {sum(points)}, more than {TOTAL}"
            raise ImpossibleOutcome("points_sum", message, field="points", total=sum(points), most=TOTAL)
        idle_count = points.count(0)
        if self.player_count == 2 and idle_count == 1:
            message = "points of one seat only, although both play the same heights"
            raise ImpossibleOutcome("one_sided", message, field="points")
        if idle_count and sum(points) == TOTAL:
            message = (
                f"points sum to {TOTAL} although a seat took nothing with its king: that trick is cancelled"
            )
            raise ImpossibleOutcome("king_unbeaten", message, field="points", total=TOTAL)
        if not can_share(STAKES, points):
            raise not_shareable("points", points)


@dataclass(frozen=True, slots=True, kw_only=True)
class ColdPokerState(RecordedState):
    """State of a deal of Cold-Poker. All seats choose together: they act in turn, face down."""

    taken: tuple[tuple[Card, ...], ...]
    """Trumps that each seat took."""
    turned: int = 0
    """Place in the stock of the trump at stake, from 0."""
    chosen: tuple[Card, ...] = ()
    """Cards face down on the table, from the seat on the dealer's right on."""
    shown: tuple[Card, ...] = ()
    """Suit cards of the finished tricks."""
    cancelled: tuple[Card, ...] = ()
    """Trumps of tricks without a single highest card."""

    @property
    def to_act(self) -> int | None:
        if self.turned == len(STAKES):
            return None
        return (self.dealer + 1 + len(self.chosen)) % self.player_count

    def legal_actions(self) -> tuple[Action, ...]:
        seat = self.to_act
        return () if seat is None else tuple(map(PlayCard, sorted(self.hands[seat])))

    def _state_after(self, seat: int, action: Action) -> Self:
        """Return the state after a card, which may be any of the hand. Raises `card_not_held`."""
        if not isinstance(action, PlayCard):
            raise not_now(action)
        hands = self._hands_without(seat, action.card)
        cards = (*self.chosen, action.card)
        if len(cards) < self.player_count:
            return replace(self, hands=hands, chosen=cards)
        return replace(self, hands=hands)._turn_up(cards)

    def _turn_up(self, cards: tuple[Card, ...]) -> Self:
        """Return the state after all cards are turned up and the stake is taken or cancelled."""
        stake = self.layout.piles[0][self.turned]
        place = highest_place(cards)
        next_state = replace(self, chosen=(), shown=(*self.shown, *cards), turned=self.turned + 1)
        if place is None:
            return replace(next_state, cancelled=(*self.cancelled, stake))
        winner = (self.dealer + 1 + place) % self.player_count
        return replace(next_state, taken=changed(self.taken, winner, (*self.taken[winner], stake)))

    def _winning_place(self, plays: list[PlayCard | PlayWorth]) -> int | None:
        return highest_place([action.card for action in plays])

    def _hidden_steps(self, seat: int) -> Iterable[int]:
        # All steps are plays: those of finished tricks have been turned up.
        return range(len(self.shown), len(self.steps))

    def _exposed_piles(self, seat: int) -> tuple[tuple[str, frozenset[Card]], ...]:
        """Return the trump at stake, those taken and cancelled, and the other hands when it was turned."""
        stock = self.layout.piles[0]
        other_hands = tuple(
            # Each player knows the whole suit of the others, and so the cards that are left of it.
            (f"hand_{other_seat}", self.layout.hands[other_seat] - frozenset(self.shown))
            for other_seat in range(self.player_count)
            if other_seat != seat
        )
        taken_piles = tuple(
            (f"taken_{other_seat}", frozenset(pile)) for other_seat, pile in enumerate(self.taken)
        )
        stake = frozenset(stock[self.turned : self.turned + 1])
        return (("turned", stake), *taken_piles, ("cancelled", frozenset(self.cancelled)), *other_hands)

    def outcome_so_far(self) -> ColdPokerOutcome:
        return ColdPokerOutcome(tuple(sum(trump_number(card) or 0 for card in pile) for pile in self.taken))

    def piles(self) -> tuple[tuple[Card, ...], ...]:
        stock = self.layout.piles[0][self.turned :]
        return (*map(tuple, self.hands), self.chosen, self.shown, *self.taken, self.cancelled, stock)


def highest_place(cards: Sequence[Card]) -> int | None:
    """Return the place of the highest card, from 0; None where several are equally high."""
    heights = [rank_of(card) or 0 for card in cards]
    highest = max(heights)
    return None if heights.count(highest) > 1 else heights.index(highest)


COLD_POKER = tuple(ColdPoker(player_count) for player_count in range(2, 5))
"""One game for each number of players."""
