"""Claims by the private link of a player."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.languages import answer_in
from tournaments.base.access import Right
from tournaments.base.web.finding import find_tournament
from tournaments.enums import ClaimSource
from tournaments.rankings.web.claims import claim_page
from tournaments.seasons.web.finding import find_own_entry, find_own_person


@require_http_methods(["GET", "POST"])
@never_cache
def linked_claims_page(request: HttpRequest, secret: str, slug: str) -> HttpResponse:
    """Show the claims of the person of the private link in an event, and take a new one."""
    person = find_own_person(request, secret)
    tournament = find_tournament(request, slug, Right.VIEW)
    entry = find_own_entry(tournament, person)
    entry.tournament = tournament
    return answer_in(
        request,
        person.reads_in,
        lambda: claim_page(
            request,
            entry,
            ClaimSource.LINK,
            here=reverse("public-own-claims", args=[secret, slug]),
            back=reverse("public-own-evening", args=[secret, slug]),
        ),
    )
