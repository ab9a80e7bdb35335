"""Pages of documents to print: the list in the order of an evening, the requested ones, their files."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.language_codes import reader_language
from common.errors import AppError
from tournaments.base.access import Right, rights_in
from tournaments.base.services.slugs import readable_slug
from tournaments.base.web.acting import add_success_message
from tournaments.base.web.addresses import phone_url
from tournaments.base.web.finding import find_tournament, signed_in_user, why_no_cards
from tournaments.base.web.htmx import render_page
from tournaments.base.words.section_colours import colour_name
from tournaments.enums import DocumentKind, JobState
from tournaments.models import PrintedDocument, Tournament
from tournaments.paper.documents.making.document import DocumentType, PaperMoment
from tournaments.paper.documents.making.options import DocumentOptions, read_stored_options
from tournaments.paper.documents.registry import DOCUMENTS
from tournaments.paper.queries.papers import FURNITURE_KINDS
from tournaments.paper.services.documents import (
    allowed_documents,
    cancel_document,
    fetch_document,
    find_document,
    request_document,
    what_is_missing,
)
from tournaments.paper.words.document_words import DOCUMENT_USES

JOBS_SHOWN = 40
PACKS = {
    DocumentKind.EVENING_PACK: gettext_lazy(
        "Listes, badges, fiches, feuilles : un seul fichier, dans l’ordre d’emploi, par couleur."
    ),
    DocumentKind.MISSING_NOW: gettext_lazy(
        "Pour passer au papier à tout moment : places à venir, feuilles à terminer avec les résultats connus."
    ),
}
"""Packs, listed first, each with its use."""


def option_words(document_type: DocumentType | None, options: DocumentOptions) -> str:
    """Return the options of a document in words, "" for a whole one.

    Without a type, parts show their code.
    """
    return ", ".join(_words(dict(document_type.parts) if document_type else {}, options))


def _words(parts: dict[str, object], options: DocumentOptions) -> Iterator[str]:
    if options.part:
        yield str(parts.get(options.part, options.part))
    if options.section:
        yield colour_name(options.section)
    ranges = (
        (_("positions %(range)s"), options.first_round, options.last_round),
        (_("étuis %(range)s"), options.first_board, options.last_board),
        (_("tables %(range)s"), options.first_table, options.last_table),
        (_("reçus %(range)s"), options.first_receipt, options.last_receipt),
    )
    for text, first, last in ranges:
        if first is not None or last is not None:
            yield text % {"range": _range(first, last)}
    if options.paper:
        yield options.paper
    if options.per_sheet:
        yield _("%(number)s par feuille") % {"number": options.per_sheet}
    if options.note:
        yield options.note


def _range(first: int | None, last: int | None) -> str:
    return f"{first or ''}–{last or ''}" if first != last else str(first)


@dataclass(frozen=True, slots=True)
class OfferedDocument:
    """A row of the list."""

    kind: DocumentKind
    missing: str
    """Message for the missing step, "" if the document can be made."""
    is_secret: bool
    """True if the document shows cards."""

    @property
    def use(self) -> Promise | str:
        """The use of the document; "" for a pack."""
        return DOCUMENT_USES.get(self.kind, "")


@never_cache
@require_http_methods(["GET", "POST"])
def documents_page(request: HttpRequest, slug: str) -> HttpResponse:
    """List the possible documents and the requested ones. A POST requests one.

    htmx requests only the second list.
    """
    if request.method == "POST":
        return _request_whole_document(request, slug)
    tournament = find_tournament(request, slug, Right.READ_DESK)
    rights = rights_in(request.user, tournament)
    # the treasurer has the papers of the till alone
    permitted_types = allowed_documents(tournament, rights)
    if not permitted_types:
        raise PermissionDenied
    jobs = list(
        tournament.documents.filter(kind__in=[document_type.kind for document_type in permitted_types])[
            :JOBS_SHOWN
        ]
    )
    context = {
        "tournament": tournament,
        "tab": "documents",
        "packs": [
            (_offered_row(tournament, DOCUMENTS[kind]), words)
            for kind, words in PACKS.items()
            if DOCUMENTS[kind] in permitted_types
        ],
        "moments": _by_moment(
            tournament,
            [document_type for document_type in permitted_types if document_type.kind not in PACKS],
        ),
        "furniture": urlencode({"kinds": sorted(FURNITURE_KINDS)}, doseq=True),
        "has_phones": Right.ENTER_RESULTS in rights,
        "why_no_cards": why_no_cards(request.user, tournament),
        "may_name_himself": Right.PREPARE in rights and Right.READ_HANDS not in rights,
        "jobs": [(job, _job_words(job)) for job in jobs],
        "is_working": any(job.state in (JobState.QUEUED, JobState.RUNNING) for job in jobs),
    }
    return render_page(
        request,
        "tournaments/paper/organiser/documents.html",
        context,
        partial="tournaments/paper/organiser/_documents.html",
    )


@never_cache
@require_safe
def download_document(request: HttpRequest, slug: str, pk: int) -> HttpResponse | FileResponse:
    """Return the file of a document to users with the right to its kind."""
    tournament = find_tournament(request, slug, Right.READ_DESK)
    document = get_object_or_404(
        tournament.documents.select_related("tournament__club"), pk=pk, state=JobState.DONE
    )
    # each kind needs a right of its own
    find_tournament(request, slug, right_to(document))
    try:
        file = fetch_document(document=document, fetched_by=signed_in_user(request))
    except FileNotFoundError as error:
        raise Http404 from error
    # a readable name of the file for the folder of downloads
    name = f"{tournament.slug}-{readable_slug(document.kind_label)}.pdf"
    return FileResponse(file, filename=name, content_type="application/pdf")


@require_POST
def cancel_document_view(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Stop the making of a document."""
    tournament = find_tournament(request, slug, Right.READ_DESK)
    document = get_object_or_404(tournament.documents, pk=pk)
    find_tournament(request, slug, right_to(document))
    if cancel_document(document=document):
        add_success_message(request, _("Le document n’est plus préparé."))
    return redirect("organiser-documents", tournament.slug)


def known_document(kind: str) -> DocumentType:
    """Return the document of this kind; Http404 for an unknown or former one."""
    if kind not in DocumentKind.values:
        raise Http404
    return find_document(kind)


def right_to(document: PrintedDocument) -> Right:
    """Return the right that this document needs. A pack may contain cards."""
    return known_document(document.kind).right_with(read_stored_options(document.options))


def hall_site_address(request: HttpRequest) -> str:
    """Return the address of the site as the hall reaches it, without a final slash."""
    return phone_url(request, "/").rstrip("/")


def ask_for(request: HttpRequest, tournament: Tournament, kind: str, options: DocumentOptions) -> bool:
    """Request a document and show the outcome on the next page. Return whether it was requested."""
    try:
        document = request_document(
            tournament=tournament,
            kind=kind,
            requested_by=signed_in_user(request),
            language=reader_language(),
            options=options,
        )
    except AppError as error:
        messages.error(request, str(error.message))
        return False
    if document.state == JobState.DONE:
        add_success_message(
            request, _("Rien n’a changé depuis la dernière fois : le document est déjà prêt.")
        )
    else:
        add_success_message(
            request, _("Le document est demandé ; il apparaît ci-dessous dès qu’il est prêt.")
        )
    return True


def documents_asked_for(tournament: Tournament) -> HttpResponse:
    """Redirect to the requested documents in the list."""
    return redirect(reverse("organiser-documents", args=[tournament.slug]) + "#documents")


def _request_whole_document(request: HttpRequest, slug: str) -> HttpResponse:
    kind = request.POST.get("kind", "")
    # an unknown kind is refused by `ask_for`, with a message on the page
    right = find_document(kind).right if kind in DocumentKind.values else Right.PRINT
    tournament = find_tournament(request, slug, right)
    ask_for(request, tournament, kind, DocumentOptions(site=hall_site_address(request)))
    return documents_asked_for(tournament)


def _by_moment(
    tournament: Tournament, permitted_types: Collection[DocumentType]
) -> list[tuple[str, list[OfferedDocument]]]:
    """Return the rows under the title of their phase, without empty phases."""
    titles = {
        PaperMoment.BEFORE: _("Avant la première donne"),
        PaperMoment.DURING: _("Pendant le jeu"),
        PaperMoment.AFTER: _("Après le jeu"),
    }
    rows = [
        (document_type.moment, _offered_row(tournament, document_type)) for document_type in permitted_types
    ]
    sections = [(title, [row for phase, row in rows if phase == moment]) for moment, title in titles.items()]
    return [(title, section_rows) for title, section_rows in sections if section_rows]


def _offered_row(tournament: Tournament, document_type: DocumentType) -> OfferedDocument:
    kind = document_type.kind
    missing_step = what_is_missing(tournament=tournament, kind=kind)
    return OfferedDocument(kind, missing_step, is_secret=document_type.right == Right.SEE_DEALS)


def _job_words(job: PrintedDocument) -> str:
    return option_words(DOCUMENTS[DocumentKind(job.kind)], read_stored_options(job.options))
