"""Scene for the modules of rows: an evening with one result."""

from dataclasses import dataclass

from django.core.files.base import ContentFile

from tournaments.enums import JobState
from tournaments.models import Entry, Play, PrintedDocument, Tournament


@dataclass(frozen=True)
class Scene:
    """An evening of five tables under way."""

    tournament: Tournament
    play: Play
    """The first, with a result."""
    entry: Entry


def make_document(tournament: Tournament, kind: str) -> PrintedDocument:
    """A printed document, ready to be fetched."""
    document = PrintedDocument(tournament=tournament, kind=kind, state=JobState.DONE)
    document.file.save(f"{kind}.pdf", ContentFile(b"%PDF-1.7"), save=False)
    document.save()
    return document
