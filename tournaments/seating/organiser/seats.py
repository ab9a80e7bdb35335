"""The organiser's pages of the starting places and of the seats of every round."""

import random
from collections.abc import Iterable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common.errors import AppError
from games.core.seats import SOUTH
from tournaments.base.access import Right, has_right
from tournaments.base.queries.teams import entries_with_people
from tournaments.base.web.acting import add_success_message, posted_data, run_service, show_error
from tournaments.base.web.finding import find_tournament, signed_in_user
from tournaments.core.formats.attack_rotation import Badge
from tournaments.core.formats.registry import find_format
from tournaments.core.movements.starting import RELAY_SEAT
from tournaments.entries.forms.entries import LineUpForm, PlacesForm
from tournaments.enums import LineUpMethod, TournamentState
from tournaments.models import Person, Tournament
from tournaments.movements.queries.movements import sections_of
from tournaments.rankings.queries.event_standings import ranks_so_far
from tournaments.seating.queries.attackers import NamedAttackers, RoundBadges, load_badges, named_attackers
from tournaments.seating.queries.club_mates import mates_meetings
from tournaments.seating.queries.seats import Itinerary, Stop, hall_itineraries, load_rounds
from tournaments.seating.services.line_ups import line_up
from tournaments.seating.services.seating import apply_movement, undo_seating
from tournaments.seating.services.starting_places import arrange_places, current_places, draw_places

FEWEST = 4
"""Fewest players, or teams, for which a smaller movement is proposed."""
MOST_CHOICES = 30_000
"""Most choices in all lists of the places together. A list is shortened above it, and the script fills it."""


@require_http_methods(["GET", "POST"])
def places(request: HttpRequest, slug: str) -> HttpResponse:
    """Show and store the grid of the starting places.

    The button that sends the form may also draw the remaining places or fix the seats.
    """
    right = Right.PREPARE if request.method == "POST" else Right.READ_DESK
    tournament = find_tournament(request, slug, right)
    sections = sections_of(tournament)
    entries = list(entries_with_people(tournament))
    form = PlacesForm(
        posted_data(request), sections=sections, places=current_places(entries), entries=entries
    )
    if request.method == "POST" and form.is_valid():
        try:
            arrange_places(
                tournament=tournament,
                wanted=form.wanted,
                seen=form.cleaned_data["seen"],
                arranged_by=signed_in_user(request),
            )
        except AppError as error:
            show_error(form, error)
        else:
            return _after_saving(request, tournament, is_merged=form.is_outdated)
    unplaced_entries = [entry for entry in entries if entry.start_table is None]
    is_long = len(entries) ** 2 > MOST_CHOICES
    # without the script, a player who is placed is taken off first and then waits
    offered_entries = unplaced_entries if is_long else entries
    places_left = sum(section.player_count for section in sections) - (len(entries) - len(unplaced_entries))
    context = {
        "tournament": tournament,
        "tab": "places",
        "form": form,
        "entries": entries,
        "is_long": is_long,
        "offered": offered_entries if len(entries) * len(offered_entries) <= MOST_CHOICES else (),
        "waiting": unplaced_entries,
        "empty_count": places_left,
        "may_fix": not places_left and (not unplaced_entries or sections[0].session.number > 1),
        "may_shrink": FEWEST <= len(entries) < len(entries) - len(unplaced_entries) + places_left,
        "is_draft": tournament.state == TournamentState.DRAFT,
        "is_drawn": any(section.is_drawn for section in sections),
        "may_arrange": tournament.state == TournamentState.DRAFT
        and has_right(request.user, tournament, Right.PREPARE),
        "section_count": len(sections),
        "line_up_form": LineUpForm(),
        "mates": [meeting for section in sections for meeting in mates_meetings(section, entries)],
        "relay_seat": RELAY_SEAT,
        "has_teams": find_format(tournament.format).has_teams,
    }
    return render(request, "tournaments/seating/organiser/places.html", context)


def _after_saving(request: HttpRequest, tournament: Tournament, *, is_merged: bool) -> HttpResponse:
    """Draw or fix the places if the button that saved them does so. Return the next page.

    Places that another organiser changed meanwhile are shown before they are fixed.
    """
    next_step = request.POST.get("then", "")
    if next_step == "fix" and not is_merged:
        return fix(request, tournament.slug)
    if next_step == "draw":
        _draw(request, tournament)
    elif is_merged:
        changed = _("Enregistré. Une autre personne a changé des places entre-temps : regardez-les toutes.")
        messages.warning(request, changed)
    else:
        add_success_message(request, _("Les places sont enregistrées."))
    return redirect("organiser-places", tournament.slug)


def _draw(request: HttpRequest, tournament: Tournament) -> None:
    """Draw the remaining places by lot."""
    run_service(
        request,
        draw_places,
        _("Les places libres sont tirées au sort."),
        tournament=tournament,
        rng=random.SystemRandom(),
        drawn_by=signed_in_user(request),
    )


@require_POST
def place_all(request: HttpRequest, slug: str) -> HttpResponse:
    """Place all entries, by lot or by series, with club-mates apart if chosen."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    form = LineUpForm(request.POST)
    if form.is_valid():
        run_service(
            request,
            line_up,
            _("Tout le monde est placé."),
            tournament=tournament,
            method=LineUpMethod(form.cleaned_data["method"]),
            is_apart=form.cleaned_data["apart"],
            rng=random.SystemRandom(),
            placed_by=signed_in_user(request),
            ranks=ranks_so_far(tournament),
        )
    return redirect("organiser-places", tournament.slug)


@require_POST
def fix(request: HttpRequest, slug: str) -> HttpResponse:
    """Fix the seats of every round, or of the first one where rounds are drawn."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    is_drawn = any(section.is_drawn for section in sections_of(tournament))
    is_fixed = run_service(
        request,
        apply_movement,
        _("Les places de la première position sont fixées.")
        if is_drawn
        else _("Les places sont fixées pour toutes les positions."),
        tournament=tournament,
        seated_by=signed_in_user(request),
    )
    return redirect("organiser-seats" if is_fixed else "organiser-places", tournament.slug)


@require_POST
def undo_seating_view(request: HttpRequest, slug: str) -> HttpResponse:
    """Go back to the preparation."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    run_service(
        request,
        undo_seating,
        _("Les places ne sont plus fixées ; elles peuvent être changées."),
        tournament=tournament,
        undone_by=signed_in_user(request),
    )
    return redirect("organiser-places", tournament.slug)


@require_safe
def seats(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the players and étuis of each table by round, or by player with `?par=joueur`."""
    tournament = find_tournament(request, slug, Right.READ_DESK)
    if tournament.state == TournamentState.DRAFT:
        messages.warning(request, _("Les places ne sont pas encore fixées."))
        return redirect("organiser-places", tournament.slug)
    sections = [(section, load_rounds(section)) for section in sections_of(tournament)]
    names_attackers = find_format(tournament.format).names_attackers
    evenings = hall_itineraries(sections)
    context = {
        "tournament": tournament,
        "tab": "places",
        "by_player": request.GET.get("par") == "joueur",
        "names_attackers": names_attackers,
        "sections": [
            (
                section,
                section_rounds,
                _evenings(
                    [itinerary for own_section, itinerary in evenings if own_section is section],
                    load_badges(tournament, section, section_rounds),
                    named_attackers(section) if names_attackers else {},
                ),
            )
            for section, section_rounds in sections
        ],
    }
    return render(request, "tournaments/seating/organiser/seats.html", context)


def _evenings(
    rows: Iterable[Itinerary], badges: RoundBadges, attackers: NamedAttackers
) -> list[tuple[Itinerary, list[tuple[Stop, tuple[Badge, ...], Person | None]]]]:
    """Return the itineraries. Each stop has the attacking badges, or the attacker that the captain named."""

    def with_attackers(itinerary: Itinerary, stop: Stop) -> tuple[Stop, tuple[Badge, ...], Person | None]:
        key = (itinerary.entry.pk, stop.round)
        # the attack of a team is a side of one seat, South; its defence has no attacker to name
        return stop, badges.get(key, ()), attackers.get(key) if stop.seats == (SOUTH,) else None

    return [(itinerary, [with_attackers(itinerary, stop) for stop in itinerary.stops]) for itinerary in rows]
