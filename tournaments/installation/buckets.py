"""Files of the site in a bucket of an S3-compatible service. Needs the extra `s3` (pyproject.toml)."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import IO, Any

from boto3.exceptions import Boto3Error
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError
from django.core.files.base import File
from storages.backends.s3 import S3Storage

CONNECT_SECONDS, READ_SECONDS, TRIES = 2, 10, 2
IN_MEMORY = 32 * 1024 * 1024
"""Size in bytes up to which a file is read into memory: above every scan and nearly every document."""


@contextmanager
def _as_trouble() -> Iterator[None]:
    """Raise OSError if the service is away or refuses. Pages then respond with 503, as for a failing disk."""
    try:
        yield
    except (BotoCoreError, Boto3Error, ClientError) as error:
        raise OSError(errno.ENETUNREACH, str(error)) from error


class Bucket(S3Storage):  # type: ignore[misc] # untyped
    """Private files in a bucket, without public addresses. A page checks the right and sends them."""

    def __init__(self, *, addressing_style: str = "auto", **options: Any) -> None:
        config = Config(
            connect_timeout=CONNECT_SECONDS,
            read_timeout=READ_SECONDS,
            retries={"total_max_attempts": TRIES},
            s3={"addressing_style": addressing_style},
        )
        super().__init__(client_config=config, max_memory_size=IN_MEMORY, **options)

    @_as_trouble()
    def open(self, name: str, mode: str = "rb") -> "File[bytes]":
        file: File[bytes] = super().open(name, mode)
        file.open()  # fetched at once: a service that goes away later must not break a response in the middle
        return file

    @_as_trouble()
    def save(self, name: str, content: Any, max_length: int | None = None) -> str:
        return str(super().save(name, content, max_length=max_length))

    @_as_trouble()
    def delete(self, name: str) -> None:
        super().delete(name)

    @_as_trouble()
    def exists(self, name: str) -> bool:
        return bool(super().exists(name))

    @_as_trouble()
    def size(self, name: str) -> int:
        return int(super().size(name))

    @_as_trouble()
    def listdir(self, name: str) -> tuple[list[str], list[str]]:
        return super().listdir(name)  # type: ignore[no-any-return]

    @_as_trouble()
    def get_modified_time(self, name: str) -> datetime:
        return super().get_modified_time(name)  # type: ignore[no-any-return]

    @_as_trouble()
    def fetch(self, name: str, target: IO[bytes]) -> None:
        self.bucket.Object(f"{self.location}/{name}").download_fileobj(target)

    def walk(self) -> Iterator[tuple[str, int]]:
        with _as_trouble():
            for bucket_object in self.bucket.objects.filter(Prefix=f"{self.location}/"):
                yield bucket_object.key.removeprefix(f"{self.location}/"), bucket_object.size

    def url(self, name: str, *args: Any, **kwargs: Any) -> str:
        raise ValueError(
            "This file is not accessible via a URL."
        )  # Django's words for files without an address
