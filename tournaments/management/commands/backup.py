"""`manage.py backup [FILE]`: the whole installation in one file, without stopping the site."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from common.errors import AppError
from common.system.limits import lower_priority
from tournaments.installation.archive import dated_path, keep_archive, write_archive
from tournaments.installation.backup_making import make_due
from tournaments.installation.encryption import ENCRYPTED_SUFFIX, write_encrypted_archive
from tournaments.management.installation import describe_archive
from tournaments.management.passphrases import add_passphrase_arguments, new_passphrase

NICENESS = 10
"""Niceness of the backup. Pages have priority (docs/decisions/0007)."""


class Command(BaseCommand):
    help = (
        "Sauvegarde tout (base de données et documents) dans un fichier relu en entier, sans arrêter le site."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", type=Path, help="par défaut : var/backups/etui-DATE-HEURE.zip")
        add_passphrase_arguments(parser, encrypting=True)
        parser.add_argument(
            "--nightly",
            action="store_true",
            help="celle de la nuit ou celle qui est demandée, si elle manque, puis retire les plus anciennes",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        current_time = timezone.now()
        path: Path = options["file"] or dated_path("etui", now=current_time)
        passphrase = new_passphrase(options)
        try:
            if options["nightly"]:
                lower_priority(NICENESS)
                nightly_path = make_due(now=current_time)
                self.stdout.write(
                    _("Sauvegarde écrite : %(path)s") % {"path": nightly_path}
                    if nightly_path
                    else _("Aucune sauvegarde à faire.")
                )
                return
            if passphrase is not None:
                path = path if options["file"] else path.with_suffix(ENCRYPTED_SUFFIX)
                archive = write_encrypted_archive(path, passphrase, now=current_time)
            else:
                archive = write_archive(path, now=current_time)
            if options["file"] is None:
                path = keep_archive(path)
        except AppError as error:
            raise CommandError(str(error.message)) from error
        self.stdout.write(_("Sauvegarde écrite : %(path)s") % {"path": path})
        self.stdout.write(describe_archive(archive))
        if passphrase is None:
            self.stdout.write(
                _(
                    "Ce fichier contient aussi les clés des codes imprimés et des liens privés : "
                    "ne le confiez à personne d’autre, ou chiffrez-le (--encrypt)."
                )
            )
        else:
            self.stdout.write(
                _("Sans la phrase secrète, personne ne pourra le lire, vous non plus : notez-la.")
            )
