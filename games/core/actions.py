"""Everything that a person can do at a table, as small values with a compact text.

An action does not say who does it: the state says whose turn it is. Its text is the card itself for a play
("HR"), and a word with its details after a colon for the rest ("discard:S2", "bet:3", "pass").
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from games.core.cards import Card, format_card, parse_card, sort_hand
from games.core.errors import InvalidAction, InvalidCard, shown


class Action:
    """What one seat does at its turn."""

    __slots__ = ()
    word: ClassVar[str]
    """The word that begins its text."""

    @property
    def detail(self) -> str:
        """The rest of its text; "" for an action that says all by its word."""
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
    """Play a card and say how high it counts, where its player may choose (the Excuse in Contrat)."""

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
    """Give one card of the hand to another player, as the exchange of the game says."""

    word: ClassVar[str] = "give"
    card: Card

    @property
    def detail(self) -> str:
        return format_card(self.card)


@dataclass(frozen=True, slots=True)
class CallCard(Action):
    """Call the holder of a card as partner; the card is a face, 0 to 77, whatever the number of packs."""

    word: ClassVar[str] = "call"
    card: Card

    @property
    def detail(self) -> str:
        return format_card(self.card)


@dataclass(frozen=True, slots=True)
class ShowHandful(Action):
    """Show trumps (the Excuse may stand in for one) before one's first card; their number is the level."""

    word: ClassVar[str] = "show"
    cards: frozenset[Card]

    @property
    def detail(self) -> str:
        return ".".join(format_card(card) for card in sort_hand(self.cards))


@dataclass(frozen=True, slots=True)
class MakeBid(Action):
    """Undertake something in the auction, by its stored name ("garde")."""

    word: ClassVar[str] = "bid"
    name: str

    @property
    def detail(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Announce(Action):
    """Announce something before the play or before one's first card, by its stored name ("slam")."""

    word: ClassVar[str] = "announce"
    name: str

    @property
    def detail(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Choose(Action):
    """Choose among numbered things that the rules offer (which dog, from 0; the terms of a deal)."""

    word: ClassVar[str] = "choose"
    number: int

    @property
    def detail(self) -> str:
        return str(self.number)


@dataclass(frozen=True, slots=True)
class Bet(Action):
    """Say how many tricks one will make."""

    word: ClassVar[str] = "bet"
    tricks: int

    @property
    def detail(self) -> str:
        return str(self.tricks)


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Pass in the auction, or pass a turn that the rules let or make one pass."""

    word: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """Draw the next card of the stock."""

    word: ClassVar[str] = "draw"


@dataclass(frozen=True, slots=True)
class Ready(Action):
    """Say that preparations are over ("Jouez !"), with nothing more to announce."""

    word: ClassVar[str] = "ready"


@dataclass(frozen=True, slots=True)
class Hidden(Action):
    """What the others see of an action done face down; only ever in a view, never legal."""

    word: ClassVar[str] = "hidden"
    kind: str
    """The word of the action that took place."""

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
    """The action of a text written by `format_action`.

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
        if format_action(action) == text:
            return action
    elif not colon:
        try:
            return PlayCard(parse_card(text))
        except InvalidCard:
            raise _unreadable(text) from None
    raise _unreadable(text)


def _unreadable(text: str) -> InvalidAction:
    return InvalidAction("action_text", f"action text {shown(text)} describes no action", text=text)


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
