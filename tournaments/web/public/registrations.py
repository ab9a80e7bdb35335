"""Entering oneself before the event: the public form, and the private page that changes or cancels."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.languages import answer_in
from common.errors import AppError
from common.limits import PerSite, PerVisitor, limit_posts
from tournaments.models import EntryOpening, Registration, Tournament
from tournaments.queries.registrations import public_names, waiting_rank
from tournaments.services.registrations import (
    UNANSWERED,
    cancel_registration,
    change_registration,
    find_registration,
    most_players,
    register,
    secret_of,
    takes_registrations,
)
from tournaments.services.result_mails import can_send
from tournaments.services.waiting import places_held_by, places_of
from tournaments.web.acting import act, posted, show_error, tell
from tournaments.web.addresses import phone_url
from tournaments.web.forms.registrations import RegistrationForm


class RegisteringThrottle(PerVisitor):
    """A hall's phones may share one address."""

    scope, rate = "registering", "30/min"


class RegistrationsThrottle(PerSite):
    """Everybody together."""

    scope, rate = "registrations", "300/min"


@never_cache
@require_http_methods(["GET", "POST"])
@limit_posts(RegisteringThrottle, RegistrationsThrottle)
def registration_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Who comes, and the form; sending it leads to the private page."""
    tournament = _find_open(slug)
    form = RegistrationForm(posted(request), most=most_players(tournament))
    if request.method == "POST" and form.is_valid():
        try:
            made = register(
                tournament=tournament,
                draft=form.draft(),
                token=form.cleaned_data["token"],
                address_of=(lambda secret: _address(request, slug, secret)) if can_send() else None,
            )
        except AppError as error:
            show_error(form, error)
        else:
            return redirect("public-registration", slug, secret_of(made))
    opening = EntryOpening.objects.filter(tournament=tournament).first()
    places = places_of(tournament, opening)
    context = {
        "tournament": tournament,
        "form": form,
        "opening": opening,
        "places": places,
        "left": max(0, places - places_held_by(tournament)),
        "names": public_names(tournament),
    }
    return render(request, "tournaments/public/registrations.html", context)


@never_cache
@require_http_methods(["GET", "POST"])
@limit_posts(RegisteringThrottle, RegistrationsThrottle)
def private_page(request: HttpRequest, slug: str, secret: str) -> HttpResponse:
    """Where the registration stands; posting changes it."""
    registration = _find(slug, secret)
    tournament = registration.tournament
    form = RegistrationForm(posted(request), most=most_players(tournament), registration=registration)
    if request.method == "POST" and form.is_valid():
        try:
            change_registration(registration=registration, draft=form.draft())
        except AppError as error:
            show_error(form, error)
        else:
            tell(request, _("C’est noté."))
            return redirect("public-registration", slug, secret)
    may_change = registration.state in UNANSWERED and takes_registrations(tournament)
    context = {
        "tournament": tournament,
        "registration": registration,
        "secret": secret,
        "form": form if may_change else None,
        "rank": waiting_rank(registration),
        "is_entered": registration.players.filter(entry__isnull=False).exists(),
    }
    page = "tournaments/public/registration.html"
    return answer_in(request, registration.language, lambda: render(request, page, context))


@never_cache
@require_POST
@limit_posts(RegisteringThrottle, RegistrationsThrottle)
def cancel(request: HttpRequest, slug: str, secret: str) -> HttpResponse:
    """Give the place back."""
    registration = _find(slug, secret)
    act(request, cancel_registration, _("Votre préinscription est annulée."), registration=registration)
    return redirect("public-registration", slug, secret)


def _find_open(slug: str) -> Tournament:
    """The event of this slug if it takes registrations, or 404: nobody learns of one that does not."""
    tournament = Tournament.objects.select_related("club").filter(slug=slug).first()
    if tournament is None or not takes_registrations(tournament):
        raise Http404
    return tournament


def _find(slug: str, secret: str) -> Registration:
    registration = find_registration(secret)
    if registration is None or registration.tournament.slug != slug:
        raise Http404
    return registration


def _address(request: HttpRequest, slug: str, secret: str) -> str:
    return phone_url(request, reverse("public-registration", args=[slug, secret]))
