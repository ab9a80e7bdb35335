"""Pages of incidents: the list of cases, a page for each case, and the actions taken."""

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
from tournaments.base.web.acting import add_success_message, run_service, show_error
from tournaments.base.web.finding import find_dealt_tournament, find_tournament, signed_in_user
from tournaments.core.formats.registry import find_format
from tournaments.enums import IncidentKind
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
from tournaments.incidents.services.actions import Rehearsal, can_occur, carry_out, rehearse, undo_incident
from tournaments.models import Incident, Play, Session, Tournament
from tournaments.rankings.queries.rulings import load_rules


def list_incidents(session: Session) -> list[Incident]:
    """Return all guided actions of a session, the latest first. One query.

    The users who did and undid each action are loaded.
    """
    return list(session.incidents.select_related("made_by", "undone_by"))


def lines_to_play(incidents: Sequence[Incident]) -> dict[int, int]:
    """Return the number of put-off lines without a result, by id of the incident. One query.

    Actions that put nothing off and actions that were undone are left out.
    """
    keys_by_incident = {
        incident.pk: set(incident.facts.get("put_off", ()))
        for incident in incidents
        if incident.undone_at is None and "put_off" in incident.facts
    }
    play_keys = set().union(*keys_by_incident.values())
    open_keys = set(
        Play.objects.filter(pk__in=play_keys).exclude(slips__is_current=True).values_list("pk", flat=True)
    )
    return {pk: len(plays & open_keys) for pk, plays in keys_by_incident.items()}


@dataclass(frozen=True, slots=True)
class CasePage:
    """Texts, form and right of one case."""

    title: str | Promise
    told: str | Promise
    """Purpose of the case, in one or two sentences."""
    form: type[CaseForm]
    needs: Right = Right.PREPARE
    """Right that the case requires."""
    also: IncidentKind | None = None
    """Another case that the organiser may have meant."""


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
"""Page of each case, in the order in which an evening meets them."""
OF_BOARDS = frozenset({IncidentKind.BOARDS, IncidentKind.SPOILED})
"""Cases that need boards which go from table to table."""


@require_safe
def incidents(request: HttpRequest, slug: str) -> HttpResponse:
    """List the cases and the actions of the session."""
    tournament = find_tournament(request, slug, Right.READ_DESK)
    rights = rights_in(request.user, tournament)
    session_incidents = list_incidents(current_session(tournament))
    open_line_counts = lines_to_play(session_incidents)
    has_boards = find_format(tournament.format).needs_dealt_boards
    context = {
        "tournament": tournament,
        "tab": "desk",
        "cases": [
            (f"organiser-unforeseen-{kind}", page, can_occur(kind, tournament), page.needs in rights)
            for kind, page in CASE_PAGES.items()
            if has_boards or kind not in OF_BOARDS
        ],
        "incidents": [
            (
                incident,
                incident_text(incident),
                CASE_PAGES[IncidentKind(incident.kind)].needs in rights,
                open_line_counts.get(incident.pk),
            )
            for incident in session_incidents
        ],
    }
    return render(request, "tournaments/incidents/organiser/incidents.html", context)


@require_http_methods(["GET", "POST"])
def case(request: HttpRequest, slug: str, kind: IncidentKind) -> HttpResponse:
    """Show the form of one case, then its consequences, then carry it out.

    The form is first sent by GET with `?voir`, which shows the consequences and changes nothing.
    """
    page = CASE_PAGES[kind]
    find_event = find_dealt_tournament if kind in OF_BOARDS else find_tournament
    tournament = find_event(request, slug, page.needs)
    if not can_occur(kind, tournament):
        return redirect("organiser-unforeseen", tournament.slug)
    is_submitted = request.method == "POST" or "voir" in request.GET
    data = request.POST if request.method == "POST" else request.GET
    form = page.form(data if is_submitted else None, session=current_session(tournament))
    rehearsal = None
    if is_submitted and form.is_valid():
        if request.method == "POST" and _carry_out_case(request, tournament, form):
            return redirect("organiser-unforeseen", tournament.slug)
        # also after a refusal: the page then shows the consequences as they are now
        rehearsal = _rehearsal(request, tournament, form)
    return render(
        request,
        "tournaments/incidents/organiser/incident_case.html",
        _context(tournament, page, form, rehearsal),
    )


@require_POST
def undo_incident_view(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Undo an action."""
    tournament = find_tournament(request, slug, Right.READ_DESK)
    incident = get_object_or_404(
        Incident.objects.select_related("session__tournament__club"), pk=pk, session__tournament=tournament
    )
    # again, with the right of the case: it is known only once the incident is loaded
    find_tournament(request, slug, CASE_PAGES[IncidentKind(incident.kind)].needs)
    run_service(
        request,
        undo_incident,
        _("C’est annulé ; le classement suit."),
        incident=incident,
        undone_by=signed_in_user(request),
    )
    return redirect("organiser-unforeseen", tournament.slug)


def _carry_out_case(request: HttpRequest, tournament: Tournament, form: CaseForm) -> bool:
    """Carry out the case of a form. Return False and show the reason on the form if it is refused."""
    try:
        incident = carry_out(
            tournament=tournament,
            case=form.chosen,
            seen=request.POST.get("seen", ""),
            made_by=signed_in_user(request),
        )
    except AppError as error:
        show_error(form, error)
        return False
    add_success_message(
        request, _("C’est fait ; le classement suit. %(told)s") % {"told": incident_text(incident)}
    )
    return True


def _rehearsal(request: HttpRequest, tournament: Tournament, form: CaseForm) -> Rehearsal | None:
    """Return the consequences of the case; None with the reason on the form if it is refused."""
    try:
        return rehearse(tournament=tournament, case=form.chosen, asked_by=signed_in_user(request))
    except AppError as error:
        show_error(form, error)
        return None


def _context(
    tournament: Tournament, page: CasePage, form: CaseForm, rehearsal: Rehearsal | None
) -> dict[str, Any]:
    consequences = rehearsal.told if rehearsal else None
    has_boards = find_format(tournament.format).needs_dealt_boards
    return {
        "tournament": tournament,
        "tab": "desk",
        "page": page,
        "also": CASE_PAGES[page.also] if page.also and (has_boards or page.also not in OF_BOARDS) else None,
        "also_address": f"organiser-unforeseen-{page.also}",
        "form": form,
        "rehearsal": rehearsal,
        "has_teams": find_format(tournament.format).has_teams,
        "measure": load_rules(tournament).shown,
        "sent": [
            (field.html_name, value)
            for field in form
            # the hidden fields of the confirmation repeat the form, so that it carries out what was shown
            for value in [field.data]
            if rehearsal and value not in (None, "")
        ],
        "parts": [
            (title, sentences)
            for title, sentences in (
                (_("Mouvement"), consequences.movement),
                (_("Étuis et donnes"), consequences.boards),
                (_("Classement"), consequences.ranking),
                (_("Papiers"), consequences.papers),
            )
            if sentences
        ]
        if consequences
        else [],
    }
