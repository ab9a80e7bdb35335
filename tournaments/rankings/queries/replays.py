"""A recorded play after each of its cards: hands, trick on the table, tricks won."""

from dataclasses import dataclass

from games.core.actions import DiscardCard, PlayCard, PlayWorth
from games.core.cards import Card
from games.core.exchange.deals import replay_from, start_of
from games.core.notation import PlayedDeal, parse_played_deal
from games.core.play import State
from games.core.variants.grelin import GrelinState
from games.core.variants.tarot.setting import DUMMY
from games.core.variants.tarot.state import TarotState
from games.core.variants.tarot.views import find_dummy_steps


@dataclass(frozen=True, slots=True)
class ReplayMoment:
    """The state of a play after a number of cards."""

    card_count: int
    """Number of cards in the record."""
    played: int
    """Number of cards played so far, 0 to `card_count`."""
    hands: tuple[frozenset[Card], ...]
    """hands[seat]: cards in hand; the taker's after the discard. A dummy has one more seat, the last."""
    discard: tuple[Card, ...]
    trick: tuple[tuple[int, Card], ...]
    """Seat and card, in the order played: the trick under way, or the one that just ended."""
    winner: int | None
    """Seat that won the trick on the table; None while it is under way."""
    won: tuple[int, ...]
    """won[seat]: number of tricks won so far."""
    laid: frozenset[Card] = frozenset()
    """Cards in rows on the table, in a game without tricks; `trick` is then the last of them."""
    tokens: tuple[int, ...] = ()
    """tokens[seat] in a game without tricks."""
    has_dummy: bool = False
    """True if the last seat is the dummy's."""
    face_up: tuple[frozenset[Card], ...] = ()
    """face_up[seat]: cards that the seat plays from the table, at the découverte; empty sets elsewhere."""

    @property
    def seat_count(self) -> int:
        return len(self.hands)

    @property
    def has_tricks(self) -> bool:
        return not self.tokens

    @property
    def trick_number(self) -> int:
        """Number of the trick on the table, from 1; 0 before the first card."""
        # the division rounds up
        return -(-self.played // self.seat_count)

    @property
    def previous(self) -> int:
        """Number of cards at the moment one card earlier."""
        return max(self.played - 1, 0)

    @property
    def next(self) -> int:
        """Number of cards at the moment one card later."""
        return min(self.played + 1, self.card_count)

    @property
    def previous_trick(self) -> int:
        """Number of cards at the end of the previous trick."""
        return max(self.trick_number - 1, 0) * self.seat_count

    @property
    def next_trick(self) -> int:
        """Number of cards at the end of this trick, or of the next one if this one has ended."""
        return min((self.played // self.seat_count + 1) * self.seat_count, self.card_count)


def can_replay(state: State) -> bool:
    """Return whether a play can be replayed: it is finished, and cards were played."""
    return state.is_over and (bool(state.tricks()) or not state.variant.has_tricks)


def find_replay_moment(text: str, requested_count: int) -> ReplayMoment:
    """Return a stored play after `requested_count` cards, or after its last recorded card. No query."""
    deal = parse_played_deal(text)
    total = sum(isinstance(action, (PlayCard, PlayWorth)) for _seat, action in deal.steps)
    card_count = min(requested_count, total)
    state = _state_after(deal, card_count)
    cards = _cards_played(state)
    if isinstance(state, GrelinState):
        return ReplayMoment(
            card_count=total,
            played=card_count,
            hands=state.hands,
            discard=(),
            trick=cards[-1:],
            winner=None,
            won=(0,) * len(state.hands),
            laid=frozenset(state.played),
            tokens=state.tokens,
        )
    exposed = dict(state.view(0).exposed)
    dummy = [exposed["dummy"]] if "dummy" in exposed else []
    hands = (*(state.view(seat).hand for seat in range(state.variant.player_count)), *dummy)
    seat_count = len(hands)
    winners = [trick.winner for trick in state.tricks()][: card_count // seat_count]
    # a trick stays on the table until the next card is played
    start = max(card_count - 1, 0) // seat_count * seat_count
    is_ended = card_count > 0 and card_count % seat_count == 0
    return ReplayMoment(
        card_count=total,
        played=card_count,
        hands=hands,
        discard=tuple(action.card for _seat, action in deal.steps if isinstance(action, DiscardCard)),
        trick=cards[start:],
        winner=winners[-1] if is_ended and winners else None,
        won=tuple(winners.count(seat) for seat in range(seat_count)),
        has_dummy=bool(dummy),
        face_up=tuple(exposed.get(f"up {seat}", frozenset()) for seat in range(seat_count)),
    )


def _cards_played(state: State) -> tuple[tuple[int, Card], ...]:
    """Return the cards played so far with the seat of each. Those of a dummy have its own seat."""
    dummy_steps = find_dummy_steps(state.steps, state.phase) if isinstance(state, TarotState) else ()
    return tuple(
        (DUMMY if number in dummy_steps else seat, action.card)
        for number, (seat, action) in enumerate(state.steps)
        if isinstance(action, (PlayCard, PlayWorth))
    )


def _state_after(deal: PlayedDeal, target_count: int) -> State:
    """Return the state after `target_count` cards and all other actions before the next card."""
    state, count = start_of(deal), 0
    for next_state, (_seat, action) in zip(replay_from(state, deal), deal.steps, strict=True):
        if isinstance(action, (PlayCard, PlayWorth)):
            if count == target_count:
                break
            count += 1
        state = next_state
    return state
