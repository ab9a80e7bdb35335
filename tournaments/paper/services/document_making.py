"""Rendering of requested documents, a job of the worker (`tournaments/work/jobs.py`)."""

import logging
import time

from django.utils import timezone, translation
from django.utils.translation import gettext as _

from common.errors import AppError
from common.workers.forking import TooMuchMemory, TooMuchTime
from tournaments.deals.door import Machine, paper_by
from tournaments.enums import JobState
from tournaments.models import PrintedDocument, Tournament
from tournaments.paper.documents.making.digest import document_digest
from tournaments.paper.documents.making.document import document_pdf
from tournaments.paper.documents.making.notes import collected_notes
from tournaments.paper.documents.making.options import PLAIN, DocumentOptions, read_stored_options
from tournaments.paper.services.document_files import as_made, find_made, store_file
from tournaments.paper.services.documents import check_request, find_document, record_cards_fetched
from tournaments.paper.services.sheet_codes import issue_codes
from tournaments.work.jobs import Claim
from tournaments.work.kinds import PRINTED_DOCUMENTS

logger = logging.getLogger(__name__)

MOST_ATTEMPTS = 3
"""Number of failed or silent attempts after which a document is given up."""
RETRY_AFTER_SECONDS = 2
MOST_SECONDS = 240
"""Seconds for a whole document. Each part has its own limits (tournaments/paper/pdf/rendering.py)."""


def render_document(*, document: PrintedDocument) -> PrintedDocument:
    """Make the file of a waiting document, or of one whose worker went silent.

    Return any other document unchanged. A failure is tried again, `MOST_ATTEMPTS` times in all. A refusal
    with a message for the user is not, nor is a document that exceeds its limits.
    """
    with translation.override(document.language):
        return PRINTED_DOCUMENTS.run(document, _make, _end_or_try_again)


def make_now(
    *, tournament: Tournament, kind: str, language: str = "fr", options: DocumentOptions = PLAIN
) -> bytes:
    """Return the PDF of a document. Nothing is stored; the trace records access to cards.

    Raises:
        AppError: as `request_document`.
        WorkFailed: the document could not be drawn.
    """
    document_type = check_request(tournament, kind, language, options)
    issue_codes(document_type=document_type, tournament=tournament, options=options)
    with paper_by(Machine.PRINTING):
        content = document_pdf(
            document_type,
            tournament,
            language=language,
            options=options,
            started=lambda sheets: None,
            progress=lambda pages: None,
        )
    record_cards_fetched(tournament, document_type, options, None)
    return content


def _make(claim: Claim[PrintedDocument]) -> None:
    document = claim.row
    if claim.attempt > MOST_ATTEMPTS:
        claim.give_up(_given_up_text(_("le programme s’est arrêté")))
        return
    tournament = Tournament.objects.select_related("club").get(pk=document.tournament_id)
    document_type, options = find_document(document.kind), read_stored_options(document.options)
    issue_codes(document_type=document_type, tournament=tournament, options=options)
    with paper_by(Machine.PRINTING):
        digest = document_digest(document_type, tournament, language=document.language, options=options)
    earlier_document = find_made(digest)
    if earlier_document is not None:
        claim.keep(error="", **as_made(earlier_document))
        return
    ends_at = time.monotonic() + MOST_SECONDS

    def report_progress(pages: int) -> None:
        if time.monotonic() > ends_at:
            raise TooMuchTime(f"more than {MOST_SECONDS} s")
        claim.keep(pages_done=pages, pages_total=max(pages, document.pages_total))

    with paper_by(Machine.PRINTING), collected_notes() as notes:
        content = document_pdf(
            document_type,
            tournament,
            language=document.language,
            options=options,
            started=lambda sheets: claim.keep(pages_total=sheets),
            progress=report_progress,
        )
    final_values = {
        "file": store_file(content),
        "state": JobState.DONE,
        "finished_at": timezone.now(),
        "error": "",
    }
    claim.keep(notes=notes, content_hash=digest, **final_values)


def _end_or_try_again(claim: Claim[PrintedDocument], error: Exception) -> None:
    """Give up a document that could not be made, or queue it again."""
    document = claim.row
    if isinstance(error, AppError):
        claim.give_up(str(error.message))
    elif isinstance(error, (TooMuchTime, TooMuchMemory)):
        logger.warning("document given up: number %s, %s: %s", document.pk, type(error).__name__, error)
        claim.give_up(_beyond_limits_text(error))
    else:
        logger.error("document not made: number %s, attempt %s", document.pk, claim.attempt, exc_info=error)
        if claim.attempt == MOST_ATTEMPTS:
            claim.give_up(_given_up_text(f"{type(error).__name__}: {error}"))
        else:
            claim.queue_again(countdown=RETRY_AFTER_SECONDS)


def _given_up_text(cause: str) -> str:
    return _("Le document n’a pas pu être produit en %(count)d essais (%(cause)s). Redemandez-le.") % {
        "count": MOST_ATTEMPTS,
        "cause": cause,
    }


def _beyond_limits_text(error: Exception) -> str:
    if isinstance(error, TooMuchMemory):
        return _(
            "Ce document demande trop de mémoire : demandez-le en plusieurs fois,"
            " ou simplifiez le gabarit de votre club."
        )
    return _(
        "Ce document demande trop de temps : demandez-le en plusieurs fois,"
        " ou simplifiez le gabarit de votre club."
    )
