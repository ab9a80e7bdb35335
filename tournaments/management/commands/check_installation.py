"""`etui check`: the state of this installation in a few lines."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils.translation import gettext as _

from common.errors import AppError
from etui.version import program_version
from tournaments.installation.backups import last_backup_path
from tournaments.installation.stored_database import check_stored_database, read_living, sqlite_path
from tournaments.paper.pdf.libraries import has_text_libraries, text_libraries_advice


class Command(BaseCommand):
    help = "Vérifie l’installation : la version, les données, la dernière sauvegarde, ce qui dessine les PDF."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(_("Version : %(version)s") % {"version": program_version()})
        self.stdout.write(_("Données : %(folder)s") % {"folder": settings.VAR_DIR})
        try:
            self.stdout.write(_database_line())
        except AppError as error:
            raise CommandError(str(error.message)) from error
        backup = last_backup_path() or _("aucune pour l’instant")
        self.stdout.write(_("Dernière sauvegarde : %(path)s") % {"path": backup})
        if has_text_libraries():
            self.stdout.write(_("PDF : ils peuvent être dessinés ici."))
        else:
            self.stdout.write(
                _("PDF : la bibliothèque Pango manque ; %(advice)s.") % {"advice": text_libraries_advice()}
            )


def _database_line() -> str:
    """Return the state of the database.

    Raises:
        AppError: it cannot be used.
    """
    path = sqlite_path()
    if path is not None and not path.exists():
        return _("Base de données : elle sera faite au premier démarrage.")
    contents = read_living()
    if not contents.columns:
        return _("Base de données : elle sera faite au premier démarrage.")
    check_stored_database(contents)
    if contents.is_older:
        return _("Base de données : elle sera sauvegardée, puis mise à jour, au prochain démarrage.")
    return _("Base de données : en ordre (%(engine)s).") % {"engine": connection.vendor}
