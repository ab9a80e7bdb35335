"""Pages of the rules of each game, in the visitor's language."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.core.variants.registry import GAMES
from games.services.mark_tables import MarkTable, mark_tables
from games.services.markdown import LANGUAGES, written_language
from games.services.rule_texts import list_rule_texts, rule_text, rules_of_game


@require_safe
def rules_index(request: HttpRequest) -> HttpResponse:
    texts = list_rule_texts(written_language())
    context = {
        "tarots": [text for text in texts if text.is_tarot],
        "others": [text for text in texts if not text.is_tarot],
    }
    return render(request, "games/rules_index.html", context)


@require_safe
def rules_page(request: HttpRequest, game: str) -> HttpResponse:
    text = rule_text(written_language(), game)
    if text is None:
        raise Http404
    game_to_count = text.game if text.game in GAMES else ""
    context = {"text": text, "counted": game_to_count, "marks": _marks(game)}
    return render(request, "games/rules_page.html", context)


def _marks(page: str) -> list[tuple[list[str], tuple[MarkTable, ...]]]:
    """Return the tables of marks for the games of a page. Games with equal tables form one group."""
    groups: list[tuple[list[str], tuple[MarkTable, ...]]] = []
    for game in GAMES:
        if rules_of_game(LANGUAGES[0], game).game != page:
            continue
        tables = mark_tables(game)
        games_of_tables = next((games for games, group_tables in groups if group_tables == tables), None)
        if games_of_tables is None:
            groups.append(([game], tables))
        else:
            games_of_tables.append(game)
    return groups
