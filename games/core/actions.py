"""Actions that a seat can take at a table, as small values with a compact text.

An action does not contain its seat: the state knows whose turn it is. The text of a card play is the card
itself ("HR"). The text of any other action is a word, with details after a colon ("discard:S2", "bet:3",
"pass").
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from games.core.cards import Card, format_card, parse_card, sort_hand
from games.core.errors import InvalidAction, InvalidCard, quote_value


class Action:
    """An action of one seat at its turn."""

    __slots__ = ()
    word: ClassVar[str]
    """Word that begins the text of the action."""

    @property
    def detail(self) -> str:
        """The text after the colon; "" for an action that needs no details."""
        return ""


@dataclass(frozen=True, slots=True)
class PlayCard(Action):
    """Play a card to the trick or to the table."""

    word: ClassVar[str] = "play"
    card: Card

    @property
    def detail(self) -> str:
        return format_card(self.card)


@dataclass(frozen=True, slots=True)
class PlayWorth(Action):
    """Play a card and choose how high it counts, where the rules allow it (the Excuse in Contrat)."""

    word: ClassVar[str] = "worth"
    card: Card
    value: int

    @property
    def detail(self) -> str:
        return f"{format_card(self.card)}={self.value}"


@dataclass(frozen=True, slots=True)
class DiscardCard(Action):
    """Put one card of the hand in the discard."""

    word: ClassVar[str] = "discard"
    card: Card

    @property
    def detail(self) -> str:
        return format_card(self.card)


@dataclass(frozen=True, slots=True)
class GiveCard(Action):
    """Give one card of the hand to another player, in the exchange of the game."""

    word: ClassVar[str] = "give"
    card: Card

    @property
    def detail(self) -> str:
        return format_card(self.card)


@dataclass(frozen=True, slots=True)
class CallCard(Action):
    """Call the holder of a card as partner. The card is a face, 0 to 77, also with two packs."""

    word: ClassVar[str] = "call"
    card: Card

    @property
    def detail(self) -> str:
        return format_card(self.card)


@dataclass(frozen=True, slots=True)
class ShowHandful(Action):
    """Show trumps before one's first card (the Excuse may stand in for one). Their number is the level."""

    word: ClassVar[str] = "show"
    cards: frozenset[Card]

    @property
    def detail(self) -> str:
        return ".".join(format_card(card) for card in sort_hand(self.cards))


@dataclass(frozen=True, slots=True)
class MakeBid(Action):
    """Bid in the auction, by the stored name of the bid ("garde")."""

    word: ClassVar[str] = "bid"
    name: str

    @property
    def detail(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Announce(Action):
    """Make an announcement before the play or before one's first card, by its stored name ("slam")."""

    word: ClassVar[str] = "announce"
    name: str

    @property
    def detail(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Choose(Action):
    """Choose one of the numbered items that the rules offer (which dog, from 0; the terms of a deal)."""

    word: ClassVar[str] = "choose"
    number: int

    @property
    def detail(self) -> str:
        return str(self.number)


@dataclass(frozen=True, slots=True)
class Bet(Action):
    """Announce the number of tricks that one will make."""

    word: ClassVar[str] = "bet"
    tricks: int

    @property
    def detail(self) -> str:
        return str(self.tricks)


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Pass in the auction, or pass a turn where the rules allow or force it."""

    word: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """Draw the next card of the stock."""

    word: ClassVar[str] = "draw"


@dataclass(frozen=True, slots=True)
class Ready(Action):
    """End the preparations ("Jouez !"), with nothing more to announce."""

    word: ClassVar[str] = "ready"


@dataclass(frozen=True, slots=True)
class Hidden(Action):
    """Stand-in for an action that was done face down. It appears only in views and is never legal."""

    word: ClassVar[str] = "hidden"
    kind: str
    """Word of the hidden action."""

    @property
    def detail(self) -> str:
        return self.kind


def format_action(action: Action) -> str:
    """The text of an action, without spaces."""
    if isinstance(action, PlayCard):
        return action.detail
    return f"{action.word}:{action.detail}" if action.detail else action.word


@lru_cache(maxsize=1024)  # a table is played again from its log at each action
def parse_action(text: str) -> Action:
    """Return the action of a text that `format_action` wrote.

    Raises:
        InvalidAction: `action_text`, for a text that describes no action.
    """
    word, colon, detail = text.partition(":")
    reader = _READERS.get(word)
    if reader is not None:
        try:
            action = reader(detail)
        except (InvalidCard, ValueError):
            raise _unreadable(text) from None
        # several texts can read as one action ("bet:03"), only the one that is written counts
        if format_action(action) == text:
            return action
    # a card play is the only action without its word
    elif not colon:
        try:
            return PlayCard(parse_card(text))
        except InvalidCard:
            raise _unreadable(text) from None
    raise _unreadable(text)


def _unreadable(text: str) -> InvalidAction:
    return InvalidAction("action_text", f"action text {quote_value(text)} describes no action", text=text)


def _read_worth(detail: str) -> PlayWorth:
    card, _, value = detail.partition("=")
    return PlayWorth(parse_card(card), int(value))


def _read_handful(detail: str) -> ShowHandful:
    return ShowHandful(frozenset(parse_card(card) for card in detail.split(".")))


_READERS: dict[str, Callable[[str], Action]] = {
    PlayWorth.word: _read_worth,
    DiscardCard.word: lambda detail: DiscardCard(parse_card(detail)),
    GiveCard.word: lambda detail: GiveCard(parse_card(detail)),
    CallCard.word: lambda detail: CallCard(parse_card(detail)),
    ShowHandful.word: _read_handful,
    MakeBid.word: MakeBid,
    Announce.word: Announce,
    Choose.word: lambda detail: Choose(int(detail)),
    Bet.word: lambda detail: Bet(int(detail)),
    Pass.word: lambda _detail: Pass(),
    Draw.word: lambda _detail: Draw(),
    Ready.word: lambda _detail: Ready(),
    Hidden.word: Hidden,
}
