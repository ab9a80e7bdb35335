"""Language of the pages of an event: the reader's language in the words that the event uses.

The words are catalogues beside that of the language, made by `tools/event_words.py`.
"""

from collections.abc import Callable

from django import template
from django.http import HttpRequest, HttpResponse
from django.utils.translation import activate, get_language

from accounts.language_codes import plain_language, reader_language
from tournaments.core.formats.event_options import RoundWord, usual_round_word
from tournaments.core.formats.registry import find_format
from tournaments.models import Tournament

ROUND_WORD_OPTION = "round_word"
"""Key of a `RoundWord` in `Tournament.options`."""

Site = Callable[[HttpRequest], HttpResponse]

register = template.Library()
register.simple_tag(reader_language, name="page_language")


def round_word(tournament: Tournament) -> RoundWord:
    """Return the word of the event for a round."""
    usual_word = usual_round_word(find_format(tournament.format).plan)
    return RoundWord(tournament.options.get(ROUND_WORD_OPTION, usual_word))


def choose_round_word(tournament: Tournament, word: RoundWord) -> None:
    """Set the word of an event for a round, without saving. The usual word of its format is not stored."""
    other_options = {name: value for name, value in tournament.options.items() if name != ROUND_WORD_OPTION}
    is_usual = word is usual_round_word(find_format(tournament.format).plan)
    tournament.options = other_options if is_usual else other_options | {ROUND_WORD_OPTION: word.value}


@register.filter
def event_language(tournament: Tournament, language: str | None) -> str:
    """Return the code of a language in the words of an event. No query.

    Example: "fr" in free deals → "fr-x-tour-libre".
    """
    plain = plain_language(language)
    word = round_word(tournament)
    has_boards = find_format(tournament.format).needs_dealt_boards
    if word is RoundWord.POSITION and has_boards:
        return plain
    return f"{plain}-x-{word.value}" if has_boards else f"{plain}-x-{word.value}-libre"


def use_event_words(tournament: Tournament) -> None:
    """Answer the rest of the request in the words of an event."""
    activate(event_language(tournament, get_language()))


def keep_event_words_to_the_page(site: Site) -> Site:
    """Return a middleware that goes back to the plain language after the page, for headers and cookies."""

    def answer(request: HttpRequest) -> HttpResponse:
        try:
            return site(request)
        finally:
            activate(plain_language(get_language()))

    return answer
