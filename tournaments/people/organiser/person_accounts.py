"""Pages for the account of a person of the register and for the private link to all their results."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.refusals import as_too_many_requests, limit_form
from common.errors import AppError
from common.requests.limits import DAY, HOUR, By, Limit, limit_kind
from tournaments.base.web.acting import add_success_message, posted_data, run_service, show_error
from tournaments.base.web.addresses import phone_url, qr_image
from tournaments.base.web.finding import find_club, signed_in_user
from tournaments.models import Club, Person
from tournaments.people.forms.people import PersonAccountForm
from tournaments.people.services.person_accounts import drop_tie, request_tie
from tournaments.people.services.person_links import person_secret, renew_person_link, revoke_person_link

TIE_ASKING = limit_kind("tie-asking", Limit(By.PERSON, 20, HOUR), Limit(By.THING, 3, DAY))
"""Limits on tie requests: for each organiser, and for each email address across all clubs."""


@require_http_methods(["GET", "POST"])
@never_cache
def person_account_page(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Request a tie between this person and the account of an email address.

    A POST request with `untie` drops the tie and the request. The page shows the same text whether the
    address has an account or not.
    """
    club = find_club(request, slug)
    person = get_object_or_404(club.people, pk=pk)
    this_page = redirect("organiser-person-account", slug, pk)
    if "untie" in request.POST:
        message = _("%(person)s n’est lié à aucun compte.") % {"person": person}
        run_service(request, drop_tie, message, person=person, dropped_by=signed_in_user(request))
        return this_page
    form = PersonAccountForm(posted_data(request))
    wait = 0
    if request.method == "POST" and form.is_valid():
        wait = limit_form(request, form, TIE_ASKING, thing=form.cleaned_data["email"].lower())
    if request.method == "POST" and form.is_valid():
        link = phone_url(request, reverse("own-data"))
        try:
            tie_request = request_tie(
                person=person, email=form.cleaned_data["email"], asked_by=signed_in_user(request), link=link
            )
        except AppError as error:
            show_error(form, error)
        else:
            add_success_message(request, _("Demande envoyée à %(email)s.") % {"email": tie_request.email})
            return this_page
    response = _page(request, club, person, form)
    return as_too_many_requests(response, wait) if wait else response


def _page(request: HttpRequest, club: Club, person: Person, form: PersonAccountForm) -> HttpResponse:
    context = {
        "club": club,
        "tab": "people",
        "person": person,
        "form": form,
        "is_tied": person.user_id is not None,
        "asked": person.tie_requests.filter(is_by_owner=False),
    }
    status = 422 if form.errors else 200
    return render(request, "tournaments/people/organiser/person_account.html", context, status=status)


@require_http_methods(["GET", "POST"])
@never_cache
def link(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show the private link with its QR code.

    A POST request renews the link, or withdraws it with `withdraw`.
    """
    club = find_club(request, slug)
    person = get_object_or_404(club.people, pk=pk)
    if request.method == "POST":
        if "withdraw" in request.POST:
            revoke_person_link(person=person, revoked_by=signed_in_user(request))
            add_success_message(request, _("Le lien privé ne marche plus."))
        else:
            renew_person_link(person=person, made_by=signed_in_user(request))
            add_success_message(request, _("Le lien privé est prêt."))
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
