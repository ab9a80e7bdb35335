"""Documents to print: all of them in the order of an evening, those asked for, their files."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.http import urlencode
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common.errors import AppError
from tournaments.base.access import Right, rights_in
from tournaments.base.services.slugs import readable_slug
from tournaments.base.web.acting import tell
from tournaments.base.web.addresses import phone_url
from tournaments.base.web.finding import find_tournament, signed_in, why_no_cards
from tournaments.base.web.htmx import render_page
from tournaments.base.words.section_colours import colour_name
from tournaments.enums import DocumentKind, JobState
from tournaments.models import PrintedDocument, Tournament
from tournaments.paper.documents.document import DocumentType, PaperMoment
from tournaments.paper.documents.options import DocumentOptions, read_stored_options
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
from tournaments.results.services.table_access import takes_phones

JOBS_SHOWN = 40
PACKS = {
    DocumentKind.EVENING_PACK: gettext_lazy(
        "Listes, badges, fiches, feuilles : un seul fichier, dans l’ordre d’emploi, par couleur."
    ),
    DocumentKind.MISSING_NOW: gettext_lazy(
        "Pour passer au papier à tout moment : places à venir, feuilles à terminer avec les résultats connus."
    ),
}
"""Made of other documents: offered first, each with what it is for."""


def option_words(document_type: DocumentType | None, options: DocumentOptions) -> str:
    """The choices of one document, "" when it is whole; without the type, parts keep their code."""
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
    """What to do first, "" when it can be made."""
    is_secret: bool
    """It shows cards."""

    @property
    def use(self) -> Promise | str:
        """What it is for; "" of a pack."""
        return DOCUMENT_USES.get(self.kind, "")


@never_cache
@require_http_methods(["GET", "POST"])
def documents(request: HttpRequest, slug: str) -> HttpResponse:
    """The documents that can be made and those that are; htmx asks for the latter alone."""
    if request.method == "POST":
        return _ask(request, slug)
    tournament = find_tournament(request, slug, Right.PRINT)
    rights = rights_in(request.user, tournament)
    allowed = allowed_documents(tournament, rights)
    jobs = list(tournament.documents.filter(kind__in=[each.kind for each in allowed])[:JOBS_SHOWN])
    context = {
        "tournament": tournament,
        "tab": "documents",
        "packs": [(_offered(tournament, DOCUMENTS[kind]), words) for kind, words in PACKS.items()],
        "moments": _by_moment(tournament, [each for each in allowed if each.kind not in PACKS]),
        "furniture": urlencode({"kinds": sorted(FURNITURE_KINDS)}, doseq=True),
        "has_phones": Right.ENTER_RESULTS in rights and takes_phones(tournament),
        "why_no_cards": why_no_cards(request.user, tournament),
        "may_name_himself": Right.PREPARE in rights and Right.READ_HANDS not in rights,
        "jobs": [(job, _chosen_words(job)) for job in jobs],
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
def download(request: HttpRequest, slug: str, pk: int) -> HttpResponse | FileResponse:
    """The file of a document, for those who may have its kind."""
    tournament = find_tournament(request, slug, Right.PRINT)
    document = get_object_or_404(
        tournament.documents.select_related("tournament__club"), pk=pk, state=JobState.DONE
    )
    find_tournament(request, slug, right_to(document))
    try:
        file = fetch_document(document=document, fetched_by=signed_in(request))
    except FileNotFoundError as error:
        raise Http404 from error
    name = f"{tournament.slug}-{readable_slug(document.kind_label)}.pdf"
    return FileResponse(file, filename=name, content_type="application/pdf")


@require_POST
def cancel(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Stop the making of a document."""
    tournament = find_tournament(request, slug, Right.PRINT)
    document = get_object_or_404(tournament.documents, pk=pk)
    find_tournament(request, slug, right_to(document))
    if cancel_document(document=document):
        tell(request, _("Le document n’est plus préparé."))
    return redirect("organiser-documents", tournament.slug)


def known_document(kind: str) -> DocumentType:
    """The document of this kind; Http404 for one that is none, or none any more."""
    if kind not in DocumentKind.values:
        raise Http404
    return find_document(kind)


def right_to(document: PrintedDocument) -> Right:
    """What it takes to have this one: a pack may hold cards."""
    return known_document(document.kind).right_with(read_stored_options(document.options))


def site_address(request: HttpRequest) -> str:
    """The site as the hall reaches it, without a slash at its end."""
    return phone_url(request, "/").rstrip("/")


def ask_for(request: HttpRequest, tournament: Tournament, kind: str, options: DocumentOptions) -> bool:
    """Ask for a document; the next page says what came of it. Whether it was asked for."""
    try:
        document = request_document(
            tournament=tournament,
            kind=kind,
            requested_by=signed_in(request),
            language=get_language() or "fr",
            options=options,
        )
    except AppError as error:
        messages.error(request, str(error.message))
        return False
    if document.state == JobState.DONE:
        tell(request, _("Rien n’a changé depuis la dernière fois : le document est déjà prêt."))
    else:
        tell(request, _("Le document est demandé ; il apparaît ci-dessous dès qu’il est prêt."))
    return True


def documents_asked_for(tournament: Tournament) -> HttpResponse:
    """Back to the list, where the documents asked for stand."""
    return redirect(reverse("organiser-documents", args=[tournament.slug]) + "#documents")


def _ask(request: HttpRequest, slug: str) -> HttpResponse:
    kind = request.POST.get("kind", "")
    right = find_document(kind).right if kind in DocumentKind.values else Right.PRINT
    tournament = find_tournament(request, slug, right)
    ask_for(request, tournament, kind, DocumentOptions(site=site_address(request)))
    return documents_asked_for(tournament)


def _by_moment(
    tournament: Tournament, allowed: Collection[DocumentType]
) -> list[tuple[str, list[OfferedDocument]]]:
    """The rows under the title of their moment."""
    titles = {
        PaperMoment.BEFORE: _("Avant la première donne"),
        PaperMoment.DURING: _("Pendant le jeu"),
        PaperMoment.AFTER: _("Après le jeu"),
    }
    offered = [(each.moment, _offered(tournament, each)) for each in allowed]
    listed = [(title, [row for when, row in offered if when == moment]) for moment, title in titles.items()]
    return [(title, rows) for title, rows in listed if rows]


def _offered(tournament: Tournament, document_type: DocumentType) -> OfferedDocument:
    kind = document_type.kind
    missing = what_is_missing(tournament=tournament, kind=kind)
    return OfferedDocument(kind, missing, is_secret=document_type.right == Right.SEE_DEALS)


def _chosen_words(job: PrintedDocument) -> str:
    return option_words(DOCUMENTS[DocumentKind(job.kind)], read_stored_options(job.options))
