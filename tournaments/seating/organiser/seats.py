"""Starting places, fixing them, and who sits where in every round."""

import random

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common.errors import AppError
from games.core.seats import SOUTH
from tournaments.base.access import Right, has_right
from tournaments.base.queries.teams import entries_with_people
from tournaments.base.web.acting import act, posted, show_error, tell
from tournaments.base.web.finding import find_tournament, signed_in
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
from tournaments.seating.queries.seats import Itinerary, RoundSeats, Stop, itineraries, load_rounds
from tournaments.seating.services.line_ups import line_up
from tournaments.seating.services.seating import apply_movement, undo_seating
from tournaments.seating.services.starting_places import arrange_places, current_places, draw_places

FEWEST = 4
"""Players, or teams, for whom another movement is proposed."""


@require_http_methods(["GET", "POST"])
def places(request: HttpRequest, slug: str) -> HttpResponse:
    """The grid of the starting places: saved as a whole, then the others drawn or all fixed if asked."""
    right = Right.PREPARE if request.method == "POST" else Right.READ_DESK
    tournament = find_tournament(request, slug, right)
    sections = sections_of(tournament)
    entries = list(entries_with_people(tournament))
    form = PlacesForm(posted(request), sections=sections, places=current_places(entries))
    if request.method == "POST" and form.is_valid():
        try:
            arrange_places(
                tournament=tournament,
                wanted=form.wanted,
                seen=form.cleaned_data["seen"],
                arranged_by=signed_in(request),
            )
        except AppError as error:
            show_error(form, error)
        else:
            return _after_saving(request, tournament)
    waiting = [entry for entry in entries if entry.start_table is None]
    places_left = sum(section.player_count for section in sections) - (len(entries) - len(waiting))
    context = {
        "tournament": tournament,
        "tab": "places",
        "form": form,
        "entries": entries,
        "waiting": waiting,
        "empty_count": places_left,
        "may_fix": not places_left and (not waiting or sections[0].session.number > 1),
        "may_shrink": FEWEST <= len(entries) < len(entries) - len(waiting) + places_left,
        "is_draft": tournament.state == TournamentState.DRAFT,
        "may_arrange": tournament.state == TournamentState.DRAFT
        and has_right(request.user, tournament, Right.PREPARE),
        "section_count": len(sections),
        "line_up_form": LineUpForm(),
        "mates": [met for section in sections for met in mates_meetings(section, entries)],
        "relay_seat": RELAY_SEAT,
        "has_teams": find_format(tournament.format).has_teams,
    }
    return render(request, "tournaments/seating/organiser/places.html", context)


def _after_saving(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What the button that was pressed does with the places just saved."""
    then = request.POST.get("then", "")
    if then == "fix":
        return fix(request, tournament.slug)
    if then == "draw":
        _draw(request, tournament)
    else:
        tell(request, _("Les places sont enregistrées."))
    return redirect("organiser-places", tournament.slug)


def _draw(request: HttpRequest, tournament: Tournament) -> None:
    """Draw the places that are left by lot."""
    act(
        request,
        draw_places,
        _("Les places libres sont tirées au sort."),
        tournament=tournament,
        rng=random.SystemRandom(),
        drawn_by=signed_in(request),
    )


@require_POST
def place_all(request: HttpRequest, slug: str) -> HttpResponse:
    """Place everybody, by lot or by series, club-mates apart when asked."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    form = LineUpForm(request.POST)
    if form.is_valid():
        act(
            request,
            line_up,
            _("Tout le monde est placé."),
            tournament=tournament,
            method=LineUpMethod(form.cleaned_data["method"]),
            is_apart=form.cleaned_data["apart"],
            rng=random.SystemRandom(),
            placed_by=signed_in(request),
            ranks=ranks_so_far(tournament),
        )
    return redirect("organiser-places", tournament.slug)


@require_POST
def fix(request: HttpRequest, slug: str) -> HttpResponse:
    """Fix the seats of every round."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    done = act(
        request,
        apply_movement,
        _("Les places sont fixées pour toutes les positions."),
        tournament=tournament,
        seated_by=signed_in(request),
    )
    return redirect("organiser-seats" if done else "organiser-places", tournament.slug)


@require_POST
def undo(request: HttpRequest, slug: str) -> HttpResponse:
    """Go back to the preparation."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    act(
        request,
        undo_seating,
        _("Les places ne sont plus fixées ; elles peuvent être changées."),
        tournament=tournament,
        undone_by=signed_in(request),
    )
    return redirect("organiser-places", tournament.slug)


@require_safe
def seats(request: HttpRequest, slug: str) -> HttpResponse:
    """Who sits where with which étuis: by round, or by player with `?par=joueur`."""
    tournament = find_tournament(request, slug, Right.READ_DESK)
    if tournament.state == TournamentState.DRAFT:
        messages.warning(request, _("Les places ne sont pas encore fixées."))
        return redirect("organiser-places", tournament.slug)
    rounds = [(section, load_rounds(section)) for section in sections_of(tournament)]
    names_attackers = find_format(tournament.format).names_attackers
    context = {
        "tournament": tournament,
        "tab": "places",
        "by_player": request.GET.get("par") == "joueur",
        "names_attackers": names_attackers,
        "sections": [
            (
                section,
                seated,
                _evenings(
                    seated,
                    load_badges(tournament, section, seated),
                    named_attackers(section) if names_attackers else {},
                ),
            )
            for section, seated in rounds
        ],
    }
    return render(request, "tournaments/seating/organiser/seats.html", context)


def _evenings(
    rounds: tuple[RoundSeats, ...], badges: RoundBadges, named: NamedAttackers
) -> list[tuple[Itinerary, list[tuple[Stop, tuple[Badge, ...], Person | None]]]]:
    """Itineraries, each stop with the badges that attack there, or with the attacker whom a captain named."""

    def shown(itinerary: Itinerary, stop: Stop) -> tuple[Stop, tuple[Badge, ...], Person | None]:
        key = (itinerary.entry.pk, stop.round)
        return stop, badges.get(key, ()), named.get(key) if stop.seats == (SOUTH,) else None

    return [
        (itinerary, [shown(itinerary, stop) for stop in itinerary.stops]) for itinerary in itineraries(rounds)
    ]
