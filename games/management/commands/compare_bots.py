"""`manage.py compare_bots`: a duplicate match between two robots, attack and defence apart."""

from argparse import ArgumentParser, ArgumentTypeError
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from games.core.bots.choosing import RobotLevel
from games.core.bots.matches import Percentage, Robot, play_match
from games.core.compiled import use_compiled
from games.core.variants.tarot_table import ONE_PACK


class Command(BaseCommand):
    help = "Fait jouer les mêmes donnes à deux robots et donne le pourcentage du premier (docs/robots.md)."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "first",
            type=_read_robot,
            metavar="ROBOT",
            help="debutant, club, fort, ou club:240 parties simulées",
        )
        parser.add_argument("second", type=_read_robot, metavar="ROBOT", help="son adversaire")
        parser.add_argument(
            "--game",
            choices=[row.name for row in ONE_PACK],
            default="tarot-4",
            metavar="JEU",
            help="tarot-4 par défaut",
        )
        parser.add_argument(
            "--deals", type=_read_count, default=100, metavar="N", help="nombre de donnes (100)"
        )
        parser.add_argument("--seed", type=int, default=1, help="graine des donnes et des robots (1)")

    def handle(self, *args: Any, **options: Any) -> None:
        if RobotLevel.CLUB in {options["first"].level, options["second"].level}:
            use_compiled()
        match = play_match(
            options["game"], options["first"], options["second"], deals=options["deals"], seed=options["seed"]
        )
        self.stdout.write(_("En attaque : %(result)s") % {"result": _format_percentage(match.attack)})
        self.stdout.write(_("En défense : %(result)s") % {"result": _format_percentage(match.defence)})
        self.stdout.write(
            _("Contrats réussis : %(made)d sur %(count)d") % {"made": match.made, "count": match.attack.count}
        )


def _format_percentage(result: Percentage) -> str:
    """Return a percentage in words, with its margin and the number of deals."""
    values = {"mean": f"{result.mean:.1f}", "margin": f"{result.margin:.1f}", "count": result.count}
    return _("%(mean)s %% (± %(margin)s, %(count)d donnes)") % values


def _read_robot(text: str) -> Robot:
    level, _colon, budget = text.partition(":")
    if level not in tuple(RobotLevel) or (budget and not _is_count(budget)):
        values = {"text": text, "levels": ", ".join(RobotLevel)}
        raise ArgumentTypeError(
            _("« %(text)s » : il faut un niveau (%(levels)s), ou par exemple club:240.") % values
        )
    return Robot(RobotLevel(level), int(budget) if budget else None)


def _read_count(text: str) -> int:
    if not _is_count(text):
        raise ArgumentTypeError(_("« %(text)s » : il faut un nombre, au moins 1.") % {"text": text})
    return int(text)


def _is_count(text: str) -> bool:
    return text.isascii() and text.isdigit() and int(text) > 0
