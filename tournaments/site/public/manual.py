"""The manual, its search, and its pages."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.services.markdown import written_language
from tournaments.site.queries.manual import list_manual_pages, manual_page_of, search_manual

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
