"""Page with the rules of a game to print, in the visitor's language."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from common.errors import AppError
from common.web_server.policy import lane
from games.services.markdown import written_language
from tournaments.paper.services.rule_leaflets import PAPERS, leaflet_pdf


@lane("pictures")
@require_safe
def rules_leaflet(request: HttpRequest, game: str) -> HttpResponse:
    """Return the rules of a game to print: `?papier=a5` for A5 pages."""
    requested_paper = request.GET.get("papier", "")
    paper = requested_paper if requested_paper in PAPERS else PAPERS[0]
    try:
        content = leaflet_pdf(written_language(), game, paper)
    except AppError as error:
        context = {"message": error.message, "game": game}
        return render(request, "tournaments/paper/public/leaflet_unshown.html", context, status=503)
    if content is None:
        raise Http404
    headers = {"Content-Disposition": f'inline; filename="{game}-{paper}.pdf"'}
    return HttpResponse(content, content_type="application/pdf", headers=headers)
