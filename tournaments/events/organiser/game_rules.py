"""The organiser's page of the rules of an event's game."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from common.errors import AppError
from games.services.rule_words import describe_rules
from tournaments.base.access import Right
from tournaments.base.web.acting import add_success_message, posted_data, show_error
from tournaments.base.web.finding import find_tournament, signed_in_user
from tournaments.core.formats.game_rules import TEAMS_OPTION, has_rule_choice, table_rules
from tournaments.core.formats.registry import find_format
from tournaments.enums import TournamentState
from tournaments.events.forms.game_rules import GameRulesForm, KeepRulesForm, StoredRulesForm
from tournaments.events.forms.table_rules import StoredTableRulesForm, TableRulesForm
from tournaments.events.queries.game_rules import game_rules, house_name
from tournaments.events.services.game_rules import save_house_rules, set_game_rules
from tournaments.events.words.game_names import game_name
from tournaments.events.words.table_rules import describe_table_rules
from tournaments.models import ResultSlip, Tournament


@require_http_methods(["GET", "HEAD", "POST"])
def choose_game_rules_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the rules, and store a new choice until there is a result.

    The rules of some formats are fixed. Then the form of the game is left out.
    """
    tournament = find_tournament(request, slug, Right.PREPARE)
    rules = game_rules(tournament)
    tournament_format = find_format(tournament.format)
    has_rules = has_rule_choice(tournament_format, tournament.game)
    form = StoredRulesForm(
        posted_data(request),
        game=tournament.game,
        house_rules=tournament.club.house_rules.filter(game=tournament.game),
        chosen=rules,
    )
    tables_form = _tables_form(request, tournament)
    house_name_form = KeepRulesForm(posted_data(request))
    # the rules of the game have a form only where they can be chosen
    active_forms = (
        [tables_form, house_name_form]
        if tables_form.fields and not has_rules
        else [form, tables_form, house_name_form]
    )
    is_sound = request.method == "POST" and all(active_form.is_valid() for active_form in active_forms)
    if is_sound and _save(
        request, tournament, form if form in active_forms else None, tables_form, house_name_form
    ):
        return redirect("organiser-game-rules", slug)
    has_results = ResultSlip.objects.filter(play__round__section__session__tournament=tournament).exists()
    context = {
        "tournament": tournament,
        "tab": "desk",
        "form": form if has_rules and not has_results else None,
        "tables": tables_form if tables_form.fields and not has_results else None,
        "keep": house_name_form,
        "may_choose": has_rules or bool(tables_form.fields),
        "has_results": has_results,
        "game": game_name(tournament.game),
        "house_name": house_name(tournament),
        "told": [*describe_rules(tournament.game, rules), *describe_table_rules(tournament)],
    }
    has_errors = any(active_form.errors for active_form in active_forms)
    return render(
        request, "tournaments/events/organiser/game_rules.html", context, status=422 if has_errors else 200
    )


def _tables_form(request: HttpRequest, tournament: Tournament) -> TableRulesForm:
    """Return the form of the rules of the tables. Partners can be chosen until the seats are fixed."""
    tournament_format = find_format(tournament.format)
    form = StoredTableRulesForm(
        posted_data(request),
        played=tournament_format,
        game=tournament.game,
        initial=table_rules(tournament_format, tournament.game, tournament.options),
    )
    if tournament.state != TournamentState.DRAFT:
        form.fields.pop(TEAMS_OPTION, None)
    return form


def _save(
    request: HttpRequest,
    tournament: Tournament,
    form: GameRulesForm | None,
    tables: TableRulesForm,
    house_name_form: KeepRulesForm,
) -> bool:
    """Store the rules and return whether they were accepted. Errors are added to the forms."""
    user = signed_in_user(request)
    rules = form.chosen if form else game_rules(tournament)
    try:
        set_game_rules(tournament=tournament, rules=rules, tables=tables.chosen, set_by=user)
    except AppError as error:
        show_error(form if form and not error.fields.keys() & tables.fields.keys() else tables, error)
        return False
    if form and (name := house_name_form.cleaned_data["saved_as"]):
        try:
            save_house_rules(
                club=tournament.club, name=name, game=tournament.game, rules=form.chosen, saved_by=user
            )
        except AppError as error:
            show_error(house_name_form, error)
            return False
    add_success_message(request, _("Les règles sont enregistrées."))
    return True
