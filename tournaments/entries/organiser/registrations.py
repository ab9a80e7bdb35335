"""Pages of the registrations: opening, acceptance one by one or all at once, joining of partners."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from tournaments.base.access import Right
from tournaments.base.row_numbers import is_row_number
from tournaments.base.web.acting import add_success_message, run_service
from tournaments.base.web.addresses import phone_url
from tournaments.base.web.finding import find_tournament, signed_in_user
from tournaments.entries.forms.registrations import EntryOpeningForm
from tournaments.entries.queries.announcing import announcing_opens_at
from tournaments.entries.queries.registrations import (
    UNANSWERED,
    least_players,
    list_registrations,
    most_players,
    players_to_answer,
)
from tournaments.entries.services.acceptances import (
    NEW_PERSON,
    accept_all,
    accept_registration,
    match_player,
    refuse_registration,
)
from tournaments.entries.services.announcing import set_announcing
from tournaments.entries.services.registrations import open_entries, shut_entries
from tournaments.entries.services.seekers import join_registrations, set_seeker_words
from tournaments.entries.services.waiting import count_places_left, places_of
from tournaments.enums import TournamentState
from tournaments.models import EntryOpening, Person, Registration, Tournament
from tournaments.people.services.identity import PersonMatch, Register


@require_safe
def registrations(request: HttpRequest, slug: str) -> HttpResponse:
    """List the registrations by state, with the form that opens or closes them."""
    return _page(request, find_tournament(request, slug, Right.WELCOME))


@require_POST
def open_registrations_view(request: HttpRequest, slug: str) -> HttpResponse:
    """Open registrations. Without a limit there are as many places as in the movement."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    opening = EntryOpening.objects.filter(tournament=tournament).first()
    form = EntryOpeningForm(request.POST, initial=_opening_values(opening))
    if not form.is_valid():
        return _page(request, tournament, form)
    message = _("Les préinscriptions sont ouvertes : donnez l’adresse aux joueurs.")
    run_service(
        request,
        open_entries,
        message,
        tournament=tournament,
        place_limit=form.cleaned_data["place_limit"],
        note=form.cleaned_data["note"],
        opened_by=signed_in_user(request),
    )
    return redirect("organiser-registrations", tournament.slug)


@require_POST
def shut(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = find_tournament(request, slug, Right.PREPARE)
    message = _("Les préinscriptions sont closes.")
    run_service(request, shut_entries, message, tournament=tournament, shut_by=signed_in_user(request))
    return redirect("organiser-registrations", tournament.slug)


@require_POST
def choose_announcing(request: HttpRequest, slug: str) -> HttpResponse:
    """Let players announce their arrival, or not."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    is_taken = request.POST.get("taken") == "1"
    message = (
        _("Les inscrits peuvent annoncer leur arrivée.")
        if is_taken
        else _("L’accueil note seul les arrivées.")
    )
    options = {"is_taken": is_taken, "set_by": signed_in_user(request)}
    run_service(request, set_announcing, message, tournament=tournament, **options)
    return redirect("organiser-registrations", slug)


@require_POST
def accept_every(request: HttpRequest, slug: str) -> HttpResponse:
    """Accept all registrations without open questions. The next page lists the reasons for the others."""
    tournament = find_tournament(request, slug, Right.WELCOME)
    count, refusals = accept_all(tournament=tournament, accepted_by=signed_in_user(request))
    text = ngettext("%(count)d préinscription acceptée.", "%(count)d préinscriptions acceptées.", count)
    add_success_message(request, text % {"count": count})
    for why in refusals:
        messages.warning(request, why)
    return redirect("organiser-registrations", tournament.slug)


@require_POST
def accept(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Accept a registration. The field `person-<id>` is the chosen person for a registered player."""
    registration = _find(request, slug, pk)
    run_service(
        request,
        accept_registration,
        _("%(names)s : préinscription acceptée.") % {"names": registration},
        registration=registration,
        person_ids=_chosen_people(request, registration),
        accepted_by=signed_in_user(request),
    )
    return redirect("organiser-registrations", slug)


@require_POST
def refuse_registration_view(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    registration = _find(request, slug, pk)
    message = _("%(names)s : préinscription refusée.") % {"names": registration}
    run_service(
        request, refuse_registration, message, registration=registration, refused_by=signed_in_user(request)
    )
    return redirect("organiser-registrations", slug)


@require_POST
def pair_registrations(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Join two registrations that look for partners."""
    registration = _find(request, slug, pk)
    other_registration = registration.tournament.registrations.filter(
        pk=_number(request.POST.get("other", ""))
    ).first()
    if other_registration is None:
        messages.error(request, _("Choisissez avec qui."))
        return redirect("organiser-registrations", slug)
    run_service(
        request,
        join_registrations,
        _("Réunis : acceptez-les quand l’équipe est complète."),
        registration=registration,
        partner_registration=other_registration,
        joined_by=signed_in_user(request),
    )
    return redirect("organiser-registrations", slug)


@require_POST
def choose_words(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show a player's words to others who look for partners, or erase them."""
    registration = _find(request, slug, pk)
    are_shown = request.POST.get("shown") == "1"
    message = _("Les mots sont montrés à ceux qui cherchent.") if are_shown else _("Les mots sont effacés.")
    options = {
        "words": request.POST.get("words", ""),
        "are_shown": are_shown,
        "set_by": signed_in_user(request),
    }
    run_service(request, set_seeker_words, message, registration=registration, **options)
    return redirect("organiser-registrations", slug)


def _page(request: HttpRequest, tournament: Tournament, form: EntryOpeningForm | None = None) -> HttpResponse:
    opening = EntryOpening.objects.filter(tournament=tournament).first()
    all_registrations = list_registrations(tournament)
    context = {
        "tournament": tournament,
        "tab": "entries",
        "form": form or EntryOpeningForm(initial=_opening_values(opening)),
        "is_draft": tournament.state == TournamentState.DRAFT,
        "is_announcing": opening is not None and opening.takes_arrivals,
        "opens_at": announcing_opens_at(tournament),
        "places": places_of(tournament),
        "left": count_places_left(tournament),
        "address": phone_url(request, reverse("public-registrations", args=[tournament.slug])),
        **_by_state(tournament, all_registrations),
    }
    return render(request, "tournaments/entries/organiser/registrations.html", context)


def _opening_values(opening: EntryOpening | None) -> dict[str, Any]:
    return {"place_limit": opening.place_limit, "note": opening.note} if opening else {}


def _by_state(tournament: Tournament, all_registrations: list[Registration]) -> dict[str, Any]:
    """Return received, waiting and answered registrations, with the possible people for their players."""
    matches: dict[int, PersonMatch] = {}
    if players := players_to_answer(all_registrations):
        register = Register(Person.objects.filter(club=tournament.club_id))
        matches = {player.pk: match_player(player, register) for player in players}
    size, least = most_players(tournament), least_players(tournament)
    rows = [
        (
            registration,
            [(player, matches.get(player.pk, PersonMatch())) for player in registration.players.all()],
            len(registration.players.all()) < size,
        )
        for registration in all_registrations
    ]
    return {
        "received": [row for row in rows if row[0].state == "received"],
        "waiting": [row for row in rows if row[0].state == "waiting"],
        "answered": [row for row in rows if row[0].state not in UNANSWERED],
        "seekers": [row[0] for row in rows if row[0].state in UNANSWERED and row[2]],
        "incomplete": [row[0] for row in rows if row[0].state in UNANSWERED and len(row[1]) < least],
    }


def _find(request: HttpRequest, slug: str, pk: int) -> Registration:
    tournament = find_tournament(request, slug, Right.WELCOME)
    rows = tournament.registrations.select_related("tournament__club").prefetch_related("players")
    return get_object_or_404(rows, pk=pk)


def _chosen_people(request: HttpRequest, registration: Registration) -> dict[int, int]:
    texts = {player.pk: request.POST.get(f"person-{player.pk}", "") for player in registration.players.all()}
    return {key: NEW_PERSON if text == "new" else _number(text) for key, text in texts.items() if text}


def _number(text: str) -> int:
    """Return the id in a text, or -1 for any other text."""
    return int(text) if is_row_number(text) else -1
