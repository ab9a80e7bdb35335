"""Pages of ranking options, and of the match points that teams have before they meet."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from common.errors import AppError
from tournaments.base.access import Right
from tournaments.base.forms.merged import MergedForm
from tournaments.base.web.acting import add_success_message, posted_data, show_error
from tournaments.base.web.finding import find_tournament, signed_in_user
from tournaments.base.words.wording import CRITERION_NAMES
from tournaments.core.formats.event_options import (
    LARGEST_BONUS,
    MOST_REST_POINTS,
    AgeGroup,
    EventOptions,
    read_event_options,
)
from tournaments.core.formats.ranking_plan import RankingPlan, Scoring
from tournaments.core.formats.registry import find_format
from tournaments.core.ranking.classification import Criterion
from tournaments.core.ranking.rests import RestPay
from tournaments.core.ranking.seat_scores import Method
from tournaments.models import Entry
from tournaments.rankings.services.ranking_options import set_ranking_options

AGE_GROUPS = 4
"""Number of rows for age groups in the form."""
OLDEST = 120
_USUAL_FLAGS = {"across_sections": True, "neuberg": False, "lowest_wins": False, "forecast": True}
_METHODS = {
    Method.TOPAGE: gettext_lazy("notes : place contre même place"),
    Method.DIFFERENCE: gettext_lazy("écarts à la moyenne de chaque place"),
    Method.TOTAL: gettext_lazy("points additionnés"),
}
_REST_PAYS = {
    RestPay.NONE.value: gettext_lazy("rien"),
    RestPay.AVERAGE.value: gettext_lazy("la moyenne de ses propres donnes, pour chaque donne au repos"),
    RestPay.POINTS.value: gettext_lazy("un nombre fixe de points, pour chaque donne au repos"),
}


class RankingOptionsForm(MergedForm):
    """A form for the options that a format has; `changes` returns them in their stored form."""

    def __init__(self, data: Mapping[str, Any] | None, *, plan: RankingPlan, options: EventOptions) -> None:
        super().__init__(data, initial=_initial(plan, options))
        self.plan = plan
        self.fields |= dict(_fields(plan))

    @property
    def age_rows(self) -> list[list[forms.BoundField]]:
        """Return the fields of each age group, for a table."""
        return [[self[f"age_{row}_{part}"] for part in ("name", "from", "to")] for row in _rows()]

    @property
    def other_fields(self) -> list[forms.BoundField]:
        """Return the other fields, in order."""
        return [field for field in self if not field.name.startswith("age_")]

    def clean(self) -> dict[str, Any]:
        """Check that criteria differ, that one weight is above 0 and that age groups are complete."""
        cleaned: dict[str, Any] = super().clean() or {}
        chain = self._chain()
        if len(set(chain)) < len(chain):
            self.add_error("tie_1", _("Chaque critère ne compte qu’une fois."))
        if cleaned.get("attack") == 0 and cleaned.get("defence") == 0:
            self.add_error("attack", _("L’attaque ou la défense compte : les deux ne peuvent être à 0."))
        if cleaned.get("rest_pay") == RestPay.POINTS and cleaned.get("rest_points") is None:
            self.add_error("rest_points", _("Écrivez les points d’une donne au repos, par exemple 0 ou 10."))
        for row in _rows():
            group = self._age_group(row)
            if any(value not in ("", None) for value in group) and None in group:
                self.add_error(f"age_{row}_name", _("Donnez le nom et les deux âges, ou rien."))
            elif group[0] and group[1] > group[2]:
                self.add_error(f"age_{row}_from", _("Le plus jeune d’abord."))
        return cleaned

    def changes(self) -> dict[str, Any]:
        """Return the options in their stored form; None for a value that the format has anyway."""
        values = self.cleaned_data
        changes: dict[str, Any] = {
            "tie_breaks": self._chain() or None,
            "ages": [
                {"name": name, "from": youngest, "to": oldest}
                for name, youngest, oldest in map(self._age_group, _rows())
                if name
            ]
            or None,
        }
        for name in ("best_sessions", "counted_members", "trim"):
            if name in self.fields:
                # 0 and an empty field both mean that the option is not used
                changes[name] = values[name] or None
        for name, usual_value in _USUAL_FLAGS.items():
            if name in self.fields:
                changes[name] = None if values[name] is usual_value else values[name]
        if "method" in self.fields:
            changes["method"] = values["method"]
        if "rest_pay" in self.fields:
            is_fixed = values["rest_pay"] == RestPay.POINTS
            changes["rest_pay"] = None if values["rest_pay"] == RestPay.NONE else values["rest_pay"]
            changes["rest_points"] = values["rest_points"] if is_fixed else None
        if self.plan.weights is not None:
            weights = [values["attack"], values["defence"]]
            usual_weights = [self.plan.weights.attack, self.plan.weights.defence]
            changes["weights"] = None if weights == usual_weights else weights
        return changes

    def _chain(self) -> list[str]:
        return [
            criterion for step in _steps(self.plan) if (criterion := self.cleaned_data.get(f"tie_{step}"))
        ]

    def _age_group(self, row: int) -> tuple[Any, Any, Any]:
        name = self.cleaned_data.get(f"age_{row}_name", "").strip()
        ages = (self.cleaned_data.get(f"age_{row}_{part}") for part in ("from", "to"))
        return (name or None, *ages)  # type: ignore[return-value]  # two ages


def offered_criteria(plan: RankingPlan) -> tuple[Criterion, ...]:
    """Return the criteria that may part equal results. Matches have only those of the rules."""
    if plan.scoring is Scoring.MATCHES:
        return ()
    return (*plan.criteria, Criterion.LAST_SESSION, Criterion.BEST_SESSION)


def _fields(plan: RankingPlan) -> Iterator[tuple[str, forms.Field]]:
    """Return all fields of a format's options by name, in order."""
    criteria = [(criterion.value, CRITERION_NAMES[criterion]) for criterion in offered_criteria(plan)]
    for step in _steps(plan):
        label = _("Départage %(step)d") % {"step": step}
        yield f"tie_{step}", forms.ChoiceField(label=label, choices=[("", "–"), *criteria], required=False)
    if plan.scoring is Scoring.SHARES:
        label = _("Comparer les étuis de toutes les couleurs ensemble")
        yield "across_sections", forms.BooleanField(label=label, required=False)
        label = _("Les joueurs voient ce qu’il leur faut encore")
        yield "forecast", forms.BooleanField(label=label, required=False)
    if plan.scoring is Scoring.SEATS:
        yield "method", forms.ChoiceField(label=_("Méthode"), choices=[*_method_choices(plan)])
        yield "trim", _number(_("Marques extrêmes écartées de chaque côté"), 0, 1000)
        yield "lowest_wins", forms.BooleanField(label=_("La plus petite marque gagne"), required=False)
    if pays_rests(plan):
        yield "rest_pay", forms.ChoiceField(label=_("Joueur au repos"), choices=list(_REST_PAYS.items()))
        yield (
            "rest_points",
            _number(_("Points par donne au repos, s’ils sont fixes"), -MOST_REST_POINTS, MOST_REST_POINTS),
        )
    if plan.scoring in (Scoring.SHARES, Scoring.SEATS) and plan.needs_same_deals:
        yield (
            "neuberg",
            forms.BooleanField(
                label=_("Formule de Neuberg pour les étuis joués moins souvent"), required=False
            ),
        )
    if plan.weights is not None:
        yield "attack", _number(_("Poids de l’attaque"), 0, 1000, required=True)
        yield "defence", _number(_("Poids de la défense"), 0, 1000, required=True)
    yield "best_sessions", _number(_("Meilleures séances retenues (vide : toutes)"), 1, 1000)
    yield "counted_members", _number(_("Équipiers ou joueurs d’un club qui comptent (vide : tous)"), 1, 1000)
    for row in _rows():
        values = {"row": row}
        yield (
            f"age_{row}_name",
            forms.CharField(label=_("Tranche %(row)d, nom") % values, max_length=40, required=False),
        )
        yield f"age_{row}_from", _number(_("Tranche %(row)d, de") % values, 0, OLDEST)
        yield f"age_{row}_to", _number(_("Tranche %(row)d, à") % values, 0, OLDEST)


def pays_rests(plan: RankingPlan) -> bool:
    """Return whether an event may compensate rests: where points of free deals are added up."""
    return not plan.needs_same_deals


def _initial(plan: RankingPlan, options: EventOptions) -> dict[str, Any]:
    initial: dict[str, Any] = {
        "across_sections": options.topage.across_sections,
        "neuberg": options.topage.is_neuberg,
        "method": options.comparison.method.value,
        "trim": options.comparison.trim or None,
        "lowest_wins": options.comparison.lowest_wins,
        "forecast": options.forecast,
        "attack": options.weights.attack,
        "defence": options.weights.defence,
        "best_sessions": options.best_sessions,
        "counted_members": options.counted_members,
        "rest_pay": options.rests.pay.value,
        "rest_points": options.rests.points if options.rests.pay is RestPay.POINTS else None,
    }
    initial |= {f"tie_{step}": criterion.value for step, criterion in enumerate(options.tie_breaks, start=1)}
    for row, group in zip(_rows(), options.ages, strict=False):
        initial |= _age_initial(row, group)
    return initial


def _age_initial(row: int, group: AgeGroup) -> dict[str, Any]:
    return {f"age_{row}_name": group.name, f"age_{row}_from": group.youngest, f"age_{row}_to": group.oldest}


def _method_choices(plan: RankingPlan) -> Iterator[tuple[str, Any]]:
    for method, label in _METHODS.items():
        if plan.needs_same_deals or method is Method.TOTAL:
            yield method.value, label


def _number(label: str, least: int, most: int, *, required: bool = False) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=least, max_value=most, required=required)


def _steps(plan: RankingPlan) -> range:
    return range(1, min(4, len(offered_criteria(plan))) + 1)


def _rows() -> range:
    return range(1, AGE_GROUPS + 1)


@require_http_methods(["GET", "POST"])
def options(request: HttpRequest, slug: str) -> HttpResponse:
    """Show and change the options: criteria, comparison, sessions and members that count."""
    right = Right.PREPARE if request.method == "POST" else Right.READ_DESK
    tournament = find_tournament(request, slug, right)
    plan = find_format(tournament.format).plan
    form = RankingOptionsForm(
        posted_data(request), plan=plan, options=read_event_options(tournament.options, plan)
    )
    if request.method == "POST" and form.is_valid():
        try:
            set_ranking_options(tournament=tournament, changes=form.changes(), set_by=signed_in_user(request))
        except AppError as error:
            show_error(form, error)
        else:
            add_success_message(request, _("Les options sont enregistrées ; le classement est refait."))
            return redirect("organiser-ranking-options", tournament.slug)
    context = {"tournament": tournament, "tab": "standings", "form": form}
    return render(request, "tournaments/rankings/organiser/ranking_options.html", context)


class BonusesForm(MergedForm):
    """A form with a field for each team against each other one; `changes` returns the stored form."""

    def __init__(
        self, data: Mapping[str, Any] | None, *, teams: Sequence[Entry], options: EventOptions
    ) -> None:
        initial = {_name(bonus.entry, bonus.against): bonus.points for bonus in options.bonuses}
        super().__init__(data, initial=initial)
        self.pairs = list(permutations(teams, 2))
        for team, against in self.pairs:
            self.fields[_name(team.pk, against.pk)] = forms.IntegerField(
                label=_("%(team)s, contre %(against)s") % {"team": team, "against": against},
                min_value=0,
                max_value=LARGEST_BONUS,
                required=False,
                widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
            )

    def changes(self) -> dict[str, Any]:
        """Return the option as `set_ranking_options` stores it; None without any bonus."""
        bonus_rows = [
            {"entry": team.pk, "against": against.pk, "points": points}
            for team, against in self.pairs
            if (points := self.cleaned_data[_name(team.pk, against.pk)])
        ]
        return {"bonuses": bonus_rows or None}


def _name(entry_id: int, against_id: int) -> str:
    return f"bonus_{entry_id}_{against_id}"


@require_http_methods(["GET", "POST"])
def bonuses(request: HttpRequest, slug: str) -> HttpResponse:
    """Show and change the bonus of each team against each other one, by national ranking.

    Formats without matches have no bonuses.
    """
    right = Right.PREPARE if request.method == "POST" else Right.READ_DESK
    tournament = find_tournament(request, slug, right)
    plan = find_format(tournament.format).plan
    has_matches = plan.scoring is Scoring.MATCHES
    teams = tournament.entries.select_related("person").order_by("pk") if has_matches else ()
    options = read_event_options(tournament.options, plan)
    form = BonusesForm(posted_data(request), teams=tuple(teams), options=options)
    if request.method == "POST" and form.is_valid():
        try:
            set_ranking_options(tournament=tournament, changes=form.changes(), set_by=signed_in_user(request))
        except AppError as error:
            show_error(form, error)
        else:
            add_success_message(request, _("Les bonus sont enregistrés ; le classement est refait."))
            return redirect("organiser-bonuses", tournament.slug)
    context = {"tournament": tournament, "tab": "standings", "form": form}
    return render(request, "tournaments/rankings/organiser/bonuses.html", context)
