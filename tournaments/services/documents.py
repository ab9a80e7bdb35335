"""Printed documents: asked for, made by a worker with progress, kept as files.

The row is the truth: a worker claims it, writes its progress and heartbeat to it, and loses it to
another worker when it stays silent. `attempts` numbers the claims, so that whoever lost the row
notices at its next sign of life and stops.
"""

import hashlib
import logging
from datetime import timedelta

from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import transaction
from django.db.models import F, Q
from django.db.models.fields.files import FieldFile
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from common.queueing import after_commit
from tournaments.access import Right
from tournaments.documents.document import DocumentType, document_pdf, preview_html
from tournaments.documents.notes import collected_notes
from tournaments.documents.options import PLAIN, DocumentOptions, options_json, read_stored
from tournaments.documents.registry import DOCUMENTS
from tournaments.enums import DocumentKind, JobState
from tournaments.models import PrintedDocument, Tournament
from tournaments.services.audit import record_event
from tournaments.services.events import lock_tournament
from tournaments.services.sheet_codes import issue_codes

logger = logging.getLogger(__name__)

SILENT_AFTER = timedelta(seconds=30)
"""A worker without a sign of life for that long has lost its document; a part takes a few seconds at most."""
MOST_ATTEMPTS = 3
"""A document that failed or went silent that often is given up."""
RETRY_AFTER_SECONDS = 2


class TakenOver(Exception):
    """Another worker makes this document now."""


@transaction.atomic
def request_document(
    *,
    tournament: Tournament,
    kind: str,
    requested_by: User | None,
    language: str = "fr",
    options: DocumentOptions = PLAIN,
) -> PrintedDocument:
    """Ask for a document; the same one already waiting is answered instead of a second.

    Raises:
        AppError: unknown kind or language (`no_such_document`, `no_such_language`), options that the
            kind does not honour (`bad_options`, at each field), or something must be done first
            (`seats_missing`, `deals_missing`, `standings_missing`).
    """
    document_type = find_document(kind)
    if language not in dict(settings.LANGUAGES):
        raise AppError("no_such_language", _("Cette langue n’est pas proposée."))
    document_type.check_options(options)
    chosen = options_json(options)
    locked = lock_tournament(tournament, may_be_archived=True)
    document_type.require(locked)
    same = locked.documents.filter(kind=kind, language=language, options=chosen)
    waiting = same.filter(state=JobState.QUEUED).first()
    if waiting is not None:
        return waiting
    document = PrintedDocument.objects.create(
        tournament=locked, kind=kind, language=language, options=chosen, requested_by=requested_by
    )
    record_event(
        club=locked.club,
        tournament=locked,
        actor=requested_by,
        action="document.requested",
        subject=kind,
        after={"language": language, **({"options": chosen} if chosen else {})},
    )
    after_commit("tournaments.render_document", document_id=document.pk)
    return document


def cancel_document(*, document: PrintedDocument) -> bool:
    """Stop the making of a document; whether it was still to be made. Its worker notices at the next sign."""
    waiting = PrintedDocument.objects.filter(pk=document.pk, state__in=(JobState.QUEUED, JobState.RUNNING))
    told = _("Arrêté à votre demande ; redemandez-le quand vous voulez.")
    return bool(waiting.update(state=JobState.FAILED, error=told, finished_at=timezone.now()))


def preview_document(
    *,
    tournament: Tournament,
    kind: str,
    seen_by: User | None,
    language: str = "fr",
    options: DocumentOptions = PLAIN,
    first: int | None = None,
) -> str:
    """The document as an HTML page for a quick look; looking at cards is written to the trace.

    Args:
        first: how many sheets to show, None for all of them.

    Raises:
        AppError: as `request_document`.
    """
    document_type = find_document(kind)
    document_type.check_options(options)
    issue_codes(document_type=document_type, tournament=tournament, options=options)
    html = preview_html(document_type, tournament, language=language, options=options, first=first)
    _record_reading(tournament, document_type, options, "document.previewed", seen_by)
    return html


def fetch_document(*, document: PrintedDocument, fetched_by: User | None) -> FieldFile:
    """The file of a document that is done, open for reading; taking cards away is written to the trace.

    Raises:
        FileNotFoundError: the store has lost it.
    """
    file: FieldFile = document.file.open()
    document_type, options = find_document(document.kind), read_stored(document.options)
    _record_reading(document.tournament, document_type, options, "document.downloaded", fetched_by)
    return file


def _record_reading(
    tournament: Tournament,
    document_type: DocumentType,
    options: DocumentOptions,
    action: str,
    reader: User | None,
) -> None:
    """Write to the trace who reads cards; other papers are no secret."""
    if document_type.right_with(options) == Right.SEE_DEALS:
        record_event(
            club=tournament.club,
            tournament=tournament,
            actor=reader,
            action=action,
            subject=document_type.kind,
        )


def find_document(kind: str) -> DocumentType:
    """The document of this kind; AppError `no_such_document` for another."""
    if kind not in DocumentKind.values:
        raise AppError("no_such_document", _("Ce document n’existe pas."))
    return DOCUMENTS[DocumentKind(kind)]


def what_is_missing(*, tournament: Tournament, kind: str) -> str:
    """The sentence that says what to do before the document can be made, "" when it can. One query."""
    try:
        find_document(kind).require(tournament)
    except AppError as error:
        return str(error.message)
    return ""


def render_document(*, document: PrintedDocument) -> PrintedDocument:
    """Make the file of a document that waits, or whose worker went silent; answer any other as it is.

    A failure is tried again, `MOST_ATTEMPTS` times in all; a refusal that says what to do is not.
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
    except Exception as error:
        logger.exception("document %s, attempt %s", document.pk, attempt)
        if attempt == MOST_ATTEMPTS:
            _give_up(document, attempt, _given_up_text(document, f"{type(error).__name__}: {error}"))
        else:
            _queue_again(document, attempt)
    return document


def _claim(document: PrintedDocument) -> int | None:
    """Take the row for this worker: the number of the attempt, None when it is not to be taken."""
    now = timezone.now()
    free = Q(state=JobState.QUEUED) | Q(state=JobState.RUNNING, heartbeat_at__lt=now - SILENT_AFTER)
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
    with collected_notes() as notes:
        content = document_pdf(
            document_type,
            tournament,
            language=document.language,
            options=options,
            started=lambda sheets: _keep(document, attempt, pages_total=sheets),
            progress=lambda pages: _keep(
                document, attempt, pages_done=pages, pages_total=max(pages, document.pages_total)
            ),
        )
    done = {"file": _store(content), "state": JobState.DONE, "finished_at": timezone.now(), "error": ""}
    _keep(document, attempt, notes=notes, **done)


def _keep(document: PrintedDocument, attempt: int, **values: object) -> None:
    """Write what this attempt has reached, with a sign of life; TakenOver when the row is another's."""
    mine = PrintedDocument.objects.filter(pk=document.pk, state=JobState.RUNNING, attempts=attempt)
    if not mine.update(heartbeat_at=timezone.now(), **values):
        raise TakenOver
    document.refresh_from_db()


def _store(content: bytes) -> str:
    """Keep a PDF under the hash of its content; returns the name. A broken file of that name goes."""
    name = f"printed/{hashlib.sha256(content).hexdigest()}.pdf"
    if default_storage.exists(name):
        if default_storage.size(name) == len(content):
            return name
        default_storage.delete(name)
    return default_storage.save(name, ContentFile(content))


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


def _queue_again(document: PrintedDocument, attempt: int) -> None:
    mine = PrintedDocument.objects.filter(pk=document.pk, state=JobState.RUNNING, attempts=attempt)
    if mine.update(state=JobState.QUEUED):
        after_commit("tournaments.render_document", countdown=RETRY_AFTER_SECONDS, document_id=document.pk)
    document.refresh_from_db()
