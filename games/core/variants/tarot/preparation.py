"""Phase between the auction and the first card: calls, dogs, discards, and the taker's announcement."""

from dataclasses import dataclass, replace
from enum import Enum, auto

from games.core.actions import Action, Announce, CallCard, Choose, DiscardCard, Ready, format_action
from games.core.announcements import PETIT_SLAM, SLAM
from games.core.calls import callable_cards, check_call
from games.core.cards import Card
from games.core.discards import check_discard, discardable
from games.core.errors import IllegalAction, quote_value
from games.core.outcome import Bid
from games.core.tricks import cards_in
from games.core.variants.tarot.setting import Setting


class Task(Enum):
    """Next thing to do."""

    CALL = auto()
    CHOOSE = auto()
    DISCARD = auto()
    SECOND_DISCARD = auto()
    DECLARE = auto()
    PLAY = auto()


_AFTER_SECOND_DOG = (Task.SECOND_DISCARD, Task.DECLARE, Task.PLAY)


@dataclass(frozen=True, slots=True)
class Preparation:
    """A contract in preparation. It ends with the task `PLAY`, which it does not do itself."""

    setting: Setting
    taker: int
    bid: Bid
    second: int
    """Seat that takes the second dog, where there are two."""
    hands: tuple[int, ...]
    """Cards of each hand, as sets, dogs included once taken."""
    task: Task = Task.CALL
    called: tuple[Card, ...] = ()
    dog: int = 0
    """Number of the taker's dog, from 0."""
    discard: int = 0
    second_discard: int = 0
    announced: str = ""
    """`slam`, `petit_slam`, or ""."""

    @property
    def to_act(self) -> int:
        """The taker, or the seat that discards for the second dog."""
        return self.second if self.task is Task.SECOND_DISCARD else self.taker

    @property
    def dogs_taken(self) -> tuple[int, ...]:
        """Numbers of the dogs that were shown and taken in hand, the taker's first."""
        # Where the call comes first, the dog stays face down until it is made.
        is_dog_closed = self.task is Task.CALL and not self.setting.rules.calls_after_dog
        if (
            is_dog_closed
            or self.task is Task.CHOOSE
            or not (self.bid.takes_dog and self.setting.row.dog_size)
        ):
            return ()
        has_second = self.setting.row.dog_count > 1 and self.task in _AFTER_SECOND_DOG
        return (self.dog, 1 - self.dog) if has_second else (self.dog,)

    def legal_actions(self) -> tuple[Action, ...]:
        """Return the actions that the current task allows."""
        setting, hand = self.setting, self.hands[self.to_act]
        if self.task is Task.CALL:
            return tuple(map(CallCard, callable_cards(hand, setting.row.pack_count, self.called)))
        if self.task is Task.CHOOSE:
            return tuple(map(Choose, range(setting.row.dog_count)))
        if self.task is Task.DECLARE:
            petit = (Announce(PETIT_SLAM),) if setting.rules.petit_slam else ()
            return (Ready(), Announce(SLAM), *petit)
        cards = discardable(hand, kings_allowed=setting.rules.kings_in_discard)
        return tuple(map(DiscardCard, cards_in(cards)))

    def apply(self, action: Action) -> "Preparation":
        """Return the preparation after an action.

        Raises:
            IllegalAction: `action_not_now`, `no_such_dog`, `announcement_not_allowed`, or an error of
                `check_call` or
                `check_discard`.
        """
        if self.task is Task.CALL and isinstance(action, CallCard):
            check_call(action.card, self.hands[self.taker], self.setting.row.pack_count, self.called)
            return _advance(replace(self, called=(*self.called, action.card)))
        if self.task is Task.CHOOSE and isinstance(action, Choose):
            return self._choose(action.number)
        if self.task in (Task.DISCARD, Task.SECOND_DISCARD) and isinstance(action, DiscardCard):
            return self._put_aside(action.card)
        if self.task is Task.DECLARE and isinstance(action, Ready):
            return replace(self, task=Task.PLAY)
        if self.task is Task.DECLARE and isinstance(action, Announce):
            return self._announce(action)
        message = f"{format_action(action)} where the next thing to do is: {self.task.name.lower()}"
        raise IllegalAction("action_not_now", message)

    def _choose(self, number: int) -> "Preparation":
        last = self.setting.row.dog_count - 1
        if not 0 <= number <= last:
            raise IllegalAction(
                "no_such_dog", f"dog {number} not in 0..{last}", field="number", number=number
            )
        return _advance(replace(self, dog=number))

    def _put_aside(self, card: Card) -> "Preparation":
        seat, bit = self.to_act, 1 << card
        check_discard(card, self.hands[seat], kings_allowed=self.setting.rules.kings_in_discard)
        hands = _with_hand(self.hands, seat, self.hands[seat] & ~bit)
        if self.task is Task.DISCARD:
            preparation = replace(self, hands=hands, discard=self.discard | bit)
            is_complete = preparation.discard.bit_count() == self.setting.row.dog_size
        else:
            preparation = replace(self, hands=hands, second_discard=self.second_discard | bit)
            is_complete = preparation.second_discard.bit_count() == self.setting.row.dog_size
        return _advance(preparation) if is_complete else preparation

    def _announce(self, action: Announce) -> "Preparation":
        if action not in self.legal_actions():
            message = f"announcement {quote_value(action.name)} is none of these rules"
            raise IllegalAction("announcement_not_allowed", message, field="name", name=action.name)
        return replace(self, announced=action.name, task=Task.PLAY)


def prepare(
    setting: Setting, taker: int, bid: Bid, runner_up: int | None, announced: str = ""
) -> Preparation:
    """Return the phase after an auction.

    A slam that was asked in the auction is announced already. The second dog goes to the next lower bidder
    or, where there is none, to the player on the taker's left.

    Source:
        Document 000, at ten and sixteen players: docs/rules/en/tarot-10.md.
    """
    left_neighbour = (taker - 1) % setting.row.player_count
    second = left_neighbour if runner_up is None else runner_up
    preparation = Preparation(setting, taker, bid, second, setting.dealt_hands(), announced=announced)
    return preparation if _needs_call(preparation, after_dog=False) else _after_first_call(preparation)


def _advance(state: Preparation) -> Preparation:
    """Return the preparation with its next task, when the current one is done."""
    if state.task is Task.CALL:
        if _needs_call(state, after_dog=state.setting.rules.calls_after_dog):
            return state
        return _discard_or_declare(state) if state.setting.rules.calls_after_dog else _after_first_call(state)
    if state.task is Task.CHOOSE:
        return _take_dog(state)
    if state.task is Task.DISCARD and state.setting.row.dog_count > 1:
        second_dog = state.setting.dog(1 - state.dog)
        # The second dog is taken only after the taker's discard.
        hands = _with_hand(state.hands, state.second, state.hands[state.second] | second_dog)
        return replace(state, hands=hands, task=Task.SECOND_DISCARD)
    return _declare(state)


def _needs_call(state: Preparation, *, after_dog: bool) -> bool:
    call_count = state.setting.row.call_count
    return len(state.called) < call_count and state.setting.rules.calls_after_dog == after_dog


def _after_first_call(state: Preparation) -> Preparation:
    if state.setting.row.dog_count > 1:
        return replace(state, task=Task.CHOOSE)
    return _take_dog(state)


def _take_dog(state: Preparation) -> Preparation:
    """Put the dog into the taker's hand if the bid takes it. A call after the dog comes next."""
    if state.bid.takes_dog:
        dog = state.setting.dog(state.dog)
        state = replace(state, hands=_with_hand(state.hands, state.taker, state.hands[state.taker] | dog))
    if _needs_call(state, after_dog=True):
        return replace(state, task=Task.CALL)
    return _discard_or_declare(state)


def _discard_or_declare(state: Preparation) -> Preparation:
    discards = state.bid.takes_dog and state.setting.row.dog_size
    return replace(state, task=Task.DISCARD) if discards else _declare(state)


def _declare(state: Preparation) -> Preparation:
    return replace(state, task=Task.PLAY if state.announced else Task.DECLARE)


def _with_hand(hands: tuple[int, ...], seat: int, cards: int) -> tuple[int, ...]:
    return (*hands[:seat], cards, *hands[seat + 1 :])
