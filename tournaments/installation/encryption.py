"""Archives encrypted with a passphrase.

The file has a mark, a salt and pieces of one megabyte. The key is made from the passphrase by scrypt. Each
piece is sealed by ChaCha20-Poly1305 with its number and whether it is the last one, so pieces can be neither
changed, reordered nor left out. A key is used for one file only, because each file has its own salt.
"""

import os
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import IO

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt
from django.conf import settings
from django.utils.translation import gettext as _

from common.errors import AppError
from common.installation.private_files import make_private_folder, open_privately
from tournaments.installation.archive import Archive, backups_folder, write_archive
from tournaments.installation.disk import sync_folder
from tournaments.installation.unwritable import unwritable_error

MARK = b"etui encrypted archive 1\n"
SALT_BYTES = 16
SHORTEST_PASSPHRASE = 12
"""Smallest number of characters of a passphrase: about four words."""
COST = 2**16
"""Cost of scrypt: 64 MB and some tenths of a second for each guess."""
PIECE = 1024 * 1024
TAG_BYTES = 16
"""Bytes that the cipher adds to each piece."""
ENCRYPTED_SUFFIX = ".etui"
"""Suffix of the name of an encrypted archive. Automatic backups and their deletion concern `.zip` alone."""


def is_encrypted(path: Path) -> bool:
    """Return whether the file `path` begins as an encrypted archive."""
    try:
        with open(path, "rb") as file:
            return file.read(len(MARK)) == MARK
    except OSError:
        return False


def check_new_passphrase(passphrase: str, repeated: str) -> None:
    """Check a passphrase that a person typed twice.

    Raises:
        AppError: `passphrase_short` or `passphrases_differ`, with the field of a form concerned.
    """
    if len(passphrase.strip()) < SHORTEST_PASSPHRASE:
        message = _(
            "Cette phrase secrète est trop courte : il faut %(count)s caractères au moins, par exemple "
            "quatre mots."
        ) % {"count": SHORTEST_PASSPHRASE}
        raise AppError("passphrase_short", message, fields={"passphrase": message})
    if passphrase != repeated:
        message = _("Les deux phrases secrètes ne sont pas les mêmes : recommencez.")
        raise AppError("passphrases_differ", message, fields={"repeated": message})


def encrypted_copy(source: IO[bytes], passphrase: str) -> IO[bytes]:
    """Return an encrypted copy of an archive, as an unnamed file in VAR_DIR that ends when it is closed.

    Raises:
        AppError: `not_writable`.
    """
    folder = Path(settings.VAR_DIR)
    try:
        file = TemporaryFile(dir=folder)  # noqa: SIM115 # its reader closes it
        encrypt(source, file, passphrase)
        file.seek(0)
    except OSError as error:
        raise unwritable_error(folder, error) from error
    return file


def write_encrypted_archive(path: Path, passphrase: str, *, now: datetime) -> Archive:
    """Write the whole installation to `path`, encrypted, and read it back.

    Raises:
        AppError: as `write_archive`; `passphrase_short`.
    """
    check_new_passphrase(passphrase, passphrase)
    if path.exists():
        raise AppError("archive_exists", _("Le fichier « %(path)s » existe déjà.") % {"path": path})
    part = path.with_name(f"{path.name}.part")
    with _private_folder() as folder:
        plain = folder / "archive.zip"
        archive = write_archive(plain, now=now)
        try:
            make_private_folder(path.parent)
            with open(plain, "rb") as source, open(part, "wb", opener=open_privately) as target:
                encrypt(source, target, passphrase)
                target.flush()
                os.fsync(target.fileno())
            with open(plain, "rb") as source, open(part, "rb") as written:
                for piece in decrypt(written, passphrase, path):
                    if source.read(len(piece)) != piece:
                        raise _unreadable_pieces(path)
            os.replace(part, path)
            sync_folder(path.parent)
        except OSError as error:
            raise unwritable_error(path, error) from error
        finally:
            part.unlink(missing_ok=True)
    return archive


@contextmanager
def decrypted_archive(path: Path, passphrase: str) -> Iterator[Path]:
    """Yield the path of a decrypted copy of an archive. The copy ends with the context.

    Raises:
        AppError: `passphrase_wrong`, `archive_unreadable` or `not_writable`.
    """
    with _private_folder() as folder:
        plain = folder / "archive.zip"
        try:
            with open(path, "rb") as source, open(plain, "wb", opener=open_privately) as target:
                for piece in decrypt(source, passphrase, path):
                    target.write(piece)
        except OSError as error:
            raise unwritable_error(plain, error) from error
        yield plain


def encrypt(source: IO[bytes], target: IO[bytes], passphrase: str) -> None:
    """Write the content of `source` to `target`, encrypted."""
    salt = os.urandom(SALT_BYTES)
    cipher = _cipher(passphrase, salt)
    target.write(MARK + salt)
    number, piece = 0, source.read(PIECE)
    while True:
        following = source.read(PIECE)
        target.write(cipher.encrypt(_nonce(number, is_last=not following), piece, MARK))
        if not following:
            return
        number, piece = number + 1, following


def decrypt(source: IO[bytes], passphrase: str, path: Path) -> Iterator[bytes]:
    """Yield the pieces of an encrypted file, each after its check.

    Args:
        path: path of the file for messages.

    Raises:
        AppError: `passphrase_wrong` at the first piece, `archive_unreadable` later.
    """
    header = source.read(len(MARK) + SALT_BYTES)
    if not header.startswith(MARK) or len(header) < len(MARK) + SALT_BYTES:
        raise _unreadable_pieces(path)
    cipher = _cipher(passphrase, header[len(MARK) :])
    number, piece = 0, source.read(PIECE + TAG_BYTES)
    while True:
        following = source.read(PIECE + TAG_BYTES)
        try:
            yield cipher.decrypt(_nonce(number, is_last=not following), piece, MARK)
        except InvalidTag as error:
            if number:
                raise _unreadable_pieces(path) from error
            raise AppError(
                "passphrase_wrong",
                _(
                    "La phrase secrète n’est pas celle de cette sauvegarde, ou le fichier est abîmé. "
                    "Vérifiez les majuscules et les espaces, puis recommencez. Rien n’a été changé."
                ),
            ) from error
        if not following:
            return
        number, piece = number + 1, following


def _cipher(passphrase: str, salt: bytes) -> ChaCha20Poly1305:
    # systems write the same accent in different ways
    text = unicodedata.normalize("NFKC", passphrase).strip()
    return ChaCha20Poly1305(Scrypt(salt=salt, length=32, n=COST, r=8, p=1).derive(text.encode()))


def _nonce(number: int, *, is_last: bool) -> bytes:
    return number.to_bytes(11, "big") + bytes([is_last])


def _unreadable_pieces(path: Path) -> AppError:
    return AppError(
        "archive_unreadable",
        _("La sauvegarde chiffrée « %(path)s » est abîmée : reprenez une autre copie.") % {"path": path},
    )


@contextmanager
def _private_folder() -> Iterator[Path]:
    place = backups_folder()
    try:
        folder = TemporaryDirectory(dir=make_private_folder(place), prefix=".making-")
    except OSError as error:
        raise unwritable_error(place, error) from error
    with folder as name:
        yield Path(name)
