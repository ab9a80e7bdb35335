"""The desk of a tournament: how far it is, what comes next, who may read its results."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.base.access import Right, rights_in
from tournaments.base.queries.showing import waiting_for
from tournaments.base.web.acting import act
from tournaments.base.web.addresses import public_url, qr_response
from tournaments.base.web.finding import asked_session, find_tournament, signed_in
from tournaments.core.formats.registry import find_format
from tournaments.core.showing import Part, Viewer
from tournaments.enums import DocumentKind, TournamentState, Visibility
from tournaments.evening.organiser.desk_acts import phase_label, phase_sentence, shown_acts
from tournaments.evening.organiser.health_words import backup_told, standing_still
from tournaments.evening.organiser.practice import practice_button
from tournaments.evening.queries.desk import DeskStep, DeskSummary, load_desk
from tournaments.events.services.events import set_visibility
from tournaments.events.services.states import (
    archive_tournament,
    finish_tournament,
    reopen_tournament,
    unarchive_tournament,
)
from tournaments.models import Tournament
from tournaments.rankings.queries.event_standings import load_event_standings
from tournaments.rankings.queries.ranking_tables import ranking_table
from tournaments.rankings.queries.standings import latest_standings
from tournaments.results.services.table_access import takes_phones


@dataclass(frozen=True, slots=True)
class ShownStep:
    """One step as the desk shows it."""

    title: str
    detail: str
    url: str | None
    """Of the page where it is done; None for who can do nothing there."""
    is_done: bool
    is_next: bool


def shown_steps(tournament: Tournament, summary: DeskSummary, rights: Collection[Right]) -> list[ShownStep]:
    """Every step of the evening, in order; phones where results can be written on them."""
    return [
        ShownStep(
            title,
            detail,
            reverse(page, args=[tournament.slug]) if _NEEDS[step] in rights else None,
            step in summary.done,
            step == summary.next_step,
        )
        for step in summary.steps
        if step is not DeskStep.PHONES or takes_phones(tournament)
        for title, detail, page in [_WORDS[step](tournament, summary)]
    ]


Words = tuple[str, str, str]
"""Title, detail, name of the page."""


def _entries(tournament: Tournament, summary: DeskSummary) -> Words:
    counts = {"entered": summary.entry_count, "seats": summary.seat_count}
    has_teams = find_format(tournament.format).has_teams
    return (
        _("Inscrire les équipes") if has_teams else _("Inscrire les joueurs"),
        _("Inscrits : %(entered)d sur %(seats)d.") % counts,
        "organiser-entries",
    )


def _places(tournament: Tournament, summary: DeskSummary) -> Words:
    counts = {"placed": summary.placed_count, "seats": summary.seat_count}
    return (
        _("Donner les places de départ"),
        _("Places prises : %(placed)d sur %(seats)d ; choisies, ou tirées au sort.") % counts,
        "organiser-places",
    )


def _deals(tournament: Tournament, summary: DeskSummary) -> Words:
    detail = (
        _("%(boards)d étuis prêts et scellés.")
        if summary.session.deal_set
        else _("%(boards)d étuis à préparer.")
    )
    return (
        _("Distribuer les donnes"),
        detail % {"boards": summary.board_count},
        "organiser-deals",
    )


def _seating(tournament: Tournament, summary: DeskSummary) -> Words:
    if tournament.state == TournamentState.DRAFT:
        detail = _("Dès que toutes les places sont prises : qui joue où, à chaque position.")
        return _("Fixer les places"), detail, "organiser-places"
    detail = _("Chacun sait où il joue à chaque position.")
    return _("Fixer les places"), detail, "organiser-seats"


def _papers(tournament: Tournament, summary: DeskSummary) -> Words:
    if summary.results_counted:
        detail = _("La soirée est commencée ; chaque document peut être réimprimé.")
    else:
        counts = {"ready": len(summary.papers_ready & summary.papers), "all": len(summary.papers)}
        if DocumentKind.SCORE_SHEETS in summary.papers:
            told = _("Placement, feuilles de marque ; documents prêts : %(ready)d sur %(all)d.")
        else:
            told = _("Placement, feuilles ambulantes, diagrammes ; documents prêts : %(ready)d sur %(all)d.")
        detail = told % counts
    return _("Imprimer les papiers"), detail, "organiser-documents"


def _phones(tournament: Tournament, summary: DeskSummary) -> Words:
    if DeskStep.PHONES in summary.done:
        detail = _("Les codes des tables sont prêts.")
    else:
        detail = _("Au choix : les joueurs notent eux-mêmes.")
    return _("Téléphones aux tables"), detail, "organiser-phones"


def _results(tournament: Tournament, summary: DeskSummary) -> Words:
    counts = {"counted": summary.results_counted, "expected": summary.results_expected}
    detail = _("Résultats saisis : %(counted)d sur %(expected)d.") % counts
    if not summary.results_expected:
        detail = _("Vous saisirez les feuilles quand les places seront fixées.")
    return _("Saisir les résultats"), detail, "organiser-results"


def _finish(tournament: Tournament, summary: DeskSummary) -> Words:
    return (
        _("Terminer le tournoi"),
        _("Quand tous les résultats sont saisis ; il peut être rouvert."),
        "organiser-closing",
    )


_WORDS: dict[DeskStep, Callable[[Tournament, DeskSummary], Words]] = {
    DeskStep.ENTRIES: _entries,
    DeskStep.PLACES: _places,
    DeskStep.DEALS: _deals,
    DeskStep.SEATING: _seating,
    DeskStep.PAPERS: _papers,
    DeskStep.PHONES: _phones,
    DeskStep.RESULTS: _results,
    DeskStep.FINISH: _finish,
}

_NEEDS = {
    DeskStep.ENTRIES: Right.WELCOME,
    DeskStep.PLACES: Right.PREPARE,
    DeskStep.DEALS: Right.PREPARE,
    DeskStep.SEATING: Right.PREPARE,
    DeskStep.PAPERS: Right.PRINT,
    DeskStep.PHONES: Right.ENTER_RESULTS,
    DeskStep.RESULTS: Right.READ_RESULTS,
    DeskStep.FINISH: Right.PREPARE,
}
"""Right to do something on the page of a step: the others see the step without a link."""


@require_safe
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """The desk: what is done, and what comes next."""
    tournament = find_tournament(request, slug, Right.READ_DESK)
    summary = load_desk(tournament)
    rights = rights_in(request.user, tournament)
    context = {
        "tournament": tournament,
        "tab": "desk",
        "rights": rights,
        "summary": summary,
        "backup": backup_told(now=timezone.now()) if Right.PREPARE in rights else None,
        "phase": phase_label(summary),
        "phase_told": phase_sentence(summary),
        "acts": shown_acts(tournament, summary, rights),
        "steps": shown_steps(tournament, summary, rights),
        "practice_button": practice_button(tournament, summary),
        "public_url": public_url(request, tournament),
        "ranking_waits": waiting_for(summary.session, Part.RANKING, Viewer.EVERYBODY),
        "standing_still": standing_still(),
    }
    return render(request, "tournaments/evening/organiser/desk.html", context)


@require_POST
def visibility(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the results to everybody or to the organisers only."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    is_public = request.POST.get("visibility") == Visibility.PUBLIC
    act(
        request,
        set_visibility,
        _("Les résultats sont publics.")
        if is_public
        else _("Les résultats sont réservés aux organisateurs."),
        tournament=tournament,
        visibility=Visibility.PUBLIC if is_public else Visibility.PRIVATE,
        set_by=signed_in(request),
    )
    return redirect("organiser-desk", tournament.slug)


@require_POST
def finish(request: HttpRequest, slug: str) -> HttpResponse:
    """Close the evening."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    act(
        request,
        finish_tournament,
        _("Le tournoi est terminé."),
        tournament=tournament,
        finished_by=signed_in(request),
    )
    return redirect("organiser-desk", tournament.slug)


@require_POST
def reopen(request: HttpRequest, slug: str) -> HttpResponse:
    """Take results again, to correct one."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    act(
        request,
        reopen_tournament,
        _("Le tournoi est rouvert."),
        tournament=tournament,
        reopened_by=signed_in(request),
    )
    return redirect("organiser-desk", tournament.slug)


@require_POST
def archive(request: HttpRequest, slug: str) -> HttpResponse:
    """Keep a finished event as it is."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    act(
        request,
        archive_tournament,
        _("Le tournoi est archivé."),
        tournament=tournament,
        archived_by=signed_in(request),
    )
    return redirect("organiser-desk", tournament.slug)


@require_POST
def unarchive(request: HttpRequest, slug: str) -> HttpResponse:
    """Allow changes again."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    act(
        request,
        unarchive_tournament,
        _("Le tournoi est sorti des archives."),
        tournament=tournament,
        taken_out_by=signed_in(request),
    )
    return redirect("organiser-desk", tournament.slug)


@require_safe
def qr_code(request: HttpRequest, slug: str) -> HttpResponse:
    """The public address as a QR code, black on white in both themes."""
    tournament = find_tournament(request, slug, Right.READ_DESK)
    return qr_response(public_url(request, tournament))


@require_safe
def snapshots(request: HttpRequest, slug: str) -> HttpResponse:
    """The ranking with full names; of a session also every state of it, the last one first.

    Without `?seance=` that of several sessions is their total.
    """
    tournament = find_tournament(request, slug, Right.READ_DESK)
    session = asked_session(request, tournament)
    is_several = tournament.session_count > 1  # type: ignore[attr-defined]  # annotated
    context: dict[str, Any] = {"tournament": tournament, "tab": "standings"}
    if is_several and not request.GET.get("seance"):
        context |= {"is_total": True, "event": load_event_standings(tournament)}
        return render(request, "tournaments/evening/organiser/snapshots.html", context)
    context |= {
        "part": session.number if is_several else None,
        "snapshots": session.snapshots.defer("rows").order_by("-version")[:200],
        "table": ranking_table(session, latest_standings(session)),
    }
    return render(request, "tournaments/evening/organiser/snapshots.html", context)
