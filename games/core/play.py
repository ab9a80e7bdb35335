"""What every game is: a variant that starts states, and a state that answers the questions of a table.

A state answers `to_act`, `legal_actions()`, `apply(action)`, `is_over`, `outcome()`, `scores()`, `view(seat)`
and `history`. It never changes: `apply` returns another state or raises `IllegalAction`, whose code names the
rule that was broken. A deal, finished or not, is its layout, its dealer, its rule-set and the list of its
actions; `replay` rebuilds it, which is the storage, the audit and the undo. Chance lies in the layout alone.

`legal_actions()` is never empty before the end and always small. It lists every legal action, except for
handfuls: of those it lists one for each level, while `apply` accepts any handful that the rules allow. A
choice of several cards is a series of actions of one card each.

A view holds what one seat knows and nothing else: actions done face down are `Hidden` to the others. Whoever
needs randomness (a dealing, a random game) passes a generator in.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import ClassVar, NamedTuple, Protocol, TypeAlias

from games.core.actions import Action
from games.core.cards import Card
from games.core.errors import IllegalAction, InvalidSeat
from games.core.layouts import Layout, check_layout, cut_layout
from games.core.rules import FFT, Option, OptionValue, RuleSet, make_rules, option_values

Points: TypeAlias = int | Fraction
"""A seat's points for one deal: whole where the rules make them so, else an exact fraction."""


class Step(NamedTuple):
    """One action and the seat that did it."""

    seat: int
    action: Action


class PlayedTrick(NamedTuple):
    """A finished trick."""

    leader: int
    """Seat that played its first card; at le mort, 2 for the dummy's hand."""
    cards: tuple[Card, ...]
    """In the order played."""
    winner: int | None
    """Seat (or hand) that won it; None where equal cards cancelled it."""


class GameOutcome(Protocol):
    """The facts of a finished deal; each game has its own, a frozen dataclass."""

    def to_json(self) -> dict[str, object]:
        """The facts as plain JSON values."""


@dataclass(frozen=True, slots=True)
class NotPlayed:
    """The outcome of a deal that ended before its play: nobody scores."""

    reason: str
    """Stable name: "passed" (nobody bid) or "bare_petit" (cancelled before the auction)."""

    def to_json(self) -> dict[str, object]:
        """The reason, under the key "not_played"."""
        return {"not_played": self.reason}


@dataclass(frozen=True, slots=True)
class View:
    """What one seat knows at one moment; equal for two states that the seat cannot tell apart."""

    game: str
    """Name of the variant."""
    rules: RuleSet
    seat: int
    dealer: int
    to_act: int | None
    hand: frozenset[Card]
    """The cards that the seat holds and sees."""
    hand_counts: tuple[int, ...]
    """How many cards each seat holds, in seat order."""
    exposed: tuple[tuple[str, frozenset[Card]], ...]
    """Piles lying face up or known to this seat alone, by name: the dog shown, one's own discard, a dummy."""
    steps: tuple[Step, ...]
    """All that was done, those done face down by others as `Hidden`."""
    legal: tuple[Action, ...]
    """The legal actions when it is this seat's turn, else nothing."""


@dataclass(frozen=True, slots=True)
class TrickMoment:
    """What decides which cards one seat may play to a trick, without the deal that led there."""

    hand: frozenset[Card]
    """The cards that the seat may choose from, those that lie open before it included."""
    trick: tuple[Card, ...] = ()
    """The cards on the table, in the order played."""
    is_first: bool = False
    """Whether it is the first trick."""
    is_last: bool = False
    """Whether it is the last trick."""
    called: tuple[Card, ...] = ()
    """The called cards, as faces."""
    rules: RuleSet = RuleSet()  # noqa: RUF009 - immutable


class State(ABC):
    """One moment of one deal. Immutable; equal in play to any state with the same start and history."""

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
        """How the cards were dealt."""

    @property
    @abstractmethod
    def dealer(self) -> int:
        """Seat of the dealer."""

    @property
    @abstractmethod
    def history(self) -> tuple[Action, ...]:
        """Every action so far, in order."""

    @property
    @abstractmethod
    def actors(self) -> tuple[int, ...]:
        """The seat of each action of the history."""

    @property
    @abstractmethod
    def to_act(self) -> int | None:
        """The seat whose turn it is; None when the deal is over.

        Where all choose together (an exchange, cards face down), seats act in turn and hide what they did.
        """

    @property
    def is_over(self) -> bool:
        """Whether the deal is finished or was cancelled."""
        return self.to_act is None

    @abstractmethod
    def legal_actions(self) -> tuple[Action, ...]:
        """What the seat to act may do, in a fixed order; empty exactly when the deal is over."""

    @abstractmethod
    def apply(self, action: Action) -> "State":
        """The state after an action of the seat to act.

        Raises:
            IllegalAction: `deal_over`, `action_not_now` for an action of another phase, or the rule broken.
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
        """What one seat knows.

        Raises:
            InvalidSeat: `no_such_seat`.
        """

    @abstractmethod
    def piles(self) -> tuple[tuple[Card, ...], ...]:
        """Every card of the deck, once, wherever it lies now: hands, dogs, stock, discards, tricks, table."""

    def tricks(self) -> tuple[PlayedTrick, ...]:
        """The finished tricks, in order; nothing for a game without tricks."""
        return ()

    def steps(self) -> tuple[Step, ...]:
        """The history with its seats."""
        return tuple(map(Step, self.actors, self.history))

    def is_legal(self, action: Action) -> bool:
        """Whether `apply` would accept the action."""
        try:
            self.apply(action)
        except IllegalAction:
            return False
        return True


class GameVariant(ABC):
    """One game for one number of players: how it is dealt, its options and its first state."""

    name: str
    """Stable name, stored with deals and results ("tarot-4", "nullo-3")."""
    player_count: int
    deck: tuple[Card, ...]
    """The cards that are dealt, each once."""
    pile_names: tuple[str, ...]
    """Names of the piles of a layout, in order."""
    options: tuple[Option, ...]
    is_zero_sum: ClassVar[bool] = True
    """Whether the scores of every deal sum to zero."""
    lowest_wins: ClassVar[bool] = False
    """Whether the lowest total wins; else the highest."""

    @abstractmethod
    def hand_sizes(self, rules: RuleSet) -> tuple[int, ...]:
        """Cards dealt to each seat."""

    @abstractmethod
    def pile_sizes(self, rules: RuleSet) -> tuple[int, ...]:
        """Cards dealt to each pile, in the order of `pile_names`."""

    @abstractmethod
    def start(self, layout: Layout, *, dealer: int = 0, rules: RuleSet | None = None) -> State:
        """The state after the deal, before the first action. It calls `check_start` first.

        Args:
            rules: None for the federation's (the plain rules of the other games).
        """

    def playable_cards(self, moment: TrickMoment) -> tuple[Card, ...]:
        """The cards that may be played to a trick, by card number; any card unless the game says otherwise.

        Raises:
            InvalidRules: `no_tricks`, for a game without tricks.
        """
        return tuple(sorted(moment.hand))

    def make_rules(self, name: str = FFT, overrides: Mapping[str, OptionValue] | None = None) -> RuleSet:
        """A rule-set of this game; errors as `games.core.rules.make_rules`."""
        return make_rules(self.options, name, overrides)

    def option_values(self, rules: RuleSet) -> dict[str, OptionValue]:
        """The value of every option of this game under a rule-set, by name."""
        return option_values(self.options, rules)

    def random_layout(self, rng: Random, rules: RuleSet | None = None) -> Layout:
        """A layout of the shuffled deck."""
        cards = list(self.deck)
        rng.shuffle(cards)
        agreed = rules or RuleSet()
        return cut_layout(cards, self.hand_sizes(agreed), self.pile_sizes(agreed))

    def check_start(self, layout: Layout, dealer: int, rules: RuleSet) -> None:
        """Refuse a layout, a dealer or a rule-set that this game cannot start with.

        Raises:
            InvalidDeal, InvalidSeat, InvalidRules: as `check_layout`, `check_seat` and `make_rules`.
        """
        make_rules(self.options, rules.name, dict(rules.overrides))
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


def replay(start: State, actions: Iterable[Action]) -> State:
    """The state after a list of actions; errors as `replay_states`."""
    return [start, *replay_states(start, actions)][-1]


def replay_states(start: State, actions: Iterable[Action]) -> Iterator[State]:
    """The state after each of a list of actions, the start left out.

    Raises:
        IllegalAction: of the first illegal action, with its place in the list, from 0, in `values["step"]`.
    """
    state = start
    for number, action in enumerate(actions):
        try:
            state = state.apply(action)
        except IllegalAction as illegal:
            illegal.values["step"] = number
            raise
        yield state


def play_randomly(state: State, rng: Random) -> State:
    """The end of a deal in which every action is drawn among the legal ones, all equally likely."""
    while not state.is_over:
        state = state.apply(rng.choice(state.legal_actions()))
    return state
