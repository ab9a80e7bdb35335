"""View of a deal of Tarot from one seat."""

from collections.abc import Iterator
from functools import partial
from typing import TypeGuard

from games.core.actions import Action, Announce, DiscardCard, Hidden, PlayCard
from games.core.announcements import CODES
from games.core.auction import Auction
from games.core.cards import Card
from games.core.discards import must_be_shown
from games.core.play import NotPlayed, SeatAction
from games.core.tarot_rules import CODES_FOR_PARTNERS
from games.core.tricks import card_set, cards_in
from games.core.variant import Form
from games.core.variants.tarot.playing import Playing
from games.core.variants.tarot.preparation import Preparation, Task
from games.core.variants.tarot.reserve import reserve_of
from games.core.variants.tarot.setting import DUMMY, SECOND, Setting

Phase = Auction | Preparation | Playing | NotPlayed
Exposed = tuple[str, frozenset[Card]]


def preparation_of(phase: Phase) -> Preparation | None:
    """Return the preparation that a phase is or came from."""
    if isinstance(phase, Playing):
        return phase.preparation
    return phase if isinstance(phase, Preparation) else None


def own_hands(setting: Setting, phase: Phase) -> tuple[int, ...]:
    """Return the cards that each hand holds, without those on the table, as sets."""
    if isinstance(phase, Playing):
        if phase.reserve is not None and phase.reserve.visible:
            return tuple(
                hand & ~visible_cards
                for hand, visible_cards in zip(phase.hands, phase.reserve.visible, strict=True)
            )
        return phase.hands
    return phase.hands if isinstance(phase, Preparation) else setting.dealt_hands()


def seen_steps(
    seat: int, steps: tuple[SeatAction, ...], prepared: int, setting: Setting, *, is_over: bool
) -> tuple[SeatAction, ...]:
    """Return the steps as one seat saw them, with the face-down discards of other seats hidden.

    Coded announcements that only partners understand are hidden from the other teams until the deal is over.

    Args:
        prepared: number of steps before the play, in which no card is face down.
    """
    visible_steps = list(steps)
    if setting.rules.codes == CODES_FOR_PARTNERS and not is_over:
        partners = setting.row.team_members(seat)
        for place in range(prepared, len(steps)):
            actor, action = steps[place]
            if actor not in partners and is_code(action):
                visible_steps[place] = SeatAction(actor, Hidden(action.word))
    for place, (actor, action) in enumerate(steps[:prepared]):
        # A discarded trump or king is shown to all players, hence never hidden.
        if isinstance(action, DiscardCard) and actor != seat and not must_be_shown(action.card):
            visible_steps[place] = SeatAction(actor, Hidden(action.word))
    return tuple(visible_steps)


def is_code(action: Action) -> TypeGuard[Announce]:
    """Return whether an action is a coded announcement between partners."""
    return isinstance(action, Announce) and action.name in CODES


def find_dummy_steps(steps: tuple[SeatAction, ...], phase: Phase) -> frozenset[int]:
    """Return the places of the steps that played a card of the dummy; none in forms without a dummy."""
    if not isinstance(phase, Playing) or phase.preparation.setting.row.form is not Form.DUMMY:
        return frozenset()
    count = phase.preparation.setting.row.hand_count
    plays = (place for place, step in enumerate(steps) if isinstance(step.action, PlayCard))
    leaders = (*(leader for leader, _cards, _winner in phase.tricks), phase.leader)
    return frozenset(
        place for number, place in enumerate(plays) if (leaders[number // count] + number) % count == DUMMY
    )


def exposed_piles(setting: Setting, phase: Phase) -> tuple[Exposed, ...]:
    """Return the cards face up for all, by name: the shown dogs, the dummy, the cards of the table."""
    as_card_sets = partial(map, lambda pair: (pair[0], frozenset(cards_in(pair[1]))))
    table = (*_table(setting, phase), *_dealt_up(setting))
    return tuple(as_card_sets((*_dogs(setting, phase), *_dummy(setting, phase), *table)))


def _dogs(setting: Setting, phase: Phase) -> Iterator[tuple[str, int]]:
    """Yield the shown dogs: the taker's after it is taken in hand, then the second one."""
    state = preparation_of(phase)
    if state is not None:
        for name, number in zip(("dog", "second dog"), state.dogs_taken, strict=False):
            yield name, setting.dog(number)


def _dummy(setting: Setting, phase: Phase) -> Iterator[tuple[str, int]]:
    """Yield the dummy's hand, after the discard."""
    state = preparation_of(phase)
    if setting.row.form is Form.DUMMY and state is not None and state.task in (Task.DECLARE, Task.PLAY):
        yield "dummy", own_hands(setting, phase)[DUMMY]


def _table(setting: Setting, phase: Phase) -> Iterator[tuple[str, int]]:
    """Yield the cards face up on the table, at the découverte."""
    if setting.row.form is not Form.TABLE:
        return
    for seat in range(setting.row.player_count):
        if isinstance(phase, Playing) and phase.reserve is not None:
            yield f"up {seat}", phase.reserve.visible[seat] & phase.hands[seat]
        else:
            yield f"up {seat}", card_set(setting.layout.piles[SECOND + 2 * seat])


def _dealt_up(setting: Setting) -> Iterator[tuple[str, int]]:
    """Yield the cards that lay face up on the table from the start, played or not, at the découverte."""
    if setting.row.form is Form.TABLE:
        for seat in range(setting.row.player_count):
            yield f"dealt up {seat}", card_set(setting.layout.piles[SECOND + 2 * seat])


def all_piles(setting: Setting, phase: Phase) -> Iterator[tuple[Card, ...]]:
    """Yield every card of the deal, pile by pile."""
    for hand in own_hands(setting, phase):
        yield tuple(cards_in(hand))
    for _, table_cards in _table(setting, phase):
        yield tuple(cards_in(table_cards))
    state = preparation_of(phase)
    dogs_in_hand = state.dogs_taken if state is not None else ()
    for number in range(setting.row.dog_count if setting.row.dog_size else 0):
        if number not in dogs_in_hand:
            yield setting.layout.piles[number]
    if state is not None:
        yield tuple(cards_in(state.discard | state.second_discard))
    if isinstance(phase, Playing):
        yield phase.cards
        yield from (trick.cards for trick in phase.tricks)
    yield _unseen(setting, phase)


def _unseen(setting: Setting, phase: Phase) -> tuple[Card, ...]:
    """Return the stock, or the cards face down on the table."""
    reserve = phase.reserve if isinstance(phase, Playing) else reserve_of(setting)
    return reserve.hidden_cards() if reserve is not None else ()
