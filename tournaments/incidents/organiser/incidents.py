"""Incidents: the cases, one page for each, and what was done."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common.errors import AppError
from tournaments.base.access import Right, rights_in
from tournaments.base.queries.sessions import current_session
from tournaments.base.web.acting import act, show_error, tell
from tournaments.base.web.finding import find_tournament, signed_in
from tournaments.core.formats.registry import find_format
from tournaments.enums import IncidentKind, TournamentState
from tournaments.incidents.forms.boards_taken import LateForm, SlowForm
from tournaments.incidents.forms.incidents import (
    ArrivingForm,
    CaseForm,
    LeavingForm,
    MissingForm,
    OtherBoardsForm,
    ShortenedForm,
    SpoiledForm,
    SubstituteForm,
    SwapForm,
    TablesForm,
)
from tournaments.incidents.services.action_words import incident_text
from tournaments.incidents.services.actions import Rehearsal, carry_out, rehearse, undo_incident
from tournaments.models import Incident, Play, Session, Tournament
from tournaments.rankings.queries.rulings import load_rules


def list_incidents(session: Session) -> list[Incident]:
    """Every guided action of a session, latest first, with who did it and who took it back. One query."""
    return list(session.incidents.select_related("made_by", "undone_by"))


def lines_to_play(incidents: Sequence[Incident]) -> dict[int, int]:
    """Lines put off by an action that have no result yet, by id of the incident. One query.

    An action that put nothing off, or that was taken back, is left out.
    """
    put_off = {
        incident.pk: set(incident.facts.get("put_off", ()))
        for incident in incidents
        if incident.undone_at is None and "put_off" in incident.facts
    }
    wanted = set().union(*put_off.values())
    missing = set(
        Play.objects.filter(pk__in=wanted).exclude(slips__is_current=True).values_list("pk", flat=True)
    )
    return {pk: len(plays & missing) for pk, plays in put_off.items()}


@dataclass(frozen=True, slots=True)
class CasePage:
    """One case as pages show it."""

    title: str | Promise
    told: str | Promise
    """What it is for, in one or two sentences."""
    form: type[CaseForm]
    needs: Right = Right.PREPARE
    also: IncidentKind | None = None
    """Another case that may be what is looked for."""

    def is_possible(self, tournament: Tournament, kind: IncidentKind) -> bool:
        """Whether the tournament is at a stage where it can happen."""
        begun = {TournamentState.SEATED, TournamentState.PLAYING}
        return tournament.state in begun or (
            kind is IncidentKind.MISSING and tournament.state == TournamentState.DRAFT
        )


CASE_PAGES: dict[IncidentKind, CasePage] = {
    IncidentKind.MISSING: CasePage(
        gettext_lazy("Quelqu’un ne vient pas"),
        gettext_lazy(
            "Avant le premier résultat, il manque quelqu’un. Un autre a sa place, elle reste vide,"
            " ou ceux qui sont là jouent un autre mouvement."
        ),
        MissingForm,
    ),
    IncidentKind.LATE: CasePage(
        gettext_lazy("Quelqu’un est en retard"),
        gettext_lazy("Sa table attend : elle jouera ses premières donnes plus tard, ou les perdra."),
        LateForm,
        Right.RULE,
        also=IncidentKind.SUBSTITUTE,
    ),
    IncidentKind.LEAVING: CasePage(
        gettext_lazy("Quelqu’un s’en va"),
        gettext_lazy("Sans remplaçant : ceux qui se reposent prennent sa place quand ils le peuvent."),
        LeavingForm,
        also=IncidentKind.SUBSTITUTE,
    ),
    IncidentKind.ARRIVING: CasePage(
        gettext_lazy("Quelqu’un arrive ou revient"),
        gettext_lazy(
            "Pendant la soirée : il prend la place laissée par un autre, ou une place de plus"
            " avec ceux qui se reposent."
        ),
        ArrivingForm,
        also=IncidentKind.SUBSTITUTE,
    ),
    IncidentKind.SUBSTITUTE: CasePage(
        gettext_lazy("Un remplaçant"),
        gettext_lazy(
            "Quelqu’un du registre ou de passage joue à la place d’un autre, un moment ou jusqu’à la fin."
        ),
        SubstituteForm,
    ),
    IncidentKind.SWAP: CasePage(
        gettext_lazy("Deux personnes à la mauvaise place"),
        gettext_lazy(
            "Elles ont joué l’une à la place de l’autre : les résultats restent, chacun a les siens."
        ),
        SwapForm,
        also=IncidentKind.SPOILED,
    ),
    IncidentKind.TABLES: CasePage(
        gettext_lazy("Deux tables échangées"),
        gettext_lazy("Les joueurs de deux tables ont joué une position à la table les uns des autres."),
        TablesForm,
        also=IncidentKind.SWAP,
    ),
    IncidentKind.BOARDS: CasePage(
        gettext_lazy("Une table a joué d’autres étuis"),
        gettext_lazy("Les résultats attendus sont alors ceux des étuis vraiment joués."),
        OtherBoardsForm,
        also=IncidentKind.SPOILED,
    ),
    IncidentKind.SLOW: CasePage(
        gettext_lazy("Une table trop lente"),
        gettext_lazy("Elle joue plus tard ses dernières donnes de la position, ou les perd."),
        SlowForm,
        Right.RULE,
    ),
    IncidentKind.SPOILED: CasePage(
        gettext_lazy("Un étui abîmé"),
        gettext_lazy("Cartes vues, main mal reconstituée : l’étui est neutralisé là où il était faux."),
        SpoiledForm,
        Right.RULE,
    ),
    IncidentKind.SHORTENED: CasePage(
        gettext_lazy("La soirée est écourtée"),
        gettext_lazy("On s’arrête après une position : le reste n’est pas joué."),
        ShortenedForm,
    ),
}
"""In the order in which an evening meets them."""
OF_BOARDS = frozenset({IncidentKind.BOARDS, IncidentKind.SPOILED})
"""Cases that need boards which go from table to table."""


@require_safe
def incidents(request: HttpRequest, slug: str) -> HttpResponse:
    """The cases in plain words, and what was done in this session."""
    tournament = find_tournament(request, slug, Right.READ_DESK)
    rights = rights_in(request.user, tournament)
    listed = list_incidents(current_session(tournament))
    waiting = lines_to_play(listed)
    has_boards = find_format(tournament.format).needs_dealt_boards
    context = {
        "tournament": tournament,
        "tab": "desk",
        "cases": [
            (f"organiser-unforeseen-{kind}", page, page.is_possible(tournament, kind), page.needs in rights)
            for kind, page in CASE_PAGES.items()
            if has_boards or kind not in OF_BOARDS
        ],
        "incidents": [
            (
                incident,
                incident_text(incident),
                CASE_PAGES[IncidentKind(incident.kind)].needs in rights,
                waiting.get(incident.pk),
            )
            for incident in listed
        ],
    }
    return render(request, "tournaments/incidents/organiser/incidents.html", context)


@require_http_methods(["GET", "POST"])
def case(request: HttpRequest, slug: str, kind: IncidentKind) -> HttpResponse:
    """One case: what is asked, then what it would change, then done."""
    page = CASE_PAGES[kind]
    tournament = find_tournament(request, slug, page.needs)
    if not page.is_possible(tournament, kind):
        return redirect("organiser-unforeseen", tournament.slug)
    is_asked = request.method == "POST" or "voir" in request.GET
    data = request.POST if request.method == "POST" else request.GET
    form = page.form(data if is_asked else None, session=current_session(tournament))
    rehearsal = None
    if is_asked and form.is_valid():
        if request.method == "POST" and _do(request, tournament, form):
            return redirect("organiser-unforeseen", tournament.slug)
        rehearsal = _rehearsal(request, tournament, form)
    return render(
        request,
        "tournaments/incidents/organiser/incident_case.html",
        _context(tournament, page, form, rehearsal),
    )


@require_POST
def undo(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take an action back."""
    tournament = find_tournament(request, slug, Right.READ_DESK)
    incident = get_object_or_404(
        Incident.objects.select_related("session__tournament__club"), pk=pk, session__tournament=tournament
    )
    find_tournament(request, slug, CASE_PAGES[IncidentKind(incident.kind)].needs)
    act(
        request,
        undo_incident,
        _("C’est annulé ; le classement suit."),
        incident=incident,
        undone_by=signed_in(request),
    )
    return redirect("organiser-unforeseen", tournament.slug)


def _do(request: HttpRequest, tournament: Tournament, form: CaseForm) -> bool:
    """Whether the action was done; otherwise the form says why not."""
    try:
        incident = carry_out(
            tournament=tournament,
            case=form.chosen,
            seen=request.POST.get("seen", ""),
            made_by=signed_in(request),
        )
    except AppError as error:
        show_error(form, error)
        return False
    tell(request, _("C’est fait ; le classement suit. %(told)s") % {"told": incident_text(incident)})
    return True


def _rehearsal(request: HttpRequest, tournament: Tournament, form: CaseForm) -> Rehearsal | None:
    """What would change; None where it cannot be done, which the form then says."""
    try:
        return rehearse(tournament=tournament, case=form.chosen, asked_by=signed_in(request))
    except AppError as error:
        show_error(form, error)
        return None


def _context(
    tournament: Tournament, page: CasePage, form: CaseForm, rehearsal: Rehearsal | None
) -> dict[str, Any]:
    told = rehearsal.told if rehearsal else None
    return {
        "tournament": tournament,
        "tab": "desk",
        "page": page,
        "also": CASE_PAGES[page.also] if page.also else None,
        "also_address": f"organiser-unforeseen-{page.also}",
        "form": form,
        "rehearsal": rehearsal,
        "measure": load_rules(tournament).shown,
        "sent": [
            (field.html_name, value)
            for field in form
            for value in [field.data]
            if rehearsal and value not in (None, "")
        ],
        "parts": [
            (title, sentences)
            for title, sentences in (
                (_("Mouvement"), told.movement),
                (_("Étuis et donnes"), told.boards),
                (_("Classement"), told.ranking),
                (_("Papiers"), told.papers),
            )
            if sentences
        ]
        if told
        else [],
    }
