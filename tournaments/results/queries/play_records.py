"""A recorded play in the form of its page: the bidding and discard, then the tricks."""

from dataclasses import dataclass

from games.core.actions import CallCard, DiscardCard, MakeBid, Pass, PlayCard, PlayWorth, ShowHandful
from games.core.cards import Card
from games.core.exchange.deals import replay_deal
from games.core.notation import FRENCH, format_styled_card, format_styled_hand, parse_played_deal


@dataclass(frozen=True, slots=True)
class TrickShown:
    number: int
    cards: tuple[tuple[int, str], ...]
    """Seat and card, in the order played."""
    winner: int | None
    """Seat of the winner; None for an unfinished trick."""


@dataclass(frozen=True, slots=True)
class PlayShown:
    """A complete play or the beginning of one."""

    contract: tuple[int, str] | None
    """Seat and bid that are imposed with the deal."""
    bids: tuple[tuple[int, str], ...]
    """Seat and stored name of each bid in order, "pass" for a pass."""
    discard: str
    """Cards that the taker discarded, "" for none."""
    shown: tuple[tuple[int, str], ...]
    """Seat and the trumps of a handful, or the called card."""
    tricks: tuple[TrickShown, ...]
    is_over: bool


def show_play(text: str) -> PlayShown:
    """Replay a stored text and return the play. No query."""
    deal = parse_played_deal(text)
    state = replay_deal(deal)
    actions = deal.steps
    cards = [(seat, action.card) for seat, action in actions if isinstance(action, (PlayCard, PlayWorth))]
    discard = [action.card for _seat, action in actions if isinstance(action, DiscardCard)]
    return PlayShown(
        contract=deal.contract,
        bids=tuple(
            (seat, action.name if isinstance(action, MakeBid) else "pass")
            for seat, action in actions
            if isinstance(action, (MakeBid, Pass))
        ),
        discard=format_styled_hand(discard, FRENCH),
        shown=tuple(
            (seat, format_styled_hand(action.cards, FRENCH))
            for seat, action in actions
            if isinstance(action, ShowHandful)
        )
        + tuple((seat, _card(action.card)) for seat, action in actions if isinstance(action, CallCard)),
        tricks=_tricks(cards, [trick.winner for trick in state.tricks()], len(deal.layout.hands)),
        is_over=state.is_over,
    )


def _tricks(cards: list[tuple[int, Card]], winners: list[int | None], size: int) -> tuple[TrickShown, ...]:
    """Split the cards into tricks. The last trick may be short and have no winner."""
    # each player plays one card to a trick
    starts = range(0, len(cards), size)
    return tuple(
        TrickShown(
            number=number,
            cards=tuple((seat, _card(card)) for seat, card in cards[start : start + size]),
            winner=winners[number - 1] if number <= len(winners) else None,
        )
        for number, start in enumerate(starts, 1)
    )


def _card(card: Card) -> str:
    return format_styled_card(card, FRENCH)
