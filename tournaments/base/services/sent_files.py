"""Files that people send: on the disk before the transaction that names them begins."""

import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from django.core.files.base import ContentFile
from django.db.models import FileField, Model
from django.utils.translation import gettext as _

from common.errors import AppError
from tournaments.base.services.pictures import PictureFault, PictureRefused


@contextmanager
def stored_first(model: type[Model], field: str, content: bytes, ending: str) -> Iterator[str]:
    """The name of a file, written for a column of a row to be: nobody who writes waits for the disk.

    It goes again when the block fails.
    """
    column = model._meta.get_field(field)
    assert isinstance(column, FileField)
    wanted = column.generate_filename(model(), f"{secrets.token_hex(16)}.{ending}")
    name = column.storage.save(wanted, ContentFile(content), max_length=column.max_length)
    try:
        yield name
    except BaseException:
        column.storage.delete(name)
        raise


@contextmanager
def picture_refusals(field: str, words: Mapping[PictureFault, tuple[str, str]]) -> Iterator[None]:
    """What is wrong with a picture that is read in the block, for the person who sent it, at a field.

    Args:
        words: code and sentence of what is wrong with the picture itself.

    Raises:
        AppError: as `words` says, or `pictures_busy` (others are being read).
    """
    busy = _("D’autres images sont en cours de lecture : renvoyez la vôtre dans quelques secondes.")
    try:
        yield
    except PictureRefused as refusal:
        code, told = {PictureFault.BUSY: ("pictures_busy", busy), **words}[refusal.fault]
        raise AppError(code, told, fields={field: told}) from refusal
