"""What was played, as a page shows it: what came before the cards, then the tricks."""

from dataclasses import dataclass

from games.core.actions import CallCard, DiscardCard, MakeBid, Pass, PlayCard, PlayWorth, ShowHandful
from games.core.cards import Card
from games.core.exchange.deals import replay_deal
from games.core.notation import FRENCH, format_styled_card, format_styled_hand, parse_played_deal


@dataclass(frozen=True, slots=True)
class TrickShown:
    """A trick of a play."""

    number: int
    cards: tuple[tuple[int, str], ...]
    """Seat and card, in the order played."""
    winner: int | None
    """Seat; None for a trick that was not finished."""


@dataclass(frozen=True, slots=True)
class PlayShown:
    """A whole play or the beginning of one."""

    contract: tuple[int, str] | None
    """Seat and bid that came with the deal."""
    bids: tuple[tuple[int, str], ...]
    """Seat and the bid's stored name, "pass" for none, in order."""
    discard: str
    """Cards that the taker put aside, "" for none."""
    shown: tuple[tuple[int, str], ...]
    """Seat and the trumps of a handful, or the card called."""
    tricks: tuple[TrickShown, ...]
    is_over: bool


def show_play(text: str) -> PlayShown:
    """What a stored text says, replayed. No query."""
    deal = parse_played_deal(text)
    state = replay_deal(deal)
    actions = deal.steps
    played = [(seat, action.card) for seat, action in actions if isinstance(action, (PlayCard, PlayWorth))]
    discarded = [action.card for _seat, action in actions if isinstance(action, DiscardCard)]
    return PlayShown(
        contract=deal.contract,
        bids=tuple(
            (seat, action.name if isinstance(action, MakeBid) else "pass")
            for seat, action in actions
            if isinstance(action, (MakeBid, Pass))
        ),
        discard=format_styled_hand(discarded, FRENCH),
        shown=tuple(
            (seat, format_styled_hand(action.cards, FRENCH))
            for seat, action in actions
            if isinstance(action, ShowHandful)
        )
        + tuple((seat, _card(action.card)) for seat, action in actions if isinstance(action, CallCard)),
        tricks=_tricks(played, [trick.winner for trick in state.tricks()], len(deal.layout.hands)),
        is_over=state.is_over,
    )


def _tricks(played: list[tuple[int, Card]], winners: list[int | None], size: int) -> tuple[TrickShown, ...]:
    """The cards cut into tricks; the last one may be short and have no winner."""
    starts = range(0, len(played), size)
    return tuple(
        TrickShown(
            number=number,
            cards=tuple((seat, _card(card)) for seat, card in played[start : start + size]),
            winner=winners[number - 1] if number <= len(winners) else None,
        )
        for number, start in enumerate(starts, 1)
    )


def _card(card: Card) -> str:
    return format_styled_card(card, FRENCH)
