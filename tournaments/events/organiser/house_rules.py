"""The pages of a club's house rules: list, add, change, delete."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common.errors import AppError
from games.core.rules import RuleSet, parse_rules
from games.core.variants.registry import GAMES, find_variant
from games.services.rule_words import describe_rule_changes
from tournaments.base.web.acting import add_success_message, posted_data, run_service, show_error
from tournaments.base.web.finding import find_club, signed_in_user
from tournaments.events.forms.game_rules import GameRulesForm, HouseNameForm, StoredRulesForm
from tournaments.events.services.game_rules import (
    change_house_rules,
    delete_house_rules,
    save_house_rules,
)
from tournaments.events.words.game_names import game_name
from tournaments.models import Club, HouseRules


@require_safe
def house_rules(request: HttpRequest, slug: str) -> HttpResponse:
    """List the house rules of a club, each with its differences from the usual rules."""
    club = find_club(request, slug)
    rows = [
        (row, game_name(row.game), describe_rule_changes(row.game, _rules_of(row)))
        for row in club.house_rules.all()
    ]
    games = [(name, game_name(name)) for name in GAMES if find_variant(name).options]
    context = {"club": club, "tab": "club", "rows": rows, "games": games}
    return render(request, "tournaments/events/organiser/house_rules.html", context)


@require_http_methods(["GET", "POST"])
def add_house_rules_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Add house rules for the game `?jeu=`. The default is the first game with a choice of rules."""
    club = find_club(request, slug)
    names = [name for name in GAMES if find_variant(name).options]
    game_code = request.GET.get("jeu", "")
    game = game_code if game_code in names else names[0]
    form = GameRulesForm(posted_data(request), game=game)
    name = HouseNameForm(posted_data(request))
    # a list, so that both forms are validated and show their errors
    if request.method == "POST" and all([form.is_valid(), name.is_valid()]):
        try:
            save_house_rules(
                club=club,
                name=name.cleaned_data["saved_as"],
                game=game,
                rules=form.chosen,
                saved_by=signed_in_user(request),
            )
        except AppError as error:
            show_error(name, error)
        else:
            add_success_message(request, _("La règle est enregistrée."))
            return redirect("organiser-house-rules", slug)
    return _page(request, club, game, form, name)


@require_http_methods(["GET", "POST"])
def change_house_rules_page(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Change the name or the rules. Events that were made with the old rules keep them."""
    club = find_club(request, slug)
    row = get_object_or_404(club.house_rules, pk=pk)
    form = StoredRulesForm(posted_data(request), game=row.game, chosen=_rules_of(row))
    name = HouseNameForm(posted_data(request), initial={"saved_as": row.name})
    if request.method == "POST" and all([form.is_valid(), name.is_valid()]):
        try:
            change_house_rules(
                house_rules=row,
                name=name.cleaned_data["saved_as"],
                rules=form.chosen,
                changed_by=signed_in_user(request),
            )
        except AppError as error:
            show_error(name, error)
        else:
            add_success_message(
                request, _("La règle est enregistrée ; les tournois déjà créés gardent la leur.")
            )
            return redirect("organiser-house-rules", slug)
    return _page(request, club, row.game, form, name, row)


@require_POST
def delete_house_rules_view(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Delete house rules. Events keep the rules."""
    club = find_club(request, slug)
    row = get_object_or_404(club.house_rules, pk=pk)
    message = _("« %(name)s » est supprimée ; les tournois qui la jouent la gardent.") % {"name": row.name}
    run_service(request, delete_house_rules, message, house_rules=row, deleted_by=signed_in_user(request))
    return redirect("organiser-house-rules", slug)


def _rules_of(row: HouseRules) -> RuleSet:
    return parse_rules(find_variant(row.game).options, row.rules)


def _page(
    request: HttpRequest,
    club: Club,
    game: str,
    form: GameRulesForm,
    name: HouseNameForm,
    row: HouseRules | None = None,
) -> HttpResponse:
    context = {
        "club": club,
        "tab": "club",
        "game": game_name(game),
        "form": form,
        "name": name,
        "row": row,
    }
    has_errors = form.errors or name.errors
    return render(
        request, "tournaments/events/organiser/house_rule.html", context, status=422 if has_errors else 200
    )
