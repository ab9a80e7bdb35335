"""One evening of five tables, ready to print."""

from collections.abc import Callable
from io import BytesIO

import pytest
from pypdf import PdfReader

from tests.factories.tournaments import make_club, make_seated_tournament
from tournaments.documents.document import document_pdf
from tournaments.documents.registry import DOCUMENTS
from tournaments.enums import DocumentKind
from tournaments.models import Tournament


@pytest.fixture
def evening(db) -> Tournament:
    """Five tables, rounds and sets of four boards; Nom01 at table 1 N, Nom02 at 1 W, and so on."""
    return make_seated_tournament(make_club())


@pytest.fixture
def printed() -> Callable[..., PdfReader]:
    """A function from a kind and a tournament to the PDF, opened."""

    def make(kind: DocumentKind, tournament: Tournament, language: str = "fr") -> PdfReader:
        content = document_pdf(
            DOCUMENTS[kind], tournament, language=language, started=lambda _: None, progress=lambda _: None
        )
        return PdfReader(BytesIO(content))

    return make
