"""Keys of a pair: the signature of a laptop's requests, and the seal of what the site must not read."""

import base64
import binascii
import hashlib
import secrets

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESSIV
from cryptography.hazmat.primitives.hashes import SHA512
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.utils.translation import gettext as _

from common.errors import AppError

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""Characters of codes and phrases, without those that look alike."""
CODE_GROUPS, PHRASE_GROUPS, GROUP = 2, 6, 4
"""Groups of a pairing code and of a phrase, and characters of a group: 39 and 118 bits."""
_SEAL_KEY_BYTES = 64
_USE = b"etui sealed part 1"


def new_code() -> str:
    """Return a pairing code, such as "k7mw-2f9x"."""
    return _random_groups(CODE_GROUPS)


def new_phrase() -> str:
    """Return a phrase for the sealed parts."""
    return _random_groups(PHRASE_GROUPS)


def plain_words(text: str) -> str:
    """Return a typed code or phrase without what people add or change: capitals, blanks and hyphens."""
    return "".join(character for character in text.casefold() if character in ALPHABET)


def code_digest(code: str) -> str:
    """Return the digest under which a pairing code is stored."""
    return hashlib.sha256(plain_words(code).encode()).hexdigest()


def new_key_pair() -> tuple[str, str]:
    """Return a private and a public key in hexadecimal digits."""
    key = Ed25519PrivateKey.generate()
    return key.private_bytes_raw().hex(), key.public_key().public_bytes_raw().hex()


def sign(private_key: str, method: str, path: str, body: bytes) -> str:
    """Return the signature of a request."""
    key = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(private_key))
    return base64.b64encode(key.sign(_signed(method, path, body))).decode()


def has_signature(public_key: str, signature: str, method: str, path: str, body: bytes) -> bool:
    """Return whether a request was signed with the private key of `public_key`."""
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key))
        key.verify(base64.b64decode(signature, validate=True), _signed(method, path, body))
    except (InvalidSignature, binascii.Error, ValueError):
        return False
    return True


def is_public_key(text: str) -> bool:
    """Return whether a text is a public key."""
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(text))
    except ValueError:
        return False
    return True


def seal(phrase: str, content: bytes, event: str) -> bytes:
    """Return the content encrypted for the laptops that have the phrase.

    The same content gives the same bytes, so that it is sent again only when it changed.

    Args:
        event: identifier of the event. The content opens as that of this event only.
    """
    return AESSIV(_seal_key(phrase)).encrypt(content, [event.encode()])


def open_seal(phrase: str, sealed: bytes, event: str) -> bytes:
    """Return the content of a sealed part.

    Raises:
        AppError: `phrase_wrong` for another phrase.
    """
    try:
        return AESSIV(_seal_key(phrase)).decrypt(sealed, [event.encode()])
    except (InvalidTag, ValueError) as error:
        message = _("Cette phrase n’ouvre pas les cartes de cette soirée : vérifiez chaque lettre.")
        raise AppError("phrase_wrong", message, fields={"phrase": message}) from error


def _seal_key(phrase: str) -> bytes:
    # a random phrase needs no slow derivation
    derivation = HKDF(algorithm=SHA512(), length=_SEAL_KEY_BYTES, salt=None, info=_USE)
    return derivation.derive(plain_words(phrase).encode())


def _signed(method: str, path: str, body: bytes) -> bytes:
    return f"etui {method} {path} {hashlib.sha256(body).hexdigest()}".encode()


def _random_groups(count: int) -> str:
    return "-".join(
        "".join(secrets.choice(ALPHABET) for _character in range(GROUP)) for _group in range(count)
    )
