"""Reader for files of deals made elsewhere. It reports every fault with its line and column.

It reads three forms: the JSON document of a set, played deals in text ("etui-deal 1", docs/notation.md), and
plain text with one deal per line, from étui 1 on.
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
    """One board with its place in the file."""

    board: DealtBoard
    line: int
    """Line of the first character, from 1."""
    column: int
    """Column of the first character, from 1."""


@dataclass(frozen=True, slots=True)
class DealFile:
    """Content of a file of deals."""

    boards: tuple[DealtBoard, ...]
    """Boards in the order of the file; none if there is a fault."""
    document: SetDocument | None
    """The document, if the file is the JSON of a set."""
    faults: tuple[NotationError, ...]
    """Faults that make the file unusable, in its order."""


def read_deal_file(source: str | bytes, game: DealtGame, *, takers: Takers) -> DealFile:
    """Read the deals of a file for one game.

    Args:
        takers: the imposed takers. Takers named in the file must be these; where the file names none, these
            apply.

    Returns:
        The boards and every fault as a `NotationError`: faults of the form of the file; `other_game`;
        `number_repeated`; `dealer_differs` and `taker_differs` from the table; a code of `check_layout`.
    """
    try:
        text = decode(source)
        placed_boards, scope, document, faults = _read_form(text, game.name)
    except NotationError as fault:
        return DealFile((), None, (fault,))
    if document is not None and document.game != game.name:
        message = f"game {document.game!r} not {game.name}"
        return DealFile((), None, (NotationError("other_game", message, field="game"),))
    table = _Table(game, scope, takers)
    board_faults = [table.check(board) for board in placed_boards]
    table_faults = [fault for sorted_faults in board_faults for fault in sorted_faults] + list(
        _repeated(placed_boards)
    )
    sorted_faults = sorted([*faults, *table_faults], key=lambda fault: (fault.line, fault.column))
    boards = (
        () if sorted_faults else tuple(table.settle(placed_board.board) for placed_board in placed_boards)
    )
    return DealFile(boards, document, tuple(sorted_faults))


_Read = tuple[list[PlacedBoard], Scope, SetDocument | None, list[NotationError]]


def _read_form(text: str, game: str) -> _Read:
    """Read the boards of a text in the form that its beginning shows."""
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
    wrong_deals = {_deal_of(fault) for fault in faults}
    places = list(_json_places(text))
    count = len(document.boards) + len(wrong_deals)
    if len(places) != count:  # the name "deals" is written with escapes: the places are unknown
        places = [(1, 1)] * count
    readable = [place for number, place in enumerate(places) if number not in wrong_deals]
    placed_boards = [
        PlacedBoard(board, *place) for board, place in zip(document.boards, readable, strict=True)
    ]
    return placed_boards, document.scope, document, [_at_line(fault, places) for fault in faults]


def _json_places(text: str) -> Iterator[tuple[int, int]]:
    """Yield line and column of each element of the member "deals" in a valid document."""
    decoder = json.JSONDecoder()
    match = _DEALS.search(text)
    place = match.end() if match else len(text)
    while True:
        gap = _BETWEEN.match(text, place)
        place = gap.end() if gap else place
        if text[place : place + 1] in ("", "]"):
            return
        yield place_after(text[:place])
        place = decoder.raw_decode(text, place)[1]


def _deal_of(fault: NotationError) -> int | None:
    """Return the index of the deal in the path of a fault, from 0."""
    match = _DEAL_PATH.match(fault.field)
    return int(match[1]) if match else None


def _at_line(fault: NotationError, places: Sequence[tuple[int, int]]) -> NotationError:
    """Return the fault of a value, with the line of its deal."""
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
    placed_boards = [
        PlacedBoard(_board_of(deal, number), start.line, start.column) for number, (deal, start) in deals
    ]
    foreign_deals = [
        start.fail("other_game", f"game {deal.game!r} not {game}")
        for _, (deal, start) in deals
        if deal.game != game
    ]
    return placed_boards, Scope.ALL, None, foreign_deals


def _board_of(deal: PlayedDeal, number: int) -> DealtBoard:
    taker = None if deal.contract is None else deal.contract[0]
    return DealtBoard(number, deal.dealer, taker, deal.layout)


def _read_lines(text: str) -> _Read:
    placed_boards, faults = [], []
    for number, words in enumerate(split_words(text), start=1):
        try:
            layout = read_layout(words)
        except NotationError as fault:
            faults.append(fault)
            continue
        dealer = dealer_in_turn(number, len(layout.hands))
        placed_boards.append(
            PlacedBoard(DealtBoard(number, dealer, None, layout), words[0].line, words[0].column)
        )
        if number > MOST_BOARDS:
            raise words[0].fail("too_many_deals", f"more than {MOST_BOARDS} deals")
    return placed_boards, Scope.ALL, None, faults


@dataclass(frozen=True, slots=True)
class _Table:
    """Table of dealers and takers with which the boards of a file must agree."""

    game: DealtGame
    scope: Scope
    takers: Takers

    def check(self, placed_board: PlacedBoard) -> list[NotationError]:
        """Return the faults of one board."""
        word = Word("", placed_board.line, placed_board.column)
        board = placed_board.board
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
        """Return a board in its stored form: sorted piles, and the taker of the table."""
        taker = self.takers.seat(board.number)
        return replace(board, taker=taker, layout=self.game.tidied(board.layout))

    def _seat_fault(self, word: Word, code: str, board: DealtBoard, seat: int) -> NotationError:
        label = seat_label(seat, self.game.player_count)
        message = f"{code.replace('_', ' ')} from the table of board {board.number}, {label}"
        values: dict[str, int | str] = {"number": board.number, "seat": label}
        return NotationError(code, message, line=word.line, column=word.column, values=values)


def _repeated(placed_boards: Sequence[PlacedBoard]) -> Iterator[NotationError]:
    numbers: set[int] = set()
    for placed_board in placed_boards:
        number = placed_board.board.number
        if number in numbers:
            yield NotationError(
                "number_repeated",
                f"board {number} twice",
                line=placed_board.line,
                column=placed_board.column,
                values={"number": number},
            )
        numbers.add(number)
