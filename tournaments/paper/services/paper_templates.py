"""A club's own templates of documents: tried before they are stored, or reset to the original."""

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from tournaments.core.formats.registry import FORMATS, find_format
from tournaments.deals.door import Machine, paper_by
from tournaments.demo.services.specimens import specimen_event
from tournaments.models import AdjustedTemplate, Club
from tournaments.paper.documents.making.document import DocumentType, html_by
from tournaments.paper.documents.making.looks import load_look
from tournaments.paper.documents.making.options import DocumentOptions
from tournaments.paper.services.documents import find_document
from tournaments.trace.services.trace import record_event

AT_A_SITE = DocumentOptions(site="https://club.example")
"""Options of a preview, with an example as the address of the site."""


def keep_template(*, club: Club, kind: str, text: str, kept_by: User) -> AdjustedTemplate:
    """Store the template of this kind of document for all later prints, after a trial.

    Raises:
        AppError: `no_such_document`, the text cannot be used (`template_refused`, at its line), or another
            template is being tried (`drawing_busy`).
    """
    # the trial takes seconds: done before the transaction, so that no other write waits
    try_template(club=club, kind=kind, text=text)
    values = {"text": text, "changed_by": kept_by, "changed_at": timezone.now()}
    with transaction.atomic():
        stored_template, _is_new = AdjustedTemplate.objects.update_or_create(
            club=club, kind=kind, defaults=values
        )
        record_event(club=club, actor=kept_by, action="papers.template_kept", subject=kind)
    return stored_template


@transaction.atomic
def remove_template(*, club: Club, kind: str, removed_by: User) -> None:
    """Reset this kind of document to the original template."""
    deleted_count, _rows = AdjustedTemplate.objects.filter(club=club, kind=find_document(kind).kind).delete()
    if deleted_count:
        record_event(club=club, actor=removed_by, action="papers.template_removed", subject=kind)


def try_template(*, club: Club, kind: str, text: str) -> str:
    """Return the page of a template with a specimen, a made-up evening in the club's usual format.

    The page shows no data of the club except its name and its look.

    Raises:
        AppError: as `keep_template`.
    """
    document_type = find_document(kind)
    look = load_look(club)
    format_code, game = _usual_game(club, document_type)
    specimens = specimen_event(club=club, format_code=format_code, game=game)
    with paper_by(Machine.PRINTING), specimens as specimen:
        return html_by(text, look, document_type, specimen, AT_A_SITE)


def _usual_game(club: Club, document_type: DocumentType) -> tuple[str, str]:
    """Return the format and game of the club’s latest event, or of the first format with this document."""
    latest_games = club.tournaments.order_by("-starts_on", "-pk").values_list("format", "game")
    default_games = [(code, FORMATS[code].variant.name) for code in FORMATS]
    suitable_games = (
        pair for pair in [*latest_games[:1], *default_games] if document_type.is_for(find_format(pair[0]))
    )
    return next(suitable_games)
