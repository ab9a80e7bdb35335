"""The rules that an event's game is played by: the federation's in its formats, else those of the organiser."""

from collections.abc import Mapping

from games.core.rules import FFT, RuleSet, parse_rules
from games.core.variants.registry import find_variant
from tournaments.core.formats.tournament_format import TournamentFormat

RULES_OPTION = "rules"
"""Where `Tournament.options` holds the text of the rule-set; nothing there stands for the first rules."""


def has_rule_choice(event_format: TournamentFormat, game: str) -> bool:
    """Whether an organiser decides something: a friendly event, at a game with options."""
    return event_format.is_friendly and bool(find_variant(game).options)


def rules_of_event(event_format: TournamentFormat, game: str, options: Mapping[str, object]) -> RuleSet:
    """The rule-set of an event.

    Args:
        options: as stored with the tournament.

    Raises:
        InvalidRules: as `read_rules`.
    """
    return read_rules(game, str(options.get(RULES_OPTION, FFT))) if event_format.is_friendly else RuleSet()


def read_rules(game: str, text: str) -> RuleSet:
    """The rule-set of a text, for a game.

    Raises:
        InvalidRules: `unknown_game`, `unknown_rules`, `unknown_option`, `option_value`, or what the game
            refuses: `exchange_too_large`.
    """
    variant = find_variant(game)
    rules = parse_rules(variant.options, text)
    variant.check_rules(rules)
    return rules
