"""Documents to print: asked for, followed while a worker makes them, fetched."""

from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common.errors import AppError
from common.htmx import render_page
from tournaments.access import Right, rights_in
from tournaments.core.formats.registry import find_format
from tournaments.documents.registry import DOCUMENTS
from tournaments.enums import DocumentKind, JobState
from tournaments.services.documents import (
    cancel_document,
    fetch_document,
    find_document,
    preview_document,
    request_document,
    what_is_missing,
)
from tournaments.web.acting import act, tell
from tournaments.web.finding import find_tournament, signed_in, why_no_cards

JOBS_SHOWN = 40


@never_cache
@require_http_methods(["GET", "POST"])
def documents(request: HttpRequest, slug: str) -> HttpResponse:
    """The documents that can be made and those that are; htmx asks for the latter alone."""
    if request.method == "POST":
        return _ask(request, slug)
    tournament = find_tournament(request, slug, Right.PRINT)
    rights = rights_in(request.user, tournament)
    played = find_format(tournament.format)
    allowed = [each for each in DOCUMENTS.values() if each.right in rights and each.is_for(played)]
    jobs = list(tournament.documents.filter(kind__in=[each.kind for each in allowed])[:JOBS_SHOWN])
    context = {
        "tournament": tournament,
        "tab": "documents",
        "kinds": [
            (each.kind, what_is_missing(tournament=tournament, kind=each.kind), each.right == Right.SEE_DEALS)
            for each in allowed
        ],
        "why_no_cards": why_no_cards(request.user, tournament),
        "may_name_himself": Right.PREPARE in rights and Right.READ_HANDS not in rights,
        "jobs": jobs,
        "is_working": any(job.state in (JobState.QUEUED, JobState.RUNNING) for job in jobs),
    }
    return render_page(
        request,
        "tournaments/organiser/documents.html",
        context,
        partial="tournaments/organiser/_documents.html",
    )


@never_cache
@require_safe
def preview(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """A document as a page, for a quick look."""
    tournament = find_tournament(request, slug, _right_for(kind))
    try:
        html = preview_document(
            tournament=tournament, kind=kind, seen_by=signed_in(request), language=get_language() or "fr"
        )
    except AppError as error:
        context = {"tournament": tournament, "tab": "documents", "error": error.message}
        return render(request, "tournaments/organiser/document_refused.html", context, status=409)
    return HttpResponse(html)


@never_cache
@require_safe
def download(request: HttpRequest, slug: str, pk: int) -> HttpResponse | FileResponse:
    """The file of a document, for those who may have its kind."""
    tournament = find_tournament(request, slug, Right.PRINT)
    document = get_object_or_404(
        tournament.documents.select_related("tournament__club"), pk=pk, state=JobState.DONE
    )
    find_tournament(request, slug, find_document(document.kind).right)
    try:
        file = fetch_document(document=document, fetched_by=signed_in(request))
    except FileNotFoundError as error:
        raise Http404 from error
    name = f"{tournament.slug}-{document.kind.replace('_', '-')}.pdf"
    return FileResponse(file, filename=name, content_type="application/pdf")


@require_POST
def cancel(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Stop the making of a document."""
    tournament = find_tournament(request, slug, Right.PRINT)
    document = get_object_or_404(tournament.documents, pk=pk)
    find_tournament(request, slug, find_document(document.kind).right)
    if cancel_document(document=document):
        tell(request, _("Le document n’est plus préparé."))
    return redirect("organiser-documents", tournament.slug)


def _ask(request: HttpRequest, slug: str) -> HttpResponse:
    kind = request.POST.get("kind", "")
    tournament = find_tournament(request, slug, _right_for(kind))
    act(
        request,
        request_document,
        _("Le document est demandé ; il apparaît ci-dessous dès qu’il est prêt."),
        tournament=tournament,
        kind=kind,
        requested_by=signed_in(request),
        language=get_language() or "fr",
    )
    return redirect("organiser-documents", tournament.slug)


def _right_for(kind: str) -> Right:
    """What it takes to have a document; an unknown kind is refused later, by the service."""
    return find_document(kind).right if kind in DocumentKind.values else Right.PRINT
