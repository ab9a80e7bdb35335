"""The data that a command works on."""

from django.core.management.base import CommandError
from django.db import connection
from django.utils.translation import gettext as _

from accounts.models import User


def require_data() -> None:
    """Refuse to run a command where the database is empty, as in another folder than the site's.

    Raises:
        CommandError: the database has no tables; the message names it.
    """
    if User._meta.db_table not in connection.introspection.table_names():
        raise CommandError(
            _(
                "La base de données « %(name)s » est vide. Démarrez d’abord le site, ou nommez le dossier de"
                " ses données (ETUI_VAR_DIR)."
            )
            % {"name": connection.settings_dict["NAME"]}
        )
