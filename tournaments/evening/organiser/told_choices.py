"""The choices of an evening in a few words."""

from collections.abc import Iterator

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.base.words.money import euros
from tournaments.core.formats.registry import find_format
from tournaments.enums import Visibility
from tournaments.evening.services.evening_kinds import KINDS
from tournaments.evening.services.event_choices import EventChoices
from tournaments.events.words.game_names import game_name
from tournaments.movements.services.movement_choices import COLOURS, STORED


def told_choices(choices: EventChoices) -> list[str]:
    """What an evening is, its tables, its fee and who reads its results; no query."""
    kind = str(KINDS[choices.format_code].name)
    if find_format(choices.format_code).plan.is_for_any_game and choices.game:
        kind = f"{kind} ({game_name(choices.game)})"
    return [kind, *_told_shape(choices.shape), *_told_rest(choices)]


def _told_shape(shape: str) -> Iterator[str]:
    """The size of each section, where the name of its movement has it."""
    for code in shape.split(COLOURS):
        if code.startswith(f"{STORED}-"):
            yield _("un mouvement du club")
            continue
        _source, tables, rounds, players, _boards = code.rsplit("-", 4)
        yield _("%(tables)s tables, %(rounds)s positions, %(places)s places") % {
            "tables": tables,
            "rounds": rounds,
            "places": players,
        }


def _told_rest(choices: EventChoices) -> Iterator[str]:
    for name, cents in choices.rates.items():
        yield f"{capfirst(name)} {euros(cents)}"
    if choices.visibility == Visibility.PUBLIC:
        yield _("résultats publics")
    lists = len(choices.prize_rules)
    if lists:
        yield ngettext("%(count)d liste de prix", "%(count)d listes de prix", lists) % {"count": lists}
