"""Pages of a tournament's movements: their quality, their rounds, and the choice of others."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common.errors import AppError
from tournaments.base.access import Right
from tournaments.base.web.acting import add_success_message, posted_data, run_service, show_error
from tournaments.base.web.finding import find_tournament, signed_in_user
from tournaments.base.words.format_words import DRAWN, PLACING_CHOICES
from tournaments.core.formats.registry import find_format
from tournaments.enums import TournamentState
from tournaments.evening.forms.tournaments import ShapeForm
from tournaments.evening.organiser.shape_choice import shape_context
from tournaments.movements.queries.movement_reports import report_on
from tournaments.movements.queries.movements import movement_of, sections_of
from tournaments.movements.web.movement_downloads import movement_response
from tournaments.seating.services.movements import change_sections, choose_draws, may_be_drawn

ORIGINS = {"places": "organiser-places", "inscrits": "organiser-entries"}
"""Pages that lead to the change of the movement, by the value of `depuis` in its address."""


@require_safe
def movement(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the movement of each section: remarks, figures, meetings, and the tables of each round."""
    tournament = find_tournament(request, slug, Right.READ_DESK)
    sections = sections_of(tournament)
    is_drawn = any(section.is_drawn for section in sections)
    context = {
        "tournament": tournament,
        "tab": "movement",
        "sections": [
            (section, report_on(movement_of(section.movement), section.boards_per_set, section.first_table))
            for section in sections
        ],
        "is_draft": tournament.state == TournamentState.DRAFT,
        "may_be_drawn": may_be_drawn(tournament, sections),
        "placing": [(code, words, (code == DRAWN) is is_drawn) for code, words in PLACING_CHOICES],
        "is_drawn": is_drawn,
    }
    return render(request, "tournaments/evening/organiser/movement.html", context)


@require_POST
def choose_rounds(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose that each round is drawn when it is due, or that all follow the movement."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    is_drawn = request.POST.get("rounds") == DRAWN
    run_service(
        request,
        choose_draws,
        _("Vous tirerez les tables avant chaque position.")
        if is_drawn
        else _("Toutes les positions suivent le mouvement."),
        tournament=tournament,
        is_drawn=is_drawn,
        chosen_by=signed_in_user(request),
    )
    return redirect("organiser-movement", tournament.slug)


@require_http_methods(["GET", "POST"])
def change_movement_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose another shape while the tournament is in preparation. All starting places are lost."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    form = ShapeForm(posted_data(request), initial={"shape": ""})
    if request.method == "POST" and form.is_valid():
        try:
            plans = form.plans(tournament.club)
            change_sections(tournament=tournament, plans=plans, changed_by=signed_in_user(request))
        except AppError as error:
            show_error(form, error)
        else:
            add_success_message(
                request, _("Le mouvement est changé ; donnez de nouveau les places de départ.")
            )
            return redirect("organiser-movement", tournament.slug)
    origin = request.GET.get("depuis", "")
    context = {
        "tournament": tournament,
        "tab": "movement",
        "origin": origin if origin in ORIGINS else "",
        "back": reverse(ORIGINS.get(origin, "organiser-movement"), args=[tournament.slug]),
        "club": tournament.club,
        **shape_context(
            request,
            tournament.club,
            form,
            tournament_format=find_format(tournament.format),
            units=tournament.entries.count() or None,
        ),
    }
    if origin == "places":
        # its link says that nobody else comes: shapes that want more people come last
        context["proposals"].sort(key=lambda shown: shown.proposal.odd.code == "odd_substitutes")
    return render(request, "tournaments/evening/organiser/movement_change.html", context)


@require_safe
def download_section_movement(request: HttpRequest, slug: str, number: int, form: str) -> HttpResponse:
    """Send the movement of a section as a file."""
    tournament = find_tournament(request, slug, Right.READ_DESK)
    for section in sections_of(tournament):
        if section.number == number:
            return movement_response(section.movement, section.boards_per_set, form)
    raise Http404
