"""The ranking on other sites: a frame, an address with its QR code, a preview picture for links."""

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
"""Lifetime of a drawn picture in the cache, in seconds."""


@require_safe
def share_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the ways to send, show or embed the ranking."""
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
    """Show the live ranking alone; any site may embed it in a frame."""
    tournament, table = ranking_of(request, slug)
    return render(
        request, "tournaments/rankings/public/embed.html", {"tournament": tournament, "table": table}
    )


@lane("pictures")
@require_safe
def link_picture(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the picture that messengers show beside a link to the event."""
    picture = picture_of(find_tournament(request, slug, Right.VIEW))
    # an unchanged picture is neither drawn nor sent again
    etag = quote_etag(picture.mark)
    if not_modified := get_conditional_response(request, etag=etag):
        return not_modified
    png = cache.get_or_set(f"link-picture:{picture.mark}", lambda: _draw_png(picture), KEPT_SECONDS)
    return HttpResponse(png, content_type="image/png", headers={"ETag": etag})


def _draw_png(picture: LinkPicture) -> bytes:
    buffer = BytesIO()
    draw_picture(picture).save(buffer, format="PNG", optimize=True)
    return buffer.getvalue()
