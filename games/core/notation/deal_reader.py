"""Reader of whole deals from text. Every fault has its line and column. The grammar is docs/notation.md."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from games.core.actions import Action, Hidden, parse_action
from games.core.cards import Card, format_card, parse_card
from games.core.errors import (
    GameError,
    IllegalAction,
    InvalidAction,
    InvalidDeal,
    InvalidRules,
    InvalidSeat,
    NotationError,
    quote_value,
)
from games.core.layouts import Layout
from games.core.notation.deal_writer import ALONE, END, IN_TURN
from games.core.notation.pile_reader import read_word_cards
from games.core.notation.played_deal import (
    FORMAT,
    MOST_PLAYERS,
    NAME,
    NOTE,
    PLAIN_RULES,
    VERSION,
    Check,
    PlayedDeal,
    read_option_value,
    seat_label,
    seat_of_label,
)
from games.core.notation.source import Word, decode, place_after, split_words
from games.core.rules import OptionValue, RuleSet


@dataclass(slots=True)
class DealReading:
    """Content of one deal read so far."""

    headings: dict[str, Word] = field(default_factory=dict)
    """Word that gives the value of a heading, by heading."""
    rules: RuleSet = PLAIN_RULES
    bid: str = ""
    """Bid of the contract, where it comes with the deal."""
    notes: dict[str, str] = field(default_factory=dict)
    hands: list[frozenset[Card]] = field(default_factory=list)
    labels: list[Word] = field(default_factory=list)
    """Seat label of each hand, as written."""
    piles: list[tuple[Card, ...]] = field(default_factory=list)
    places: dict[Card, Word] = field(default_factory=dict)
    """Word from which each card was read."""
    steps: list[tuple[int, Action]] = field(default_factory=list)
    step_words: list[Word] = field(default_factory=list)
    """Word of each step."""

    def read_line(self, words: list[Word]) -> None:
        """Read one line into the deal."""
        if words[0].text[-1] in (IN_TURN, ALONE):
            return self._read_actions(words)
        reader = _HEADINGS.get(words[0].text)
        if reader is None:
            raise words[0].fail("unknown_line", f"line begins with {quote_value(words[0].text)}")
        if self.steps:
            # Actions are read against the hands, so that hands cannot follow them.
            raise words[0].fail("heading_late", f"{words[0].text} after the first action")
        if len(words) == 1:
            raise words[0].fail("word_missing", f"{words[0].text} without a value")
        return reader(self, words)

    def finish(self, end: Word, check: Check | None) -> PlayedDeal:
        """Return the whole deal, at its last line."""
        for name in ("game", "dealer"):
            if name not in self.headings:
                raise end.fail("heading_missing", f"no {name} before {END!r}")
        self._check_hands(end)
        deal = PlayedDeal(
            self.headings["game"].text,
            Layout(tuple(self.hands), tuple(self.piles)),
            self._read_seat(self.headings["dealer"], self.headings["dealer"].text),
            tuple(self.steps),
            self.rules,
            self._contract(),
            tuple(sorted(self.notes.items())),
        )
        self._run_check(deal, check)
        return deal

    def read_name(self, words: list[Word]) -> None:
        refuse_more(words, 2)
        self._take_heading(words)
        _check_name(words[1], words[1].text)

    def read_dealer(self, words: list[Word]) -> None:
        refuse_more(words, 2)
        self._take_heading(words)

    def read_contract(self, words: list[Word]) -> None:
        refuse_more(words, 3)
        if len(words) < 3:
            raise words[-1].fail("word_missing", "contract without a taker and a bid")
        self._take_heading(words)
        _check_name(words[2], words[2].text)
        self.bid = words[2].text

    def _contract(self) -> tuple[int, str] | None:
        if "contract" not in self.headings:
            return None
        word = self.headings["contract"]
        return self._read_seat(word, word.text), self.bid

    def read_rules(self, words: list[Word]) -> None:
        self._take_heading(words)
        _check_name(words[1], words[1].text)
        values: dict[str, OptionValue] = {}
        for word in words[2:]:
            name, equals, value = word.text.partition("=")
            _check_name(word, name)
            if not equals or not value or name in values:
                raise word.fail(
                    "option_text", f"option {quote_value(word.text)} is not name=value, each name once"
                )
            values[name] = read_option_value(value)
        self.rules = RuleSet(words[1].text, tuple(sorted(values.items())))

    def read_note(self, words: list[Word]) -> None:
        _check_name(words[1], words[1].text)
        if words[1].text in self.notes:
            raise words[1].fail("heading_twice", f"note {words[1].text} twice")
        text = " ".join(word.text for word in words[2:])
        if not NOTE.fullmatch(text):
            raise words[-1].fail("note", "note of 1 to 200 visible characters expected")
        self.notes[words[1].text] = text

    def read_hand(self, words: list[Word]) -> None:
        refuse_more(words, 3)
        if len(words) < 3:
            raise words[-1].fail("word_missing", "hand without cards; an empty one is written '-'")
        if len(self.hands) == MOST_PLAYERS:
            raise words[0].fail("word_too_many", f"more than {MOST_PLAYERS} hands")
        self.labels.append(words[1])
        self.hands.append(frozenset(self._read_cards(words[2])))

    def read_pile(self, words: list[Word]) -> None:
        refuse_more(words, 2)
        self.piles.append(tuple(self._read_cards(words[1])))

    def _take_heading(self, words: list[Word]) -> None:
        if words[0].text in self.headings:
            raise words[0].fail("heading_twice", f"{words[0].text} twice")
        self.headings[words[0].text] = words[1]

    def _read_cards(self, word: Word) -> list[Card]:
        """Return the cards of a word, in groups ("T21.3/SR") or one by one in pile order ("SR.21T")."""
        return [self._place(card, word, shift) for shift, card in read_word_cards(word)]

    def _place(self, card: Card, word: Word, shift: int) -> Card:
        card_word = Word(format_card(card), word.line, word.column + shift)
        if card in self.places:
            first_word = self.places[card]
            message = f"card {card_word.text} twice, first on line {first_word.line}"
            raise card_word.fail("card_twice", message)
        self.places[card] = card_word
        return card

    def _read_actions(self, words: list[Word]) -> None:
        if not self.steps:
            self._check_hands(words[0])
        seat = self._read_seat(words[0], words[0].text[:-1])
        if len(words) == 1:
            raise words[0].fail("word_missing", f"no action after {words[0].text}")
        # One label stands for a round of the table, or for one seat that acts alone.
        step = 1 if words[0].text.endswith(IN_TURN) else 0
        self.step_words += words[1:]
        for number, word in enumerate(words[1:]):
            self.steps.append(((seat + step * number) % len(self.hands), _read_action(word)))

    def _read_seat(self, word: Word, label: str) -> int:
        seat = seat_of_label(label, len(self.hands))
        if seat is None:
            message = f"seat {quote_value(label)} at a table of {len(self.hands)}"
            raise word.fail("no_such_seat", message)
        return seat

    def _check_hands(self, next_word: Word) -> None:
        if len(self.hands) < 2:
            raise next_word.fail("heading_missing", f"{len(self.hands)} hands before the actions")
        for seat, word in enumerate(self.labels):
            label = seat_label(seat, len(self.hands))
            if word.text != label:
                raise word.fail("hand_order", f"hand of {quote_value(word.text)} where {label} comes")

    def _run_check(self, deal: PlayedDeal, check: Check | None) -> None:
        if check is None:
            return
        try:
            check(deal)
        except GameError as error:
            word = self._place_of(error)
            raise word.fail(error.code, str(error)) from error

    def _place_of(self, error: GameError) -> Word:
        """Return the word that an error of the game is about."""
        if isinstance(error, IllegalAction) and isinstance(step := error.values.get("step"), int):
            return self.step_words[step]
        if isinstance(error, InvalidRules) and error.code != "unknown_game":
            return self.headings.get("rules", self.headings["game"])
        if isinstance(error, InvalidSeat):
            return self.headings["contract" if error.field == "taker" else "dealer"]
        if isinstance(error, IllegalAction):
            return self.headings.get("contract", self.headings["game"])
        if isinstance(error, InvalidDeal):
            # The first of the wrong cards stands for them all.
            name = str(error.values.get("cards", "")).split(" ")[0]
            word = self.places.get(parse_card(name)) if name else None
            return word or self.labels[0]
        return self.headings["game"]


_HEADINGS = {
    "game": DealReading.read_name,
    "rules": DealReading.read_rules,
    "note": DealReading.read_note,
    "dealer": DealReading.read_dealer,
    "contract": DealReading.read_contract,
    "hand": DealReading.read_hand,
    "pile": DealReading.read_pile,
}


def refuse_more(words: list[Word], most: int) -> None:
    """Refuse a line of more words than it can have (`word_too_many`)."""
    if len(words) > most:
        message = f"{quote_value(words[most].text)} after a complete line"
        raise words[most].fail("word_too_many", message)


def _check_name(word: Word, name: str) -> None:
    if not NAME.fullmatch(name):
        raise word.fail("name", f"name {quote_value(name)} is not of small letters, digits, '-' and '_'")


def _read_action(word: Word) -> Action:
    try:
        action = parse_action(word.text)
    except InvalidAction:
        raise word.fail("action_text", f"{quote_value(word.text)} describes no action") from None
    if isinstance(action, Hidden):
        raise word.fail("action_text", "a hidden action belongs to views only")
    return action


def parse_played_deal(source: str | bytes, check: Check | None = None) -> PlayedDeal:
    """Return the one deal of a text written by `format_played_deal`.

    Args:
        check: check of the game. Its errors get the line and column of their word.

    Raises:
        NotationError: as `parse_played_deals`; `several_deals`.
    """
    deals = parse_played_deals(source, check)
    if len(deals) > 1:
        raise NotationError("several_deals", f"{len(deals)} deals where one is expected", line=1, column=1)
    return deals[0]


def parse_played_deals(source: str | bytes, check: Check | None = None) -> tuple[PlayedDeal, ...]:
    """Return the deals of a text, one or more, in order.

    Raises:
        NotationError: `encoding`, `not_a_deal`, `unknown_version`, `truncated`, `unknown_line`,
            `word_missing`, `word_too_many`, `heading_twice`, `heading_missing`, `heading_late`, `name`,
            `note`, `no_such_seat`, `hand_order`, `deal_text`, `card_twice`, `action_text`, `option_text`, or
            a code of `check`.
    """
    text = decode(source)
    lines = split_words(text)
    # `_read_deal` takes the lines of its deal from the same iterator, so that `first` is always a first line.
    deals = tuple(_read_deal(first, lines, text, check) for first in lines)
    if not deals:
        raise _at_end(text, "not_a_deal", f"no line '{FORMAT} {VERSION}'")
    return deals


def _read_deal(first: list[Word], lines: Iterator[list[Word]], text: str, check: Check | None) -> PlayedDeal:
    _check_version(first)
    reading = DealReading()
    for words in lines:
        if words[0].text == END:
            refuse_more(words, 1)
            return reading.finish(words[0], check)
        reading.read_line(words)
    raise _at_end(text, "truncated", f"no line {END!r} after the deal")


def _at_end(text: str, code: str, message: str) -> NotationError:
    line, column = place_after(text)
    return NotationError(code, message, line=line, column=column)


def _check_version(words: list[Word]) -> None:
    if words[0].text != FORMAT or len(words) != 2:
        message = f"a deal begins with '{FORMAT} {VERSION}', not {quote_value(words[0].text)}"
        raise words[0].fail("not_a_deal", message)
    if words[1].text != str(VERSION):
        raise words[1].fail("unknown_version", f"version {quote_value(words[1].text)} not {VERSION}")
