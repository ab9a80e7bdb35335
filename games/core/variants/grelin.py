"""Grelin, 3 to 8 players: rows grow card by card on the table; be the first without cards.

Source:
    Document 004 (Daynes and Sarian), "Le Grelin"; points that it leaves open: docs/rules/en/grelin.md.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple, Self

from games.core.actions import Action, Announce, Pass, PlayCard
from games.core.cards import (
    CARD_COUNT,
    EXCUSE,
    KING,
    PETIT,
    SUITS,
    Card,
    format_card,
    rank_of,
    suit_of,
    trump_number,
)
from games.core.decks import ONE_PACK
from games.core.errors import IllegalAction, ImpossibleOutcome, InvalidRules
from games.core.layouts import Layout
from games.core.play import PlayedTrick, TrickMoment
from games.core.rules import RuleSet
from games.core.variants.recorded import RecordedState, SlipVariant, Start, changed, not_now
from games.core.variants.slip_values import check_keys, check_number_range, check_seat_count, read_counts

WINNER_POINTS = -4
"""Points of the winner, beside the tokens."""
_AGAIN_COUNT = len(SUITS) + 1
"""Number of cards that oblige to play again: the aces and the Petit."""
SUIT_OPENERS = (7, 10)
"""Ranks that open the row of a suit."""
TRUMP_OPENERS = (9, 13)
"""Numbers that open the row of trumps. A row then grows by neighbours only."""
TRUMP_ROW = len(SUITS)
"""Place of the trumps among the rows, after the four suits."""
CARTE = "carte"
"""Announcement of a player with one card left."""
ACE = 1


@dataclass(frozen=True, slots=True)
class GrelinOutcome:
    """Tokens and remaining cards of each seat. The values are unchecked: see `check_grelin`."""

    tokens: tuple[int, ...]
    """Forced passes ("Grelin") of each seat, in seat order."""
    cards_left: tuple[int, ...]
    """Cards left to each seat, in seat order; 0 for the winner alone."""

    def to_json(self) -> dict[str, object]:
        """Return the facts as plain JSON values."""
        return {"tokens": list(self.tokens), "cards_left": list(self.cards_left)}

    def scores(self) -> tuple[int, ...]:
        """Return a point for each token and each card left, and 4 less for the winner. The lowest wins."""
        return tuple(
            tokens + (card_count or WINNER_POINTS)
            for tokens, card_count in zip(self.tokens, self.cards_left, strict=True)
        )


def check_grelin(outcome: GrelinOutcome, sizes: tuple[int, ...]) -> None:
    """Refuse an outcome that no deal can have.

    Between two cards each seat passes at most once and one does not pass at all. The seats' turns differ by
    one at most, and a turn has one card or token more for each ace and for the Petit.

    Args:
        sizes: cards dealt to each seat, in seat order.

    Raises:
        ImpossibleOutcome: `seat_count`, `cards_left_out_of_range`, `one_winner`, `tokens_out_of_range`,
            `tokens_sum`, `turns_uneven`.
    """
    player_count = len(sizes)
    check_seat_count("tokens", outcome.tokens, player_count)
    check_seat_count("cards_left", outcome.cards_left, player_count)
    for card_count, size in zip(outcome.cards_left, sizes, strict=True):
        check_number_range("cards_left_out_of_range", "cards_left", card_count, 0, size)
    winners = outcome.cards_left.count(0)
    if winners != 1:
        message = f"cards_left 0 for {winners} seats, expected 1"
        raise ImpossibleOutcome("one_winner", message, field="cards_left", count=winners)
    played_count = CARD_COUNT - sum(outcome.cards_left)
    for tokens in outcome.tokens:
        check_number_range("tokens_out_of_range", "tokens", tokens, 0, played_count)
    # After each card, all other seats may have to pass before the next one.
    most = (player_count - 1) * played_count
    if sum(outcome.tokens) > most:
        message = f"tokens sum to {sum(outcome.tokens)}, more than {most} for {played_count} cards played"
        raise ImpossibleOutcome(
            "tokens_sum", message, field="tokens", total=sum(outcome.tokens), most=most, played=played_count
        )
    _check_turns(outcome, sizes)


def _check_turns(outcome: GrelinOutcome, sizes: tuple[int, ...]) -> None:
    acts = [
        size - card_count + tokens
        for size, card_count, tokens in zip(sizes, outcome.cards_left, outcome.tokens, strict=True)
    ]
    if max(acts) - min(acts) > 1 + _AGAIN_COUNT:
        message = f"cards and tokens {min(acts)} of one seat, {max(acts)} of another: too uneven"
        raise ImpossibleOutcome("turns_uneven", message, field="tokens", least=min(acts), most=max(acts))


class Grelin(SlipVariant):
    """Grelin for one number of players.

    If the cards do not divide evenly, the first seats have a card more.
    """

    deck = ONE_PACK
    pile_names = ()
    options = ()
    lowest_wins: ClassVar[bool] = True
    has_tricks: ClassVar[bool] = False
    least_score: ClassVar[int | None] = WINNER_POINTS

    def __init__(self, player_count: int) -> None:
        self.name = f"grelin-{player_count}"
        self.player_count = player_count

    def hand_sizes(self, rules: RuleSet) -> tuple[int, ...]:
        cards_each, extra_cards = divmod(CARD_COUNT, self.player_count)
        return tuple(cards_each + (seat < extra_cards) for seat in range(self.player_count))

    def pile_sizes(self, rules: RuleSet) -> tuple[int, ...]:
        return ()

    def start(self, layout: Layout, *, dealer: int = 0, rules: RuleSet | None = None) -> "GrelinState":
        agreed_rules = rules or RuleSet()
        self.check_start(layout, dealer, agreed_rules)
        start = Start(self, layout, dealer, agreed_rules)
        return GrelinState(
            start, layout.hands, turn=(dealer + 1) % self.player_count, tokens=(0,) * self.player_count
        )

    def playable_cards(self, moment: TrickMoment) -> tuple[Card, ...]:
        raise InvalidRules("no_tricks", f"no tricks in {self.name}", field="game", game=self.name)

    def read_outcome(self, values: Mapping[str, object], rules: RuleSet | None = None) -> GrelinOutcome:
        check_keys(values, ("tokens", "cards_left"))
        outcome = GrelinOutcome(
            tokens=read_counts(values, "tokens", self.player_count),
            cards_left=read_counts(values, "cards_left", self.player_count),
        )
        check_grelin(outcome, self.hand_sizes(rules or RuleSet()))
        return outcome


class LaidRow(NamedTuple):
    """Cards of a row besides the ace of a suit: all numbers from the lowest to the highest."""

    low: int
    high: int


Rows = tuple[LaidRow | None, ...]
NO_ROWS: Rows = (None,) * (TRUMP_ROW + 1)
"""Rows of the four suits, then of the trumps; None until a row is open."""


def is_playable(rows: Rows, card: Card) -> bool:
    """Return whether a card may be laid: the Excuse always, else one that opens or continues its row."""
    if card == EXCUSE:
        return True
    place, number = _place_of(card)
    row = rows[place]
    if row is None:
        return number in (TRUMP_OPENERS if place == TRUMP_ROW else SUIT_OPENERS)
    # An ace goes below the 2 or above the king, and does not continue the row.
    if place != TRUMP_ROW and number == ACE:
        return row.low == ACE + 1 or row.high == KING
    return number in (row.low - 1, row.high + 1)


def rows_with(rows: Rows, card: Card) -> Rows:
    """Return the rows after a card is laid. The Excuse and the aces of the suits change none."""
    if card == EXCUSE or rank_of(card) == ACE:
        return rows
    place, number = _place_of(card)
    row = rows[place] or LaidRow(number, number)
    return changed(rows, place, LaidRow(min(row.low, number), max(row.high, number)))


@dataclass(frozen=True, slots=True, kw_only=True)
class GrelinState(RecordedState):
    """State of a deal of Grelin."""

    turn: int
    """Seat whose turn it is."""
    tokens: tuple[int, ...]
    """Forced passes of each seat."""
    rows: Rows = NO_ROWS
    played: tuple[Card, ...] = ()
    caller: int | None = None
    """Seat with one card left that has not announced it yet."""

    @property
    def to_act(self) -> int | None:
        if not all(self.hands):
            return None
        return self.turn if self.caller is None else self.caller

    def legal_actions(self) -> tuple[Action, ...]:
        seat = self.to_act
        if seat is None:
            return ()
        if self.caller is not None:
            return (Announce(CARTE),)
        cards = tuple(PlayCard(card) for card in sorted(self.hands[seat]) if self.is_playable(card))
        return cards or (Pass(),)

    def is_playable(self, card: Card) -> bool:
        """Return whether a card may be laid in this state."""
        return is_playable(self.rows, card)

    def _state_after(self, seat: int, action: Action) -> Self:
        """Return the state after a card, a pass or an announcement.

        Legal are a card that opens or continues a row, the Excuse, and a pass with no playable card.

        Raises:
            IllegalAction: `carte_unsaid`, `card_not_held`, `card_not_playable`, `must_play`.
        """
        if self.caller is not None:
            if action != Announce(CARTE):
                raise IllegalAction("carte_unsaid", f"seat {seat} has one card left and has not said so")
            return replace(self, caller=None)
        if isinstance(action, Pass):
            return self._pass_turn(seat)
        if not isinstance(action, PlayCard):
            raise not_now(action)
        return self._lay(seat, action.card)

    def _pass_turn(self, seat: int) -> Self:
        card = next(filter(self.is_playable, sorted(self.hands[seat])), None)
        if card is not None:
            text = format_card(card)
            raise IllegalAction("must_play", f"pass of seat {seat}, which can play {text}", card=text)
        return replace(
            self, turn=self._next_to(seat), tokens=changed(self.tokens, seat, self.tokens[seat] + 1)
        )

    def _lay(self, seat: int, card: Card) -> Self:
        hands = self._hands_without(seat, card)
        if not self.is_playable(card):
            text = format_card(card)
            message = f"{text} neither opens a row nor continues one"
            raise IllegalAction("card_not_playable", message, card=text)
        return replace(
            self,
            hands=hands,
            rows=rows_with(self.rows, card),
            played=(*self.played, card),
            caller=seat if len(hands[seat]) == 1 else None,
            # An ace or the Petit obliges the player to play again.
            turn=seat if card == PETIT or rank_of(card) == ACE else self._next_to(seat),
        )

    def _next_to(self, seat: int) -> int:
        return (seat + 1) % self.player_count

    def tricks(self) -> tuple[PlayedTrick, ...]:
        return ()

    def _exposed_piles(self, seat: int) -> tuple[tuple[str, frozenset[Card]], ...]:
        """Return the cards on the table."""
        return (("table", frozenset(self.played)),)

    def outcome_so_far(self) -> GrelinOutcome:
        return GrelinOutcome(self.tokens, tuple(map(len, self.hands)))

    def piles(self) -> tuple[tuple[Card, ...], ...]:
        return (*map(tuple, self.hands), self.played)


def _place_of(card: Card) -> tuple[int, int]:
    """Return the row of a card other than the Excuse, and its number there."""
    suit = suit_of(card)
    return (TRUMP_ROW, trump_number(card) or 0) if suit is None else (suit, rank_of(card) or 0)


GRELIN = tuple(Grelin(player_count) for player_count in range(3, 9))
"""One game for each number of players."""
