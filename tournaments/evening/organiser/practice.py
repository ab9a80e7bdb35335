"""Pages of practice with fictitious players: create an event, take a step, delete it."""

import random

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from common.errors import AppError
from tournaments.base.access import Right
from tournaments.base.web.acting import add_success_message, posted_data, run_service, show_error
from tournaments.base.web.finding import find_club, find_tournament, signed_in_user
from tournaments.core.formats.registry import USUAL_FORMAT
from tournaments.evening.forms.events import PracticeForm
from tournaments.evening.queries.desk import DeskStep, DeskSummary
from tournaments.evening.services.evening_proposals import USUAL_KINDS
from tournaments.evening.services.practice import (
    create_practice,
    delete_practice,
    next_practice_step,
    take_practice_step,
)
from tournaments.models import Tournament

BUTTONS: dict[DeskStep, Promise] = {
    DeskStep.ENTRIES: gettext_lazy("Inscrire les joueurs fictifs qui manquent"),
    DeskStep.PLACES: gettext_lazy("Tirer les places au sort"),
    DeskStep.DEALS: gettext_lazy("Distribuer les donnes"),
    DeskStep.SEATING: gettext_lazy("Fixer les places"),
    DeskStep.RESULTS: gettext_lazy("Jouer une position au hasard"),
}
"""Label of each step that the site takes for the organiser."""


@require_http_methods(["GET", "POST"])
def create_practice_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the kinds of practice. A POST creates the event."""
    club = find_club(request, slug)
    form = PracticeForm(posted_data(request), initial={"kind": USUAL_FORMAT.code})
    if request.method == "POST" and form.is_valid():
        try:
            event = create_practice(
                club=club,
                name=_("Entraînement"),
                format_code=form.cleaned_data["kind"],
                starts_on=timezone.localdate(),
                created_by=signed_in_user(request),
            )
        except AppError as error:
            show_error(form, error)
        else:
            add_success_message(request, _("L’entraînement est prêt. Essayez tout : rien ici ne compte."))
            return redirect("organiser-desk", event.slug)
    context = {
        "club": club,
        "tab": "club",
        "form": form,
        "kinds": USUAL_KINDS,
        "events": club.tournaments.filter(is_practice=True),
    }
    return render(request, "tournaments/evening/organiser/practice.html", context)


@require_POST
def step(request: HttpRequest, slug: str) -> HttpResponse:
    """Take the next step of the practice event."""
    tournament = _find(request, slug)
    run_service(
        request,
        take_practice_step,
        _("C’est fait. Regardez ce qui a changé, ou continuez."),
        tournament=tournament,
        rng=random.Random(),  # noqa: S311 - nothing here counts
        taken_by=signed_in_user(request),
    )
    return redirect("organiser-desk", tournament.slug)


@require_http_methods(["GET", "POST"])
def delete_practice_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask for confirmation, then delete the practice event completely."""
    tournament = _find(request, slug)
    if request.method == "POST":
        club = tournament.club
        notice = _("L’entraînement est supprimé.")
        run_service(
            request, delete_practice, notice, tournament=tournament, deleted_by=signed_in_user(request)
        )
        return redirect("organiser-club", club.slug)
    context = {"tournament": tournament, "tab": "desk"}
    return render(request, "tournaments/evening/organiser/practice_delete.html", context)


def practice_button(tournament: Tournament, summary: DeskSummary) -> Promise | None:
    """Return the label of the next step of a practice event; None elsewhere and at the end."""
    if not tournament.is_practice:
        return None
    next_step = next_practice_step(summary)
    return BUTTONS[next_step] if next_step else None


def _find(request: HttpRequest, slug: str) -> Tournament:
    """Return a practice event that the user may prepare; 404 for any other event."""
    # before the rights: a real event is not found here, even by its own organiser
    get_object_or_404(Tournament, slug=slug, is_practice=True)
    return find_tournament(request, slug, Right.PREPARE)
