"""The ranking on other sites: a frame, an address with its QR code, a picture for links that are sent."""

from io import BytesIO

from csp.decorators import csp_replace
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from common.web_server.policy import lane
from tournaments.base.access import Right
from tournaments.base.web.addresses import phone_url, public_url
from tournaments.base.web.finding import find_tournament
from tournaments.rankings.public.standings import ranking_of
from tournaments.rankings.web.link_picture import LinkPicture, draw_picture, picture_of

KEPT_SECONDS = 3600
"""Seconds that a drawn picture is kept."""


@require_safe
def share_page(request: HttpRequest, slug: str) -> HttpResponse:
    """How to send, show or embed the ranking."""
    tournament = find_tournament(request, slug, Right.VIEW)
    is_several = tournament.session_count > 1  # type: ignore[attr-defined]  # annotated
    ranking = "api-v1-event-standings" if is_several else "api-v1-standings"
    context = {
        "tournament": tournament,
        "address": public_url(request, tournament),
        "frame_address": phone_url(request, reverse("public-embed", args=[slug])),
        "json_address": phone_url(request, reverse(ranking, args=[slug])),
    }
    return render(request, "tournaments/rankings/public/share.html", context)


@require_safe
@never_cache
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type] # the view takes its slug, too
def embed_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The live ranking alone, which any site may show in a frame."""
    tournament, table = ranking_of(request, slug)
    return render(
        request, "tournaments/rankings/public/embed.html", {"tournament": tournament, "table": table}
    )


@lane("pictures")
@require_safe
def link_picture(request: HttpRequest, slug: str) -> HttpResponse:
    """The picture that messengers show beside a link to the event."""
    picture = picture_of(find_tournament(request, slug, Right.VIEW))
    etag = quote_etag(picture.mark)
    if unchanged := get_conditional_response(request, etag=etag):
        return unchanged
    drawn = cache.get_or_set(f"link-picture:{picture.mark}", lambda: _drawn(picture), KEPT_SECONDS)
    return HttpResponse(drawn, content_type="image/png", headers={"ETag": etag})


def _drawn(picture: LinkPicture) -> bytes:
    drawn = BytesIO()
    draw_picture(picture).save(drawn, format="PNG", optimize=True)
    return drawn.getvalue()
