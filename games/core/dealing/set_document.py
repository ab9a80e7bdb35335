"""A set of deals as one JSON document, which anybody can check: docs/dealing.md describes its members."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass

from games.core.dealing.constraints import DealConstraints
from games.core.deals import Deal, format_deal, parse_deal
from games.core.errors import GameError, NotationError
from games.core.notation.source import load_json, shown
from games.core.seats import parse_seat, seat_letter

FORMAT = "etui-deal-set"
VERSION = 1
MOST_BOARDS = 200
"""Boards that one document may hold."""
_MEMBERS = (
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
_DEAL_MEMBERS = ("number", "dealer", "taker", "hands")
_COMMITMENT = re.compile(r"[0-9a-f]{64}")
_SEED = re.compile(r"(?:[0-9a-f]{2}){1,64}")


@dataclass(frozen=True, slots=True)
class DealtBoard:
    """One étui of a set."""

    number: int
    """From 1."""
    dealer: int
    """Seat."""
    taker: int | None
    """Seat of the imposed taker; None where the auction is free."""
    deal: Deal


@dataclass(frozen=True, slots=True)
class SetDocument:
    """What a document says; whether it is true is for `verify_set` to find."""

    game: str
    rules: str
    """Text of the rule-set."""
    algorithm: str
    board_count: int
    """The number of boards that was committed to."""
    constraints: DealConstraints
    commitment: str
    seed: bytes | None
    """None until it is revealed."""
    boards: tuple[DealtBoard, ...]


def format_set_document(document: SetDocument) -> str:
    """The document as ASCII JSON, one deal a line; equal documents give equal texts."""
    members = {
        "format": FORMAT,
        "version": VERSION,
        "game": document.game,
        "rules": document.rules,
        "algorithm": document.algorithm,
        "boards": document.board_count,
        "constraints": document.constraints.to_json(),
        "commitment": document.commitment,
        "seed": None if document.seed is None else document.seed.hex(),
    }
    lines = [f" {json.dumps(name)}: {json.dumps(value, sort_keys=True)}" for name, value in members.items()]
    deals = ",\n".join(f"  {json.dumps(_write_board(board))}" for board in document.boards)
    return "{\n" + ",\n".join([*lines, f' "deals": [\n{deals}\n ]']) + "\n}\n"


def _write_board(board: DealtBoard) -> dict[str, object]:
    return {
        "number": board.number,
        "dealer": seat_letter(board.dealer),
        "taker": None if board.taker is None else seat_letter(board.taker),
        "hands": format_deal(board.deal),
    }


def parse_set_document(source: str | bytes) -> SetDocument:
    """The document of a text.

    Raises:
        NotationError: as `load_json`, with line and column; else with the path of the value in `field`:
            `json_value` (of another kind or out of its range), `json_member` (missing or unknown),
            `not_a_deal_set`, `unknown_version`, `constraints_malformed`, `no_such_seat`, or a code of
            `parse_deal`.
    """
    members = _object(load_json(source), "")
    if members.get("format") != FORMAT:
        raise _fail("not_a_deal_set", "format", f"{shown(members.get('format'))} not {FORMAT}")
    if members.get("version") != VERSION:
        raise _fail("unknown_version", "version", f"{shown(members.get('version'))} not {VERSION}")
    _check_members(members, _MEMBERS, "")
    deals = members["deals"]
    if not isinstance(deals, list) or not 1 <= len(deals) <= MOST_BOARDS:
        raise _fail("json_value", "deals", f"list of 1 to {MOST_BOARDS} deals expected")
    return SetDocument(
        _text(members["game"], "game"),
        _text(members["rules"], "rules"),
        _text(members["algorithm"], "algorithm"),
        _count(members["boards"], "boards"),
        _constraints(members["constraints"]),
        _matching(members["commitment"], "commitment", _COMMITMENT),
        None if members["seed"] is None else bytes.fromhex(_matching(members["seed"], "seed", _SEED)),
        tuple(_read_board(values, f"deals[{place}]") for place, values in enumerate(deals)),
    )


def _read_board(values: object, path: str) -> DealtBoard:
    members = _object(values, path)
    _check_members(members, _DEAL_MEMBERS, f"{path}.")
    try:
        deal = parse_deal(_text(members["hands"], f"{path}.hands"))
    except NotationError:
        raise
    except GameError as error:
        raise NotationError(error.code, str(error), field=f"{path}.hands", values=error.values) from error
    taker = members["taker"]
    return DealtBoard(
        _count(members["number"], f"{path}.number"),
        _seat(members["dealer"], f"{path}.dealer"),
        None if taker is None else _seat(taker, f"{path}.taker"),
        deal,
    )


def _constraints(values: object) -> DealConstraints:
    try:
        return DealConstraints.from_json(_object(values, "constraints"))
    except NotationError:
        raise
    except GameError as error:
        raise NotationError(error.code, str(error), field="constraints", values=error.values) from error


def _check_members(members: Mapping[str, object], wanted: tuple[str, ...], path: str) -> None:
    for name in wanted:
        if name not in members:
            raise _fail("json_member", f"{path}{name}", "missing")
    for name in members:
        if name not in wanted:
            raise _fail("json_member", f"{path}{name}", "no such member")


def _fail(code: str, path: str, message: str) -> NotationError:
    return NotationError(code, message, field=path)


def _object(value: object, path: str) -> dict[str, object]:
    if not isinstance(value, dict):
        raise _fail("json_value", path, f"{shown(value)} where an object is expected")
    return value


def _text(value: object, path: str) -> str:
    if not isinstance(value, str):
        raise _fail("json_value", path, f"{shown(value)} where a text is expected")
    return value


def _matching(value: object, path: str, form: re.Pattern[str]) -> str:
    text = _text(value, path)
    if not form.fullmatch(text):
        raise _fail("json_value", path, f"{shown(text)} is not in lower-case hexadecimal of the right length")
    return text


def _count(value: object, path: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= MOST_BOARDS:
        raise _fail("json_value", path, f"{shown(value)} where a number in 1..{MOST_BOARDS} is expected")
    return value


def _seat(value: object, path: str) -> int:
    try:
        return parse_seat(_text(value, path))
    except GameError as error:
        if isinstance(error, NotationError):
            raise
        raise NotationError(error.code, str(error), field=path, values=error.values) from error
