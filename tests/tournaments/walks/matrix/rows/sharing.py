"""Addresses of sheets that are shared out, and of questions about them."""

from typing import Any

from tests.factories.tournaments import make_user
from tests.tournaments.walks.matrix.rules import ENTER, NOBODY, READ_RESULTS, Row
from tests.tournaments.walks.matrix.scene import Scene
from tournaments.enums import SheetTask
from tournaments.results.queries.checking import SheetName
from tournaments.results.services.sharing import ask_about_sheet, take_sheet

ROWS = {
    "organiser-shares": Row(READ_RESULTS),
    "organiser-share-range": Row(NOBODY, READ_RESULTS),
    "organiser-share-next": Row(NOBODY, ENTER, is_told_apart=False),
    "organiser-share-sheet": Row(NOBODY, ENTER, is_told_apart=False),
    "organiser-share-back": Row(NOBODY, READ_RESULTS),
    "organiser-sheet-ask": Row(NOBODY, READ_RESULTS),
    "organiser-sheet-answer": Row(NOBODY, READ_RESULTS),
}
FIELDS = ("task", "first", "last", "question", "answer", "board", "liste", "numero", "page")


def arguments(scene: Scene) -> dict[str, dict[str, Any]]:
    session, sheet = scene.tournament.sessions.get(), SheetName(board=scene.play.board)
    holder = make_user("Alice Saisie")
    take_sheet(session=session, sheet=sheet, task=SheetTask.ENTER, taken_by=holder)
    question = ask_about_sheet(session=session, sheet=sheet, text="Illisible ?", asked_by=holder)
    return {
        # the rule of a check is in tests/tournaments/results/organiser/test_shares.py
        "organiser-share-next": {"task": SheetTask.ENTER.value},
        "organiser-share-sheet": {"task": SheetTask.ENTER.value},
        "organiser-share-back": {"pk": holder.pk},
        "organiser-sheet-answer": {"pk": question.pk},
    }
