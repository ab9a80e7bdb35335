"""Printed documents: asked for, looked at, fetched; `document_making` makes the files."""

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
from tournaments.deals.door import Machine, paper_by, paper_for, require_right, tell_reading
from tournaments.deals.queries.deals import PAPER_FETCHED, PAPER_PREVIEWED
from tournaments.enums import DocumentKind, JobState
from tournaments.events.services.events import lock_tournament
from tournaments.models import PrintedDocument, Tournament
from tournaments.paper.documents.digest import document_digest
from tournaments.paper.documents.document import DocumentType, preview_html
from tournaments.paper.documents.options import PLAIN, DocumentOptions, options_json, read_stored_options
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
    """Ask for a document; the same one already waiting is answered instead of a second.

    What was made before and has not changed is done at once, with the same file.

    Raises:
        AppError: a kind that is none, or none of this format, or an unknown language
            (`no_such_document`, `no_such_language`), options that the
            kind does not honour (`bad_options`, at each field), or something must be done first
            (`seats_missing`, `deals_missing`, `standings_missing`).
    """
    document_type = check_request(tournament, kind, language, options)
    made = _unchanged(document_type, tournament, language, options)
    return _ask_for(tournament, document_type, language, options, requested_by, made)


def check_request(tournament: Tournament, kind: str, language: str, options: DocumentOptions) -> DocumentType:
    """The document of this kind, once format, language and options are known to suit it.

    Raises: as `request_document`, but for what must be done first.
    """
    document_type = find_document(kind)
    if not document_type.is_for(find_format(tournament.format)):
        raise AppError("no_such_document", _("Ce document ne sert pas dans la formule de ce tournoi."))
    if language not in dict(settings.LANGUAGES):
        raise AppError("no_such_language", _("Cette langue n’est pas proposée."))
    document_type.check_options(options)
    return document_type


@transaction.atomic
def _ask_for(
    tournament: Tournament,
    document_type: DocumentType,
    language: str,
    options: DocumentOptions,
    requested_by: User | None,
    made: PrintedDocument | None,
) -> PrintedDocument:
    kind, chosen = document_type.kind.value, options_json(options)
    locked = lock_tournament(tournament, may_be_archived=True)
    document_type.require(locked)
    same = locked.documents.filter(kind=kind, language=language, options=chosen)
    waiting = same.filter(state=JobState.QUEUED).first()
    if waiting is not None:
        return waiting
    document = PrintedDocument.objects.create(
        tournament=locked,
        kind=kind,
        language=language,
        options=chosen,
        requested_by=requested_by,
        **(as_made(made) if made else {}),
    )
    record_event(
        club=locked.club,
        tournament=locked,
        actor=requested_by,
        action="document.requested",
        subject=kind,
        after={"language": language, **({"options": chosen} if chosen else {})},
    )
    if made is None:
        PRINTED_DOCUMENTS.nudge(document.pk)
    return document


def _unchanged(
    document_type: DocumentType, tournament: Tournament, language: str, options: DocumentOptions
) -> PrintedDocument | None:
    """The document as it was last made with these options, when it would come out the same; None otherwise.

    Packs are left to the worker: to write them takes long.
    """
    before = tournament.documents.filter(
        kind=document_type.kind, language=language, options=options_json(options), state=JobState.DONE
    )
    last = before.exclude(content_hash="").first()
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
    document_type = check_request(tournament, kind, language, options)
    issue_codes(document_type=document_type, tournament=tournament, options=options)
    with paper_for(seen_by, action=PAPER_PREVIEWED, kind=document_type.kind):
        return preview_html(document_type, tournament, language=language, options=options, first=first)


def fetch_document(*, document: PrintedDocument, fetched_by: User | None) -> FieldFile:
    """The file of a document that is done, open for reading; taking cards away is written to the trace.

    Raises:
        DoorShut: it has cards, and the person has no right to them.
        FileNotFoundError: the store has lost it.
    """
    document_type, options = find_document(document.kind), read_stored_options(document.options)
    if document_type.right_with(options) == Right.SEE_DEALS:
        require_right(document.tournament, fetched_by)
    file: FieldFile = document.file.open()
    tell_fetched(document.tournament, document_type, options, fetched_by)
    return file


def tell_fetched(
    tournament: Tournament, document_type: DocumentType, options: DocumentOptions, reader: User | None
) -> None:
    """Write to the trace who takes cards away; other papers are no secret."""
    if document_type.right_with(options) == Right.SEE_DEALS:
        session = current_session(tournament)
        tell_reading(session, reader=reader, action=PAPER_FETCHED, subject=document_type.kind)


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


def allowed_documents(tournament: Tournament, rights: Collection[Right]) -> list[DocumentType]:
    """The documents of use to this tournament that somebody with these rights may have."""
    played = find_format(tournament.format)
    return [each for each in DOCUMENTS.values() if each.right in rights and each.is_for(played)]
