"""Template filters for the pages of rooms."""

from datetime import datetime, timedelta

from django import template
from django.template.defaultfilters import timeuntil_filter
from django.urls import reverse
from django.utils.translation import gettext as _
from django_countries import countries

from games.services.markdown import written_language
from games.services.rule_texts import rules_of_game
from play.rooms.models import RoomRound
from play.rooms.words import rooms as words
from play.scene.words.scores import score_words

register = template.Library()


@register.filter
def round_title(of: RoomRound) -> str:
    """Return the title of a round, with the hour at which it began."""
    return words.name_round(of)


@register.filter
def stored_score(score: str) -> str:
    """Return a stored score in words: "+62"."""
    return score_words(score)


@register.filter
def country_name(code: str) -> str:
    """Return the name of a country in the reader's language."""
    return str(countries.name(code))


@register.filter
def wait_words(moment: datetime, now: datetime) -> str:
    """Return the time until a moment in words, also below a minute."""
    if moment - now < timedelta(minutes=1):
        return _("moins d’une minute")
    return timeuntil_filter(moment, now)


@register.filter
def rules_address(game: str) -> str:
    """Return the address of the page of rules of a game, by its stored name."""
    return reverse("rules-page", args=[rules_of_game(written_language(), game).game])
