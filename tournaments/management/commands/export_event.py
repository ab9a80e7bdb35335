"""`manage.py export_event SLUG`: a tournament in the exchange format, for other programs and for checking."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from accounts.management.stored_data import require_data
from tournaments.base.words.wording import sentence
from tournaments.core.errors import TournamentError
from tournaments.models import Tournament
from tournaments.rankings.queries.event_export import export_event


class Command(BaseCommand):
    help = "Écrit un tournoi au format d’échange, en JSON, noms compris (docs/event-format.md)."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="adresse courte du tournoi : ce qui suit /t/ dans son adresse")

    def handle(self, *args: Any, **options: Any) -> None:
        require_data()
        tournament = Tournament.objects.filter(slug=options["slug"]).first()
        if tournament is None:
            raise CommandError(
                _("Aucun tournoi n’a l’adresse courte « %(slug)s ».") % {"slug": options["slug"]}
            )
        try:
            document = export_event(tournament)
        except TournamentError as error:
            raise CommandError(sentence(error.code, error.values)) from error
        self.stdout.write(json.dumps(document, ensure_ascii=False, indent=1))
