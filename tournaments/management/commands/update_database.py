"""`manage.py update_database`: the step before the start of a server, in place of `migrate`."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from common.errors import AppError
from tournaments.management.installation import prepare_installation


class Command(BaseCommand):
    help = "Met la base de données à jour pour cette version, après l’avoir vérifiée et sauvegardée."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            prepare_installation(self.stdout.write)
        except AppError as error:
            raise CommandError(str(error.message)) from error
