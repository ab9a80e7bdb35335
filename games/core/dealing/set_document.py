"""Writer and reader for a set of deals as one JSON document (docs/dealing.md). Every fault has its place."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from enum import StrEnum
from typing import TypeVar

from games.core.dealing.commitment import ETUI_1
from games.core.dealing.constraints import DealConstraints
from games.core.dealing.dealt_game import DealtGame, dealt_game
from games.core.dealing.dealt_set import MOST_BOARDS, DealtBoard, Scope, SetDocument, Takers, check_board
from games.core.dealing.layout_text import format_layout, parse_layout
from games.core.errors import GameError, InvalidRules, NotationError, quote_value
from games.core.notation.played_deal import seat_label, seat_of_label
from games.core.notation.source import load_json
from games.core.rules import FFT

FORMAT = "etui-deal-set"
FIRST_VERSION, VERSION = 1, 2
"""Versions of the format. Version 1 has neither takers nor scope; sets of algorithm etui-1 stay in it."""
_FIRST_MEMBERS = (
    "format",
    "version",
    "game",
    "rules",
    "algorithm",
    "boards",
    "constraints",
    "commitment",
    "seed",
    "deals",
)
_MEMBERS = {FIRST_VERSION: _FIRST_MEMBERS, VERSION: (*_FIRST_MEMBERS, "takers", "dealt")}
_DEAL_MEMBERS = ("number", "dealer", "taker", "hands")
_COMMITMENT = re.compile(r"[0-9a-f]{64}")
_SEED = re.compile(r"(?:[0-9a-f]{2}){1,64}")

Choice = TypeVar("Choice", bound=StrEnum)


def format_set_document(document: SetDocument) -> str:
    """The document as ASCII JSON, one deal per line; equal documents give equal texts."""
    members = {
        "format": FORMAT,
        "version": FIRST_VERSION if document.algorithm == ETUI_1 else VERSION,
        "game": document.game,
        "rules": document.rules,
        "algorithm": document.algorithm,
        "takers": document.takers,
        "dealt": document.scope,
        "boards": document.board_count,
        "constraints": document.constraints.to_json(),
        "commitment": document.commitment,
        "seed": None if document.seed is None else document.seed.hex(),
    }
    if members["version"] == FIRST_VERSION:
        del members["takers"], members["dealt"]
    lines = [f" {json.dumps(name)}: {json.dumps(value, sort_keys=True)}" for name, value in members.items()]
    deals = ",\n".join(f"  {json.dumps(_write_board(board))}" for board in document.boards)
    return "{\n" + ",\n".join([*lines, f' "deals": [\n{deals}\n ]']) + "\n}\n"


def _write_board(board: DealtBoard) -> dict[str, object]:
    count = len(board.layout.hands)
    return {
        "number": board.number,
        "dealer": seat_label(board.dealer, count),
        "taker": None if board.taker is None else seat_label(board.taker, count),
        "hands": format_layout(board.layout),
    }


def parse_set_document(source: str | bytes) -> SetDocument:
    """Return the document of a text.

    Raises:
        NotationError: as `load_json`, with line and column; else with the path of the value in `field`:
            `json_value` (another type or out of range), `json_member` (missing or unknown), `not_a_deal_set`,
            `unknown_version`, `constraints_malformed`, `no_such_seat`, `deal_text`, `card_twice`, or a code
            of `check_layout`.
    """
    document, faults = read_set_document(source)
    if faults:
        raise faults[0]
    return document


def read_set_document(source: str | bytes) -> tuple[SetDocument, tuple[NotationError, ...]]:
    """Return the document of a text with its readable deals, and the faults of the other deals.

    Raises:
        NotationError: as `parse_set_document`, for a fault outside the deals.
    """
    members = _object(load_json(source), "")
    if members.get("format") != FORMAT:
        raise _fail("not_a_deal_set", "format", f"{quote_value(members.get('format'))} not {FORMAT}")
    version = members.get("version")
    if type(version) is not int or version not in _MEMBERS:
        raise _fail("unknown_version", "version", f"{quote_value(version)} not in 1..{VERSION}")
    _check_members(members, _MEMBERS[version], "")
    deals = members["deals"]
    if not isinstance(deals, list) or not 1 <= len(deals) <= MOST_BOARDS:
        raise _fail("json_value", "deals", f"list of 1 to {MOST_BOARDS} deals expected")
    head = _read_head(members)
    results = list(_read_boards(deals, document_game(head), head.scope))
    boards = tuple(board for board in results if isinstance(board, DealtBoard))
    faults = tuple(fault for fault in results if isinstance(fault, NotationError))
    return _with_boards(head, boards, version), faults


def document_game(document: SetDocument) -> DealtGame | None:
    """Return the dealing of the game of a document; None for an unknown game or unknown rules."""
    try:
        # etui-1 names rules of tournaments, which do not change the dealing
        return dealt_game(document.game, FFT if document.algorithm == ETUI_1 else document.rules)
    except InvalidRules:
        return None


def _read_head(members: Mapping[str, object]) -> SetDocument:
    """The document without its boards."""
    return SetDocument(
        _text(members["game"], "game"),
        _text(members["rules"], "rules"),
        _text(members["algorithm"], "algorithm"),
        _count(members["boards"], "boards"),
        _constraints(members["constraints"]),
        _matching(members["commitment"], "commitment", _COMMITMENT),
        None if members["seed"] is None else bytes.fromhex(_matching(members["seed"], "seed", _SEED)),
        (),
        _choice(members.get("takers", Takers.FFT), "takers", Takers),
        _choice(members.get("dealt", Scope.ALL), "dealt", Scope),
    )


def _with_boards(head: SetDocument, boards: tuple[DealtBoard, ...], version: int) -> SetDocument:
    """Return the document with its boards."""
    takers = head.takers
    # version 1 has no member "takers": only its boards show them
    if version == FIRST_VERSION and not head.constraints.concerns_taker:
        takers = Takers.FFT if any(board.taker is not None for board in boards) else Takers.NONE
    return replace(head, boards=boards, takers=takers)


def _read_boards(
    deals: list[object], shape: DealtGame | None, scope: Scope
) -> Iterator[DealtBoard | NotationError]:
    for place, values in enumerate(deals):
        try:
            yield _read_board(values, f"deals[{place}]", shape, scope)
        except NotationError as fault:
            yield fault


def _read_board(values: object, path: str, shape: DealtGame | None, scope: Scope) -> DealtBoard:
    members = _object(values, path)
    _check_members(members, _DEAL_MEMBERS, f"{path}.")
    number = _count(members["number"], f"{path}.number")
    hands = _text(members["hands"], f"{path}.hands")
    try:
        layout = parse_layout(hands)
    except NotationError as error:
        raise _placed(error, f"{path}.hands") from error
    count = len(layout.hands)
    dealer = _seat(members["dealer"], f"{path}.dealer", count)
    taker = None if members["taker"] is None else _seat(members["taker"], f"{path}.taker", count)
    board = DealtBoard(number, dealer, taker, layout)
    if shape is None:
        return board
    try:
        check_board(board, shape, scope)
    except GameError as error:
        raise _placed(error, f"{path}.hands") from error
    return replace(board, layout=shape.tidied(layout))


def _placed(error: GameError, path: str) -> NotationError:
    """Return the same fault with the path of its value in the document."""
    message = str(error).removeprefix("line 1, ")
    return NotationError(error.code, message, field=path, values=error.values)


def _constraints(values: object) -> DealConstraints:
    members = _object(values, "constraints")
    try:
        return DealConstraints.from_json(members)
    except GameError as error:
        raise _placed(error, "constraints") from error


def _check_members(members: Mapping[str, object], expected_names: tuple[str, ...], path: str) -> None:
    for name in expected_names:
        if name not in members:
            raise _fail("json_member", f"{path}{name}", "missing")
    for name in members:
        if name not in expected_names:
            raise _fail("json_member", f"{path}{name}", "no such member")


def _fail(code: str, path: str, message: str) -> NotationError:
    return NotationError(code, message, field=path)


def _object(value: object, path: str) -> dict[str, object]:
    if not isinstance(value, dict):
        raise _fail("json_value", path, f"{quote_value(value)} where an object is expected")
    return value


def _text(value: object, path: str) -> str:
    if not isinstance(value, str):
        raise _fail("json_value", path, f"{quote_value(value)} where a text is expected")
    return value


def _choice(value: object, path: str, choices: type[Choice]) -> Choice:
    text = _text(value, path)
    if text not in list(choices):
        raise _fail("json_value", path, f"{quote_value(text)} not in {', '.join(choices)}")
    return choices(text)


def _matching(value: object, path: str, form: re.Pattern[str]) -> str:
    text = _text(value, path)
    if not form.fullmatch(text):
        raise _fail(
            "json_value", path, f"{quote_value(text)} is not in lower-case hexadecimal of the right length"
        )
    return text


def _count(value: object, path: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= MOST_BOARDS:
        raise _fail(
            "json_value", path, f"{quote_value(value)} where a number in 1..{MOST_BOARDS} is expected"
        )
    return value


def _seat(value: object, path: str, player_count: int) -> int:
    seat = seat_of_label(_text(value, path), player_count)
    if seat is None:
        raise _fail("no_such_seat", path, f"seat {quote_value(value)} at a table of {player_count}")
    return seat
