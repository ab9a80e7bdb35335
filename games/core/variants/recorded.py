"""Common base of the games other than Tarot: a fixed start, a record of actions, a slip to read."""

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Protocol, Self, TypeVar

from games.core.actions import Action, Hidden, PlayCard, PlayWorth, format_action
from games.core.cards import Card, format_card
from games.core.errors import IllegalAction
from games.core.layouts import Layout
from games.core.play import GameOutcome, GameVariant, PlayedTrick, Points, SeatAction, State, View, check_seat
from games.core.rules import RuleSet
from games.core.tricks import trick_winner

Part = TypeVar("Part")


class SlipOutcome(GameOutcome, Protocol):
    """Facts of a finished deal, which alone determine the scores."""

    def scores(self) -> tuple[Points, ...]:
        """Return each seat's points for the deal, in seat order."""


class SlipVariant(GameVariant):
    """A game whose result can be read from a slip: each seat's counts, without the cards."""

    is_zero_sum: ClassVar[bool] = False

    @abstractmethod
    def read_outcome(self, values: Mapping[str, object], rules: RuleSet | None = None) -> SlipOutcome:
        """Return the checked outcome of plain JSON values, as its `to_json` writes them.

        Args:
            rules: None for the plain rules of the game.

        Raises:
            ImpossibleOutcome: `outcome_malformed` for a key or a value of another kind, `seat_count`, or the
                reason
                why no deal under these rules can have ended so.
        """


@dataclass(frozen=True, slots=True)
class Start:
    """Constant part of a deal's state."""

    variant: SlipVariant
    layout: Layout
    dealer: int
    rules: RuleSet


@dataclass(frozen=True, slots=True)
class RecordedState(State):
    """A state with its start, its actions and the hands. Each game adds its own fields and hooks."""

    start: Start
    hands: tuple[frozenset[Card], ...]
    """Cards that each seat holds now."""
    steps: tuple[SeatAction, ...] = ()

    @property
    def variant(self) -> SlipVariant:
        return self.start.variant

    @property
    def rules(self) -> RuleSet:
        return self.start.rules

    @property
    def layout(self) -> Layout:
        return self.start.layout

    @property
    def dealer(self) -> int:
        return self.start.dealer

    @property
    def player_count(self) -> int:
        return len(self.hands)

    @abstractmethod
    def _state_after(self, seat: int, action: Action) -> Self:
        """Return the state after an action, without its record. Raises `IllegalAction` as `apply`."""

    @abstractmethod
    def outcome_so_far(self) -> SlipOutcome:
        """Return what the deal would end with now. Contrat needs every bet."""

    def apply(self, action: Action) -> Self:
        seat = self.to_act
        if seat is None:
            raise IllegalAction("deal_over", f"{format_action(action)}: the deal is over")
        next_state = self._state_after(seat, action)
        return replace(next_state, steps=(*self.steps, SeatAction(seat, action)))

    def outcome(self) -> SlipOutcome:
        if not self.is_over:
            raise IllegalAction("deal_not_over", f"the deal is not over after {len(self.steps)} actions")
        return self.outcome_so_far()

    def scores(self) -> tuple[Points, ...]:
        return self.outcome().scores()

    def tricks(self) -> tuple[PlayedTrick, ...]:
        plays = [step for step in self.steps if isinstance(step.action, PlayCard | PlayWorth)]
        # A trick that is not complete is left out.
        ends = range(self.player_count, len(plays) + 1, self.player_count)
        return tuple(self._trick_of(plays[end - self.player_count : end]) for end in ends)

    def _trick_of(self, steps: list[SeatAction]) -> PlayedTrick:
        plays = [action for _, action in steps if isinstance(action, PlayCard | PlayWorth)]
        place = self._winning_place(plays)
        cards = tuple(action.card for action in plays)
        return PlayedTrick(steps[0].seat, cards, None if place is None else steps[place].seat)

    def _winning_place(self, plays: list[PlayCard | PlayWorth]) -> int | None:
        """Return the place of the winning card in a trick, from 0, as in Tarot; None for no winner."""
        return trick_winner([action.card for action in plays])

    def view(self, seat: int) -> View:
        check_seat(seat, self.player_count)
        return View(
            game=self.variant.name,
            rules=self.rules,
            seat=seat,
            dealer=self.dealer,
            to_act=self.to_act,
            hand=self._seen_hand(seat),
            hand_counts=tuple(map(len, self.hands)),
            exposed=self._exposed_piles(seat),
            steps=self._seen_steps(seat),
            legal=self.legal_actions() if seat == self.to_act else (),
        )

    def _seen_hand(self, seat: int) -> frozenset[Card]:
        """Return the cards that a seat holds and may look at."""
        return self.hands[seat]

    def _exposed_piles(self, seat: int) -> tuple[tuple[str, frozenset[Card]], ...]:
        """Return the piles that a seat sees; none unless the game shows some."""
        return ()

    def _hidden_steps(self, seat: int) -> Iterable[int]:
        """Return the indexes of steps that are still face down for all seats but their own."""
        return ()

    def _seen_steps(self, seat: int) -> tuple[SeatAction, ...]:
        steps = list(self.steps)
        for place in self._hidden_steps(seat):
            actor, action = steps[place]
            # A player knows their own card, even face down.
            if actor != seat:
                steps[place] = SeatAction(actor, Hidden(action.word))
        return tuple(steps)

    def _hands_without(self, seat: int, card: Card) -> tuple[frozenset[Card], ...]:
        """Return the hands without one card of a seat.

        Raises:
            IllegalAction: `card_not_held`.
        """
        if card not in self.hands[seat]:
            text = format_card(card)
            raise IllegalAction("card_not_held", f"seat {seat} does not hold {text}", seat=seat, card=text)
        return changed(self.hands, seat, self.hands[seat] - {card})


def changed(parts: tuple[Part, ...], seat: int, part: Part) -> tuple[Part, ...]:
    """Return a tuple by seat with another part for one seat."""
    return (*parts[:seat], part, *parts[seat + 1 :])


def not_now(action: Action) -> IllegalAction:
    """Return the error for an action that belongs to another phase of the deal."""
    text = format_action(action)
    return IllegalAction("action_not_now", f"{text} is no action of this moment", action=text)
