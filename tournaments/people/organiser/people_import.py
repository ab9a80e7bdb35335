"""Importing players: a file is read and shown, nothing is written until the person agrees.

Between the two steps the rows wait in the session, so that the file is needed once.
"""

from dataclasses import asdict
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from common.errors import AppError
from tournaments.base.web.acting import posted, tell
from tournaments.base.web.finding import find_club, signed_in
from tournaments.core.exchange.player_row import LineProblem, PlayerRow
from tournaments.core.exchange.players_csv import FaultyLine, PlayersFile, read_players
from tournaments.models import Club
from tournaments.people.forms.mending import MendingForm
from tournaments.people.forms.people import PlayersFileForm
from tournaments.people.services.people_import import (
    import_people,
    plan_import,
    tell_problem,
    waiting_import_key,
)

ROWS_SHOWN = 200
"""Of each kind; the counts tell of the rest."""


@require_http_methods(["GET", "POST"])
def upload(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose a file; it is read at once and shown on the next page."""
    club = find_club(request, slug)
    form = PlayersFileForm(posted(request), request.FILES or None)
    if request.method == "POST" and form.is_valid():
        players = read_players(form.cleaned_data["file"].read())
        request.session[waiting_import_key(club)] = _to_session(players, form.cleaned_data["file"].name)
        return redirect("organiser-people-import-check", club.slug)
    return render(
        request,
        "tournaments/people/organiser/people_import.html",
        {"club": club, "tab": "people", "form": form},
    )


@require_http_methods(["GET", "POST"])
def check(request: HttpRequest, slug: str) -> HttpResponse:
    """What the file would change, line by line; confirming carries it out."""
    club = find_club(request, slug)
    kept = request.session.get(waiting_import_key(club))
    if kept is None:
        messages.warning(request, _("Choisissez d’abord un fichier."))
        return redirect("organiser-people-import", club.slug)
    players = _from_session(kept)
    plan = plan_import(club=club, rows=players.rows)
    problems = sorted((*players.problems, *plan.problems), key=lambda problem: problem.line)
    form = MendingForm(
        posted(request) if "mend" in request.POST else None, players=players, problems=problems
    )
    if form.is_bound and form.is_valid():
        request.session[waiting_import_key(club)] = _to_session(form.mended(), kept["name"])
        return redirect("organiser-people-import-check", club.slug)
    if request.method == "POST" and not form.is_bound and _carry_out(request, club, players):
        return _done(request, club, players.limited_to(form.lines), kept["name"])
    context = {
        "club": club,
        "tab": "people",
        "file_name": kept["name"],
        "plan": plan,
        "problem_count": len(problems),
        "ignored_columns": players.ignored_columns,
        "rows_shown": ROWS_SHOWN,
        "form": form,
        "whole_file": [tell_problem(problem) for problem in problems if problem.line not in form.lines],
    }
    return render(request, "tournaments/people/organiser/people_import_check.html", context)


def _done(request: HttpRequest, club: Club, left: PlayersFile, name: str) -> HttpResponse:
    """Lines that could not be taken stay to be mended; else the file is forgotten."""
    if left.rows or left.faulty:
        request.session[waiting_import_key(club)] = _to_session(left, name)
        return redirect("organiser-people-import-check", club.slug)
    del request.session[waiting_import_key(club)]
    return redirect("organiser-people", club.slug)


@require_POST
def cancel(request: HttpRequest, slug: str) -> HttpResponse:
    """Forget the file."""
    club = find_club(request, slug)
    request.session.pop(waiting_import_key(club), None)
    tell(request, _("Le fichier est mis de côté : rien d’autre n’est importé."))
    return redirect("organiser-people", club.slug)


def _carry_out(request: HttpRequest, club: Club, players: PlayersFile) -> bool:
    try:
        plan = import_people(
            club=club,
            rows=players.rows,
            seen_digest=request.POST.get("digest", ""),
            imported_by=signed_in(request),
        )
    except AppError as error:
        messages.error(request, str(error.message))
        return False
    counts = {"added": len(plan.added), "updated": len(plan.updated), "unchanged": len(plan.unchanged)}
    tell(
        request,
        _("Le registre est à jour. Ajoutés : %(added)d ; modifiés : %(updated)d ; inchangés : %(unchanged)d.")
        % counts,
    )
    return True


def _to_session(players: PlayersFile, name: str) -> dict[str, Any]:
    return {"name": name[:100], **asdict(players)}


def _from_session(kept: dict[str, Any]) -> PlayersFile:
    return PlayersFile(
        rows=tuple(PlayerRow(**row) for row in kept["rows"]),
        faulty=tuple(FaultyLine(**line) for line in kept["faulty"]),
        problems=tuple(LineProblem(**problem) for problem in kept["problems"]),
        ignored_columns=tuple(kept["ignored_columns"]),
    )
