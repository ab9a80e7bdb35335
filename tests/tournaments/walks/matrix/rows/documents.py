"""Addresses of papers."""

from typing import Any

from tests.tournaments.walks.matrix.rules import NOBODY, PAPERS, PRINT, Row
from tests.tournaments.walks.matrix.scene import Scene, make_document
from tournaments.enums import DocumentKind

ROWS = {
    "organiser-documents": Row(PAPERS, PRINT),
    "organiser-document-page": Row(PRINT, PRINT, is_told_apart=False),
    "organiser-document-preview": Row(PRINT, is_told_apart=False),
    "organiser-document": Row(PRINT, is_page=False),
    "organiser-document-cancel": Row(NOBODY, PRINT),
}
FIELDS = ("document", "commitment", "empreinte", "joueurs", "minutes", "etuis", "copies")


def arguments(scene: Scene) -> dict[str, dict[str, Any]]:
    document = make_document(scene.tournament, DocumentKind.TRAVELLERS)
    return {
        "organiser-document": {"pk": document.pk},
        "organiser-document-cancel": {"pk": document.pk},
        "organiser-document-page": {"kind": DocumentKind.TRAVELLERS.value},
        "organiser-document-preview": {"kind": DocumentKind.TRAVELLERS.value},
    }
