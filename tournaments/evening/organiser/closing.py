"""The end of an event: remaining checks, then prizes, publication, files and archive."""

import json
from dataclasses import dataclass
from enum import StrEnum

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy
from django.views.decorators.http import require_safe

from common.web_server.policy import lane
from tournaments.base.access import Right, may_manage_club, rights_in
from tournaments.base.web.finding import find_tournament
from tournaments.base.words.wording import sentence
from tournaments.core.errors import TournamentError
from tournaments.core.exchange.sheet_files import XLSX_TYPE
from tournaments.core.phases import EventFacts, Phase, Progress, phase_of
from tournaments.entries.queries.fees import load_fees
from tournaments.evening.organiser.desk_acts import shown_acts
from tournaments.evening.queries.desk import load_desk
from tournaments.events.queries.unsettled import unsettled_counts
from tournaments.models import HallCall, Play, ResultSlip, StandingsRequest, Tournament
from tournaments.rankings.queries.event_export import export_event
from tournaments.rankings.services.result_files import event_workbook, ranking_csv, results_csv
from tournaments.seasons.queries.seasons import list_seasons_of


class ClosingPoint(StrEnum):
    """A point to settle before the end of an event, in order."""

    MISSING = "missing"
    DISPUTED = "disputed"
    UNCONFIRMED = "unconfirmed"
    CALLS = "calls"
    STANDINGS = "standings"
    FEES = "fees"


OBSTACLES = frozenset({ClosingPoint.MISSING, ClosingPoint.DISPUTED, ClosingPoint.UNCONFIRMED})
"""Points that must be settled before the event can end."""
LEFT: dict[ClosingPoint, tuple[str | Promise, str]] = {
    ClosingPoint.MISSING: (
        ngettext_lazy("%(count)d résultat manque.", "%(count)d résultats manquent.", "count"),
        "organiser-results",
    ),
    ClosingPoint.DISPUTED: (
        ngettext_lazy("%(count)d résultat est contesté.", "%(count)d résultats sont contestés.", "count"),
        "organiser-results",
    ),
    ClosingPoint.UNCONFIRMED: (
        ngettext_lazy(
            "%(count)d résultat attend d’être confirmé.",
            "%(count)d résultats attendent d’être confirmés.",
            "count",
        ),
        "organiser-results",
    ),
    ClosingPoint.CALLS: (
        ngettext_lazy(
            "%(count)d table appelle encore l’arbitre.",
            "%(count)d tables appellent encore l’arbitre.",
            "count",
        ),
        "organiser-hall",
    ),
    ClosingPoint.STANDINGS: (
        ngettext_lazy(
            "%(count)d changement n’est pas encore dans le classement : le calcul est en cours.",
            "%(count)d changements ne sont pas encore dans le classement : le calcul est en cours.",
            "count",
        ),
        "organiser-snapshots",
    ),
    ClosingPoint.FEES: (
        ngettext_lazy(
            "%(count)d inscrit n’a pas payé son droit d’inscription.",
            "%(count)d inscrits n’ont pas payé leur droit d’inscription.",
            "count",
        ),
        "organiser-fees",
    ),
}
"""Sentence about an open point, and URL name of the page that settles it."""
SETTLED: dict[ClosingPoint, str | Promise] = {
    ClosingPoint.MISSING: _("Tous les résultats sont saisis."),
    ClosingPoint.DISPUTED: _("Aucun résultat n’est contesté."),
    ClosingPoint.UNCONFIRMED: _("Aucun résultat n’attend d’être confirmé."),
    ClosingPoint.CALLS: _("Aucune table n’appelle l’arbitre."),
    ClosingPoint.STANDINGS: _("Le classement compte tout ce qui est saisi."),
    ClosingPoint.FEES: _("Tous les droits d’inscription sont payés."),
}
"""Sentence about a settled point."""


@dataclass(frozen=True, slots=True)
class ClosingCheck:
    """A point, and its number of open cases; 0 if it is settled."""

    point: ClosingPoint
    count: int

    @property
    def is_obstacle(self) -> bool:
        return self.count > 0 and self.point in OBSTACLES


def closing_checks(tournament: Tournament) -> list[ClosingCheck]:
    """Return all points with their counts. Twelve queries."""
    expected_count = Play.objects.filter(round__section__session__tournament=tournament).count()
    result_count = (
        ResultSlip.objects.current().filter(play__round__section__session__tournament=tournament).count()
    )
    disputed_count, unconfirmed_count = unsettled_counts(tournament)
    counts = {
        ClosingPoint.MISSING: expected_count - result_count,
        ClosingPoint.DISPUTED: disputed_count,
        ClosingPoint.UNCONFIRMED: unconfirmed_count,
        ClosingPoint.CALLS: HallCall.objects.filter(
            table__section__session__tournament=tournament, closed_at=None
        ).count(),
        ClosingPoint.STANDINGS: StandingsRequest.objects.filter(session__tournament=tournament).count(),
        ClosingPoint.FEES: sum(line.left > 0 for line in load_fees(tournament).lines),
    }
    return [ClosingCheck(point, counts[point]) for point in ClosingPoint]


def _unreached_words(event: EventFacts) -> str | Promise:
    """Return what the event waits for before its end can be checked; empty if every result is due."""
    if event.progress is Progress.PREPARED:
        if event.is_first_session:
            return _("Le tournoi n’a pas commencé : il n’y a encore rien à vérifier.")
        return _("La séance suivante n’a pas commencé.")
    if event.progress is not Progress.FINISHED and event.rounds_undrawn:
        return _("Il reste des positions à tirer.")
    return ""


@require_safe
def closing(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the points to settle, and each step after them."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    summary = load_desk(tournament)
    phase = phase_of(summary.event)
    is_keeper = may_manage_club(request.user, tournament.club)
    is_begun = summary.event.progress is not Progress.PREPARED or not summary.event.is_first_session
    checks = closing_checks(tournament) if is_begun else []
    waits_for = "" if phase is Phase.ARCHIVED else _unreached_words(summary.event)
    acts = shown_acts(tournament, summary, rights_in(request.user, tournament)) if waits_for else []
    context = {
        "tournament": tournament,
        "tab": "desk",
        "checks": [
            {
                "is_settled": not check.count,
                "is_obstacle": check.is_obstacle,
                "told": LEFT[check.point][0] % {"count": check.count}
                if check.count
                else SETTLED[check.point],
                "address": LEFT[check.point][1],
            }
            for check in checks
        ],
        "waits_for": waits_for,
        "next_act": acts[0] if acts else None,
        "seasons": list_seasons_of(tournament) if is_keeper else [],
        # the file names players with their licence numbers
        "may_write_file": is_keeper and not tournament.is_practice,
        "may_finish": phase is Phase.CLOSING and not any(check.is_obstacle for check in checks),
        "is_final": phase in (Phase.FINAL, Phase.ARCHIVED),
        "is_archived": phase is Phase.ARCHIVED,
    }
    return render(request, "tournaments/evening/organiser/closing.html", context)


@lane("drawing")
@require_safe
def event_file(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the whole event in the exchange format."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    try:
        document = export_event(tournament)
    except TournamentError as error:
        messages.error(request, sentence(error.code, error.values))
        return redirect("organiser-closing", tournament.slug)
    content = json.dumps(document, ensure_ascii=False, indent=1).encode()
    return _download(tournament, content, "json", "application/json")


@lane("drawing")
@require_safe
def ranking_file(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the ranking for a spreadsheet."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    return _download(tournament, ranking_csv(tournament), "classement.csv", "text/csv; charset=utf-8")


@lane("drawing")
@require_safe
def results_file(request: HttpRequest, slug: str) -> HttpResponse:
    """Send all results for a spreadsheet."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    return _download(tournament, results_csv(tournament), "resultats.csv", "text/csv; charset=utf-8")


@lane("drawing")
@require_safe
def workbook_file(request: HttpRequest, slug: str) -> HttpResponse:
    """Send ranking, results and entries as a workbook."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    return _download(tournament, event_workbook(tournament), "xlsx", XLSX_TYPE)


def _download(tournament: Tournament, content: bytes, ending: str, content_type: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{tournament.slug}.{ending}"'}
    return HttpResponse(content, content_type=content_type, headers=headers)
