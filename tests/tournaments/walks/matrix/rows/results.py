"""Addresses of entering results."""

from typing import Any

from tests.tournaments.walks.matrix.rules import ENTER, NOBODY, Row, Rule, roles_with
from tests.tournaments.walks.matrix.scene import Scene
from tournaments.base.access import Right

SHEET = Rule(ENTER.allowed | roles_with(Right.ENTER_TABLE))
"""Rule of sheets: a captain may open those of their table, which is the first."""

ROWS = {
    "organiser-traveller": Row(ENTER, ENTER, is_told_apart=False),
    "organiser-table-lines": Row(ENTER, ENTER, is_told_apart=False),
    "organiser-table-lines-trial": Row(ENTER, is_page=False, is_told_apart=False),
    "organiser-result-trial": Row(ENTER, is_page=False, is_told_apart=False),
    "organiser-traveller-code": Row(ENTER, is_page=False, is_told_apart=False),
    "organiser-score-sheet-code": Row(SHEET, is_page=False, is_told_apart=False),
    "organiser-score-sheet": Row(SHEET, SHEET, is_page=False, is_told_apart=False),
    "organiser-score-sheet-trial": Row(SHEET, is_told_apart=False),
    "organiser-score-sheet-rest": Row(NOBODY, SHEET, is_told_apart=False),
}
FIELDS = ("board", "seen_version", "token", "bouts", "points", "gain")


def arguments(scene: Scene) -> dict[str, dict[str, Any]]:
    sheet = {"round_number": 1, "table_number": 1}
    return {
        "organiser-traveller": {"number": 1},
        "organiser-result-trial": {"number": 1},
        "organiser-table-lines": sheet,
        "organiser-table-lines-trial": sheet,
        "organiser-traveller-code": {"number": 1},
        "organiser-score-sheet-code": sheet,
        "organiser-score-sheet": sheet,
        "organiser-score-sheet-trial": sheet,
        "organiser-score-sheet-rest": sheet,
    }
