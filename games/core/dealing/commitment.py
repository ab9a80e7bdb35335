"""Commitments: hashes, published before an event, that prove that its deals were fixed beforehand.

Each algorithm defines the text that is hashed. The shuffle is the same for all.

- `etui-1` (until November 2026) left out the game, its rules and the takers.
- `etui-2` includes them.
- `listed-1` is for deals that were not made from a seed here. It names every card, and its seed only protects
  the hash from being guessed.
"""

import hashlib
import hmac
import json
from collections.abc import Sequence

from games.core.dealing.dealt_set import DealtBoard, Scope, SetDocument, sealed_part
from games.core.dealing.layout_text import format_layout
from games.core.dealing.shuffle import check_seed
from games.core.notation.played_deal import seat_label

ETUI_1, ETUI_2, LISTED_1 = "etui-1", "etui-2", "listed-1"
ALGORITHMS = (ETUI_1, ETUI_2, LISTED_1)


def commitment(document: SetDocument) -> str:
    """The commitment to a set of deals with its seed, 64 hexadecimal digits.

    It is the SHA-256 of ASCII lines, each ended by a line feed: the algorithm, the committed values as
    `name=value` (docs/dealing.md), and last `seed=` and the seed in lower-case hexadecimal. With the seed,
    revealed after the event, anyone can check the hash and make the deals again.

    Args:
        document: a document of one of `ALGORITHMS`; its own commitment is ignored.

    Raises:
        DealingFailed: the seed is missing or too short.
    """
    seed = document.seed or b""
    check_seed(seed)
    if document.algorithm == LISTED_1:
        lines = [*_game_lines(document), *(_board_line(board, document.scope) for board in document.boards)]
    elif document.algorithm == ETUI_2:
        terms = [f"takers={document.takers}", f"dealt={document.scope}"]
        lines = [
            *_game_lines(document),
            f"boards={document.board_count}",
            *terms,
            _constraints_line(document),
        ]
    else:
        # etui-1 has neither game, rules, takers nor scope
        lines = [f"boards={document.board_count}", _constraints_line(document)]
    text = "".join(f"{line}\n" for line in [document.algorithm, *lines, f"seed={seed.hex()}"])
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def sign_by_cards(boards: Sequence[DealtBoard], text: str) -> str:
    """Sign a text with the cards of some boards: an HMAC-SHA256, 64 hexadecimal digits.

    Only a person who has these very cards can make it. The key is the hash of every card of the boards, in
    the order of their numbers.
    """
    sorted_boards = sorted(boards, key=lambda board: board.number)
    lines = "".join(f"{_board_line(board, Scope.ALL)}\n" for board in sorted_boards)
    key = hashlib.sha256(lines.encode("ascii")).digest()
    return hmac.new(key, text.encode(), "sha256").hexdigest()


def _game_lines(document: SetDocument) -> list[str]:
    return [f"game={document.game}", f"rules={document.rules}"]


def _constraints_line(document: SetDocument) -> str:
    """The constraints as JSON with sorted keys and no spaces."""
    constraints = json.dumps(document.constraints.to_json(), sort_keys=True, separators=(",", ":"))
    return f"constraints={constraints}"


def _board_line(board: DealtBoard, scope: Scope) -> str:
    """Return the line of one board: number, dealer, taker ("-" without one) and the cards dealt
    beforehand.
    """
    count = len(board.layout.hands)
    taker = "-" if board.taker is None else seat_label(board.taker, count)
    hands = format_layout(sealed_part(board, scope))
    return f"deal={board.number} {seat_label(board.dealer, count)} {taker} {hands}"
