"""The page with the rules of an event: the options agreed for tonight and a link to the full text."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.services.markdown import written_language
from games.services.rule_texts import rules_of_game
from games.services.rule_words import describe_rules
from tournaments.base.access import Right
from tournaments.base.web.finding import find_tournament
from tournaments.events.queries.game_rules import game_rules, house_name
from tournaments.events.words.game_names import game_name
from tournaments.events.words.table_rules import describe_table_rules


@require_safe
def game_rules_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show every option of the game in words."""
    tournament = find_tournament(request, slug, Right.VIEW)
    context = {
        "tournament": tournament,
        "tab": "standings",
        "game": game_name(tournament.game),
        "house_name": house_name(tournament),
        "told": [*describe_rules(tournament.game, game_rules(tournament)), *describe_table_rules(tournament)],
        "text": rules_of_game(written_language(), tournament.game),
    }
    return render(request, "tournaments/events/public/game_rules.html", context)
