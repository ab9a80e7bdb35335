"""The page of the codes and links that a restore made worthless: a list to print and send again."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.base.web.acting import add_success_message
from tournaments.base.web.finding import find_club, signed_in_user
from tournaments.site.queries.lost_codes import list_lost_codes
from tournaments.site.services.lost_codes import send_registration_links, settle_lost_codes


@require_http_methods(["GET", "POST"])
@never_cache
def lost_codes_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what to replace. A POST notes that it was replaced."""
    club = find_club(request, slug)
    if request.method == "POST":
        settle_lost_codes(club=club, settled_by=signed_in_user(request))
        add_success_message(request, _("C’est noté : les codes du club sont refaits."))
        return redirect("organiser-club", slug)
    codes = list_lost_codes(club)
    context = {
        "club": club,
        "tab": "club",
        "codes": codes,
        "can_send": any(row.email and row.link for row in codes.registrations),
    }
    return render(request, "tournaments/site/organiser/lost_codes.html", context)


@require_POST
@never_cache
def send_new_links(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the new links to the registrations that have an address."""
    club = find_club(request, slug)
    count = send_registration_links(club=club) if club.codes_lost_at else 0
    message = ngettext("%(count)d message part.", "%(count)d messages partent.", count)
    add_success_message(request, message % {"count": count})
    return redirect("organiser-lost-codes", slug)
