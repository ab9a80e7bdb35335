"""Nullo, 3 to 5 players: Tarot upside down, without auction; take as few card points as possible.

Source:
    Document 004 (Daynes and Sarian), "Le Nullo"; points that it leaves open: docs/rules/en/nullo.md.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar, Self

from games.core.actions import Action, PlayCard
from games.core.cards import EXCUSE, PETIT, TOTAL_HALF_POINTS, Card, half_points
from games.core.decks import ONE_PACK
from games.core.errors import IllegalAction, ImpossibleOutcome
from games.core.layouts import Layout
from games.core.play import Points, TrickMoment
from games.core.rules import RuleSet
from games.core.tricks import card_set, legal_cards, read_trick, refuse_card, trick_winner
from games.core.variant import TAROT_3, TAROT_4, TAROT_5, Variant
from games.core.variants.recorded import RecordedState, SlipVariant, Start, changed, not_now
from games.core.variants.slip_values import check_keys, check_number_range, check_seat_count, read_counts

OWED = 1
"""Half points that the player of the Excuse owes the winner of its trick."""


@dataclass(frozen=True, slots=True)
class NulloOutcome:
    """Card points of each seat. The values are unchecked: see `Nullo.check_outcome`."""

    half_points: tuple[int, ...]
    """Card points of each seat's tricks, in half points, in seat order. The dog counts for no seat."""

    def to_json(self) -> dict[str, object]:
        """Return the facts as plain JSON values."""
        return {"half_points": list(self.half_points)}

    def scores(self) -> tuple[Points, ...]:
        """Return the card points taken, exact. The lowest wins."""
        return tuple(Fraction(half, 2) if half % 2 else half // 2 for half in self.half_points)


class Nullo(SlipVariant):
    """Nullo for one number of players, dealt as the Tarot of the same number."""

    deck = ONE_PACK
    pile_names = ("dog",)
    options = ()
    lowest_wins: ClassVar[bool] = True
    least_score: ClassVar[int | None] = 0

    def __init__(self, tarot: Variant) -> None:
        self.name = f"nullo-{tarot.player_count}"
        self.player_count = tarot.player_count
        self.hand_size = tarot.hand_size
        self.dog_size = tarot.dog_size

    @property
    def most_half_points(self) -> int:
        """Largest number of half points that one seat can take: all but those of the poorest dog."""
        return TOTAL_HALF_POINTS - self.dog_size

    def point_parts(self, rules: RuleSet) -> int:
        """Return 2 where a trick may be worth a half point, else 1."""
        return 1 + self.player_count % 2

    @property
    def score_sums(self) -> Sequence[int]:
        """Possible sums of scores: all the points less a dog's.

        With half points each seat may round its own.
        """
        # Half points exist only where a trick has an odd number of cards.
        rounding = self.player_count * (self.player_count % 2)
        least = TOTAL_HALF_POINTS - self.dog_size * half_points(PETIT) - rounding
        most = TOTAL_HALF_POINTS - self.dog_size + rounding
        return range(-(-least // 2), most // 2 + 1)

    def hand_sizes(self, rules: RuleSet) -> tuple[int, ...]:
        return (self.hand_size,) * self.player_count

    def pile_sizes(self, rules: RuleSet) -> tuple[int, ...]:
        return (self.dog_size,)

    def start(self, layout: Layout, *, dealer: int = 0, rules: RuleSet | None = None) -> "NulloState":
        agreed_rules = rules or RuleSet()
        self.check_start(layout, dealer, agreed_rules)
        no_points = (0,) * self.player_count
        return NulloState(
            Start(self, layout, dealer, agreed_rules),
            layout.hands,
            leader=(dealer + 1) % self.player_count,
            won=((),) * self.player_count,
            half_points=no_points,
        )

    def playable_cards(self, moment: TrickMoment) -> tuple[Card, ...]:
        cards = legal_cards(moment.hand, moment.trick)
        return tuple(
            card for card in cards if not is_petit_led(card, moment.trick, is_last_trick=moment.is_last)
        )

    def read_outcome(self, values: Mapping[str, object], rules: RuleSet | None = None) -> NulloOutcome:
        check_keys(values, ("half_points",))
        outcome = NulloOutcome(read_counts(values, "half_points", self.player_count))
        self.check_outcome(outcome)
        return outcome

    def check_outcome(self, outcome: NulloOutcome) -> None:
        """Refuse an outcome that no deal can have.

        - Each card is worth an odd number of half points, 1 to 9, so the difference to 182 must be a possible
          dog.
        - A trick is worth at least a half point a card, and a trick of four cards is worth whole points.
        - Where one seat takes all, the Excuse lies in the dog: otherwise its player has points for it, and
          another
          seat wins its trick.

        Raises:
            ImpossibleOutcome: `seat_count`, `half_points_out_of_range`, `less_than_a_trick`, `no_half_point`,
                `dog_out_of_range`.
        """
        check_seat_count("half_points", outcome.half_points, self.player_count)
        for half in outcome.half_points:
            check_number_range("half_points_out_of_range", "half_points", half, 0, self.most_half_points)
            self._check_seat(half)
        dog_sum = TOTAL_HALF_POINTS - sum(outcome.half_points)
        is_alone = sum(map(bool, outcome.half_points)) == 1
        # A seat that won everything leaves the Excuse in the dog: 8 half points above a plain card.
        least = self.dog_size + is_alone * (half_points(EXCUSE) - 1)
        most = self.dog_size * half_points(EXCUSE)
        if dog_sum not in range(least, most + 1, 2):
            message = (
                f"half points leave {dog_sum} for the dog of {self.dog_size}, not in {least}..{most} by twos"
            )
            raise ImpossibleOutcome(
                "dog_out_of_range", message, field="half_points", left=dog_sum, least=least, most=most
            )

    def _check_seat(self, half: int) -> None:
        if 0 < half < self.player_count:
            message = f"half points {half} are less than a trick of {self.player_count} cards"
            raise ImpossibleOutcome(
                "less_than_a_trick", message, field="half_points", half=half, cards=self.player_count
            )
        if self.player_count % 2 == 0 and half % 2:
            message = f"half points {half} are odd although tricks have {self.player_count} cards"
            raise ImpossibleOutcome("no_half_point", message, field="half_points", half=half)


def is_petit_led(card: Card, trick: tuple[Card, ...], *, is_last_trick: bool) -> bool:
    """Return whether the card is the Petit, led before the last trick. After an Excuse it is not led."""
    return card == PETIT and not trick and not is_last_trick


@dataclass(frozen=True, slots=True, kw_only=True)
class NulloState(RecordedState):
    """State of a deal of Nullo."""

    leader: int
    """Seat that leads, or led, the current trick."""
    won: tuple[tuple[Card, ...], ...]
    """Cards of each seat's tricks. The Excuse lies with its player."""
    half_points: tuple[int, ...]
    """Half points of each seat's tricks so far."""
    trick: tuple[Card, ...] = ()

    @property
    def to_act(self) -> int | None:
        return (self.leader + len(self.trick)) % self.player_count if any(self.hands) else None

    def legal_actions(self) -> tuple[Action, ...]:
        seat = self.to_act
        if seat is None:
            return ()
        cards = legal_cards(self.hands[seat], self.trick)
        return tuple(PlayCard(card) for card in cards if not self._is_petit_led(seat, card))

    def _is_petit_led(self, seat: int, card: Card) -> bool:
        return is_petit_led(card, self.trick, is_last_trick=len(self.hands[seat]) == 1)

    def _state_after(self, seat: int, action: Action) -> Self:
        """Return the state after a card.

        Legal are the cards that Tarot allows, except the Petit led before the last trick.

        Raises:
            IllegalAction: `card_not_held`, `must_follow_suit`, `must_trump`, `must_go_over`, `petit_led`.
        """
        if not isinstance(action, PlayCard):
            raise not_now(action)
        card = action.card
        hands = self._hands_without(seat, card)
        if card not in legal_cards(self.hands[seat], self.trick):
            led, _, higher = read_trick(self.trick)
            raise refuse_card(card, card_set(self.hands[seat]), led, higher)
        if self._is_petit_led(seat, card):
            raise IllegalAction("petit_led", "the Petit is led before the last trick")
        trick = (*self.trick, card)
        if len(trick) < self.player_count:
            return replace(self, hands=hands, trick=trick)
        return replace(self, hands=hands)._win_trick(trick)

    def _win_trick(self, trick: tuple[Card, ...]) -> Self:
        """Return the state after a whole trick. The Excuse stays with its player, in the last trick too.

        The half point that its player owes is counted at once, even if they have no card to pay it with.
        """
        winner = (self.leader + trick_winner(trick)) % self.player_count
        other_cards = tuple(card for card in trick if card != EXCUSE)
        worth = sum(map(half_points, other_cards))
        won, counts = changed(self.won, winner, self.won[winner] + other_cards), list(self.half_points)
        if EXCUSE in trick:
            owner = (self.leader + trick.index(EXCUSE)) % self.player_count
            won = changed(won, owner, (*won[owner], EXCUSE))
            counts[owner] += half_points(EXCUSE) - OWED
            worth += OWED
        counts[winner] += worth
        return replace(self, leader=winner, trick=(), won=won, half_points=tuple(counts))

    def outcome_so_far(self) -> NulloOutcome:
        return NulloOutcome(self.half_points)

    def piles(self) -> tuple[tuple[Card, ...], ...]:
        return (*map(tuple, self.hands), *self.won, self.trick, *self.layout.piles)


NULLO = tuple(map(Nullo, (TAROT_3, TAROT_4, TAROT_5)))
"""One game for each number of players."""
