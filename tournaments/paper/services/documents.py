"""Requests, previews and downloads of printed documents; `document_making` makes the files."""

from collections.abc import Collection

from django.conf import settings
from django.db import transaction
from django.db.models.fields.files import FieldFile
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.base.access import Right
from tournaments.base.queries.sessions import current_session
from tournaments.core.formats.registry import find_format
from tournaments.deals.door import Machine, paper_by, paper_for, record_reading, require_right
from tournaments.deals.queries.deals import PAPER_FETCHED, PAPER_PREVIEWED
from tournaments.enums import DocumentKind, JobState
from tournaments.events.services.events import lock_tournament
from tournaments.models import PrintedDocument, Tournament
from tournaments.paper.documents.making.digest import document_digest
from tournaments.paper.documents.making.document import DocumentType, preview_html
from tournaments.paper.documents.making.options import (
    PLAIN,
    DocumentOptions,
    options_json,
    read_stored_options,
)
from tournaments.paper.documents.registry import DOCUMENTS
from tournaments.paper.services.document_files import as_made, find_made
from tournaments.paper.services.sheet_codes import issue_codes
from tournaments.trace.services.trace import record_event
from tournaments.work.kinds import PRINTED_DOCUMENTS


def request_document(
    *,
    tournament: Tournament,
    kind: str,
    requested_by: User | None,
    language: str = "fr",
    options: DocumentOptions = PLAIN,
) -> PrintedDocument:
    """Request a document. An equal request that is still waiting is returned instead of a second one.

    A document that has not changed since it was last made is done at once, with the same file.

    Raises:
        AppError: with one of these codes:

        - `no_such_document`: an unknown kind, or one of another format;
        - `no_such_language`: an unknown language;
        - `bad_options`: options that the kind does not have, with a sentence at each field;
        - `seats_missing`, `deals_missing`, `standings_missing`: a missing step.
    """
    document_type = check_request(tournament, kind, language, options)
    earlier_document = _equal_document(document_type, tournament, language, options)
    return _create_request(tournament, document_type, language, options, requested_by, earlier_document)


def check_request(tournament: Tournament, kind: str, language: str, options: DocumentOptions) -> DocumentType:
    """Return the type of a document, if it fits the format, the language and the options.

    Raises:
        AppError: as `request_document`, except for a missing step.
    """
    document_type = find_document(kind)
    if not document_type.is_for(find_format(tournament.format)):
        raise AppError("no_such_document", _("Ce document ne sert pas dans la formule de ce tournoi."))
    if language not in dict(settings.LANGUAGES):
        raise AppError("no_such_language", _("Cette langue n’est pas proposée."))
    document_type.check_options(options)
    return document_type


@transaction.atomic
def _create_request(
    tournament: Tournament,
    document_type: DocumentType,
    language: str,
    options: DocumentOptions,
    requested_by: User | None,
    earlier_document: PrintedDocument | None,
) -> PrintedDocument:
    kind, option_values = document_type.kind.value, options_json(options)
    locked_tournament = lock_tournament(tournament, may_be_archived=True, may_be_copy=True)
    document_type.require(locked_tournament)
    equal_requests = locked_tournament.documents.filter(kind=kind, language=language, options=option_values)
    queued_document = equal_requests.filter(state=JobState.QUEUED).first()
    if queued_document is not None:
        return queued_document
    document = PrintedDocument.objects.create(
        tournament=locked_tournament,
        kind=kind,
        language=language,
        options=option_values,
        requested_by=requested_by,
        **(as_made(earlier_document) if earlier_document else {}),
    )
    record_event(
        club=locked_tournament.club,
        tournament=locked_tournament,
        actor=requested_by,
        action="document.requested",
        subject=kind,
        after={"language": language, **({"options": option_values} if option_values else {})},
    )
    if earlier_document is None:
        PRINTED_DOCUMENTS.nudge(document.pk)
    return document


def _equal_document(
    document_type: DocumentType, tournament: Tournament, language: str, options: DocumentOptions
) -> PrintedDocument | None:
    """Return the last document with these options, if a new one would be equal; otherwise None.

    Packs are left to the worker, because writing them takes long.
    """
    earlier_documents = tournament.documents.filter(
        kind=document_type.kind, language=language, options=options_json(options), state=JobState.DONE
    )
    last = earlier_documents.exclude(content_hash="").first()
    if last is None or document_type.holds:
        return None
    issue_codes(document_type=document_type, tournament=tournament, options=options)
    try:
        with paper_by(Machine.PRINTING):
            digest = document_digest(document_type, tournament, language=language, options=options)
    except AppError as error:
        if error.code == "drawing_busy":  # it is left to the worker, too
            return None
        raise
    return find_made(digest) if digest == last.content_hash else None


def cancel_document(*, document: PrintedDocument) -> bool:
    """Cancel a document that is queued or being made. Return False if it was finished already.

    A running worker notices this at its next heartbeat and stops.
    """
    pending_documents = PrintedDocument.objects.filter(
        pk=document.pk, state__in=(JobState.QUEUED, JobState.RUNNING)
    )
    message = _("Arrêté à votre demande ; redemandez-le quand vous voulez.")
    return bool(pending_documents.update(state=JobState.FAILED, error=message, finished_at=timezone.now()))


def preview_document(
    *,
    tournament: Tournament,
    kind: str,
    seen_by: User | None,
    language: str = "fr",
    options: DocumentOptions = PLAIN,
    first: int | None = None,
) -> str:
    """Return the document as an HTML page. A preview with cards is recorded in the trace.

    Args:
        first: number of sheets, None for all of them.

    Raises:
        AppError: as `request_document`.
    """
    document_type = check_request(tournament, kind, language, options)
    issue_codes(document_type=document_type, tournament=tournament, options=options)
    with paper_for(seen_by, action=PAPER_PREVIEWED, kind=document_type.kind):
        return preview_html(document_type, tournament, language=language, options=options, first=first)


def fetch_document(*, document: PrintedDocument, fetched_by: User | None) -> FieldFile:
    """Return the open file of a finished document. A download with cards is recorded in the trace.

    Raises:
        DoorShut: the document has cards, and the person has no right to them.
        FileNotFoundError: the storage has lost the file.
    """
    document_type, options = find_document(document.kind), read_stored_options(document.options)
    if document_type.right_with(options) == Right.SEE_DEALS:
        require_right(document.tournament, fetched_by)
    file: FieldFile = document.file.open()
    record_cards_fetched(document.tournament, document_type, options, fetched_by)
    return file


def record_cards_fetched(
    tournament: Tournament, document_type: DocumentType, options: DocumentOptions, reader: User | None
) -> None:
    """Record the download of a document with cards in the trace. Other documents are not recorded."""
    if document_type.right_with(options) == Right.SEE_DEALS:
        session = current_session(tournament)
        record_reading(session, reader=reader, action=PAPER_FETCHED, subject=document_type.kind)


def find_document(kind: str) -> DocumentType:
    """Return the type of a document of this kind.

    Raises:
        AppError: an unknown kind (`no_such_document`).
    """
    if kind not in DocumentKind.values:
        raise AppError("no_such_document", _("Ce document n’existe pas."))
    return DOCUMENTS[DocumentKind(kind)]


def what_is_missing(*, tournament: Tournament, kind: str) -> str:
    """Return a message with the step that is missing for a document; "" if it can be made. One query."""
    try:
        find_document(kind).require(tournament)
    except AppError as error:
        return str(error.message)
    return ""


def allowed_documents(tournament: Tournament, rights: Collection[Right]) -> list[DocumentType]:
    """Return the types of documents for the format of a tournament that these rights allow."""
    tournament_format = find_format(tournament.format)
    return [
        document_type
        for document_type in DOCUMENTS.values()
        if document_type.right in rights and document_type.is_for(tournament_format)
    ]
