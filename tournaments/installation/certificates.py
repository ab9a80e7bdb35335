"""Certificate authority and server certificate of a laptop, for https in a hall without internet.

The authority is made once and trusted by people on their devices. It may sign for private addresses and local
names only (name constraints), so it is of no use against any other site. The server certificate is signed
anew when the machine has a new address, and in time before its end.
"""

import logging
import os
import re
import ssl
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from pathlib import Path
from secrets import token_hex

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.hazmat.primitives.serialization import load_pem_private_key as load_key
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from django.conf import settings

from common.installation.private_files import make_private_folder, open_privately
from tournaments.installation.unwritable import unwritable_error

logger = logging.getLogger(__name__)

PRIVATE_NETWORKS = tuple(
    ip_network(network)
    for network in (
        "10.0.0.0/8",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "169.254.0.0/16",
        "100.64.0.0/10",
        "127.0.0.0/8",
        "::1/128",
        "fc00::/7",
        "fe80::/10",
    )
)
"""Addresses for which the authority may sign: those of homes, halls and hotspots."""
LOCAL_DOMAINS = ("localhost", "local", "internal", "home.arpa")
"""Domains for which the authority may sign. None of them exists on the internet."""
HOST_NAME = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)*")
AUTHORITY_TIME = timedelta(days=3650)
SERVER_TIME = timedelta(days=397)
"""Validity of a server certificate. Apple's devices refuse more than 825 days, browsers prefer under 398."""
RENEWED_BEFORE = timedelta(days=30)
"""Time before its end at which a certificate is made anew."""
CLOCK_TOLERANCE = timedelta(days=2)
"""Age of a new certificate: the clock of a phone may be behind that of the laptop."""


@dataclass(frozen=True, slots=True)
class SignedKey:
    """A certificate with its private key, as one file holds them."""

    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey

    def is_in_force(self, moment: datetime) -> bool:
        """Return whether the certificate is valid, and not about to end."""
        certificate = self.certificate
        return certificate.not_valid_before_utc <= moment <= certificate.not_valid_after_utc - RENEWED_BEFORE


def certificates_folder() -> Path:
    """Return the folder of the keys and certificates."""
    return Path(settings.VAR_DIR) / "https"


def authority_path() -> Path:
    """Return the file of the authority, with its private key."""
    return certificates_folder() / "authority.pem"


def server_path() -> Path:
    """Return the file of the server certificate, with its private key."""
    return certificates_folder() / "server.pem"


def read_server() -> x509.Certificate | None:
    """Return the server certificate; None if none was made."""
    signed = _read(server_path())
    return signed.certificate if signed else None


def read_authority() -> x509.Certificate | None:
    """Return the certificate of the authority; None if none was made."""
    signed = _read(authority_path())
    return signed.certificate if signed else None


def fingerprint_text(certificate: x509.Certificate) -> str:
    """Return the SHA-256 fingerprint as devices show it."""
    return certificate.fingerprint(hashes.SHA256()).hex(":").upper()


def renew_certificate(host_names: Iterable[str], *, now: datetime) -> bool:
    """Make the authority and the server certificate, as far as they are missing or no longer fit.

    Args:
        host_names: names and addresses of this machine. Those for which the authority may not sign are left
            out.

    Returns:
        True if there is a new server certificate.

    Raises:
        AppError: `not_writable`.
    """
    names = signable_names([*host_names, "localhost", "127.0.0.1"])
    authority = _read(authority_path())
    # a clock that stands before the birth of the authority must not cost the devices their trust
    if authority is None or authority.certificate.not_valid_after_utc - RENEWED_BEFORE < now:
        authority = _make_authority(now)
        _write(authority_path(), authority)
    moment = max(now, authority.certificate.not_valid_before_utc)
    server = _read(server_path())
    if (
        server is not None
        and server.is_in_force(moment)
        and server.certificate.issuer == authority.certificate.subject
        and names <= certificate_names(server.certificate)
    ):
        return False
    _write(server_path(), _sign_server(authority, names, moment))
    return True


def signable_names(host_names: Iterable[str]) -> frozenset[str]:
    """Return the names and addresses for which the authority may sign.

    >>> sorted(signable_names(["192.168.1.20", "8.8.8.8", "laptop.local", "club.example", "localhost"]))
    ['192.168.1.20', 'laptop.local', 'localhost']
    """
    return frozenset(name for host_name in host_names if _is_local(name := host_name.lower()))


def certificate_names(certificate: x509.Certificate) -> frozenset[str]:
    """Return the names and addresses in a certificate."""
    try:
        names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except x509.ExtensionNotFound:
        return frozenset()
    addresses = map(str, names.get_values_for_type(x509.IPAddress))
    return frozenset([*names.get_values_for_type(x509.DNSName), *addresses])


def tls_context(certificate: Path, key: Path | None = None) -> ssl.SSLContext:
    """Return a TLS context for a server.

    Args:
        certificate: file with the certificate and those of its issuers.
        key: file of the private key; by default the same file.

    Raises:
        OSError: a file is missing, damaged or protected by a passphrase, or the two do not fit.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.set_alpn_protocols(["http/1.1"])
    # without a passphrase OpenSSL would ask for one in the terminal
    context.load_cert_chain(certificate, key, password=no_passphrase)
    return context


def no_passphrase() -> str:
    """Return the passphrase of each key: there is none."""
    return ""


def _is_local(name: str) -> bool:
    address = address_of(name)
    if address is not None:
        return any(address in network for network in PRIVATE_NETWORKS)
    return HOST_NAME.fullmatch(name) is not None and any(
        name == domain or name.endswith(f".{domain}") for domain in LOCAL_DOMAINS
    )


def address_of(name: str) -> IPv4Address | IPv6Address | None:
    """Return a name as an address; None if it is a name of a domain."""
    with suppress(ValueError):
        return ip_address(name)
    return None


def _make_authority(now: datetime) -> SignedKey:
    key = ec.generate_private_key(ec.SECP256R1())
    # devices list authorities by name: the number tells this laptop from another one
    name = x509.Name(
        [
            x509.NameAttribute(NameOID.ORGANIZATION_NAME, "Étui"),
            x509.NameAttribute(NameOID.COMMON_NAME, f"Étui {token_hex(3)}"),
        ]
    )
    constraints = x509.NameConstraints(
        permitted_subtrees=[
            *map(x509.DNSName, LOCAL_DOMAINS),
            *map(x509.IPAddress, PRIVATE_NETWORKS),
        ],
        excluded_subtrees=None,
    )
    usage = _key_usage(key_cert_sign=True, crl_sign=True)
    certificate = (
        _builder(name, name, key, now - CLOCK_TOLERANCE, now + AUTHORITY_TIME)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(constraints, critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    return SignedKey(certificate, key)


def _sign_server(authority: SignedKey, names: Iterable[str], now: datetime) -> SignedKey:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.ORGANIZATION_NAME, "Étui")])
    signer = authority.certificate
    alternatives: list[x509.GeneralName] = [
        x509.DNSName(name) if (address := address_of(name)) is None else x509.IPAddress(address)
        for name in sorted(names)
    ]
    end = min(now + SERVER_TIME, signer.not_valid_after_utc)
    certificate = (
        _builder(name, signer.subject, key, now - CLOCK_TOLERANCE, end)
        .add_extension(x509.SubjectAlternativeName(alternatives), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_key_usage(digital_signature=True), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.key.public_key()), critical=False
        )
        .sign(authority.key, hashes.SHA256())
    )
    return SignedKey(certificate, key)


def _builder(
    subject: x509.Name,
    issuer: x509.Name,
    key: ec.EllipticCurvePrivateKey,
    begin: datetime,
    end: datetime,
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(begin.astimezone(UTC))
        .not_valid_after(end.astimezone(UTC))
    )


def _key_usage(
    *, digital_signature: bool = False, key_cert_sign: bool = False, crl_sign: bool = False
) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=digital_signature,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=key_cert_sign,
        crl_sign=crl_sign,
        encipher_only=False,
        decipher_only=False,
    )


def _read(path: Path) -> SignedKey | None:
    """Return the content of a file; None if it is missing or damaged."""
    try:
        content = path.read_bytes()
        key = load_key(content, password=None)
        if not isinstance(key, ec.EllipticCurvePrivateKey):
            raise ValueError("another kind of key")
        return SignedKey(x509.load_pem_x509_certificate(content), key)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        logger.warning("certificate cannot be read: %s: %s", path.name, type(error).__name__)
        return None


def _write(path: Path, signed: SignedKey) -> None:
    """Write a file so that it is complete or absent, even after a power cut."""
    key = signed.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    new_path = path.with_suffix(f".{token_hex(4)}")
    try:
        make_private_folder(path.parent)
        with open(new_path, "wb", opener=open_privately) as file:
            file.write(key + signed.certificate.public_bytes(Encoding.PEM))
            file.flush()
            os.fsync(file.fileno())
        new_path.replace(path)
    except OSError as error:
        with suppress(OSError):
            new_path.unlink(missing_ok=True)
        raise unwritable_error(path, error) from error
