"""Claims from the reader's own device or account."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.base.access import Right
from tournaments.base.web.device import own_entries
from tournaments.base.web.finding import find_tournament, find_tournament_entry
from tournaments.enums import ClaimSource
from tournaments.rankings.web.claims import claim_page


@require_http_methods(["GET", "POST"])
@never_cache
def own_claims_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the claims of the reader's entry, or first ask for their name."""
    tournament = find_tournament(request, slug, Right.VIEW)
    own_entry_ids = own_entries(request, tournament)
    if not own_entry_ids:
        return redirect("public-find-evening", slug)
    entry = find_tournament_entry(tournament, min(own_entry_ids))
    entry.tournament = tournament
    return claim_page(
        request,
        entry,
        ClaimSource.DEVICE,
        here=reverse("public-claims", args=[slug]),
        back=reverse("public-player", args=[slug, entry.pk]),
    )
