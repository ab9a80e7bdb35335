"""Deals made elsewhere, read from a file: every fault that can be found, each at its line and column.

Three forms are read: the JSON document of a set, played deals in text ("etui-deal 1", docs/notation.md), and
plain text with one deal a line, the first of étui 1.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from games.core.dealing.boards import dealer_in_turn
from games.core.dealing.dealt_game import DealtGame
from games.core.dealing.dealt_set import MOST_BOARDS, DealtBoard, Scope, SetDocument, Takers, check_board
from games.core.dealing.layout_text import read_layout
from games.core.dealing.set_document import read_set_document
from games.core.errors import GameError, NotationError
from games.core.notation.deal_reader import parse_played_deals
from games.core.notation.played_deal import FORMAT, PlayedDeal, seat_label
from games.core.notation.source import Word, decode, place_after, split_words

_DEALS = re.compile(r'"deals"\s*:\s*\[')
_DEAL_PATH = re.compile(r"deals\[(\d+)\]")
_BETWEEN = re.compile(r"[\s,]*")


@dataclass(frozen=True, slots=True)
class PlacedBoard:
    """One board and where it begins in the file."""

    board: DealtBoard
    line: int
    """From 1."""
    column: int
    """From 1."""


@dataclass(frozen=True, slots=True)
class DealFile:
    """What a file holds."""

    boards: tuple[DealtBoard, ...]
    """In the order of the file; none where something is at fault."""
    document: SetDocument | None
    """The whole document, where it is one of a set."""
    faults: tuple[NotationError, ...]
    """Everything that keeps the file from being used, in its order."""


def read_deal_file(source: str | bytes, game: DealtGame, *, takers: Takers) -> DealFile:
    """The deals of a file for one game.

    Args:
        takers: who is imposed: where the file names takers, they must be these; where it does not, they
            become these.

    Returns:
        With every fault as a `NotationError`: those of the form of the file; `other_game`; `number_repeated`;
        `dealer_differs` and `taker_differs` from the table; a code of `check_layout`.
    """
    try:
        text = decode(source)
        placed, scope, document, faults = _read_form(text, game.name)
    except NotationError as fault:
        return DealFile((), None, (fault,))
    if document is not None and document.game != game.name:
        message = f"game {document.game!r} not {game.name}"
        return DealFile((), None, (NotationError("other_game", message, field="game"),))
    table = _Table(game, scope, takers)
    checked = [table.check(board) for board in placed]
    later = [fault for found in checked for fault in found] + list(_repeated(placed))
    found = sorted([*faults, *later], key=lambda fault: (fault.line, fault.column))
    boards = () if found else tuple(table.settle(one.board) for one in placed)
    return DealFile(boards, document, tuple(found))


_Read = tuple[list[PlacedBoard], Scope, SetDocument | None, list[NotationError]]


def _read_form(text: str, game: str) -> _Read:
    """The boards of a text in whatever form it has."""
    if text.lstrip().startswith("{"):
        return _read_set(text)
    first = next(split_words(text), None)
    if first is None:
        raise NotationError("no_deals", "no deal in the file", line=1, column=1)
    if first[0].text == FORMAT:
        return _read_played(text, game)
    return _read_lines(text)


def _read_set(text: str) -> _Read:
    document, faults = read_set_document(text)
    wrong = {_deal_of(fault) for fault in faults}
    places = list(_json_places(text))
    count = len(document.boards) + len(wrong)
    if len(places) != count:  # a name written with escapes
        places = [(1, 1)] * count
    readable = [place for number, place in enumerate(places) if number not in wrong]
    placed = [PlacedBoard(board, *place) for board, place in zip(document.boards, readable, strict=True)]
    return placed, document.scope, document, [_at_line(fault, places) for fault in faults]


def _json_places(text: str) -> Iterator[tuple[int, int]]:
    """Line and column of each element of the member "deals" of a valid document."""
    decoder = json.JSONDecoder()
    found = _DEALS.search(text)
    place = found.end() if found else len(text)
    while True:
        gap = _BETWEEN.match(text, place)
        place = gap.end() if gap else place
        if text[place : place + 1] in ("", "]"):
            return
        yield place_after(text[:place])
        place = decoder.raw_decode(text, place)[1]


def _deal_of(fault: NotationError) -> int | None:
    """The place, from 0, of the deal that a path is about."""
    found = _DEAL_PATH.match(fault.field)
    return int(found[1]) if found else None


def _at_line(fault: NotationError, places: Sequence[tuple[int, int]]) -> NotationError:
    """The fault of a value of a document, at the line of its deal."""
    number = _deal_of(fault)
    if number is None:
        return fault
    line, column = places[number]
    message = str(fault).removeprefix(f"{fault.field}: ")
    return NotationError(
        fault.code, message, line=line, column=column, field=fault.field, values=fault.values
    )


def _read_played(text: str, game: str) -> _Read:
    starts = [words[0] for words in split_words(text) if words[0].text == FORMAT]
    deals = list(enumerate(zip(parse_played_deals(text), starts, strict=True), start=1))
    placed = [PlacedBoard(_board_of(deal, number), at.line, at.column) for number, (deal, at) in deals]
    others = [
        at.fail("other_game", f"game {deal.game!r} not {game}")
        for _, (deal, at) in deals
        if deal.game != game
    ]
    return placed, Scope.ALL, None, others


def _board_of(deal: PlayedDeal, number: int) -> DealtBoard:
    taker = None if deal.contract is None else deal.contract[0]
    return DealtBoard(number, deal.dealer, taker, deal.layout)


def _read_lines(text: str) -> _Read:
    placed, faults = [], []
    for number, words in enumerate(split_words(text), start=1):
        try:
            layout = read_layout(words)
        except NotationError as fault:
            faults.append(fault)
            continue
        dealer = dealer_in_turn(number, len(layout.hands))
        placed.append(PlacedBoard(DealtBoard(number, dealer, None, layout), words[0].line, words[0].column))
        if number > MOST_BOARDS:
            raise words[0].fail("too_many_deals", f"more than {MOST_BOARDS} deals")
    return placed, Scope.ALL, None, faults


@dataclass(frozen=True, slots=True)
class _Table:
    """What every board of a file must agree with."""

    game: DealtGame
    scope: Scope
    takers: Takers

    def check(self, placed: PlacedBoard) -> list[NotationError]:
        """What is wrong with one board."""
        word = Word("", placed.line, placed.column)
        board = placed.board
        try:
            check_board(board, self.game, self.scope)
        except GameError as error:
            fault = NotationError(
                error.code, str(error), line=word.line, column=word.column, values=error.values
            )
            return [fault]
        faults = []
        dealer = dealer_in_turn(board.number, self.game.player_count)
        if board.dealer != dealer:
            faults.append(self._seat_fault(word, "dealer_differs", board, dealer))
        taker = self.takers.seat(board.number)
        if taker is not None and board.taker not in (None, taker):
            faults.append(self._seat_fault(word, "taker_differs", board, taker))
        return faults

    def settle(self, board: DealtBoard) -> DealtBoard:
        """A board without fault as it is kept: its piles in order, its taker the one of the table."""
        taker = self.takers.seat(board.number)
        return replace(board, taker=taker, layout=self.game.tidied(board.layout))

    def _seat_fault(self, word: Word, code: str, board: DealtBoard, seat: int) -> NotationError:
        label = seat_label(seat, self.game.player_count)
        message = f"{code.replace('_', ' ')} from the table of board {board.number}, {label}"
        values: dict[str, int | str] = {"number": board.number, "seat": label}
        return NotationError(code, message, line=word.line, column=word.column, values=values)


def _repeated(placed: Sequence[PlacedBoard]) -> Iterator[NotationError]:
    seen: set[int] = set()
    for one in placed:
        number = one.board.number
        if number in seen:
            yield NotationError(
                "number_repeated",
                f"board {number} twice",
                line=one.line,
                column=one.column,
                values={"number": number},
            )
        seen.add(number)
