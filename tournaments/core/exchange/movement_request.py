"""Asking the catalogue for a movement in words, and the answer as JSON; docs/movements.md describes both."""

from collections.abc import Mapping

from tournaments.core.errors import TournamentError
from tournaments.core.exchange.csv_text import simple_word
from tournaments.core.formats.proposals import ADVISED
from tournaments.core.formats.tournament_format import TournamentFormat
from tournaments.core.movements.catalogue import FoundMovement
from tournaments.core.movements.check import Finding, check_movement
from tournaments.core.movements.figures import MovementFigures, Spread, measure
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
"""Fields of `MovementFigures` that are histograms: {value: how many}."""


def movement_report(movement: Movement, boards_per_set: int) -> dict[str, object]:
    """Rules, figures and remarks, as docs/movements.md explains them; integers, texts and lists only."""
    figures = measure(movement, boards_per_set)
    checked = check_movement(movement)
    return {
        "sound": checked.is_sound,
        "errors": [_finding(finding) for finding in checked.errors],
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
"""The formats that have movements, by what people call them as `simple_word` gives it."""
LIMITS: Mapping[str, int] = {
    "tables": 400,
    "rounds": 100,
    "players": 1600,
    "boards_per_round": 50,
    "copies": 50,
}
"""Highest number that can be asked for, by name of the figure."""
_OPTIONAL = ("players", "boards_per_round", "copies")
_LONGEST_WRITTEN = 40


def read_request(format_word: str, numbers: Mapping[str, str | None]) -> MovementRequest:
    """What is asked for, with words and figures as people type them.

    Args:
        numbers: by name of `LIMITS`; None or missing where nothing was written.

    Raises:
        TournamentError: `unknown_format` (known), `request_number` (written, lowest, highest).
    """
    asked = FORMATS_ASKED.get(simple_word(format_word))
    if asked is None:
        known = tuple(row.code for row in ADVISED)
        raise TournamentError(
            "unknown_format",
            f"no format {_shown(format_word)!r}; there are {', '.join(known)}",
            field="format",
            written=_shown(format_word),
            known=known,
        )
    found = {name: _number(name, numbers.get(name)) for name in LIMITS}
    return MovementRequest(
        format=asked.movement_format,
        table_count=found["tables"] or 0,
        round_count=found["rounds"] or 0,
        player_count=found["players"],
        boards_per_set=found["boards_per_round"],
        copies=found["copies"] or 1,
    )


def movement_answer(found: FoundMovement) -> dict[str, object]:
    """`players` and `boards` per round and table, the `source` of the movement and its `report`.

    Players from 1, seats N, S, E, W (and a fifth in `free_fives`), 0 for an empty seat; boards from 1, none
    where the table deals.
    """
    movement = found.movement
    rounds, tables = range(movement.round_count), range(movement.table_count)
    boards = [
        [list(movement.boards(this_round, table, found.boards_per_set)) for table in tables]
        for this_round in rounds
    ]
    return {
        "players": printed_players(movement).tolist(),
        "boards": boards,
        "source": found.source,
        "report": movement_report(movement, found.boards_per_set),
    }


def error_answer(error: TournamentError) -> dict[str, object]:
    """`error`: the code, the message, the field, and whatever figures it names (nearest shapes…)."""
    figures = {name: _plain(value) for name, value in error.values.items()}
    return {"error": {**figures, "code": error.code, "message": str(error), "field": error.field}}


def _plain(value: object) -> object:
    if isinstance(value, (tuple, list)):
        return [_plain(each) for each in value]
    return value if isinstance(value, (str, int, type(None))) else str(value)


def _number(name: str, written: str | None) -> int | None:
    if written is None and name in _OPTIONAL:
        return None
    text = (written or "").strip()
    highest = LIMITS[name]
    if not (text.isascii() and text.isdigit() and len(text) < 9 and 1 <= int(text) <= highest):
        shown = _shown(text)
        raise TournamentError(
            "request_number",
            f"{name} {shown!r} is not a whole number in 1..{highest}",
            field=name,
            written=shown,
            lowest=1,
            highest=highest,
        )
    return int(text)


def _shown(text: str) -> str:
    """The beginning of what was written; bytes that were no text become question marks."""
    return text[:_LONGEST_WRITTEN].encode("utf-8", "replace").decode()
