"""Registration before the event: the public form, and the private page for changes and cancellation."""

import math

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.languages import answer_in
from accounts.mails import can_send
from accounts.models import User
from accounts.refusals import as_too_many_requests, count_wrong_link, limit_form, refuse_for_now
from common.errors import AppError
from common.requests.devices import keep_device
from common.requests.limits import HOUR, MINUTE, By, Limit, limit_kind, seconds_to_wait
from games.services.rule_words import describe_rule_changes
from tournaments.base.queries.sessions import planned_sessions
from tournaments.base.web.acting import add_success_message, posted_data, show_error
from tournaments.base.web.addresses import phone_url
from tournaments.base.web.own_registrations import (
    GONE,
    forget_registration,
    is_registration_remembered,
    keep_registration,
    own_registrations,
)
from tournaments.core.formats.registry import find_format
from tournaments.entries.forms.registrations import RegistrationForm
from tournaments.entries.queries.announcing import entry_of_account, entry_of_sender, own_arrival
from tournaments.entries.queries.questions import list_questions
from tournaments.entries.queries.registrations import (
    UNANSWERED,
    holder_of,
    is_shared,
    most_players,
    own_players,
    public_names,
    waiting_rank,
)
from tournaments.entries.queries.seekers import list_findable, list_partners
from tournaments.entries.services.cancellations import cancel_registration
from tournaments.entries.services.registrations import (
    change_registration,
    find_announced,
    find_registration,
    is_announced,
    registration_secret,
    store_registration,
    takes_registrations,
)
from tournaments.entries.services.waiting import places_held_by, places_of
from tournaments.entries.web.arriving import announce_entry, refuse_hurry
from tournaments.entries.words.fee_words import fee_words
from tournaments.enums import RegistrationState, TournamentState
from tournaments.events.queries.game_rules import game_rules
from tournaments.events.words.game_names import game_name
from tournaments.models import Entry, Registration, Tournament

REGISTERING = limit_kind(
    "registering",
    Limit(By.SITE, 300, MINUTE),
    Limit(By.ADDRESS, 60, MINUTE),
    Limit(By.DEVICE, 30, MINUTE),
    Limit(By.PERSON, 30, MINUTE),
)
REGISTRATION_MAIL = limit_kind(
    "registration-mail",
    Limit(By.SITE, 3_000, HOUR),
    Limit(By.ADDRESS, 120, HOUR),
    Limit(By.THING, 12, HOUR),
)
"""Limit for messages about registrations: any visitor may type the address of another person.

The thing is that address. A player of a club may register a dozen others with their own.
"""


@never_cache
@require_http_methods(["GET", "POST"])
def registration_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the players who come, and the form. A POST request redirects to the private page."""
    tournament = find_announced(slug)
    if tournament is None:
        raise Http404
    if tournament.cancelled_at is not None:
        return render(request, "tournaments/entries/public/cancelled.html", {"tournament": tournament})
    form = _form(request, tournament)
    wait = limit_form(request, form, REGISTERING) or _limit_mail(request, form)
    if request.method == "POST" and form.is_valid():
        try:
            registration = store_registration(
                tournament=tournament,
                draft=form.draft(),
                token=form.cleaned_data["token"],
                address_of=(lambda secret: _address(request, slug, secret)) if can_send() else None,
            )
        except AppError as error:
            show_error(form, error)
        else:
            redirection = redirect("public-registration", slug, registration_secret(registration))
            keep_registration(request, redirection, registration)
            return redirection
    # loaded with the tournament; an event may be open without a row
    opening = getattr(tournament, "opening", None)
    places = places_of(tournament, opening)
    context = {
        "tournament": tournament,
        "form": form,
        "opening": opening,
        "fees": fee_words(tournament),
        "places": places,
        "left": max(0, places - places_held_by(tournament)),
        "names": public_names(tournament),
        "seeker_count": len(list_findable(tournament)) if most_players(tournament) > 1 else 0,
        "planned": planned_sessions(tournament),
        "game": game_name(tournament.game),
        "told": describe_rule_changes(tournament.game, game_rules(tournament)),
        "own": own_registrations(request, tournament).get(tournament.pk),
        "arrival": own_arrival(_entry_of_reader(request, tournament), tournament, timezone.now()),
    }
    response = render(request, "tournaments/entries/public/registrations.html", context)
    # the device cookie lets the limits count this browser and not its whole network
    if request.method == "GET":
        keep_device(request, response)
    return as_too_many_requests(response, wait) if wait else response


@never_cache
@require_http_methods(["GET", "POST"])
def private_page(request: HttpRequest, slug: str, secret: str) -> HttpResponse:
    """Show the state of the registration. A POST request changes it."""
    registration = find_own_registration(request, slug, secret)
    tournament = registration.tournament
    form = _form(request, tournament, registration)
    wait = limit_form(request, form, REGISTERING) or _limit_mail(request, form, registration.email)
    if request.method == "POST" and form.is_valid():
        try:
            change_registration(registration=registration, draft=form.draft())
        except AppError as error:
            show_error(form, error)
        else:
            add_success_message(request, _("C’est noté."))
            return redirect("public-registration", slug, secret)
    holder = holder_of(registration)
    is_joined = is_shared(holder)
    is_open = holder.state in UNANSWERED and takes_registrations(tournament)
    players = list(own_players(registration).select_related("entry"))
    context = {
        "tournament": tournament,
        "fees": fee_words(tournament),
        "registration": holder,
        "players": holder.players.all(),
        "own": players,
        "secret": secret,
        "form": form if is_open and not is_joined else None,
        "rank": waiting_rank(holder),
        "is_entered": any(player.entry for player in players),
        "is_joined": is_joined,
        "is_kept": is_registration_remembered(request, registration),
        "is_gone": holder.state in GONE,
        "may_cancel": _may_cancel(holder, is_joined=is_joined),
        "seeks": holder.seeks_partner and len(holder.players.all()) < most_players(tournament),
        "is_open": is_open,
        "partners": list_partners(holder) if is_open else [],
        "arrival": own_arrival(entry_of_sender(registration), tournament, timezone.now()),
    }
    page = "tournaments/entries/public/registration.html"
    response = answer_in(request, registration.language, lambda: render(request, page, context))
    return as_too_many_requests(response, wait) if wait else response


@never_cache
@require_POST
def cancel_registration_view(request: HttpRequest, slug: str, secret: str) -> HttpResponse:
    """Cancel the registration and free its place."""
    registration = find_own_registration(request, slug, secret)
    if wait := seconds_to_wait(request, REGISTERING):
        return refuse_for_now(request, wait)
    try:
        cancel_registration(registration=registration)
    except AppError as error:
        messages.error(request, str(error.message))
    return redirect("public-registration", slug, secret)


@never_cache
@require_POST
def announce_by_link(request: HttpRequest, slug: str, secret: str) -> HttpResponse:
    """Announce the arrival of the player who sent the registration, not of partners."""
    registration = find_own_registration(request, slug, secret)
    if refusal := refuse_hurry(request):
        return refusal
    entry = entry_of_sender(registration)
    if entry is None:
        messages.error(request, _("Vous n’êtes pas inscrit : voyez avec l’accueil."))
    else:
        announce_entry(request, entry)
    return redirect("public-registration", slug, secret)


@never_cache
@require_POST
def announce_as_player(request: HttpRequest, slug: str) -> HttpResponse:
    """Announce the arrival of the player whose account is signed in. Raise Http404 for any other reader."""
    tournament = get_object_or_404(Tournament.objects.select_related("club"), slug=slug)
    entry = _entry_of_reader(request, tournament)
    if entry is None:
        raise Http404
    if refusal := refuse_hurry(request):
        return refusal
    announce_entry(request, entry)
    if is_announced(tournament):
        return redirect("public-registrations", slug)
    return redirect("public-player", slug, entry.pk)


def _may_cancel(holder: Registration, *, is_joined: bool) -> bool:
    """Return whether players may cancel their part of a registration themselves."""
    tournament = holder.tournament
    if tournament.cancelled_at is not None or tournament.state != TournamentState.DRAFT:
        return False
    if holder.state == RegistrationState.ACCEPTED:
        return not (is_joined and find_format(tournament.format).has_teams)
    return holder.state in UNANSWERED


def _entry_of_reader(request: HttpRequest, tournament: Tournament) -> Entry | None:
    user = request.user
    return entry_of_account(tournament, user) if isinstance(user, User) else None


@never_cache
@require_POST
def forget(request: HttpRequest, slug: str, secret: str) -> HttpResponse:
    """Remove the registration from this device only, for a device of another person."""
    registration = find_own_registration(request, slug, secret)
    redirection = redirect("public-registrations", slug)
    forget_registration(request, redirection, registration)
    return redirection


def _form(
    request: HttpRequest, tournament: Tournament, registration: Registration | None = None
) -> RegistrationForm:
    return RegistrationForm(
        posted_data(request),
        most=most_players(tournament),
        withholds_names=tournament.club.withholds_names,
        registration=registration,
        questions=list_questions(tournament),
    )


def _limit_mail(request: HttpRequest, form: RegistrationForm, previous_address: str = "") -> int:
    """Count the message to a new address. Return the seconds to wait, also as an error, else 0."""
    if request.method != "POST" or not form.is_valid() or not can_send():
        return 0
    address = form.cleaned_data["email"].casefold()
    if address in ("", previous_address.casefold()):
        return 0
    wait = seconds_to_wait(request, REGISTRATION_MAIL, thing=address)
    if wait:
        minutes = math.ceil(wait / MINUTE)
        message = ngettext(
            "Trop de messages partent en ce moment : laissez ce champ vide, "
            "ou réessayez dans %(count)d minute.",
            "Trop de messages partent en ce moment : laissez ce champ vide, "
            "ou réessayez dans %(count)d minutes.",
            minutes,
        )
        form.add_error("email", message % {"count": minutes})
    return wait


def find_own_registration(request: HttpRequest, slug: str, secret: str) -> Registration:
    """Return the registration of a private link, with its tournament. Raise Http404 for a wrong link."""
    registration = find_registration(secret)
    if registration is None or registration.tournament.slug != slug:
        # guesses of secrets are counted and then refused
        count_wrong_link(request)
        raise Http404
    return registration


def _address(request: HttpRequest, slug: str, secret: str) -> str:
    return phone_url(request, reverse("public-registration", args=[slug, secret]))
