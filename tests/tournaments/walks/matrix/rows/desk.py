"""Addresses of the desk, sessions and reports."""

from typing import Any

from tests.tournaments.walks.matrix.rules import DESK, NOBODY, PREPARE, Row
from tests.tournaments.walks.matrix.scene import Scene

ROWS = {
    "organiser-competition-join": Row(PREPARE, PREPARE),
    "organiser-site-file": Row(PREPARE, is_page=False),
    "organiser-desk": Row(DESK),
    "organiser-announcement": Row(PREPARE, PREPARE),
    "organiser-game-rules": Row(PREPARE, PREPARE),
    "organiser-event-cancel": Row(NOBODY, PREPARE),
    "organiser-event-delete": Row(NOBODY, PREPARE),
    "organiser-visibility": Row(NOBODY, PREPARE),
    "organiser-showing": Row(PREPARE, PREPARE),
    "organiser-showing-switch": Row(NOBODY, PREPARE),
    "organiser-finish": Row(NOBODY, PREPARE),
    "organiser-reopen": Row(NOBODY, PREPARE),
    "organiser-search": Row(DESK),
    "organiser-closing": Row(PREPARE),
    "organiser-event-file": Row(PREPARE, is_page=False),
    "organiser-ranking-file": Row(PREPARE, is_page=False),
    "organiser-results-file": Row(PREPARE, is_page=False),
    "organiser-workbook-file": Row(PREPARE, is_page=False),
    "organiser-result-mails": Row(PREPARE),
    "organiser-result-mails-send": Row(NOBODY, PREPARE),
    "organiser-result-mails-cancel": Row(NOBODY, PREPARE),
    "organiser-archive": Row(NOBODY, PREPARE),
    "organiser-unarchive": Row(NOBODY, PREPARE),
    "organiser-qr": Row(DESK, is_page=False),
    "organiser-homologation": Row(PREPARE),
    "organiser-homologation-table": Row(PREPARE, is_page=False),
    "organiser-homologation-workbook": Row(PREPARE, is_page=False),
    "organiser-sessions": Row(DESK, PREPARE),
    "organiser-sessions-plan": Row(PREPARE, PREPARE),
    "organiser-session-drop": Row(NOBODY, PREPARE),
    "organiser-session-coefficient": Row(NOBODY, PREPARE, is_told_apart=False),
}
FIELDS = (
    "visibility",
    "starts_at",
    "restore",
    "seance",
    "q",
    "preset",
    "show",
    "hide",
    "held_rounds",
    "ranking",
    "session_count",
    "s2-day",
)


def arguments(scene: Scene) -> dict[str, dict[str, Any]]:
    return {
        "organiser-session-coefficient": {"number": 1},
    }
