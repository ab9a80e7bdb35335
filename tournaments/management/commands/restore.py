"""`manage.py restore FILE`: put a saved installation in place of the present one, which is saved first."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from common.archive import dated_path, read_archive, write_archive
from common.errors import AppError
from common.serving import lock_data


class Command(BaseCommand):
    help = "Remet une sauvegarde à la place des données actuelles, qui sont d’abord sauvegardées."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        now = timezone.now()
        kept = dated_path("before-restore", now=now)
        try:
            with lock_data(settings.VAR_DIR):
                write_archive(kept, now=now)
                read_archive(options["file"])
                call_command("migrate", verbosity=0, interactive=False)
        except AppError as error:
            raise CommandError(str(error.message)) from error
        self.stdout.write(
            _("Sauvegarde remise en place. Les données d’avant sont dans %(path)s") % {"path": kept}
        )
