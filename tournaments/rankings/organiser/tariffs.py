"""Pages of the table of faults: the federation's tariffs and the organiser's own."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from common.errors import AppError
from tournaments.base.access import Right
from tournaments.base.web.acting import posted_data, run_service
from tournaments.base.web.finding import find_tournament, signed_in_user
from tournaments.core.ranking.faults import Tariff
from tournaments.core.ranking.faults_fft_2012 import FFT_2012
from tournaments.models import Tournament
from tournaments.rankings.forms.rulings import EffectRows
from tournaments.rankings.queries.rulings import RulingRules, load_rules
from tournaments.rankings.services.tariffs import reset_tariff, set_tariff
from tournaments.rankings.words.ruling_wording import FAULT_GROUPS, effects_text, fault_name


@require_safe
def tariffs(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the cost of all faults in this tournament, by family of incident."""
    tournament = find_tournament(request, slug, Right.READ_DESK)
    rules = load_rules(tournament)
    groups = [
        (
            group,
            [(fault, name, _in_words(rules, fault), fault in rules.own) for fault, name in faults.items()],
        )
        for group, faults in FAULT_GROUPS
    ]
    context = {"tournament": tournament, "tab": "rulings", "groups": groups}
    return render(request, "tournaments/rankings/organiser/tariffs.html", context)


@require_http_methods(["GET", "POST"])
def fault_tariff_page(request: HttpRequest, slug: str, fault: str) -> HttpResponse:
    """Change the tariff of one fault, or return to the federation's."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    if fault not in FFT_2012:
        raise Http404
    if "reset" in request.POST:
        return _reset(request, tournament, fault)
    rules = load_rules(tournament)
    times = _times(posted_data(request), rules, fault)
    error = None
    if request.method == "POST" and all(rows.is_valid() for rows in times):
        try:
            set_tariff(
                tournament=tournament,
                fault=fault,
                tariffs=_filled_tariffs(times),
                set_by=signed_in_user(request),
            )
        except AppError as refusal:
            error = str(refusal.message)
        else:
            return redirect("organiser-tariffs", tournament.slug)
    context = {
        "tournament": tournament,
        "tab": "rulings",
        "fault_name": fault_name(fault),
        "times": times,
        "is_own": fault in rules.own,
        "error": error,
    }
    return render(request, "tournaments/rankings/organiser/tariff.html", context)


def _reset(request: HttpRequest, tournament: Tournament, fault: str) -> HttpResponse:
    run_service(
        request,
        reset_tariff,
        _("Le tarif fédéral vaut de nouveau."),
        tournament=tournament,
        fault=fault,
        reset_by=signed_in_user(request),
    )
    return redirect("organiser-tariffs", tournament.slug)


def _times(data: Any, rules: RulingRules, fault: str) -> list[EffectRows]:
    """Return the effects of each occurrence, with an empty row at the end to add one."""
    return [
        EffectRows(data, name=f"fois{number}", measure=rules.measure, effects=effects)
        for number, effects in enumerate([*rules.tariffs(fault), ()], start=1)
    ]


def _filled_tariffs(times: list[EffectRows]) -> list[Tariff]:
    """Return the tariffs of the form, without empty occurrences."""
    return [rows.effects for rows in times if rows.effects]


def _in_words(rules: RulingRules, fault: str) -> list[str]:
    return [effects_text(effects, rules.measure) for effects in rules.tariffs(fault)]
