"""The interface of every game: a variant that starts states, and a state that tracks one deal."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from random import Random
from typing import ClassVar

from games.core.actions import Action
from games.core.cards import Card
from games.core.errors import InvalidSeat
from games.core.layouts import Layout, check_layout, cut_layout
from games.core.play.results import GameOutcome, Points
from games.core.play.views import PlayedTrick, SeatAction, TrickMoment, View, common_view
from games.core.rules import FFT, Option, OptionValue, RuleSet, make_rules, option_values


class State(ABC):
    """One moment of one deal. Immutable; it plays like any state with the same start and history."""

    __slots__ = ()

    @property
    @abstractmethod
    def variant(self) -> "GameVariant":
        """The variant that is played."""

    @property
    @abstractmethod
    def rules(self) -> RuleSet:
        """The rule-set in force."""

    @property
    @abstractmethod
    def layout(self) -> Layout:
        """The cards as they were dealt."""

    @property
    @abstractmethod
    def dealer(self) -> int:
        """Seat of the dealer."""

    @property
    @abstractmethod
    def steps(self) -> tuple[SeatAction, ...]:
        """Every action so far with its seat, in order."""

    @property
    def history(self) -> tuple[Action, ...]:
        """The actions of the steps."""
        return tuple(action for _, action in self.steps)

    @property
    def actors(self) -> tuple[int, ...]:
        """The seat of each action of the history."""
        return tuple(seat for seat, _ in self.steps)

    @property
    @abstractmethod
    def to_act(self) -> int | None:
        """The seat whose turn it is; None when the deal is over.

        Where all seats choose at the same time (an exchange, cards face down), they act in turn and their
        actions are hidden.
        """

    @property
    def is_over(self) -> bool:
        """True if the deal is finished or was cancelled."""
        return self.to_act is None

    @abstractmethod
    def legal_actions(self) -> tuple[Action, ...]:
        """Return the legal actions of the seat to act, in a fixed order.

        The result is empty if and only if the deal is over.
        """

    @abstractmethod
    def apply(self, action: Action) -> "State":
        """Return the state after an action of the seat to act.

        Raises:
            IllegalAction: `deal_over`, `action_not_now` for an action of another phase, or the code of the
                broken rule.
        """

    @abstractmethod
    def outcome(self) -> GameOutcome:
        """The facts of the finished deal, from which `scores` are computed.

        Raises:
            IllegalAction: `deal_not_over`.
        """

    @abstractmethod
    def scores(self) -> tuple[Points, ...]:
        """Each seat's points for the finished deal, in seat order.

        Raises:
            IllegalAction: `deal_not_over`.
        """

    @abstractmethod
    def view(self, seat: int) -> View:
        """Return the knowledge of one seat.

        Raises:
            InvalidSeat: `no_such_seat`.
        """

    @abstractmethod
    def piles(self) -> tuple[tuple[Card, ...], ...]:
        """Every card of the deck, once, in its present place: hands, dogs, stock, discards, tricks, table."""

    def tricks(self) -> tuple[PlayedTrick, ...]:
        """The finished tricks, in order; empty for a game without tricks."""
        return ()


def public_view(state: State) -> View:
    """Return the knowledge of a spectator: no hand, and of the rest only what every seat sees."""
    return common_view([state.view(seat) for seat in range(state.variant.player_count)])


class GameVariant(ABC):
    """One game for one number of players: its dealing, its options and its first state."""

    name: str
    """Stable name, stored with deals and results ("tarot-4", "nullo-3")."""
    player_count: int
    deck: tuple[Card, ...]
    """The cards that are dealt, each once."""
    pile_names: tuple[str, ...]
    """Names of the piles of a layout, in order."""
    options: tuple[Option, ...]
    is_zero_sum: ClassVar[bool] = True
    """True if the scores of every deal sum to zero."""
    lowest_wins: ClassVar[bool] = False
    """True if the lowest total wins instead of the highest."""
    has_tricks: ClassVar[bool] = True
    """True if cards are played to tricks instead of laid out."""
    least_score: ClassVar[int | None] = None
    """The lowest score that a seat can have for one deal, where the rules give one."""

    @property
    def score_sums(self) -> Sequence[int]:
        """Possible sums of the written scores of one deal, ascending, in whole points.

        Empty where they are unknown. Rounded halves and thirds are allowed for. Scores written as exact
        fractions sum to zero in a game with `is_zero_sum`, else to any number between the ends.
        """
        return (0,) if self.is_zero_sum else ()

    def point_parts(self, rules: RuleSet) -> int:
        """The number of equal parts into which a point of one deal can be split; 1 where every score is
        whole.
        """
        return 1

    def unit_of(self, scores: Sequence[Points], rules: RuleSet) -> int | None:
        """Return the payment of each defender in a deal with these scores; None in games without such
        payments.

        Raises:
            ImpossibleOutcome: `scores_shape`, for scores that no deal shares out like that.
        """
        return None

    @abstractmethod
    def hand_sizes(self, rules: RuleSet) -> tuple[int, ...]:
        """Cards dealt to each seat."""

    @abstractmethod
    def pile_sizes(self, rules: RuleSet) -> tuple[int, ...]:
        """Cards dealt to each pile, in the order of `pile_names`."""

    @abstractmethod
    def start(self, layout: Layout, *, dealer: int = 0, rules: RuleSet | None = None) -> State:
        """Call `check_start`, then return the state after the deal, before the first action.

        Args:
            rules: None for the federation's (the plain rules of the other games).
        """

    def playable_cards(self, moment: TrickMoment) -> tuple[Card, ...]:
        """Return the cards that may be played to a trick, by card number; any card unless the game overrides
        this.

        Raises:
            InvalidRules: `no_tricks`, for a game without tricks.
        """
        return tuple(sorted(moment.hand))

    def make_rules(self, name: str = FFT, overrides: Mapping[str, OptionValue] | None = None) -> RuleSet:
        """A rule-set of this game; errors as `games.core.rules.make_rules`."""
        return make_rules(self.options, name, overrides)

    def check_rules(self, rules: RuleSet) -> None:
        """Refuse a rule-set that no deal of this game can use; errors as `make_rules`."""
        make_rules(self.options, rules.name, dict(rules.overrides))

    def option_values(self, rules: RuleSet) -> dict[str, OptionValue]:
        """The value of every option of this game under a rule-set, by name."""
        return option_values(self.options, rules)

    def random_layout(self, rng: Random, rules: RuleSet | None = None) -> Layout:
        """Return a layout of the shuffled deck."""
        cards = list(self.deck)
        rng.shuffle(cards)
        return self.cut(cards, rules or RuleSet())

    def cut(self, cards: Sequence[Card], rules: RuleSet) -> Layout:
        """The layout of the deck in a shuffled order: the hands, seat 0 first, then the piles."""
        return cut_layout(cards, self.hand_sizes(rules), self.pile_sizes(rules))

    def check_start(self, layout: Layout, dealer: int, rules: RuleSet) -> None:
        """Refuse a layout, a dealer or a rule-set that this game cannot start with.

        Raises:
            InvalidDeal, InvalidSeat, InvalidRules: as `check_layout`, `check_seat` and `make_rules`.
        """
        self.check_rules(rules)
        check_seat(dealer, self.player_count, field="dealer")
        check_layout(layout, self.deck, self.hand_sizes(rules), self.pile_sizes(rules))


def check_seat(seat: int, player_count: int, *, field: str = "seat") -> None:
    """Refuse a number that is no seat of the table.

    Raises:
        InvalidSeat: `no_such_seat`.
    """
    if not 0 <= seat < player_count:
        message = f"{field} {seat} not in 0..{player_count - 1}"
        raise InvalidSeat("no_such_seat", message, field=field, seat=seat)
