"""Somebody of the register and what is theirs alone: the account, and the private link to all results."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from common.errors import AppError
from common.requests.limits import DAY, HOUR, By, Limit, limit_form, limit_kind, refusing
from tournaments.base.web.acting import act, posted, show_error, tell
from tournaments.base.web.addresses import phone_url, qr_image
from tournaments.base.web.finding import find_club, signed_in
from tournaments.models import Club, Person
from tournaments.people.forms.people import PersonAccountForm
from tournaments.people.services.person_accounts import drop_tie, request_tie
from tournaments.people.services.person_links import person_secret, renew_person_link, revoke_person_link

TIE_ASKING = limit_kind("tie-asking", Limit(By.PERSON, 20, HOUR), Limit(By.THING, 3, DAY))
"""A club that asks accounts, and messages to one address, from any club."""


@require_http_methods(["GET", "POST"])
@never_cache
def account(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Ask an address whether its account is this person's; a POST with `untie` lets go of tie and request.

    The page says the same whether an account has the address or not.
    """
    club = find_club(request, slug)
    person = get_object_or_404(club.people, pk=pk)
    here = redirect("organiser-person-account", slug, pk)
    if "untie" in request.POST:
        done = _("%(person)s n’est lié à aucun compte.") % {"person": person}
        act(request, drop_tie, done, person=person, dropped_by=signed_in(request))
        return here
    form = PersonAccountForm(posted(request))
    wait = 0
    if request.method == "POST" and form.is_valid():
        wait = limit_form(request, form, TIE_ASKING, thing=form.cleaned_data["email"].lower())
    if request.method == "POST" and form.is_valid():
        link = phone_url(request, reverse("organiser-own-data"))
        try:
            asked = request_tie(
                person=person, email=form.cleaned_data["email"], asked_by=signed_in(request), link=link
            )
        except AppError as error:
            show_error(form, error)
        else:
            tell(request, _("Demande envoyée à %(email)s.") % {"email": asked.email})
            return here
    response = _page(request, club, person, form)
    return refusing(response, wait) if wait else response


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
    """The link with its code; a POST renews it, or takes it back with `withdraw`."""
    club = find_club(request, slug)
    person = get_object_or_404(club.people, pk=pk)
    if request.method == "POST":
        if "withdraw" in request.POST:
            revoke_person_link(person=person, revoked_by=signed_in(request))
            tell(request, _("Le lien privé ne marche plus."))
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
