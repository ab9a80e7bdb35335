"""`manage.py rank_event`: all rankings of an event in the exchange format."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from games.core.errors import NotationError
from games.core.notation import load_json
from tournaments.core.errors import TournamentError
from tournaments.core.exchange.event_json import rank_event


class Command(BaseCommand):
    help = (
        "Classe un tournoi écrit au format d’échange ; écrit les classements en JSON (docs/event-format.md)."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            source = options["file"].read_bytes()
        except OSError as error:
            raise CommandError(
                _("%(file)s est illisible : %(reason)s") % {"file": options["file"], "reason": error.strerror}
            ) from error
        answer, is_ranked = _rank(source)
        self.stdout.write(json.dumps(answer, ensure_ascii=False, indent=2))
        if not is_ranked:
            raise SystemExit(1)


def _rank(source: bytes) -> tuple[dict[str, object], bool]:
    """Return the rankings and True, or the error with the path of its place and False."""
    try:
        return rank_event(load_json(source)), True
    except (NotationError, TournamentError) as error:
        return {"error": {"code": error.code, "message": str(error), "path": error.field}}, False
