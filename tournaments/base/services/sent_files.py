"""Files that people send: on the disk before the transaction that names them begins."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager

from django.core.files.base import ContentFile
from django.db.models import FileField, Model
from django.utils.translation import gettext as _


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


def busy_words() -> str:
    """What to do while others' pictures are being read."""
    return _("D’autres images sont en cours de lecture : renvoyez la vôtre dans quelques secondes.")
