"""Addresses that belong to typed sheets."""

from typing import Any

from django.core.files.base import ContentFile

from tests.factories.tournaments import make_user
from tests.tournaments.walks.matrix.rules import (
    ENTER,
    NOBODY,
    PREPARE,
    READ_RESULTS,
    SEE_DEALS,
    SIGNED_IN,
    Row,
    Rule,
)
from tests.tournaments.walks.matrix.scene import Scene
from tournaments.enums import DocumentKind, ScanKind
from tournaments.models import PrintedSheet, SheetScan
from tournaments.paper.documents.making.options import DocumentOptions
from tournaments.paper.documents.registry import DOCUMENTS
from tournaments.paper.services.sheet_codes import issue_codes

OPEN = Rule(ENTER.allowed | READ_RESULTS.allowed, "code")
"""To enter the sheet, or to read it."""

ROWS = {
    "organiser-result-undo": Row(NOBODY, ENTER),
    "organiser-scan-add": Row(NOBODY, ENTER),
    "organiser-scan": Row(READ_RESULTS, is_page=False),
    "organiser-scan-remove": Row(NOBODY, ENTER),
    "organiser-scan-piles": Row(ENTER, ENTER),
    "organiser-scan-assign": Row(NOBODY, ENTER),
    "organiser-play-record": Row(SEE_DEALS, SEE_DEALS),
    "organiser-second-entries": Row(ENTER),
    "organiser-second-choose": Row(NOBODY, PREPARE),
    "organiser-second-traveller": Row(ENTER, ENTER, is_page=False, is_told_apart=False),
    "organiser-second-score-sheet": Row(ENTER, ENTER, is_page=False, is_told_apart=False),
    "organiser-second-settle": Row(ENTER, ENTER, is_page=False),
    "organiser-second-trial": Row(ENTER, is_page=False),
    "organiser-sheet-find": Row(SIGNED_IN),
    "organiser-sheet-open": Row(OPEN, is_page=False),
}


def arguments(scene: Scene) -> dict[str, dict[str, Any]]:
    scan = make_scan(scene)
    return {
        "organiser-sheet-open": {"code": make_printed(scene).code},
        "organiser-result-undo": {"pk": scene.play.pk},
        "organiser-scan": {"pk": scan.pk},
        "organiser-scan-remove": {"pk": scan.pk},
        "organiser-scan-assign": {"pk": make_scan(scene, board=None).pk},
        "organiser-play-record": {"pk": scene.play.pk},
        "organiser-second-traveller": {"number": 1},
        "organiser-second-score-sheet": {"round_number": 1, "table_number": 1},
        "organiser-second-settle": {"pk": scene.play.pk},
    }


def make_printed(scene: Scene) -> PrintedSheet:
    """The first traveller of the evening, printed."""
    kind = DOCUMENTS[DocumentKind.TRAVELLERS]
    issue_codes(document_type=kind, tournament=scene.tournament, options=DocumentOptions(last_board=1))
    return PrintedSheet.objects.get(session__tournament=scene.tournament)


def make_scan(scene: Scene, *, board: int | None = 1) -> SheetScan:
    """A picture of a traveller; without its number it waits to be sorted."""
    scan = SheetScan(
        session=scene.tournament.sessions.get(),
        board=board,
        kind=ScanKind.IMAGE,
        name="feuille.jpg",
        added_by=make_user("Claire", club=scene.tournament.club),
    )
    scan.file.save("sheet.jpg", ContentFile(b"JPEG"), save=False)
    scan.save()
    return scan
