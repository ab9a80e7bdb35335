"""The manual, its search, and its pages."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from common.errors import AppError
from common.web_server.policy import lane
from games.services.markdown import written_language
from tournaments.paper.services.rule_leaflets import PAPERS
from tournaments.site.queries.manual import list_manual_pages, manual_page_of, search_manual
from tournaments.site.services.manual_booklet import booklet_pdf

LONGEST_REQUEST = 60
"""Characters of a search that are read, as many as its field takes."""


@require_safe
def manual_index(request: HttpRequest) -> HttpResponse:
    """List the pages, or the paragraphs that have the words of `?q=`."""
    language = written_language()
    words = request.GET.get("q", "").strip()[:LONGEST_REQUEST]
    context = {
        "pages": list_manual_pages(language),
        "words": words,
        "paragraphs": search_manual(language, words),
        "longest": LONGEST_REQUEST,
    }
    return render(request, "tournaments/site/public/manual_index.html", context)


@require_safe
def manual_page(request: HttpRequest, subject: str) -> HttpResponse:
    """Show one page of the manual."""
    page = manual_page_of(written_language(), subject)
    if page is None:
        raise Http404
    return render(request, "tournaments/site/public/manual_page.html", {"page": page})


@lane("pictures")
@require_safe
def manual_booklet(request: HttpRequest) -> HttpResponse:
    """Return the whole manual to print: `?papier=a5` for A5 pages."""
    requested_paper = request.GET.get("papier", "")
    paper = requested_paper if requested_paper in PAPERS else PAPERS[0]
    try:
        content = booklet_pdf(written_language(), paper)
    except AppError as error:
        context = {"message": error.message}
        return render(request, "tournaments/site/public/manual_unshown.html", context, status=503)
    headers = {"Content-Disposition": f'inline; filename="etui-{paper}.pdf"'}
    return HttpResponse(content, content_type="application/pdf", headers=headers)
