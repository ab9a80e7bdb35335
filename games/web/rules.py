"""The rules of each game, in the visitor's language."""

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
    counted = text.game if text.game in GAMES else ""
    context = {"text": text, "counted": counted, "marks": _marks(game)}
    return render(request, "games/rules_page.html", context)


def _marks(page: str) -> list[tuple[list[str], tuple[MarkTable, ...]]]:
    """The tables of marks of the games of a page; games that have the same ones stand together."""
    grouped: list[tuple[list[str], tuple[MarkTable, ...]]] = []
    for game in GAMES:
        if rules_of_game(LANGUAGES[0], game).game != page:
            continue
        tables = mark_tables(game)
        same = next((games for games, known in grouped if known == tables), None)
        if same is None:
            grouped.append(([game], tables))
        else:
            same.append(game)
    return grouped
