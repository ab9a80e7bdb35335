"""The rules of each game, in the visitor's language."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games.web.rule_texts import LANGUAGES, list_rule_texts, rule_text


@require_safe
def rules_index(request: HttpRequest) -> HttpResponse:
    texts = list_rule_texts(_language())
    context = {
        "tarots": [text for text in texts if text.is_tarot],
        "others": [text for text in texts if not text.is_tarot],
    }
    return render(request, "games/rules_index.html", context)


@require_safe
def rules_page(request: HttpRequest, game: str) -> HttpResponse:
    text = rule_text(_language(), game)
    if text is None:
        raise Http404
    return render(request, "games/rules_page.html", {"text": text})


def _language() -> str:
    """The visitor's language if the rules are written in it, else the first one."""
    asked = (get_language() or "").split("-")[0]
    return asked if asked in LANGUAGES else LANGUAGES[0]
