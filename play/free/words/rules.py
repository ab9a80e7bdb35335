"""French words for the rules of a room or a free table."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.core.rules import parse_rules
from games.core.variants.registry import find_variant
from games.services.rule_words import describe_rule_changes, rules_name


@dataclass(frozen=True, slots=True)
class RulesTold:
    """The rules of a table in words."""

    name: str
    """Name, such as « Règle du jeudi », "traditionnelles", "de la fédération, avec des changements"."""
    changes: list[tuple[str, str]]
    """Options that differ from the usual rules, with their values."""


def describe_room_rules(game: str, text: str, house_name: str = "") -> RulesTold:
    """Return the rules of a game in words.

    Args:
        text: rule-set as stored.
        house_name: the club's name for it, "" without a name.
    """
    rules = parse_rules(find_variant(game).options, text)
    plain = rules_name(game, rules.name)
    if house_name:
        name = _("de la maison, « %(name)s »") % {"name": house_name}
    elif rules.overrides:
        name = _("%(rules)s, avec des changements") % {"rules": plain}
    else:
        name = plain
    return RulesTold(name, describe_rule_changes(game, rules))
