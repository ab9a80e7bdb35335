"""The rules of the tables of an event (partners, first dealer) in words."""

from django.utils.translation import gettext as _

from tournaments.base.words.format_words import DEALER_CHOICES, TEAMS_CHOICES
from tournaments.core.formats.game_rules import (
    FIRST_DEALER_OPTION,
    TEAMS_OPTION,
    USUAL_TABLE_RULES,
    table_rules,
)
from tournaments.core.formats.registry import find_format
from tournaments.models import Tournament


def describe_table_rules(tournament: Tournament) -> list[tuple[str, str]]:
    """Return (name, value) in words for each rule of the tables that the event can choose."""
    return _in_words(_table_rules(tournament))


def describe_table_changes(tournament: Tournament) -> list[tuple[str, str]]:
    """Return the pairs of `describe_table_rules` whose value is not the usual one."""
    return _in_words(
        {name: value for name, value in _table_rules(tournament).items() if value != USUAL_TABLE_RULES[name]}
    )


def _table_rules(tournament: Tournament) -> dict[str, str]:
    return table_rules(find_format(tournament.format), tournament.game, tournament.options)


def _in_words(values: dict[str, str]) -> list[tuple[str, str]]:
    words = {
        TEAMS_OPTION: (_("Équipes"), dict(TEAMS_CHOICES)),
        FIRST_DEALER_OPTION: (_("Premier donneur"), dict(DEALER_CHOICES)),
    }
    return [(words[name][0], str(words[name][1][value])) for name, value in values.items()]
