"""Queries for the rules of an event and the club's name for them."""

from games.core.rules import RuleSet, format_rules
from tournaments.core.formats.game_rules import rules_of_event
from tournaments.core.formats.registry import find_format
from tournaments.models import HouseRules, Tournament


def game_rules(tournament: Tournament) -> RuleSet:
    """Return the rule-set of the tournament's game. No query."""
    return rules_of_event(find_format(tournament.format), tournament.game, tournament.options)


def house_name(tournament: Tournament) -> str:
    """Return the club's name for the rules of the tournament; "" if it has none. One query."""
    candidates = HouseRules.objects.filter(club=tournament.club_id, game=tournament.game)
    house_rules = candidates.filter(rules=format_rules(game_rules(tournament))).first()
    return house_rules.name if house_rules else ""
