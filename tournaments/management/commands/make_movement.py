"""`manage.py make_movement`: a movement of the catalogue with its figures, as JSON or as a table."""

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from tournaments.base.words.wording import app_error, sentence
from tournaments.core.errors import TournamentError
from tournaments.core.exchange.movement_request import LIMITS, error_answer, movement_answer, read_request
from tournaments.core.movements.catalogue import FoundMovement, find_movement
from tournaments.core.movements.figures import measure_movement
from tournaments.core.movements.numbering import printed_players
from tournaments.core.movements.remarks import describe
from tournaments.movements.words.movement_sentences import SOURCE_NAMES

COLUMNS = ("N", "S", "E", "O", "5e")


class Command(BaseCommand):
    help = "Donne un mouvement du catalogue et ses qualités, ou dit pourquoi il n’y en a pas."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--format", default="individual")
        for name in LIMITS:
            parser.add_argument(f"--{name.replace('_', '-')}")
        parser.add_argument("--json", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        as_json = options["json"]
        try:
            movement = find_movement(
                read_request(options["format"], {name: options[name] for name in LIMITS})
            )
        except TournamentError as error:
            message = json.dumps(error_answer(error)) if as_json else str(app_error(error).message)
            (self.stdout if as_json else self.stderr).write(message)
            sys.exit(1)
        self.stdout.write(json.dumps(movement_answer(movement)) if as_json else _as_text(movement))


def _as_text(entry: FoundMovement) -> str:
    """Return the source, the quality, the remarks and the rounds of a movement, one below the other."""
    figures = measure_movement(entry.movement, entry.boards_per_set)
    lines = [
        str(SOURCE_NAMES[entry.source]),
        _("Qualité : %(quality)s sur 100") % {"quality": figures.quality},
    ]
    lines += [sentence(remark.code, remark.values) for remark in describe(figures)]
    for this_round, tables in enumerate(printed_players(entry.movement).tolist()):
        lines += ["", _("Position %(number)s") % {"number": this_round + 1}]
        for table, seats in enumerate(tables):
            boards = entry.movement.boards(this_round, table, entry.boards_per_set)
            lines.append(_table_line(table, seats, boards))
    return "\n".join(lines)


def _table_line(table: int, seats: list[int], boards: tuple[int, ...]) -> str:
    seat_texts = "  ".join(f"{seat} {number or '–':>3}" for seat, number in zip(COLUMNS, seats, strict=False))
    text = _("table %(number)s : %(seats)s") % {"number": f"{table + 1:>3}", "seats": seat_texts}
    if not boards:
        return text
    return _("%(table)s  étuis %(first)s à %(last)s") % {
        "table": text,
        "first": boards[0],
        "last": boards[-1],
    }
