"""The history of a result: its versions, return to an earlier one, withdrawal, undo of the last entry."""

import uuid
from collections.abc import Iterable
from typing import TypeVar

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from common.errors import AppError
from games.core.facts import FactsForm
from tournaments.base.access import Right
from tournaments.base.web.acting import run_service, show_error
from tournaments.base.web.finding import find_tournament
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import SheetKind
from tournaments.models import Play, ResultSlip, Tournament
from tournaments.rankings.queries.rulings import load_rules
from tournaments.rankings.services.consequences import ResultConsequences, preview_results
from tournaments.results.forms.results import TakeBackForm
from tournaments.results.forms.table_results import SeenForm
from tournaments.results.organiser.sent_lines import StoredLine, author_of
from tournaments.results.queries.boards import play_line
from tournaments.results.queries.checking import locked_rounds
from tournaments.results.queries.score_sheets import load_sheet_terms
from tournaments.results.services.corrections import revert_result, undo_last, withdraw_result, written_of
from tournaments.results.services.results import read_slip_line
from tournaments.results.services.slip_versions import describe_facts, describe_slip

NO_RESULT = 0
"""Version number that stands for the withdrawal of a result."""


@require_safe
def history(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    tournament = find_tournament(request, slug, Right.READ_RESULTS)
    return _history_page(request, tournament, _find_play(tournament, pk))


@require_POST
def revert(request: HttpRequest, slug: str, pk: int, version: int) -> HttpResponse:
    """Restore an earlier version, as a new version."""
    tournament = find_tournament(request, slug, Right.ENTER_RESULTS)
    play = _find_play(tournament, pk)
    get_object_or_404(play.slips, version=version)
    return _take_back(request, tournament, play, version)


@require_POST
def withdraw_result_view(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Withdraw a result that was typed on the wrong line."""
    tournament = find_tournament(request, slug, Right.ENTER_RESULTS)
    return _take_back(request, tournament, _find_play(tournament, pk), NO_RESULT)


def _take_back(request: HttpRequest, tournament: Tournament, play: Play, version: int) -> HttpResponse:
    """Restore a version, or only show the consequences for the ranking."""
    form = TakeBackForm(request.POST)
    try:
        if "preview" in request.POST:
            consequences = _preview(tournament, play, version)
            form = TakeBackForm(initial={"reason": request.POST.get("reason", "")})
            return _history_page(
                request, tournament, play, form=form, version=version, consequences=consequences
            )
        if form.is_valid():
            _store(request, play, version, form)
            return redirect("organiser-result-history", tournament.slug, play.pk)
    except AppError as error:
        show_error(form, error)
    return _history_page(request, tournament, play, form=form, version=version, status=422)


def _preview(tournament: Tournament, play: Play, version: int) -> ResultConsequences:
    reading = None
    if version != NO_RESULT:
        reading = read_slip_line(tournament=tournament, play=play, line=written_of(play, version))
    return preview_results(session=play.round.section.session, readings={play: reading})


def _store(request: HttpRequest, play: Play, version: int, form: TakeBackForm) -> None:
    author = author_of(request)
    if version == NO_RESULT:
        withdraw_result(play=play, author=author, **form.cleaned_data)
        messages.success(request, _("Le résultat est retiré : la ligne est de nouveau à saisir."))
    else:
        revert_result(play=play, version=version, author=author, **form.cleaned_data)
        messages.success(request, _("La version %(number)d est de nouveau en vigueur.") % {"number": version})


def _find_play(tournament: Tournament, pk: int) -> Play:
    plays = Play.objects.filter(round__section__session__tournament=tournament)
    return get_object_or_404(plays.select_related("table", "round__section__session__tournament"), pk=pk)


def _history_page(
    request: HttpRequest,
    tournament: Tournament,
    play: Play,
    *,
    form: TakeBackForm | None = None,
    version: int | None = None,
    consequences: ResultConsequences | None = None,
    status: int = 200,
) -> HttpResponse:
    """Show every version, latest first, with the form of `version` open (`NO_RESULT`: the withdrawal)."""
    slips = list(
        play.slips.select_related("entered_by", "confirmation__confirmed_by", "confirmation__phone").order_by(
            "-version"
        )
    )
    is_sheet = find_format(tournament.format).sheet is SheetKind.SCORES
    form_of_facts = load_sheet_terms(play).facts_form if is_sheet else None
    context = {
        "tournament": tournament,
        "play": play,
        "line": play_line(play),
        "slips": [(slip, _fact_texts(slip, form_of_facts), describe_slip(slip)) for slip in slips],
        "has_sheets": is_sheet,
        "lock": locked_rounds(play.round.section.session).get(play.round.number),
        "seen_version": slips[0].version if slips else 0,
        "token": uuid.uuid4(),
        "form": form,
        "opened": version,
        "consequences": consequences,
        "measure": load_rules(tournament).shown if consequences else None,
    }
    return render(request, "tournaments/results/organiser/result_history.html", context, status=status)


def _fact_texts(slip: ResultSlip, form: FactsForm | None) -> list[str]:
    """Describe the facts behind the scores of a version; "sans détail" if only the scores are stored."""
    fact_texts = describe_facts(slip, form)
    is_raw = form is not None and slip.seat_scores is not None and not fact_texts
    return [_("sans détail")] if is_raw else fact_texts


Line = TypeVar("Line", bound=StoredLine)


@require_POST
def undo_result_view(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    tournament = find_tournament(request, slug, Right.ENTER_RESULTS)
    plays = Play.objects.filter(round__section__session__tournament=tournament)
    play = get_object_or_404(plays.select_related("round__section__session", "table"), pk=pk)
    form = SeenForm(request.POST)
    if form.is_valid():
        done = _("La ligne « position %(round)d, table %(table)d » est annulée.") % {
            "round": play.round.number,
            "table": play.table.number,
        }
        run_service(request, undo_last, done, play=play, author=author_of(request), **form.cleaned_data)
    return redirect(sheet_address(tournament, play))


def sheet_address(tournament: Tournament, play: Play) -> str:
    """Return the address of the page where the line of a play is typed, at that line."""
    if find_format(tournament.format).sheet is SheetKind.SCORES:
        page = reverse("organiser-score-sheet", args=[tournament.slug, play.round.number, play.table.number])
    else:
        page = reverse("organiser-traveller", args=[tournament.slug, play.board])
    # the fragment scrolls to the line
    return f"{page}?seance={play.round.section.session.number}#p{play.pk}"


def last_own_line(lines: Iterable[Line], user: User) -> Line | None:
    """Return the line of a page that the user typed last, if its result is still theirs. No query."""
    own_lines = [
        (line.slip.created_at, line.slip.pk, line)
        for line in lines
        if line.slip is not None and line.slip.entered_by_id == user.pk
    ]
    return max(own_lines, key=lambda own_line: own_line[:2])[2] if own_lines else None
