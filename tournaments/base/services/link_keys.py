"""Digests that make the secret parts of codes and private links, under keys that lie in the database.

An archive holds the keys, so that printed codes and private links open after a restore on another machine.
`SECRET_KEY` signs sessions and is in no archive.
"""

import hashlib
import hmac
from collections.abc import Mapping
from functools import lru_cache

from django.conf import settings

from tournaments.enums import LinkPurpose
from tournaments.models import LinkKey


def link_digest(purpose: LinkPurpose, text: str) -> bytes:
    """Return the 32 bytes that only this installation, and one restored from its archive, makes of a text.

    A query for the first digest of the process, none for the others.
    """
    key = stored_link_keys().get(purpose) or derived_key(purpose)
    return hmac.digest(key, text.encode(), "sha256")


def derived_key(purpose: str) -> bytes:
    """Return the key of a purpose that no migration has stored yet.

    Migration 0005_link_keys stored the same values: codes from before the keys lay in the database stay.
    """
    return hashlib.sha256(f"{purpose}{settings.SECRET_KEY}".encode()).digest()


@lru_cache(maxsize=1)
def stored_link_keys() -> Mapping[str, bytes]:
    """Return the stored keys by purpose. One query for the process."""
    return {purpose: bytes.fromhex(key) for purpose, key in LinkKey.objects.values_list("purpose", "key")}


def forget_link_keys() -> None:
    """Read the keys again at the next digest: another database has been put in place."""
    stored_link_keys.cache_clear()
