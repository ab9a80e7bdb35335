"""Prizes: the fund, the lists, and who gets what as the ranking stands."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from common.errors import AppError
from tournaments.base.access import Right
from tournaments.base.web.acting import act, posted, show_error, tell
from tournaments.base.web.finding import find_tournament, signed_in
from tournaments.core.formats.registry import find_format
from tournaments.models import PrizePlan, PrizeRule, Tournament
from tournaments.rankings.forms.prizes import PrizePlanForm, PrizeRuleForm
from tournaments.rankings.queries.prizes import load_prizes
from tournaments.rankings.services.prizes import (
    PrizePreset,
    apply_preset,
    drop_prize_rule,
    set_prize_plan,
    set_prize_rule,
)


@require_http_methods(["GET", "POST"])
def prizes(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything at a glance; posting changes the fund and what is shown."""
    tournament = find_tournament(request, slug, _right(request))
    plan = PrizePlan.objects.filter(tournament=tournament).first()
    form = PrizePlanForm(posted(request), initial=PrizePlanForm.initial_of(plan))
    if request.method == "POST" and form.is_valid():
        try:
            set_prize_plan(tournament=tournament, values=form.values(), set_by=signed_in(request))
        except AppError as error:
            show_error(form, error)
        else:
            tell(request, _("La dotation est enregistrée."))
            return redirect("organiser-prizes", tournament.slug)
    context = {
        "tournament": tournament,
        "tab": "standings",
        "form": form,
        "sheet": load_prizes(tournament),
        "has_alternated": find_format(tournament.format).has_alternated_ranking,
    }
    return render(request, "tournaments/rankings/organiser/prizes.html", context)


@require_POST
def preset(request: HttpRequest, slug: str) -> HttpResponse:
    """Replace the lists by ready ones."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    chosen = request.POST.get("preset", "")
    if chosen in set(PrizePreset):
        act(
            request,
            apply_preset,
            _("Les listes sont prêtes : adaptez-les."),
            tournament=tournament,
            preset=PrizePreset(chosen),
            set_by=signed_in(request),
        )
    return redirect("organiser-prizes", tournament.slug)


@require_http_methods(["GET", "POST"])
def add(request: HttpRequest, slug: str) -> HttpResponse:
    """A new list."""
    return _rule_page(request, find_tournament(request, slug, Right.PREPARE), None)


@require_http_methods(["GET", "POST"])
def rule(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Change one list."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    return _rule_page(request, tournament, _find_rule(tournament, pk))


@require_POST
def drop(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take one list away."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    found = _find_rule(tournament, pk)
    act(request, drop_prize_rule, _("La liste est retirée."), rule=found, dropped_by=signed_in(request))
    return redirect("organiser-prizes", tournament.slug)


def _rule_page(request: HttpRequest, tournament: Tournament, found: PrizeRule | None) -> HttpResponse:
    form = PrizeRuleForm(posted(request), rule=found, event=find_format(tournament.format))
    if request.method == "POST" and form.is_valid():
        try:
            set_prize_rule(tournament=tournament, rule=found, values=form.values(), set_by=signed_in(request))
        except AppError as error:
            show_error(form, error)
        else:
            tell(request, _("La liste est enregistrée."))
            return redirect("organiser-prizes", tournament.slug)
    context: dict[str, Any] = {"tournament": tournament, "tab": "standings", "form": form, "rule": found}
    return render(request, "tournaments/rankings/organiser/prize_rule.html", context)


def _find_rule(tournament: Tournament, pk: int) -> PrizeRule:
    rows = PrizeRule.objects.select_related("plan__tournament__club")
    return get_object_or_404(rows, pk=pk, plan__tournament=tournament)


def _right(request: HttpRequest) -> Right:
    return Right.PREPARE if request.method == "POST" else Right.READ_DESK
