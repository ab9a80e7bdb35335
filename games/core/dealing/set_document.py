"""A set of deals written as one JSON document, which anybody can check: docs/dealing.md has its members."""

import json

from games.core.dealing.commitment import ETUI_1
from games.core.dealing.dealt_set import DealtBoard, SetDocument
from games.core.dealing.layout_text import format_layout
from games.core.notation.played_deal import seat_label

FORMAT = "etui-deal-set"
FIRST_VERSION, VERSION = 1, 2
"""Version 1 has neither takers nor scope; sets of algorithm etui-1 stay in it."""


def format_set_document(document: SetDocument) -> str:
    """The document as ASCII JSON, one deal a line; equal documents give equal texts."""
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
