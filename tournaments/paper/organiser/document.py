"""Page of one document: its options beside a live preview, and the request for the PDF."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from csp.constants import SELF
from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_http_methods, require_safe

from accounts.language_codes import reader_language
from common.errors import AppError
from common.web_server.policy import lane
from tournaments.base.access import Right, rights_in
from tournaments.base.web.finding import find_tournament, signed_in_user
from tournaments.core.formats.registry import find_format
from tournaments.models import Tournament
from tournaments.movements.queries.movements import sections_of
from tournaments.paper.documents.making.document import DocumentType
from tournaments.paper.forms.documents import DocumentForm
from tournaments.paper.organiser.documents import (
    ask_for,
    documents_asked_for,
    hall_site_address,
    known_document,
)
from tournaments.paper.services.documents import allowed_documents, preview_document, what_is_missing

SHEETS_POLICY = (
    "default-src 'none'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self' data:;"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)
"""Content security policy of sheets, which a club's template may have set: no script, no form."""
FIRST_SHEETS = 3
"""Number of sheets in the preview beside the options. A link opens the whole document."""


@never_cache
@require_http_methods(["GET", "POST"])
def document(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """Show the options and the preview. A POST requests the PDF."""
    document_type = known_document(kind)
    tournament = find_tournament(request, slug, document_type.right)
    form = _form(request, tournament, document_type, request.POST or request.GET or None)
    if request.method == "POST" and form.is_valid():
        options = replace(form.options, site=hall_site_address(request))
        # with these options a pack may contain cards, which need a further right
        find_tournament(request, slug, document_type.right_with(options))
        if ask_for(request, tournament, kind, options):
            return documents_asked_for(tournament)
    context = {
        "tournament": tournament,
        "tab": "documents",
        "kind": document_type.kind,
        "form": form,
        "missing": what_is_missing(tournament=tournament, kind=kind),
        "is_secret": document_type.right == Right.SEE_DEALS,
        "chosen": request.GET.urlencode(),
    }
    return render(request, "tournaments/paper/organiser/document.html", context)


@lane("drawing")
@csp_replace({"frame-ancestors": [SELF]})  # type: ignore[arg-type]  # typed for views without arguments
@xframe_options_sameorigin
@never_cache
@require_safe
def preview(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """Return a document as a page: its first sheets beside the options (`framed`), or all of them."""
    document_type = known_document(kind)
    tournament = find_tournament(request, slug, document_type.right)
    is_in_frame = "framed" in request.GET
    form = _form(request, tournament, document_type, request.GET)
    try:
        options = replace(form.read(), site=hall_site_address(request))
        # a pack may contain cards, as above
        find_tournament(request, slug, document_type.right_with(options))
        html = preview_document(
            tournament=tournament,
            kind=kind,
            seen_by=signed_in_user(request),
            language=reader_language(),
            options=options,
            first=FIRST_SHEETS if is_in_frame else None,
        )
    except AppError as error:
        context = {"tournament": tournament, "tab": "documents", "error": error.message}
        template = "document_unshown" if is_in_frame else "document_refused"
        return render(request, f"tournaments/paper/organiser/{template}.html", context, status=409)
    response = HttpResponse(html)
    response["Content-Security-Policy"] = SHEETS_POLICY
    return response


def _form(
    request: HttpRequest,
    tournament: Tournament,
    document_type: DocumentType,
    data: Mapping[str, Any] | None,
) -> DocumentForm:
    """Return the form, with the documents of a pack that the user may have."""
    permitted_types = allowed_documents(tournament, rights_in(request.user, tournament))
    kinds = [inner_type.kind for inner_type in document_type.holds if inner_type in permitted_types]
    return DocumentForm(
        data,
        document_type=document_type,
        sections=sections_of(tournament),
        kinds=[(kind.value, str(kind.label).capitalize()) for kind in kinds],
        usual=document_type.usual(find_format(tournament.format)),
    )
