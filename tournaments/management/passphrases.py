"""Passphrases of archives on the command line: typed without being shown, or read from a file."""

from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from getpass import getpass
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from tournaments.installation.encryption import decrypted_archive, is_encrypted


def add_passphrase_arguments(parser: ArgumentParser, *, encrypting: bool) -> None:
    """Add the options of a command that writes or reads archives."""
    if encrypting:
        parser.add_argument(
            "--encrypt",
            action="store_true",
            help="chiffre le fichier avec une phrase secrète, demandée deux fois",
        )
    parser.add_argument(
        "--passphrase-file", type=Path, help="lit la phrase secrète dans ce fichier, au lieu de la demander"
    )


def new_passphrase(options: Mapping[str, Any]) -> str | None:
    """Return the passphrase for a new archive, or None for an archive in the clear.

    Raises:
        CommandError: the two entries differ, or the file cannot be read.
    """
    if options["passphrase_file"] is not None:
        return _read_passphrase(options["passphrase_file"])
    if not options["encrypt"]:
        return None
    passphrase = getpass(_("Phrase secrète : "))
    if getpass(_("La même, encore une fois : ")) != passphrase:
        raise CommandError(_("Les deux phrases secrètes ne sont pas les mêmes : recommencez."))
    return passphrase


@contextmanager
def readable_archive(path: Path, options: Mapping[str, Any]) -> Iterator[Path]:
    """Yield the path of an archive, or of its decrypted copy if it is encrypted.

    Raises:
        AppError: as `decrypted_archive`.
        CommandError: the file of the passphrase cannot be read.
    """
    if not is_encrypted(path):
        yield path
        return
    file = options["passphrase_file"]
    passphrase = _read_passphrase(file) if file is not None else getpass(_("Phrase secrète : "))
    with decrypted_archive(path, passphrase) as plain:
        yield plain


def _read_passphrase(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8").strip("\r\n")
    except (OSError, UnicodeDecodeError) as error:
        message = _("La phrase secrète ne peut pas être lue dans « %(path)s » (%(why)s).")
        raise CommandError(
            message % {"path": path, "why": getattr(error, "strerror", None) or error}
        ) from error
