"""The https port of a laptop: TLS on the wire beside http, its cookies, its certificates."""

import asyncio
import os
import socket
import ssl
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.serialization import BestAvailableEncryption, Encoding, PrivateFormat
from cryptography.hazmat.primitives.serialization import load_pem_private_key as load_key
from pytest_django.fixtures import Settings

from common.errors import AppError
from common.web_server.serving import open_port
from tests.processes import wait_until
from tests.web_server import Wire, read_answer, serving
from tournaments.installation.certificates import (
    authority_path,
    read_authority,
    read_server,
    renew_certificate,
    server_path,
)
from tournaments.management import secure_port
from tournaments.management.secure_port import SecurePort

NOW = datetime.now(UTC)


@pytest.fixture(autouse=True)
def data(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    settings.VAR_DIR = tmp_path / "var"
    settings.ALLOWED_HOSTS = ["localhost"]
    for name in ("ETUI_HTTPS_ADDRESS", "ETUI_HOSTS"):
        monkeypatch.setenv(name, "")
    return tmp_path


def echo(environ: dict[str, Any], start: Any) -> Iterable[bytes]:
    """Answer with scheme and cookies, and set two cookies."""
    body = f"{environ['wsgi.url_scheme']} {environ.get('HTTP_COOKIE', '-')}".encode()
    cookies = [("Set-Cookie", "sessionid=abc; HttpOnly; Path=/"), ("Set-Cookie", "etui_cartes=x; Secure")]
    start("200 OK", [("Content-Length", str(len(body))), *cookies])
    return [body]


@contextmanager
def secured(folder: Path, port: SecurePort) -> Iterator[Wire]:
    with serving(echo, folder) as wire:
        loop = wire.server.servers[0].get_loop()
        asyncio.run_coroutine_threadsafe(port.open(wire.server), loop).result(10)
        yield wire


@pytest.fixture
def secure() -> Iterator[SecurePort]:
    with open_port("127.0.0.1", 0) as listener:
        port = SecurePort(listener)
        port.prepare(["localhost"])
        yield port


def trusting() -> ssl.SSLContext:
    """A client that trusts the authority of the laptop and no other."""
    return ssl.create_default_context(cafile=str(authority_path()))


def connect(port: SecurePort, host: str = "localhost") -> ssl.SSLSocket:
    plain = socket.create_connection(("127.0.0.1", port.port), timeout=10)
    try:
        return trusting().wrap_socket(plain, server_hostname=host)
    except OSError:
        plain.close()
        raise


def ask(port: SecurePort, *, host: str = "localhost", cookie: str = "") -> tuple[int, str, bytes]:
    with connect(port, host) as client:
        head = f"GET / HTTP/1.1\r\nHost: {host}\r\n" + (f"Cookie: {cookie}\r\n" if cookie else "")
        client.sendall((head + "\r\n").encode())
        return read_answer(client)


def test_one_server_answers_http_and_https_side_by_side(secure: SecurePort, tmp_path: Path) -> None:
    with secured(tmp_path, secure) as wire:
        status, _head, body = ask(secure)
        plain_status, plain_head, plain_body = wire.ask("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")

        assert (status, body, plain_status, plain_body) == (200, b"https -", 200, b"http -")
        assert "set-cookie: sessionid=abc; httponly; path=/\r\n" in plain_head
        with socket.create_connection(("127.0.0.1", secure.port), timeout=10) as connection:
            connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert b"HTTP" not in connection.recv(100)


def test_cookies_of_https_have_a_prefix_and_those_of_http_are_not_read(
    secure: SecurePort, tmp_path: Path
) -> None:
    cookies = "sessionid=forged; __Secure-sessionid=own; etui_cartes=x; __Secure-a=1"
    with secured(tmp_path, secure):
        _status, head, body = ask(secure, cookie=cookies)
        _status, _head, alone = ask(secure, cookie="sessionid=forged")

    assert body == b"https sessionid=own; etui_cartes=x; a=1"
    assert alone == b"https -"
    assert "set-cookie: __secure-sessionid=abc; httponly; path=/; secure\r\n" in head
    assert "set-cookie: etui_cartes=x\r\n" in head


def test_running_server_gets_a_certificate_for_a_new_address(secure: SecurePort, tmp_path: Path) -> None:
    with secured(tmp_path, secure):
        with pytest.raises(ssl.SSLCertVerificationError):
            ask(secure, host="192.168.7.7")

        secure.refresh(["192.168.7.7"])

        assert wait_until(lambda: is_served(secure, "192.168.7.7"), 10)


def is_served(port: SecurePort, host: str) -> bool:
    try:
        return ask(port, host=host)[0] == 200
    except ssl.SSLCertVerificationError:
        return False


def test_refresh_that_fails_keeps_the_certificate(
    secure: SecurePort, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = server_path().parent
    with secured(tmp_path, secure):
        moved_folder = folder.rename(tmp_path / "away")
        folder.write_text("a file in the way", encoding="utf-8")

        secure.refresh(["192.168.7.7"])

        folder.unlink()
        moved_folder.rename(folder)
        assert ask(secure)[0] == 200
    assert "certificate stays as it was" in caplog.text


def test_connection_without_a_handshake_or_a_head_is_ended(
    secure: SecurePort, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(secure_port, "HEAD_SECONDS", 0.3)
    monkeypatch.setattr("common.web_server.connections.HEAD_SECONDS", 0.3)
    with secured(tmp_path, secure) as wire:
        with socket.create_connection(("127.0.0.1", secure.port), timeout=10) as plain:
            assert plain.recv(1) == b""
        with connect(secure) as client:
            client.sendall(b"GET / HT")
            assert wait_until(lambda: wire.connection_count == 1)
            assert client.recv(1) == b""
        assert wait_until(lambda: wire.connection_count == 0)


# --- a certificate of the club's own ------------------------------------------------------------


@pytest.fixture
def own(data: Path) -> Path:
    """A certificate for salle.home.arpa, as if an authority of the internet had signed it."""
    renew_certificate(["salle.home.arpa"], now=NOW)
    return server_path().rename(data / "own.pem")


def test_own_certificate_serves_its_names_and_none_is_made(
    own: Path, settings: Settings, tmp_path: Path
) -> None:
    authority = read_authority()
    with open_port("127.0.0.1", 0) as listener:
        port = SecurePort(listener, own)
        port.prepare(["192.168.1.20"])
        number = port.port

        with secured(tmp_path, port):
            assert ask(port, host="salle.home.arpa")[0] == 200
            port.refresh(["192.168.1.20"])

    assert (read_server(), read_authority()) == (None, authority)
    assert "salle.home.arpa" in settings.ALLOWED_HOSTS
    assert f"localhost:{number}" in settings.ETUI_HTTPS_ADDRESS
    assert os.environ["ETUI_HTTPS_ADDRESS"] == settings.ETUI_HTTPS_ADDRESS


def test_own_certificate_that_was_renewed_is_used_without_a_new_start(own: Path, tmp_path: Path) -> None:
    with open_port("127.0.0.1", 0) as listener:
        port = SecurePort(listener, own)
        with secured(tmp_path, port):
            own.write_text("half a fi", encoding="utf-8")
            os.utime(own, (1, 1))
            port.refresh([])
            assert ask(port, host="salle.home.arpa")[0] == 200

            renew_certificate(["neuf.home.arpa"], now=NOW + timedelta(days=1))
            server_path().replace(own)
            port.refresh([])

            assert wait_until(lambda: is_served(port, "neuf.home.arpa"), 10)


def with_passphrase(key_file: Path) -> None:
    key = load_key(key_file.read_bytes(), None)
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"secret"))
    key_file.write_bytes(secret + key_file.read_bytes().partition(b"-----END PRIVATE KEY-----\n")[2])


@pytest.mark.parametrize(
    "spoil",
    [lambda own: own.unlink(), lambda own: own.write_text("x"), with_passphrase],
    ids=["missing", "text", "passphrase"],
)
def test_own_certificate_that_cannot_serve_is_refused_with_a_sentence(
    own: Path, spoil: Callable[[Path], object]
) -> None:
    spoil(own)
    with open_port("127.0.0.1", 0) as listener, pytest.raises(AppError) as refused:
        SecurePort(listener, own).prepare([])

    assert refused.value.code == "certificate_unusable"
    assert f"Le certificat « {own} » ne peut pas servir" in str(refused.value.message)


def test_wildcard_of_a_certificate_is_a_pattern_of_hosts(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        secure_port, "certificate_names", lambda _certificate: {"*.b.example", "a.example", "10.0.0.5"}
    )
    with open_port("127.0.0.1", 0) as listener:
        assert SecurePort(listener, own).own_names() == {".b.example", "a.example"}
