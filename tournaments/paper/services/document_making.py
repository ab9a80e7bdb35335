"""Making the file of a document that was asked for.

The row is the truth: a worker claims it, writes its progress and heartbeat to it, and loses it to
another worker when it stays silent. `attempts` numbers the claims, so that whoever lost the row
notices at its next sign of life and stops.
"""

import logging
import time
from datetime import timedelta

from django.db.models import F, Q
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from common.errors import AppError
from common.forking import TooMuchMemory, TooMuchTime
from common.moments import longer_ago
from common.queueing import after_commit
from tournaments.deals.door import Machine, paper_by
from tournaments.enums import JobState
from tournaments.models import PrintedDocument, Tournament
from tournaments.paper.documents.digest import document_digest
from tournaments.paper.documents.document import document_pdf
from tournaments.paper.documents.notes import collected_notes
from tournaments.paper.documents.options import PLAIN, DocumentOptions, read_stored
from tournaments.paper.services.document_files import as_made, find_made, store_file
from tournaments.paper.services.documents import check_request, find_document, tell_fetched
from tournaments.paper.services.sheet_codes import issue_codes

logger = logging.getLogger(__name__)

SILENT_AFTER = timedelta(seconds=30)
"""A worker without a sign of life for that long has lost its document; a part takes a few seconds at most."""
MOST_ATTEMPTS = 3
"""A document that failed or went silent that often is given up."""
RETRY_AFTER_SECONDS = 2
MOST_SECONDS = 240
"""For a whole document; each of its parts has its own limits (common/pdf.py)."""


class TakenOver(Exception):
    """Another worker makes this document now."""


def render_document(*, document: PrintedDocument) -> PrintedDocument:
    """Make the file of a document that waits, or whose worker went silent; answer any other as it is.

    A failure is tried again, `MOST_ATTEMPTS` times in all; a refusal that says what to do is not, nor is a
    document that takes more than it may.
    """
    attempt = _claim(document)
    if attempt is None:
        document.refresh_from_db()
        return document
    if attempt > MOST_ATTEMPTS:
        _give_up(document, attempt, _given_up_text(document, _("le programme s’est arrêté")))
        return document
    try:
        _make(document, attempt)
    except TakenOver:
        document.refresh_from_db()
    except AppError as error:
        _give_up(document, attempt, str(error.message))
    except (TooMuchTime, TooMuchMemory) as error:
        logger.warning("document %s: %s: %s", document.pk, type(error).__name__, error)
        _give_up(document, attempt, _beyond_limits_text(document, error))
    except Exception as error:
        logger.exception("document %s, attempt %s", document.pk, attempt)
        if attempt == MOST_ATTEMPTS:
            _give_up(document, attempt, _given_up_text(document, f"{type(error).__name__}: {error}"))
        else:
            _queue_again(document, attempt)
    return document


def make_now(
    *, tournament: Tournament, kind: str, language: str = "fr", options: DocumentOptions = PLAIN
) -> bytes:
    """The PDF of a document, made here and kept nowhere; cards taken away are written to the trace.

    Raises:
        AppError: as `request_document`.
        WorkFailed: it could not be drawn.
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
    tell_fetched(tournament, document_type, options, None)
    return content


def _claim(document: PrintedDocument) -> int | None:
    """Take the row for this worker: the number of the attempt, None when it is not to be taken."""
    now = timezone.now()
    free = Q(state=JobState.QUEUED) | Q(state=JobState.RUNNING) & longer_ago(
        "heartbeat_at", SILENT_AFTER, now
    )
    claimed = PrintedDocument.objects.filter(free, pk=document.pk).update(
        state=JobState.RUNNING, attempts=F("attempts") + 1, heartbeat_at=now, pages_done=0, pages_total=0
    )
    if not claimed:
        return None
    document.refresh_from_db()
    return document.attempts


def _make(document: PrintedDocument, attempt: int) -> None:
    tournament = Tournament.objects.select_related("club").get(pk=document.tournament_id)
    document_type, options = find_document(document.kind), read_stored(document.options)
    issue_codes(document_type=document_type, tournament=tournament, options=options)
    with paper_by(Machine.PRINTING):
        digest = document_digest(document_type, tournament, language=document.language, options=options)
    made = find_made(digest)
    if made is not None:
        _keep(document, attempt, error="", **as_made(made))
        return
    ends_at = time.monotonic() + MOST_SECONDS

    def reached(pages: int) -> None:
        if time.monotonic() > ends_at:
            raise TooMuchTime(f"more than {MOST_SECONDS} s")
        _keep(document, attempt, pages_done=pages, pages_total=max(pages, document.pages_total))

    with paper_by(Machine.PRINTING), collected_notes() as notes:
        content = document_pdf(
            document_type,
            tournament,
            language=document.language,
            options=options,
            started=lambda sheets: _keep(document, attempt, pages_total=sheets),
            progress=reached,
        )
    done = {"file": store_file(content), "state": JobState.DONE, "finished_at": timezone.now(), "error": ""}
    _keep(document, attempt, notes=notes, content_hash=digest, **done)


def _keep(document: PrintedDocument, attempt: int, **values: object) -> None:
    """Write what this attempt has reached, with a sign of life; TakenOver when the row is another's."""
    mine = PrintedDocument.objects.filter(pk=document.pk, state=JobState.RUNNING, attempts=attempt)
    if not mine.update(heartbeat_at=timezone.now(), **values):
        raise TakenOver
    document.refresh_from_db()


def _give_up(document: PrintedDocument, attempt: int, error: str) -> None:
    values = {"state": JobState.FAILED, "error": error[:300], "finished_at": timezone.now()}
    mine = PrintedDocument.objects.filter(pk=document.pk, state=JobState.RUNNING, attempts=attempt)
    mine.update(**values)
    document.refresh_from_db()


def _given_up_text(document: PrintedDocument, cause: str) -> str:
    with translation.override(document.language):
        return _("Le document n’a pas pu être produit en %(count)d essais (%(cause)s). Redemandez-le.") % {
            "count": MOST_ATTEMPTS,
            "cause": cause,
        }


def _beyond_limits_text(document: PrintedDocument, error: Exception) -> str:
    with translation.override(document.language):
        if isinstance(error, TooMuchMemory):
            return _(
                "Ce document demande trop de mémoire : demandez-le en plusieurs fois,"
                " ou simplifiez le gabarit de votre club."
            )
        return _(
            "Ce document demande trop de temps : demandez-le en plusieurs fois,"
            " ou simplifiez le gabarit de votre club."
        )


def _queue_again(document: PrintedDocument, attempt: int) -> None:
    mine = PrintedDocument.objects.filter(pk=document.pk, state=JobState.RUNNING, attempts=attempt)
    if mine.update(state=JobState.QUEUED):
        after_commit("tournaments.render_document", countdown=RETRY_AFTER_SECONDS, document_id=document.pk)
    document.refresh_from_db()
