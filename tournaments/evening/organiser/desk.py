"""The desk of a tournament: progress, next step and visibility of its results."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.base.access import Right, rights_in
from tournaments.base.queries.sessions import planned_session
from tournaments.base.queries.showing import waiting_for
from tournaments.base.web.acting import run_service
from tournaments.base.web.addresses import public_url, qr_response
from tournaments.base.web.finding import find_requested_session, find_tournament, signed_in_user
from tournaments.core.formats.registry import find_format
from tournaments.core.showing import Part, Viewer
from tournaments.enums import Visibility
from tournaments.evening.organiser.desk_acts import phase_label, phase_sentence, shown_acts
from tournaments.evening.organiser.desk_notices import desk_notices
from tournaments.evening.organiser.desk_steps import shown_steps
from tournaments.evening.organiser.health_words import describe_backups, standing_still
from tournaments.evening.organiser.practice import practice_button
from tournaments.evening.queries.desk import load_desk
from tournaments.evening.services.backups import request_backup
from tournaments.events.services.events import set_visibility
from tournaments.events.services.states import (
    archive_tournament,
    finish_tournament,
    reopen_tournament,
    unarchive_tournament,
)
from tournaments.installation.backups import EVENING
from tournaments.rankings.queries.claims import claims_state
from tournaments.rankings.queries.event_standings import load_event_standings
from tournaments.rankings.queries.ranking_tables import ranking_table
from tournaments.rankings.queries.standings import latest_standings


@require_safe
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the desk: what is done, and what comes next."""
    tournament = find_tournament(request, slug, Right.READ_DESK)
    summary = load_desk(tournament)
    rights = rights_in(request.user, tournament)
    context = {
        "tournament": tournament,
        "tab": "desk",
        "rights": rights,
        "summary": summary,
        "is_later_session": summary.session.number > 1,
        "planned": planned_session(tournament, summary.session.number),
        "backup": describe_backups(now=timezone.now()) if Right.PREPARE in rights else None,
        "phase": phase_label(summary),
        "phase_told": phase_sentence(
            summary, claims_state(tournament), has_teams=find_format(tournament.format).has_teams
        ),
        "acts": shown_acts(tournament, summary, rights),
        "steps": shown_steps(tournament, summary, rights),
        "practice_button": practice_button(tournament, summary),
        "public_url": public_url(request, tournament),
        "ranking_waits": waiting_for(summary.session, Part.RANKING, Viewer.EVERYBODY),
        "standing_still": standing_still(),
        "notices": desk_notices(tournament),
    }
    return render(request, "tournaments/evening/organiser/desk.html", context)


@require_POST
def change_event_visibility(request: HttpRequest, slug: str) -> HttpResponse:
    """Make the results public, or visible to organisers only."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    is_public = request.POST.get("visibility") == Visibility.PUBLIC
    run_service(
        request,
        set_visibility,
        _("Les résultats sont publics.")
        if is_public
        else _("Les résultats sont réservés aux organisateurs."),
        tournament=tournament,
        visibility=Visibility.PUBLIC if is_public else Visibility.PRIVATE,
        set_by=signed_in_user(request),
    )
    return redirect("organiser-desk", tournament.slug)


@require_POST
def finish(request: HttpRequest, slug: str) -> HttpResponse:
    """End the tournament and request a backup. `then=closing` goes on to the prizes on the closing page."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    is_finished = run_service(
        request,
        finish_tournament,
        _("Le tournoi est terminé."),
        tournament=tournament,
        finished_by=signed_in_user(request),
    )
    if is_finished:
        # a laptop that sleeps at night makes the nightly backup only at its next start
        request_backup(EVENING)
    page = "organiser-closing" if request.POST.get("then") == "closing" else "organiser-desk"
    return redirect(page, tournament.slug)


@require_POST
def reopen(request: HttpRequest, slug: str) -> HttpResponse:
    """Reopen a finished tournament for corrections."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    run_service(
        request,
        reopen_tournament,
        _("Le tournoi est rouvert."),
        tournament=tournament,
        reopened_by=signed_in_user(request),
    )
    return redirect("organiser-desk", tournament.slug)


@require_POST
def archive(request: HttpRequest, slug: str) -> HttpResponse:
    """Archive a finished event, so that it cannot change."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    run_service(
        request,
        archive_tournament,
        _("Le tournoi est archivé."),
        tournament=tournament,
        archived_by=signed_in_user(request),
    )
    return redirect("organiser-desk", tournament.slug)


@require_POST
def unarchive(request: HttpRequest, slug: str) -> HttpResponse:
    """Take an event out of the archive, so that it can change again."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    run_service(
        request,
        unarchive_tournament,
        _("Le tournoi est sorti des archives."),
        tournament=tournament,
        taken_out_by=signed_in_user(request),
    )
    return redirect("organiser-desk", tournament.slug)


@require_safe
def event_qr_code(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the public address as a QR code, black on white in both themes."""
    tournament = find_tournament(request, slug, Right.READ_DESK)
    return qr_response(public_url(request, tournament))


@require_safe
def snapshots(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the ranking with full names; for a session also all its snapshots, the last one first.

    Without `?seance=`, an event of several sessions shows its total.
    """
    tournament = find_tournament(request, slug, Right.READ_DESK)
    session = find_requested_session(request, tournament)
    is_several = tournament.session_count > 1  # type: ignore[attr-defined]  # annotated
    context: dict[str, Any] = {"tournament": tournament, "tab": "standings"}
    if is_several and not request.GET.get("seance"):
        context |= {"is_total": True, "event": load_event_standings(tournament)}
        return render(request, "tournaments/evening/organiser/snapshots.html", context)
    context |= {
        "part": session.number if is_several else None,
        # the list does not need the rows of each ranking, which are long
        "snapshots": session.snapshots.defer("rows").order_by("-version")[:200],
        "table": ranking_table(session, latest_standings(session)),
    }
    return render(request, "tournaments/evening/organiser/snapshots.html", context)
