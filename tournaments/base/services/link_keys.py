"""Digests for the secret parts of codes and private links, made with keys in the database.

An archive holds the keys, so printed codes and private links still open after a restore on another machine.
`SECRET_KEY` signs sessions and is in no archive.
"""

import hashlib
import hmac
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from functools import lru_cache

from django.conf import settings

from tournaments.enums import LinkPurpose
from tournaments.models import LinkKey

SECRET_BYTES = 16
"""Bytes of the secret part of a link."""


def link_digest(purpose: LinkPurpose, text: str) -> bytes:
    """Return the 32-byte digest of a text. One query for the first digest of the process, then none.

    Only this installation, or one restored from its archive, can compute it.
    """
    # a purpose newer than migration 0005_link_keys has no stored key before the next start
    key = stored_link_keys().get(purpose) or derived_key(purpose)
    return hmac.digest(key, text.encode(), "sha256")


def signed_name(purpose: LinkPurpose, name: str, nonce: str) -> str:
    """Return a name with a signature that only this installation can make; it changes with the nonce."""
    code = link_digest(purpose, f"{name}:{nonce}")[:SECRET_BYTES]
    return f"{name}-{urlsafe_b64encode(code).decode().rstrip('=')}"


def derived_key(purpose: str) -> bytes:
    """Return the key of a purpose that no migration has stored yet.

    Migration 0005_link_keys stored the same values, so codes printed before that migration stay valid.
    """
    return hashlib.sha256(f"{purpose}{settings.SECRET_KEY}".encode()).digest()


@lru_cache(maxsize=1)
def stored_link_keys() -> Mapping[str, bytes]:
    """Return the stored keys by purpose. One query for the process."""
    return {purpose: bytes.fromhex(key) for purpose, key in LinkKey.objects.values_list("purpose", "key")}


def store_missing_keys() -> None:
    """Store the keys of kinds of links that have none yet, so that an archive has all. One query if all have.

    Call it at each start, after the migrations.
    """
    forget_link_keys()
    missing_purposes = [purpose for purpose in LinkPurpose if purpose not in stored_link_keys()]
    if missing_purposes:
        LinkKey.objects.bulk_create(
            # another process of a server may start at the same moment, and it stores the same values
            [LinkKey(purpose=purpose, key=derived_key(purpose).hex()) for purpose in missing_purposes],
            ignore_conflicts=True,
        )
        forget_link_keys()


def forget_link_keys() -> None:
    """Drop the cached keys, for use after the database was replaced."""
    stored_link_keys.cache_clear()
