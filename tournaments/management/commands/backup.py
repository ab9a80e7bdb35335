"""`manage.py backup [FILE]`: the whole installation in one file, while the site goes on."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from common.archive import dated_path, write_archive
from common.errors import AppError


class Command(BaseCommand):
    help = "Sauvegarde tout (base de données et documents) dans un fichier, sans arrêter le site."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", type=Path, help="par défaut : var/backups/etui-DATE-HEURE.zip")

    def handle(self, *args: Any, **options: Any) -> None:
        now = timezone.now()
        path: Path = options["file"] or dated_path("etui", now=now)
        try:
            write_archive(path, now=now)
        except AppError as error:
            raise CommandError(str(error.message)) from error
        self.stdout.write(_("Sauvegarde écrite : %(path)s") % {"path": path})
