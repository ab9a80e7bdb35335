"""Addresses of the history of results, the check of sheets and the locks of rounds."""

from typing import Any

from tests.tournaments.walks.matrix.rules import CHECK, ENTER, NOBODY, PREPARE, READ_RESULTS, RULE, Row
from tests.tournaments.walks.matrix.scene import Scene

ROWS = {
    "organiser-results": Row(READ_RESULTS),
    "organiser-sheet-kind": Row(NOBODY, PREPARE),
    "organiser-result-history": Row(READ_RESULTS),
    "organiser-result-revert": Row(NOBODY, ENTER),
    "organiser-result-withdraw": Row(NOBODY, ENTER),
    "organiser-round-lock": Row(NOBODY, RULE, is_told_apart=False),
    "organiser-round-unlock": Row(NOBODY, PREPARE, is_told_apart=False),
    "organiser-checking": Row(CHECK),
    "organiser-check-traveller": Row(CHECK, CHECK, is_told_apart=False),
    "organiser-check-score-sheet": Row(CHECK, CHECK, is_page=False, is_told_apart=False),
}
FIELDS = ("seen", "note")


def arguments(scene: Scene) -> dict[str, dict[str, Any]]:
    return {
        "organiser-result-history": {"pk": scene.play.pk},
        "organiser-result-revert": {"pk": scene.play.pk, "version": 1},
        "organiser-result-withdraw": {"pk": scene.play.pk},
        "organiser-round-lock": {"number": 1},
        "organiser-round-unlock": {"number": 1},
        "organiser-check-traveller": {"number": scene.play.board},
        "organiser-check-score-sheet": {"round_number": 1, "table_number": 1},
    }
