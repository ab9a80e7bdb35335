"""The rules that a tournament plays by, and what its club calls them."""

from games.core.rules import RuleSet, format_rules
from tournaments.core.formats.game_rules import rules_of_event
from tournaments.core.formats.registry import find_format
from tournaments.models import HouseRules, Tournament


def game_rules(tournament: Tournament) -> RuleSet:
    """The rule-set of the tournament's game. No query."""
    return rules_of_event(find_format(tournament.format), tournament.game, tournament.options)


def house_name(tournament: Tournament) -> str:
    """What the club calls the very rules of the tournament; "" where it has no name for them. One query."""
    kept = HouseRules.objects.filter(club=tournament.club_id, game=tournament.game)
    named = kept.filter(rules=format_rules(game_rules(tournament))).first()
    return named.name if named else ""
