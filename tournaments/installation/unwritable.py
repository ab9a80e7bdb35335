"""Refusal of a file that the system does not let Étui write."""

from pathlib import Path

from django.utils.translation import gettext as _

from common.errors import AppError


def unwritable_error(path: Path, error: OSError) -> AppError:
    """Return the error for a file that cannot be written."""
    return AppError(
        "not_writable",
        _(
            "« %(path)s » ne peut pas être écrit (%(why)s). Vérifiez que le disque n’est ni plein ni "
            "protégé, et que le dossier appartient à votre compte."
        )
        % {"path": path, "why": error.strerror or error},
    )
