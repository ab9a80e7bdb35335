"""The rules of an event's game."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from common.errors import AppError
from games.services.rule_words import told_rules
from tournaments.base.access import Right
from tournaments.base.web.acting import posted, show_error, tell
from tournaments.base.web.finding import find_tournament, signed_in
from tournaments.core.formats.game_rules import TEAMS_OPTION, has_rule_choice, table_rules
from tournaments.core.formats.registry import find_format
from tournaments.enums import TournamentState
from tournaments.events.forms.game_rules import GameRulesForm, KeepRulesForm
from tournaments.events.forms.table_rules import TableRulesForm
from tournaments.events.queries.game_rules import game_rules, house_name
from tournaments.events.services.game_rules import save_house_rules, set_game_rules
from tournaments.events.words.game_names import game_name
from tournaments.events.words.table_rules import told_table_rules
from tournaments.models import ResultSlip, Tournament


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """What is played; chosen until there is a result, in events whose rules are not the federation's."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    rules = game_rules(tournament)
    played = find_format(tournament.format)
    has_rules = has_rule_choice(played, tournament.game)
    form = GameRulesForm(
        posted(request),
        game=tournament.game,
        house_rules=tournament.club.house_rules.filter(game=tournament.game),
        chosen=rules,
    )
    tables = _tables_form(request, tournament)
    keep = KeepRulesForm(posted(request))
    asked = [tables, keep] if tables.fields and not has_rules else [form, tables, keep]
    is_sound = request.method == "POST" and all(each.is_valid() for each in asked)
    if is_sound and _save(request, tournament, form if form in asked else None, tables, keep):
        return redirect("organiser-game-rules", slug)
    has_results = ResultSlip.objects.filter(play__round__section__session__tournament=tournament).exists()
    context = {
        "tournament": tournament,
        "tab": "desk",
        "form": form if has_rules and not has_results else None,
        "tables": tables if tables.fields and not has_results else None,
        "keep": keep,
        "may_choose": has_rules or bool(tables.fields),
        "has_results": has_results,
        "game": game_name(tournament.game),
        "house_name": house_name(tournament),
        "told": [*told_rules(tournament.game, rules), *told_table_rules(tournament)],
    }
    has_errors = any(each.errors for each in asked)
    return render(
        request, "tournaments/events/organiser/game_rules.html", context, status=422 if has_errors else 200
    )


def _tables_form(request: HttpRequest, tournament: Tournament) -> TableRulesForm:
    """What is decided of the tables; who are partners, only until the seats are fixed."""
    played = find_format(tournament.format)
    form = TableRulesForm(
        posted(request),
        played=played,
        game=tournament.game,
        initial=table_rules(played, tournament.game, tournament.options),
    )
    if tournament.state != TournamentState.DRAFT:
        form.fields.pop(TEAMS_OPTION, None)
    return form


def _save(
    request: HttpRequest,
    tournament: Tournament,
    form: GameRulesForm | None,
    tables: TableRulesForm,
    keep: KeepRulesForm,
) -> bool:
    """Whether the rules were stored; what is refused stands in the forms."""
    user = signed_in(request)
    rules = form.chosen if form else game_rules(tournament)
    try:
        set_game_rules(tournament=tournament, rules=rules, tables=tables.chosen, set_by=user)
    except AppError as error:
        show_error(form if form and not error.fields.keys() & tables.fields.keys() else tables, error)
        return False
    if form and (name := keep.cleaned_data["saved_as"]):
        try:
            save_house_rules(
                club=tournament.club, name=name, game=tournament.game, rules=form.chosen, saved_by=user
            )
        except AppError as error:
            show_error(keep, error)
            return False
    tell(request, _("Les règles sont enregistrées."))
    return True
