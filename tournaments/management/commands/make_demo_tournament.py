"""`manage.py make_demo_tournament`: one reproducible fictitious event, at any stage."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.management.stored_data import require_data
from common.errors import AppError
from games.core.variants.registry import GAMES
from tournaments.base.words.wording import app_error
from tournaments.core.errors import TournamentError
from tournaments.core.formats.registry import FORMATS, USUAL_FORMAT
from tournaments.demo.services.demo import DemoStage, ensure_demo_club, make_demo_tournament, usual_tables
from tournaments.demo.services.demo_events import make_demo_event
from tournaments.models import Tournament


class Command(BaseCommand):
    help = "Crée un tournoi fictif et reproductible, à l’étape voulue."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--format", choices=sorted(FORMATS), default=USUAL_FORMAT.code)
        parser.add_argument("--tables", type=int, default=None)
        parser.add_argument("--players", type=int, default=None)
        parser.add_argument("--stage", choices=[stage.value for stage in DemoStage], default="playing")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--name", default="")
        parser.add_argument("--sessions", type=int, default=1)
        parser.add_argument("--final", type=int, default=None, help="finalistes de la dernière séance")
        parser.add_argument("--game", choices=sorted(GAMES), default="")

    def handle(self, *args: Any, **options: Any) -> None:
        require_data()
        name = options["name"] or _("Démonstration %(seed)d") % {"seed": options["seed"]}
        try:
            with transaction.atomic():
                club, _organiser = ensure_demo_club()
                tournament = self._make(
                    club=club,
                    format_code=options["format"],
                    table_count=options["tables"] or usual_tables(options["format"]),
                    player_count=options["players"],
                    stage=DemoStage(options["stage"]),
                    seed=options["seed"],
                    starts_on=timezone.localdate(),
                    name=name,
                    game=options["game"],
                    sessions=max(options["sessions"], 2 if options["final"] else 1),
                    finalists=options["final"],
                )
        except TournamentError as error:
            raise CommandError(app_error(error).message) from error
        except AppError as error:
            raise CommandError(str(error.message)) from error
        self.stdout.write(reverse("public-standings", args=[tournament.slug]))

    def _make(self, *, sessions: int, finalists: int | None, **evening: Any) -> Tournament:
        if sessions == 1:
            return make_demo_tournament(**evening)
        return make_demo_event(session_count=sessions, finalists=finalists, **evening)
