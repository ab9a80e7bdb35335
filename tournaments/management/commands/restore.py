"""`manage.py restore FILE`: a restore of an archive. The present installation is archived first."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from common.errors import AppError
from tournaments.installation.archive import fetched_archive
from tournaments.management.archive_words import describe_changes
from tournaments.management.installation import describe_archive, lock_data, tighten_installation
from tournaments.management.passphrases import add_passphrase_arguments, readable_archive
from tournaments.management.replacing import check_archive, replace_installation
from tournaments.management.wanted_restore import describe_result


class Command(BaseCommand):
    help = "Remet une sauvegarde à la place des données actuelles, qui sont d’abord sauvegardées."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_passphrase_arguments(parser, encrypting=False)
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--check",
            action="store_true",
            help="dit si la sauvegarde est bonne et ce qui changerait, sans rien changer",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with fetched_archive(options["file"]) as file, readable_archive(file, options) as path:
                if options["check"]:
                    archive = check_archive(path)
                    self.stdout.write(describe_archive(archive))
                    for line in describe_changes(archive):
                        self.stdout.write(line)
                    self.stdout.write(_("Cette sauvegarde est bonne. Rien n’a été changé."))
                    return
                with lock_data(settings.VAR_DIR):
                    result = replace_installation(path, now=timezone.now())
                    tighten_installation()
        except AppError as error:
            raise CommandError(str(error.message)) from error
        except KeyboardInterrupt:
            raise CommandError(_("Interrompu : rien n’est changé.")) from None
        self.stdout.write(describe_archive(result.archive))
        for line in describe_result(result):
            self.stdout.write(line)
