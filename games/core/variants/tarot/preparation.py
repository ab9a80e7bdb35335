"""Between the auction and the first card: calls, dogs, discards, and the taker's announcement."""

from dataclasses import dataclass, replace
from enum import Enum, auto

from games.core.actions import Action, Announce, CallCard, Choose, DiscardCard, Ready, format_action
from games.core.announcements import PETIT_SLAM, SLAM
from games.core.calls import callable_cards, check_call
from games.core.cards import Card
from games.core.discards import check_discard, discardable
from games.core.errors import IllegalAction, shown
from games.core.outcome import Bid
from games.core.tricks import cards_in
from games.core.variants.tarot.setting import Setting


class Task(Enum):
    """What has to be done next."""

    CALL = auto()
    CHOOSE = auto()
    DISCARD = auto()
    SECOND_DISCARD = auto()
    DECLARE = auto()
    PLAY = auto()


_AFTER_SECOND_DOG = (Task.SECOND_DISCARD, Task.DECLARE, Task.PLAY)


@dataclass(frozen=True, slots=True)
class Preparation:
    """A contract being prepared; it ends with the task `PLAY`, which it does not do itself."""

    setting: Setting
    taker: int
    bid: Bid
    second: int
    """Who takes the second dog, where there are two."""
    hands: tuple[int, ...]
    """The cards of each hand, as sets, dogs included once taken."""
    task: Task = Task.CALL
    called: tuple[Card, ...] = ()
    dog: int = 0
    """Which dog is the taker's, from 0."""
    discard: int = 0
    second_discard: int = 0
    announced: str = ""
    """`slam`, `petit_slam`, or nothing."""

    @property
    def to_act(self) -> int:
        """The taker, or who discards for the second dog."""
        return self.second if self.task is Task.SECOND_DISCARD else self.taker

    @property
    def dogs_taken(self) -> tuple[int, ...]:
        """The dogs that were shown and taken in hand, the taker's first."""
        waits = self.task is Task.CALL and not self.setting.rules.calls_after_dog
        if waits or self.task is Task.CHOOSE or not (self.bid.takes_dog and self.setting.row.dog_size):
            return ()
        has_second = self.setting.row.dog_count > 1 and self.task in _AFTER_SECOND_DOG
        return (self.dog, 1 - self.dog) if has_second else (self.dog,)

    def legal_actions(self) -> tuple[Action, ...]:
        """What may be done for the task at hand."""
        setting, hand = self.setting, self.hands[self.to_act]
        if self.task is Task.CALL:
            return tuple(map(CallCard, callable_cards(hand, setting.row.pack_count, self.called)))
        if self.task is Task.CHOOSE:
            return tuple(map(Choose, range(setting.row.dog_count)))
        if self.task is Task.DECLARE:
            petit = (Announce(PETIT_SLAM),) if setting.rules.petit_slam else ()
            return (Ready(), Announce(SLAM), *petit)
        allowed = discardable(hand, kings_allowed=setting.rules.kings_in_discard)
        return tuple(map(DiscardCard, cards_in(allowed)))

    def apply(self, action: Action) -> "Preparation":
        """The preparation after an action.

        Raises:
            IllegalAction: `action_not_now`, `no_such_dog`, `announcement_not_allowed`, or what `check_call`
                and `check_discard` refuse.
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
            left = replace(self, hands=hands, discard=self.discard | bit)
            done = left.discard.bit_count() == self.setting.row.dog_size
        else:
            left = replace(self, hands=hands, second_discard=self.second_discard | bit)
            done = left.second_discard.bit_count() == self.setting.row.dog_size
        return _advance(left) if done else left

    def _announce(self, action: Announce) -> "Preparation":
        if action not in self.legal_actions():
            message = f"announcement {shown(action.name)} is none of these rules"
            raise IllegalAction("announcement_not_allowed", message, field="name", name=action.name)
        return replace(self, announced=action.name, task=Task.PLAY)


def prepare(setting: Setting, taker: int, bid: Bid, runner_up: int | None) -> Preparation:
    """What follows an auction.

    The second dog goes to the next lower bidder or, where there is none, to the player on the taker's left.

    Source:
        Document 000, at ten and sixteen players: docs/rules/en/tarot-10.md.
    """
    left = (taker - 1) % setting.row.player_count
    second = left if runner_up is None else runner_up
    first = Preparation(setting, taker, bid, second, setting.dealt_hands())
    return first if _needs_call(first, after_dog=False) else _after_first_call(first)


def _advance(done: Preparation) -> Preparation:
    """The next task, once the task of a preparation is done."""
    if done.task is Task.CALL:
        if _needs_call(done, after_dog=done.setting.rules.calls_after_dog):
            return done
        return _discard_or_declare(done) if done.setting.rules.calls_after_dog else _after_first_call(done)
    if done.task is Task.CHOOSE:
        return _take_dog(done)
    if done.task is Task.DISCARD and done.setting.row.dog_count > 1:
        other = done.setting.dog(1 - done.dog)
        hands = _with_hand(done.hands, done.second, done.hands[done.second] | other)
        return replace(done, hands=hands, task=Task.SECOND_DISCARD)
    return replace(done, task=Task.DECLARE)


def _needs_call(state: Preparation, *, after_dog: bool) -> bool:
    wanted = state.setting.row.call_count
    return len(state.called) < wanted and state.setting.rules.calls_after_dog == after_dog


def _after_first_call(done: Preparation) -> Preparation:
    if done.setting.row.dog_count > 1:
        return replace(done, task=Task.CHOOSE)
    return _take_dog(done)


def _take_dog(done: Preparation) -> Preparation:
    """The dog goes to the taker's hand if the bid says so; a call that waits for it comes next."""
    if done.bid.takes_dog:
        dog = done.setting.dog(done.dog)
        done = replace(done, hands=_with_hand(done.hands, done.taker, done.hands[done.taker] | dog))
    if _needs_call(done, after_dog=True):
        return replace(done, task=Task.CALL)
    return _discard_or_declare(done)


def _discard_or_declare(done: Preparation) -> Preparation:
    discards = done.bid.takes_dog and done.setting.row.dog_size
    return replace(done, task=Task.DISCARD if discards else Task.DECLARE)


def _with_hand(hands: tuple[int, ...], seat: int, cards: int) -> tuple[int, ...]:
    return (*hands[:seat], cards, *hands[seat + 1 :])
