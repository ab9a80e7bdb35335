"""What an evening decided of its tables beside the rules of the game, in words."""

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


def told_table_rules(tournament: Tournament) -> list[tuple[str, str]]:
    """Who are partners and who deals first, where an evening may decide it: pairs of a name and words."""
    return _told(_own(tournament))


def told_table_changes(tournament: Tournament) -> list[tuple[str, str]]:
    """The same, of what is not usual."""
    return _told(
        {name: chosen for name, chosen in _own(tournament).items() if chosen != USUAL_TABLE_RULES[name]}
    )


def _own(tournament: Tournament) -> dict[str, str]:
    return table_rules(find_format(tournament.format), tournament.game, tournament.options)


def _told(chosen: dict[str, str]) -> list[tuple[str, str]]:
    words = {
        TEAMS_OPTION: (_("Équipes"), dict(TEAMS_CHOICES)),
        FIRST_DEALER_OPTION: (_("Premier donneur"), dict(DEALER_CHOICES)),
    }
    return [(words[name][0], str(words[name][1][value])) for name, value in chosen.items()]
