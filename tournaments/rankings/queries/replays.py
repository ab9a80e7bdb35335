"""A recorded play at any of its cards: who holds what, what lies on the table, who won the tricks."""

from dataclasses import dataclass

from games.core.actions import DiscardCard, PlayCard, PlayWorth
from games.core.cards import Card
from games.core.exchange.deals import replay_from, start_of
from games.core.notation import PlayedDeal, parse_played_deal
from games.core.play import State


@dataclass(frozen=True, slots=True)
class ReplayMoment:
    """A play after so many cards."""

    card_count: int
    """Cards played in all, as far as the play is recorded."""
    played: int
    """Cards played at this moment, 0 to `card_count`."""
    hands: tuple[frozenset[Card], ...]
    """hands[seat]: the cards still held, the taker's after his discard."""
    discard: tuple[Card, ...]
    trick: tuple[tuple[int, Card], ...]
    """Seat and card, in the order played: the trick under way, or the one that just ended."""
    winner: int | None
    """Seat that won the trick shown; None while it is under way."""
    won: tuple[int, ...]
    """won[seat]: tricks won so far."""

    @property
    def seat_count(self) -> int:
        return len(self.hands)

    @property
    def trick_number(self) -> int:
        """Of the trick shown, from 1; 0 before the first card."""
        return -(-self.played // self.seat_count)

    @property
    def previous(self) -> int:
        """The moment one card before."""
        return max(self.played - 1, 0)

    @property
    def next(self) -> int:
        """The moment one card later."""
        return min(self.played + 1, self.card_count)

    @property
    def previous_trick(self) -> int:
        """The moment at which the trick before ended."""
        return max(self.trick_number - 1, 0) * self.seat_count

    @property
    def next_trick(self) -> int:
        """The moment at which this trick ends, or the next one for a trick that has ended."""
        return min((self.played // self.seat_count + 1) * self.seat_count, self.card_count)


def can_replay(state: State) -> bool:
    """Whether a play can be shown card by card: finished, in tricks with a card of each seat."""
    tricks = state.tricks()
    return (
        state.is_over
        and bool(tricks)
        and all(len(trick.cards) == state.variant.player_count for trick in tricks)
    )


def moment_of(text: str, played: int) -> ReplayMoment:
    """A stored play after `played` cards, or after the last one that is recorded. No query."""
    deal = parse_played_deal(text)
    cards = [(seat, action.card) for seat, action in deal.steps if isinstance(action, (PlayCard, PlayWorth))]
    shown = min(played, len(cards))
    state = _state_after(deal, shown)
    seat_count = len(deal.layout.hands)
    winners = [trick.winner for trick in state.tricks()][: shown // seat_count]
    start = max(shown - 1, 0) // seat_count * seat_count
    is_ended = shown > 0 and shown % seat_count == 0
    return ReplayMoment(
        card_count=len(cards),
        played=shown,
        hands=tuple(state.view(seat).hand for seat in range(seat_count)),
        discard=tuple(action.card for _seat, action in deal.steps if isinstance(action, DiscardCard)),
        trick=tuple(cards[start:shown]),
        winner=winners[-1] if is_ended and winners else None,
        won=tuple(winners.count(seat) for seat in range(seat_count)),
    )


def _state_after(deal: PlayedDeal, played: int) -> State:
    """The state once so many cards are played and everything before the next one is done."""
    state, count = start_of(deal), 0
    for after, (_seat, action) in zip(replay_from(state, deal), deal.steps, strict=True):
        if isinstance(action, (PlayCard, PlayWorth)):
            if count == played:
                break
            count += 1
        state = after
    return state
