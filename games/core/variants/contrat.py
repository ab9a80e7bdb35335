"""Contrat, 2 to 5 players: with trumps and the Excuse only, each player bets on the number of their tricks.

Source:
    Document 004 (Daynes and Sarian), "Le Contrat"; points that it leaves open: docs/rules/en/contrat.md.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple, Self

from games.core.actions import Action, Bet, PlayCard, PlayWorth
from games.core.cards import CARD_COUNT, EXCUSE, PETIT, Card, format_card, trump_number
from games.core.errors import IllegalAction, ImpossibleOutcome
from games.core.layouts import Layout
from games.core.rules import Option, RuleSet
from games.core.variants.recorded import RecordedState, SlipVariant, Start, changed, not_now
from games.core.variants.slip_values import (
    check_keys,
    check_number_range,
    check_seat_count,
    read_counts,
    read_seat_or_none,
)

LADDER = "ladder"
"""Value of `cards_each`: one card more in each deal, up to the most, then one less."""
COSTLY_EXCUSE = 3
"""Number of the Excuse, among those dealt to the same player in a game, that costs a point."""
DECK = tuple(Card(number) for number in range(PETIT, CARD_COUNT))
EXCUSE_WORTHS = (0, 22)
"""Values of the Excuse, at its player's choice: less or more than every trump."""


@dataclass(frozen=True, slots=True)
class ContratOutcome:
    """Bets and tricks of each seat. The values are unchecked: see `Contrat.check_outcome`."""

    bets: tuple[int, ...]
    """Tricks announced by each seat, in seat order."""
    tricks: tuple[int, ...]
    """Tricks won by each seat, in seat order."""
    excuse: int | None
    """Seat that was dealt the Excuse; None when it was left over."""

    def to_json(self) -> dict[str, object]:
        """Return the facts as plain JSON values."""
        return {"bets": list(self.bets), "tricks": list(self.tricks), "excuse": self.excuse}

    def scores(self) -> tuple[int, ...]:
        """Return a point for each trick off the bet, doubled for the seat that was dealt the Excuse."""
        off = [abs(bet - tricks) for bet, tricks in zip(self.bets, self.tricks, strict=True)]
        return tuple(2 * points if seat == self.excuse else points for seat, points in enumerate(off))


def game_scores(outcomes: Iterable[ContratOutcome]) -> tuple[int, ...]:
    """Return each seat's total over the deals of a game, with the point of a third Excuse.

    A seat pays it once, with its third Excuse; the source names no later time.

    Args:
        outcomes: at least one, all of one number of seats.
    """
    deals = list(outcomes)
    excuse_seats = [outcome.excuse for outcome in deals]
    totals = map(sum, zip(*(outcome.scores() for outcome in deals), strict=True))
    return tuple(total + (excuse_seats.count(seat) >= COSTLY_EXCUSE) for seat, total in enumerate(totals))


def deal_sizes(player_count: int) -> tuple[int, ...]:
    """Return the cards each in every deal of a whole game: 1, 2, 3 … the most, and down again."""
    most = len(DECK) // player_count
    return (*range(1, most + 1), *range(most - 1, 0, -1))


class Contrat(SlipVariant):
    """Contrat for one number of players. Each deal of a game has its own `cards_each` in its rules."""

    deck = DECK
    pile_names = ("left_over",)
    lowest_wins: ClassVar[bool] = True
    least_score: ClassVar[int | None] = 0

    def __init__(self, player_count: int) -> None:
        self.name = f"contrat-{player_count}"
        self.player_count = player_count
        self.most_cards = len(DECK) // player_count
        self.options = (Option("cards_each", (LADDER, *range(self.most_cards, 0, -1))),)

    def climbs_ladder(self, rules: RuleSet) -> bool:
        """Return whether each deal of a game has its own number of cards: unless the table fixed a number."""
        return self.option_values(rules)["cards_each"] == LADDER

    def cards_each(self, rules: RuleSet) -> int:
        """Return the cards dealt to each player; the most where the rules have the ladder."""
        cards = self.option_values(rules)["cards_each"]
        return cards if isinstance(cards, int) else self.most_cards

    def hand_sizes(self, rules: RuleSet) -> tuple[int, ...]:
        return (self.cards_each(rules),) * self.player_count

    def pile_sizes(self, rules: RuleSet) -> tuple[int, ...]:
        return (len(DECK) - self.player_count * self.cards_each(rules),)

    def start(self, layout: Layout, *, dealer: int = 0, rules: RuleSet | None = None) -> "ContratState":
        agreed_rules = rules or RuleSet()
        self.check_start(layout, dealer, agreed_rules)
        start = Start(self, layout, dealer, agreed_rules)
        leader = (dealer + 1) % self.player_count
        return ContratState(start, layout.hands, leader=leader, won=((),) * self.player_count)

    def read_outcome(self, values: Mapping[str, object], rules: RuleSet | None = None) -> ContratOutcome:
        check_keys(values, ("bets", "tricks", "excuse"))
        outcome = ContratOutcome(
            bets=read_counts(values, "bets", self.player_count),
            tricks=read_counts(values, "tricks", self.player_count),
            excuse=read_seat_or_none(values, "excuse"),
        )
        self.check_outcome(outcome, rules or RuleSet())
        return outcome

    def check_outcome(self, outcome: ContratOutcome, rules: RuleSet) -> None:
        """Refuse an outcome that no deal of these rules can have.

        Raises:
            ImpossibleOutcome: `seat_count`, `bet_out_of_range`, `tricks_out_of_range`, `tricks_sum`,
                `bets_sum_exact`, `seat_out_of_range`, `excuse_not_dealt`.
        """
        cards = self.cards_each(rules)
        _check_counts("bet_out_of_range", "bets", outcome.bets, self.player_count, cards)
        _check_counts("tricks_out_of_range", "tricks", outcome.tricks, self.player_count, cards)
        trick_total = sum(outcome.tricks)
        if trick_total != cards:
            message = f"tricks sum to {trick_total}, expected {cards}"
            raise ImpossibleOutcome("tricks_sum", message, field="tricks", made=trick_total, cards=cards)
        # The last bidder may not make the bets come out even, so that some player must fail.
        if sum(outcome.bets) == cards:
            message = f"bets sum to {cards}, the number of tricks"
            raise ImpossibleOutcome("bets_sum_exact", message, field="bets", cards=cards)
        if outcome.excuse is not None:
            check_number_range("seat_out_of_range", "excuse", outcome.excuse, 0, self.player_count - 1)
        elif self.pile_sizes(rules) == (0,):
            # With every card dealt, some seat has the Excuse.
            message = "excuse None although every card is dealt"
            raise ImpossibleOutcome("excuse_not_dealt", message, field="excuse")


def _check_counts(code: str, field: str, counts: tuple[int, ...], player_count: int, most: int) -> None:
    check_seat_count(field, counts, player_count)
    for count in counts:
        check_number_range(code, field, count, 0, most)


class _TrickPlay(NamedTuple):
    """A card on the table, with its seat and its height."""

    seat: int
    card: Card
    height: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ContratState(RecordedState):
    """State of a deal of Contrat: all players bet, then play."""

    leader: int
    """Seat that leads, or led, the current trick."""
    won: tuple[tuple[Card, ...], ...]
    """Cards of the tricks that each seat won."""
    bets: tuple[int, ...] = ()
    """Bets in the order of the announcements, the dealer's last."""
    trick: tuple[_TrickPlay, ...] = ()

    @property
    def to_act(self) -> int | None:
        if len(self.bets) < self.player_count:
            return (self.dealer + 1 + len(self.bets)) % self.player_count
        if not any(self.hands):
            return None
        return (self.leader + len(self.trick)) % self.player_count

    def legal_actions(self) -> tuple[Action, ...]:
        seat = self.to_act
        if seat is None:
            return ()
        if len(self.bets) < self.player_count:
            forbidden_bet = self._forbidden_bet()
            return tuple(Bet(tricks) for tricks in range(self._cards_each + 1) if tricks != forbidden_bet)
        trumps = tuple(PlayCard(card) for card in sorted(self.hands[seat] - {EXCUSE}))
        if EXCUSE not in self.hands[seat]:
            return trumps
        return (*trumps, *(PlayWorth(EXCUSE, worth) for worth in EXCUSE_WORTHS))

    def _state_after(self, seat: int, action: Action) -> Self:
        """Return the state after a bet or a card.

        Legal are bets that do not make the sum exact, then any card.

        Raises:
            IllegalAction: `bet_out_of_range`, `bet_makes_sum_exact`, `card_not_held`, `excuse_worth_unsaid`,
                `excuse_worth`, `worth_of_trump`.
        """
        if len(self.bets) < self.player_count:
            if not isinstance(action, Bet):
                raise not_now(action)
            self._check_bet(action.tricks)
            return replace(self, bets=(*self.bets, action.tricks))
        if not isinstance(action, PlayCard | PlayWorth):
            raise not_now(action)
        hands = self._hands_without(seat, action.card)
        trick = (*self.trick, _TrickPlay(seat, action.card, _height(action)))
        if len(trick) < self.player_count:
            return replace(self, hands=hands, trick=trick)
        winner = trick[_highest_place([play.height for play in trick])].seat
        pile = (*self.won[winner], *(play.card for play in trick))
        return replace(self, hands=hands, trick=(), leader=winner, won=changed(self.won, winner, pile))

    @property
    def _cards_each(self) -> int:
        return len(self.layout.hands[0])

    def _forbidden_bet(self) -> int | None:
        """Return the bet forbidden to the last bidder; None for the others."""
        is_last = len(self.bets) == self.player_count - 1
        return self._cards_each - sum(self.bets) if is_last else None

    def _check_bet(self, tricks: int) -> None:
        most = self._cards_each
        if not 0 <= tricks <= most:
            message = f"bet {tricks} not in 0..{most}"
            raise IllegalAction("bet_out_of_range", message, tricks=tricks, most=most)
        if tricks == self._forbidden_bet():
            message = f"bet {tricks} would make the sum of the bets {most}, the number of tricks"
            raise IllegalAction("bet_makes_sum_exact", message, tricks=tricks, most=most)

    def outcome_so_far(self) -> ContratOutcome:
        first = self.dealer + 1
        return ContratOutcome(
            bets=tuple(self.bets[(seat - first) % self.player_count] for seat in range(self.player_count)),
            tricks=tuple(len(pile) // self.player_count for pile in self.won),
            excuse=next((seat for seat, hand in enumerate(self.layout.hands) if EXCUSE in hand), None),
        )

    def _winning_place(self, plays: list[PlayCard | PlayWorth]) -> int:
        return _highest_place(list(map(_height, plays)))

    def piles(self) -> tuple[tuple[Card, ...], ...]:
        table = tuple(play.card for play in self.trick)
        return (*map(tuple, self.hands), *self.won, table, *self.layout.piles)


def _height(action: PlayCard | PlayWorth) -> int:
    """Return the height of a played card. Refuse an Excuse without a worth, and a trump with one."""
    text = format_card(action.card)
    number = trump_number(action.card)
    if isinstance(action, PlayCard):
        if number is None:
            raise IllegalAction("excuse_worth_unsaid", f"{text} played without saying 0 or 22", card=text)
        return number
    if number is not None:
        raise IllegalAction("worth_of_trump", f"{text} counts as its own number", card=text)
    if action.value not in EXCUSE_WORTHS:
        message = f"{text} worth {action.value} not in 0, 22"
        raise IllegalAction("excuse_worth", message, value=action.value)
    return action.value


def _highest_place(heights: list[int]) -> int:
    """Return the place of the highest card of a trick, from 0."""
    # Heights differ: the Excuse is worth 0 or 22, outside 1 to 21.
    return heights.index(max(heights))


CONTRAT = tuple(Contrat(player_count) for player_count in range(2, 6))
"""One game for each number of players."""
