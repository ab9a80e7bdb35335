"""Pages of prizes: the fund, the lists, and the winners by the current ranking."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from common.errors import AppError
from tournaments.base.access import Right
from tournaments.base.forms.merged import MergedForm
from tournaments.base.forms.money import AmountsField, CentsField, GiftsField
from tournaments.base.web.acting import add_success_message, posted_data, run_service, show_error
from tournaments.base.web.finding import find_tournament, signed_in_user
from tournaments.base.words.wording import sentence
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import TournamentFormat
from tournaments.core.ranking.prizes import LEAST_REDISTRIBUTION
from tournaments.enums import WHOLE_FIELD, PrizeCumulation, PrizeRanking, PrizeSharing, PrizeShowing, Series
from tournaments.models import PrizePlan, PrizeRule, Tournament
from tournaments.rankings.queries.prizes import load_prizes
from tournaments.rankings.services.prizes import (
    PrizePreset,
    apply_preset,
    drop_prize_rule,
    prize_lists_mark,
    raise_prize_rule,
    set_prize_plan,
    set_prize_rule,
)
from tournaments.seating.words.seat_names import line_label

MOST_PRIZES = 500


class PrizePlanForm(MergedForm):
    """A form for the fund, the sharing of prizes and the content of the public page."""

    redistribution = forms.IntegerField(
        label=gettext_lazy("Part des droits redistribuée, en %"),
        min_value=1,
        max_value=100,
        required=False,
        help_text=gettext_lazy(
            "De 1 à 100. La fédération demande au moins 70 dans ses tournois. Laissez vide si le fonds"
            " n’est que l’apport."
        ),
    )
    extra_cents = CentsField(
        label=gettext_lazy("Apport, en €"),
        required=False,
        help_text=gettext_lazy("Ajouté par le club, la ville, un mécène."),
    )
    sharing = forms.ChoiceField(label=gettext_lazy("Prix d’une place partagée"), choices=PrizeSharing.choices)
    cumulation = forms.ChoiceField(label=gettext_lazy("Plusieurs listes"), choices=PrizeCumulation.choices)
    showing = forms.ChoiceField(label=gettext_lazy("La page publique montre"), choices=PrizeShowing.choices)

    @classmethod
    def initial_of(cls, plan: PrizePlan | None) -> dict[str, object]:
        """Return the form's values for a plan; for None those of a new one."""
        # an unsaved plan has the default values
        return {name: getattr(plan or PrizePlan(), name) for name in cls.base_fields}

    def values(self) -> dict[str, Any]:
        """Return the fields of `PrizePlan` by name."""
        return self.cleaned_data | {"extra_cents": self.cleaned_data["extra_cents"] or 0}


class PrizeRuleForm(MergedForm):
    """A form for one list: its ranking, its amounts or its part of the fund, and its prizes in kind."""

    name = forms.CharField(label=gettext_lazy("Nom de la liste"), max_length=60)
    ranking = forms.ChoiceField(label=gettext_lazy("Pour qui"))
    group = forms.CharField(
        label=gettext_lazy("Nom du groupe"),
        max_length=100,
        required=False,
        help_text=gettext_lazy(
            "Tel que le registre l’écrit : la catégorie, le club, le pays, la tranche d’âge"
            " ; 1, 2, 3, 4 ou NC pour une série ; N, O, S, E, ou N-S, E-O, pour une ligne."
        ),
    )
    amounts = AmountsField(
        label=gettext_lazy("Montants, en €"),
        help_text=gettext_lazy(
            "Du premier au dernier, séparés par des espaces : 50 30 20. Ou bien un barème :"
        ),
    )
    fund_share = forms.IntegerField(
        label=gettext_lazy("Barème : part du fonds, en %"), min_value=1, max_value=100, required=False
    )
    prize_count = forms.IntegerField(
        label=gettext_lazy("Nombre de prix (vide : un quart des classés)"),
        min_value=1,
        max_value=MOST_PRIZES,
        required=False,
    )
    step_cents = CentsField(
        label=gettext_lazy("Prix arrondis à, en €"), required=False, help_text=gettext_lazy("1 € par défaut.")
    )

    gifts = GiftsField(
        label=gettext_lazy("Lots"),
        help_text=gettext_lazy(
            "Un par ligne, du premier au dernier, avec sa valeur si vous voulez : Jambon = 35."
            " Un tiret pour une place sans lot."
        ),
    )

    def __init__(
        self, data: Mapping[str, Any] | None, *, rule: PrizeRule | None, event: TournamentFormat
    ) -> None:
        self.line_numbers = _line_numbers(event)
        super().__init__(data, initial=_initial(rule, self.line_numbers))
        missing = {PrizeRanking.ALTERNATED, PrizeRanking.LINE} if not event.has_alternated_ranking else set()
        # without points of single players there is no handicap
        if event.needs_dealt_boards or event.has_partners:
            missing.add(PrizeRanking.HANDICAP)
        choices = [choice for choice in PrizeRanking.choices if choice[0] not in missing]
        self.fields["ranking"].choices = choices  # type: ignore[attr-defined]  # a ChoiceField

    def clean(self) -> dict[str, Any]:
        """Check that the list has one source of prizes, and a group if its ranking needs one."""
        cleaned: dict[str, Any] = super().clean() or {}
        has_money = [bool(cleaned.get("amounts")), bool(cleaned.get("fund_share"))]
        if not self.errors and (all(has_money) or not any((*has_money, cleaned.get("gifts")))):
            self.add_error("amounts", _("Donnez les montants, la part du fonds, ou des lots seuls."))
        amounts = cleaned.get("amounts") or []
        if amounts != sorted(amounts, reverse=True):
            self.add_error("amounts", sentence("prizes_increase", {}))
        ranking, group = cleaned.get("ranking"), cleaned.get("group", "")
        if ranking in WHOLE_FIELD:
            cleaned["group"] = ""
        elif ranking and not group:
            self.add_error("group", _("Dites quel groupe a ces prix."))
        elif ranking == PrizeRanking.SERIES and group not in Series.values:
            self.add_error("group", _("Les séries sont 1, 2, 3, 4 et NC."))
        elif ranking == PrizeRanking.LINE:
            self._clean_line(cleaned)
        return cleaned

    def values(self) -> dict[str, Any]:
        """Return the fields of `PrizeRule` by name."""
        return self.cleaned_data | {"step_cents": self.cleaned_data["step_cents"] or 100}

    def _clean_line(self, cleaned: dict[str, Any]) -> None:
        """Replace the name of a line by its number in playing order."""
        line_name = cleaned["group"].strip().upper()
        if line_name not in self.line_numbers:
            self.add_error("group", _("Les lignes sont %(lines)s.") % {"lines": ", ".join(self.line_numbers)})
        cleaned["group"] = self.line_numbers.get(line_name, "")


def _line_numbers(event: TournamentFormat) -> dict[str, str]:
    """Return the number of each line of a format by its label: N, O, S, E or N-S, E-O in French."""
    count = event.plan.line_count
    return {line_label(line, count): str(line) for line in range(count)}


def _initial(rule: PrizeRule | None, line_numbers: Mapping[str, str]) -> dict[str, Any]:
    if rule is None:
        return {"ranking": PrizeRanking.OVERALL.value}
    initial = {name: getattr(rule, name) for name in PrizeRuleForm.base_fields}
    if rule.ranking == PrizeRanking.LINE:
        initial["group"] = next((line for line, number in line_numbers.items() if number == rule.group), "")
    return initial


@require_http_methods(["GET", "POST"])
def manage_prizes_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show plan, lists and winners; a POST changes the plan."""
    tournament = find_tournament(request, slug, _right(request))
    plan = PrizePlan.objects.filter(tournament=tournament).first()
    form = PrizePlanForm(posted_data(request), initial=PrizePlanForm.initial_of(plan))
    if request.method == "POST" and form.is_valid():
        try:
            set_prize_plan(tournament=tournament, values=form.values(), set_by=signed_in_user(request))
        except AppError as error:
            show_error(form, error)
        else:
            add_success_message(request, _("La dotation est enregistrée."))
            return redirect("organiser-prizes", tournament.slug)
    context = {
        "tournament": tournament,
        "tab": "standings",
        "form": form,
        "sheet": load_prizes(tournament),
        "mark": prize_lists_mark(tournament),
        "least_redistribution": LEAST_REDISTRIBUTION,
        "has_alternated": find_format(tournament.format).has_alternated_ranking,
    }
    return render(request, "tournaments/rankings/organiser/prizes.html", context)


@require_POST
def preset(request: HttpRequest, slug: str) -> HttpResponse:
    """Replace the lists by those of a preset."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    preset_name = request.POST.get("preset", "")
    if preset_name in set(PrizePreset):
        run_service(
            request,
            apply_preset,
            _("Les listes sont prêtes : adaptez-les."),
            tournament=tournament,
            preset=PrizePreset(preset_name),
            set_by=signed_in_user(request),
            seen=request.POST.get("seen"),
        )
    return redirect("organiser-prizes", tournament.slug)


@require_http_methods(["GET", "POST"])
def add_prize_list_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Add a list."""
    return _rule_page(request, find_tournament(request, slug, Right.PREPARE), None)


@require_http_methods(["GET", "POST"])
def rule(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Change a list."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    return _rule_page(request, tournament, _find_rule(tournament, pk))


@require_POST
def delete_prize_list_view(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Delete a list."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    prize_rule = _find_rule(tournament, pk)
    run_service(
        request,
        drop_prize_rule,
        _("La liste est retirée."),
        rule=prize_rule,
        dropped_by=signed_in_user(request),
    )
    return redirect("organiser-prizes", tournament.slug)


@require_POST
def raise_prize_list_view(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Put a list before the one above it."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    run_service(
        request,
        raise_prize_rule,
        _("La liste passe avant."),
        rule=_find_rule(tournament, pk),
        raised_by=signed_in_user(request),
    )
    return redirect("organiser-prizes", tournament.slug)


def _rule_page(request: HttpRequest, tournament: Tournament, prize_rule: PrizeRule | None) -> HttpResponse:
    form = PrizeRuleForm(posted_data(request), rule=prize_rule, event=find_format(tournament.format))
    if request.method == "POST" and form.is_valid():
        try:
            set_prize_rule(
                tournament=tournament, rule=prize_rule, values=form.values(), set_by=signed_in_user(request)
            )
        except AppError as error:
            show_error(form, error)
        else:
            add_success_message(request, _("La liste est enregistrée."))
            return redirect("organiser-prizes", tournament.slug)
    context: dict[str, Any] = {"tournament": tournament, "tab": "standings", "form": form, "rule": prize_rule}
    return render(request, "tournaments/rankings/organiser/prize_rule.html", context)


def _find_rule(tournament: Tournament, pk: int) -> PrizeRule:
    rows = PrizeRule.objects.select_related("plan__tournament__club")
    return get_object_or_404(rows, pk=pk, plan__tournament=tournament)


def _right(request: HttpRequest) -> Right:
    return Right.PREPARE if request.method == "POST" else Right.READ_DESK
