"""Requests for a movement in words, and the answers as JSON. docs/movements.md describes both."""

from collections.abc import Mapping

from tournaments.core.errors import TournamentError
from tournaments.core.exchange.csv_text import simple_word
from tournaments.core.formats.proposals import ADVISED
from tournaments.core.formats.tournament_format import TournamentFormat
from tournaments.core.movements.catalogue import FoundMovement
from tournaments.core.movements.check import Finding, check_movement
from tournaments.core.movements.figures import MovementFigures, Spread, measure_movement
from tournaments.core.movements.movement import Movement
from tournaments.core.movements.numbering import printed_players
from tournaments.core.movements.remarks import describe
from tournaments.core.movements.request import MovementRequest

SPREADS = (
    "meetings",
    "opponents",
    "comparisons",
    "attacks",
    "rests",
    "set_plays",
    "three_seats",
    "five_seats",
    "walks",
    "board_walks",
)
"""Fields of `MovementFigures` that are histograms: {value: count}."""


def movement_report(movement: Movement, boards_per_set: int) -> dict[str, object]:
    """Return rules, figures and remarks of a movement as integers, texts and lists.

    See docs/movements.md.
    """
    figures = measure_movement(movement, boards_per_set)
    check_report = check_movement(movement)
    return {
        "sound": check_report.is_sound,
        "errors": [_finding(finding) for finding in check_report.errors],
        "quality": figures.quality,
        "parts": figures.parts,
        "shape": movement.shape.code,
        "players": figures.unit_count,
        "tables": figures.table_count,
        "rounds": figures.round_count,
        "boards_per_round": figures.boards_per_set,
        "board_count": figures.board_count,
        "copies": figures.copies,
        "keeps_lines": figures.keeps_lines,
        "longest_walk": figures.longest_walk,
        **{name: _histogram(spread) for name, spread in _spreads(figures).items()},
        "remarks": [{"code": remark.code, "values": dict(remark.values)} for remark in describe(figures)],
    }


def _spreads(figures: MovementFigures) -> dict[str, Spread]:
    return {name: getattr(figures, name) for name in SPREADS}


def _histogram(spread: Spread) -> dict[str, int]:
    return {str(value): count for value, count in spread.counts}


def _finding(finding: Finding) -> dict[str, object]:
    return {"rule": finding.rule, **finding.values}


FORMATS_ASKED: Mapping[str, TournamentFormat] = {
    word: row for row in ADVISED for word in (simple_word(row.code), *row.typed_names)
}
"""Formats with movements, by the names that people type, as `simple_word` returns them."""
LIMITS: Mapping[str, int] = {
    "tables": 400,
    "rounds": 100,
    "players": 1600,
    "boards_per_round": 50,
    "copies": 50,
}
"""Highest number of each figure in a request."""
_OPTIONAL = ("players", "boards_per_round", "copies")
_LONGEST_WRITTEN = 40


def read_request(format_word: str, numbers: Mapping[str, str | None]) -> MovementRequest:
    """Return the request for words and figures as people type them.

    Args:
        numbers: by name of `LIMITS`; None or missing if the person typed nothing.

    Raises:
        TournamentError: `unknown_format` (known), `request_number` (written, lowest, highest).
    """
    event_format = FORMATS_ASKED.get(simple_word(format_word))
    if event_format is None:
        format_codes = tuple(row.code for row in ADVISED)
        raise TournamentError(
            "unknown_format",
            f"no format {_excerpt(format_word)!r}; there are {', '.join(format_codes)}",
            field="format",
            written=_excerpt(format_word),
            known=format_codes,
        )
    figures = {name: _number(name, numbers.get(name)) for name in LIMITS}
    return MovementRequest(
        format=event_format.movement_format,
        # tables and rounds are required: _number has refused a missing one
        table_count=figures["tables"] or 0,
        round_count=figures["rounds"] or 0,
        player_count=figures["players"],
        boards_per_set=figures["boards_per_round"],
        copies=figures["copies"] or 1,
    )


def movement_answer(match: FoundMovement) -> dict[str, object]:
    """Return `players` and `boards` per round and table, the `source` of the movement and its `report`.

    Players count from 1, seats are N, S, E, W (and a fifth in `free_fives`), 0 is an empty seat. Boards
    count from 1; there are none if the table deals.
    """
    movement = match.movement
    rounds, tables = range(movement.round_count), range(movement.table_count)
    boards = [
        [list(movement.boards(this_round, table, match.boards_per_set)) for table in tables]
        for this_round in rounds
    ]
    return {
        "players": printed_players(movement).tolist(),
        "boards": boards,
        "source": match.source,
        "report": movement_report(movement, match.boards_per_set),
    }


def error_answer(error: TournamentError) -> dict[str, object]:
    """Return `error`: the code, the message, the field, and the figures of the error (nearest shapes…)."""
    figures = {name: _plain(value) for name, value in error.values.items()}
    return {"error": {**figures, "code": error.code, "message": str(error), "field": error.field}}


def _plain(value: object) -> object:
    if isinstance(value, (tuple, list)):
        return [_plain(part) for part in value]
    return value if isinstance(value, (str, int, type(None))) else str(value)


def _number(name: str, value: str | None) -> int | None:
    if value is None and name in _OPTIONAL:
        return None
    text = (value or "").strip()
    highest = LIMITS[name]
    if not (text.isascii() and text.isdigit() and len(text) < 9 and 1 <= int(text) <= highest):
        excerpt = _excerpt(text)
        raise TournamentError(
            "request_number",
            f"{name} {excerpt!r} is not a whole number in 1..{highest}",
            field=name,
            written=excerpt,
            lowest=1,
            highest=highest,
        )
    return int(text)


def _excerpt(text: str) -> str:
    """Return the beginning of a text. Bytes that were no text become question marks."""
    return text[:_LONGEST_WRITTEN].encode("utf-8", "replace").decode()
