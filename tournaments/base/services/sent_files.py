"""Files from users, written to the disk before the transaction of their row begins."""

import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from django.core.files.base import ContentFile
from django.db.models import FileField, Model
from django.utils.translation import gettext as _

from common.errors import AppError
from tournaments.base.services.pictures import PictureFault, PictureRefused


@contextmanager
def stored_first(model: type[Model], field: str, content: bytes, extension: str) -> Iterator[str]:
    """Write a file for a column of a row to be created, and yield its name.

    The file is deleted if the block fails.
    """
    column = model._meta.get_field(field)
    assert isinstance(column, FileField)
    # the file is written outside the transaction, so that no other writer waits for the disk
    file_name = column.generate_filename(model(), f"{secrets.token_hex(16)}.{extension}")
    name = column.storage.save(file_name, ContentFile(content), max_length=column.max_length)
    try:
        yield name
    except BaseException:  # an interrupted request must not leave a file behind either
        column.storage.delete(name)
        raise


@contextmanager
def picture_refusals(field: str, words: Mapping[PictureFault, tuple[str, str]]) -> Iterator[None]:
    """Turn a picture refused in the block into an error of a form field.

    Args:
        words: code and sentence of each fault of the picture itself.

    Raises:
        AppError: with the code of `words`, or `pictures_busy` while other pictures are read.
    """
    busy = _("D’autres images sont en cours de lecture : renvoyez la vôtre dans quelques secondes.")
    try:
        yield
    except PictureRefused as refusal:
        code, sentence = {PictureFault.BUSY: ("pictures_busy", busy), **words}[refusal.fault]
        raise AppError(code, sentence, fields={field: sentence}) from refusal
