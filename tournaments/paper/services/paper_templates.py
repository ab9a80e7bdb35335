"""Templates of documents that a club adjusts: tried before they are kept, put back to the original."""

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from tournaments.core.formats.registry import FORMATS, find_format
from tournaments.deals.door import Machine, paper_by
from tournaments.demo.services.specimens import specimen_event
from tournaments.models import AdjustedTemplate, Club
from tournaments.paper.documents.document import DocumentType, html_by
from tournaments.paper.documents.looks import load_look
from tournaments.paper.documents.options import DocumentOptions
from tournaments.paper.services.documents import find_document
from tournaments.trace.services.trace import record_event

AT_A_SITE = DocumentOptions(site="https://club.example")
"""Papers that carry the address of the site carry this one."""


def keep_template(*, club: Club, kind: str, text: str, kept_by: User) -> AdjustedTemplate:
    """Print documents of this kind by this text from now on. It is tried first, while nobody waits to write.

    Raises:
        AppError: `no_such_document`, the text cannot be used (`template_refused`, at its line), or another
            one is being tried (`drawing_busy`).
    """
    try_template(club=club, kind=kind, text=text)
    values = {"text": text, "changed_by": kept_by, "changed_at": timezone.now()}
    with transaction.atomic():
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
    """The page that a text gives with a specimen: an evening made up, of the format the club last played.

    Nothing of the club is on it but its name and its look.

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
    """Format and game of the club’s latest event, if the document is for it; else the first that is."""
    played = club.tournaments.order_by("-starts_on", "-pk").values_list("format", "game")
    offered = [(code, FORMATS[code].variant.name) for code in FORMATS]
    suited = (each for each in [*played[:1], *offered] if document_type.is_for(find_format(each[0])))
    return next(suited)
