"""A new evening in four questions, each on a page of its own; the answers travel in the address."""

from typing import Any

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.models import User
from common.errors import AppError
from tournaments.base.web.acting import tell
from tournaments.base.web.finding import find_club, signed_in
from tournaments.evening.organiser.wizard_answers import KIND, SUMMARY, Answers, read_answers
from tournaments.evening.queries.past_events import past_events, usual_evening
from tournaments.evening.services.evening_kinds import KINDS, OTHER_KINDS, USUAL_KINDS
from tournaments.evening.services.event_choices import make_event
from tournaments.evening.services.event_templates import save_template
from tournaments.models import Club, Tournament

PAGES = {1: "kind", 2: "people", 3: "movement", 4: "details", 5: "summary"}


@require_http_methods(["GET", "POST"])
def wizard(request: HttpRequest, slug: str) -> HttpResponse:
    """The question that `?step=` names, or the first one open; posting makes the evening."""
    club = find_club(request, slug)
    data = (request.POST if request.method == "POST" else request.GET).dict()
    answers = read_answers(data, usual=usual_evening(club), today=timezone.localdate())
    if request.method == "POST" and answers.step == SUMMARY and answers.summary.is_valid():
        try:
            made = _make(club, answers, signed_in(request))
        except AppError as error:
            answers.summary.add_error("saved_as" if "name" in error.fields else None, str(error.message))
        else:
            tell(request, _("Le tournoi est créé. Voici ce qu’il reste à faire, dans l’ordre."))
            return redirect("organiser-desk", made.slug)
    return render(
        request, f"tournaments/evening/organiser/wizard/{PAGES[answers.step]}.html", _context(club, answers)
    )


@transaction.atomic
def _make(club: Club, answers: Answers, user: User) -> Tournament:
    """The tournament, and the template where a name for it is given."""
    choices, details = answers.choices(), answers.details
    if template := answers.summary.cleaned_data["saved_as"]:
        save_template(club=club, name=template, choices=choices, saved_by=user)
    starts_on = details.cleaned_data["date"]
    return make_event(
        club=club, name=details.event_name, starts_on=starts_on, choices=choices, created_by=user
    )


def _context(club: Club, answers: Answers) -> dict[str, Any]:
    step = answers.step
    context: dict[str, Any] = {
        "club": club,
        "tab": "club",
        "answers": answers,
        "form": answers.shown,
        "step": step,
        "before": step - 1,
        "after": step + 1,
    }
    if step == KIND:
        context |= {
            "usual_kinds": USUAL_KINDS,
            "other_kinds": OTHER_KINDS,
            "templates": club.event_templates.filter(deleted_at=None),
            "last": next(iter(past_events(club)), None),
        }
    if step > KIND:
        context["kind"] = KINDS[answers.kind.cleaned_data["kind"]]
    return context
