"""Authority and server certificate of a laptop: created, stored, renewed, for private names only."""

import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding

from common.errors import AppError
from tournaments.installation import certificates
from tournaments.installation.certificates import (
    authority_path,
    certificate_names,
    fingerprint_text,
    read_authority,
    read_server,
    renew_certificate,
    server_path,
    tls_context,
)

NOW = datetime.now(UTC)
NAMES = ["laptop.local", "192.168.1.20"]


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Path) -> Path:
    settings.VAR_DIR = tmp_path / "var"
    return tmp_path / "var" / "https"


def connects(host: str, *, trusted: x509.Certificate | None) -> bool:
    """Return whether a client that opens `host` accepts the server's certificate, without a network."""
    client_context = ssl.create_default_context()
    if trusted:
        client_context.load_verify_locations(cadata=trusted.public_bytes(Encoding.PEM).decode())
    to_client, to_server = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = client_context.wrap_bio(to_client, to_server, server_hostname=host)
    server = tls_context(server_path()).wrap_bio(to_server, to_client, server_side=True)
    for _step in range(4):
        for side in (client, server):
            try:
                side.do_handshake()
            except ssl.SSLWantReadError:
                continue
            except ssl.SSLCertVerificationError:
                return False
    return client.version() is not None


def test_first_start_makes_private_files_and_a_certificate_for_each_name(folder: Path) -> None:
    assert renew_certificate([*NAMES, "LAPTOP", "93.184.216.34"], now=NOW)

    server, authority = read_server(), read_authority()
    assert server is not None
    assert authority is not None
    assert certificate_names(server) == {"localhost", "127.0.0.1", *NAMES}
    assert server.issuer == authority.subject
    assert [path.stat().st_mode & 0o777 for path in (folder, authority_path(), server_path())] == [
        0o700,
        0o600,
        0o600,
    ]
    assert sorted(path.name for path in folder.iterdir()) == ["authority.pem", "server.pem"]
    assert len(fingerprint_text(authority).split(":")) == 32


@pytest.mark.parametrize("host", ["localhost", *NAMES])
def test_who_trusts_the_authority_is_served_and_who_does_not_is_not(host: str) -> None:
    renew_certificate(NAMES, now=NOW)

    assert connects(host, trusted=read_authority())
    assert not connects(host, trusted=None)
    assert not connects("192.168.1.21", trusted=read_authority())


@pytest.mark.parametrize("host", ["club.example", "93.184.216.34", "example.internal.example"])
def test_authority_is_of_no_use_for_other_sites(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certificates, "_is_local", lambda _name: True)  # a thief signs what they like

    renew_certificate([host], now=NOW)

    assert host in certificate_names(read_server())  # type: ignore[arg-type]
    assert not connects(host, trusted=read_authority())


def test_certificate_is_renewed_for_a_new_address_alone() -> None:
    renew_certificate(NAMES, now=NOW)
    authority = read_authority()

    is_renewed_again = renew_certificate(NAMES, now=NOW)
    fewer = renew_certificate(NAMES[:1], now=NOW)
    more = renew_certificate([*NAMES, "10.0.0.5"], now=NOW)

    assert (is_renewed_again, fewer, more) == (False, False, True)
    assert read_authority() == authority
    assert connects("10.0.0.5", trusted=authority)


def test_certificates_are_renewed_before_their_end() -> None:
    renew_certificate(NAMES, now=NOW)
    authority, first = read_authority(), read_server()
    assert first is not None

    early = renew_certificate(NAMES, now=NOW + timedelta(days=360))
    late = renew_certificate(NAMES, now=NOW + timedelta(days=370))

    assert (early, late, read_authority() == authority) == (False, True, True)
    assert first.not_valid_after_utc - first.not_valid_before_utc < timedelta(days=400)
    renew_certificate(NAMES, now=NOW + timedelta(days=3640))
    assert read_authority() != authority
    assert read_server().issuer == read_authority().subject  # type: ignore[union-attr]


def test_last_certificate_of_an_authority_ends_with_it() -> None:
    renew_certificate(NAMES, now=NOW)

    renew_certificate(NAMES, now=NOW + timedelta(days=3600))

    authority, server = read_authority(), read_server()
    assert server.not_valid_after_utc == authority.not_valid_after_utc  # type: ignore[union-attr]


def test_clock_that_went_back_costs_no_trust() -> None:
    renew_certificate(NAMES, now=NOW)
    authority = read_authority()

    again = renew_certificate(NAMES, now=NOW - timedelta(days=6000))
    is_renewed_later = renew_certificate(["10.0.0.5"], now=NOW - timedelta(days=6000))

    assert (again, is_renewed_later, read_authority() == authority) == (False, True, True)
    assert connects("10.0.0.5", trusted=authority)


@pytest.mark.parametrize("content", [b"", b"-----BEGIN PRIVATE KEY-----\n", b"\x00" * 100])
def test_damaged_files_are_made_anew(content: bytes) -> None:
    renew_certificate(NAMES, now=NOW)
    authority = read_authority()

    server_path().write_bytes(content)
    assert renew_certificate(NAMES, now=NOW)
    assert connects("localhost", trusted=authority)
    authority_path().write_bytes(content)
    assert renew_certificate(NAMES, now=NOW)
    assert connects("localhost", trusted=read_authority())
    assert not connects("localhost", trusted=authority)


def test_disk_that_takes_no_file_is_told(folder: Path) -> None:
    folder.parent.mkdir(parents=True)
    folder.write_text("a file in the way", encoding="utf-8")

    with pytest.raises(AppError) as refused:
        renew_certificate(NAMES, now=NOW)

    assert refused.value.code == "not_writable"
