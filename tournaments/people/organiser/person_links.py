"""The private link of somebody of the register: shown to keepers, made anew, taken back."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.base.web.acting import tell
from tournaments.base.web.addresses import phone_url, qr_image
from tournaments.base.web.finding import find_club, signed_in
from tournaments.people.services.person_links import person_secret, renew_person_link, revoke_person_link


@require_http_methods(["GET", "POST"])
@never_cache
def link(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The link with its code; a POST renews it, or takes it back with `withdraw`."""
    club = find_club(request, slug)
    person = get_object_or_404(club.people, pk=pk)
    if request.method == "POST":
        if "withdraw" in request.POST:
            revoke_person_link(person=person, revoked_by=signed_in(request))
            tell(request, _("Le lien privé n’ouvre plus rien."))
        else:
            renew_person_link(person=person, made_by=signed_in(request))
            tell(request, _("Le lien privé est prêt."))
        return redirect("organiser-person-link", club.slug, person.pk)
    secret = person_secret(person)
    address = phone_url(request, reverse("public-own-results", args=[secret])) if secret else ""
    context = {
        "club": club,
        "tab": "people",
        "person": person,
        "address": address,
        "qr": qr_image(address) if address else "",
    }
    return render(request, "tournaments/people/organiser/person_link.html", context)
