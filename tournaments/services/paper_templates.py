"""Templates of documents that a club adjusts: tried before they are kept, put back to the original."""

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from common.errors import AppError
from tournaments.documents.document import DocumentType, html_by
from tournaments.documents.sandbox import compile_text
from tournaments.models import AdjustedTemplate, Club, Tournament
from tournaments.services.audit import record_event
from tournaments.services.documents import find_document

MOST_TRIED = 5
"""Events looked at, latest first, for one that has what a document needs."""


@transaction.atomic
def keep_template(*, club: Club, kind: str, text: str, kept_by: User) -> AdjustedTemplate:
    """Print documents of this kind by this text from now on.

    Raises:
        AppError: `no_such_document`, or the text cannot be used (`template_refused`, at its line).
    """
    try_template(club=club, kind=kind, text=text)
    values = {"text": text, "changed_by": kept_by, "changed_at": timezone.now()}
    kept, _made = AdjustedTemplate.objects.update_or_create(club=club, kind=kind, defaults=values)
    record_event(club=club, actor=kept_by, action="papers.template_kept", subject=kind)
    return kept


@transaction.atomic
def remove_template(*, club: Club, kind: str, removed_by: User) -> None:
    """Print the original again."""
    gone, _rows = AdjustedTemplate.objects.filter(club=club, kind=find_document(kind).kind).delete()
    if gone:
        record_event(club=club, actor=removed_by, action="papers.template_removed", subject=kind)


def try_template(*, club: Club, kind: str, text: str) -> str:
    """What a text gives with the latest event that has what the document needs: a page, "" without any.

    Raises:
        AppError: as `keep_template`.
    """
    document_type = find_document(kind)
    compiled = compile_text(text, document_type.template)
    tournament = sample_event(club, document_type)
    return "" if tournament is None else html_by(compiled, document_type, tournament)


def sample_event(club: Club, document_type: DocumentType) -> Tournament | None:
    """The latest event of the club for which the document can be made."""
    latest = club.tournaments.select_related("club").order_by("-starts_on", "-pk")
    for tournament in latest[:MOST_TRIED]:
        try:
            document_type.require(tournament)
        except AppError:
            continue
        return tournament
    return None
