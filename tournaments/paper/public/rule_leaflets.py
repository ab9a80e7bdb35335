"""Page with the rules of a game to print, in the visitor's language."""

from django.http import Http404, HttpRequest, HttpResponse
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
        return HttpResponse(str(error.message), status=503, content_type="text/plain; charset=utf-8")
    if content is None:
        raise Http404
    headers = {"Content-Disposition": f'inline; filename="{game}-{paper}.pdf"'}
    return HttpResponse(content, content_type="application/pdf", headers=headers)
