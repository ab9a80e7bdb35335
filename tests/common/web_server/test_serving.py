"""Binding of the port: the requested one, the next free one, and the message if there is none."""

import resource
import socket

import pytest

from common.errors import AppError
from common.system.limits import OPEN_FILES, raise_open_files
from common.web_server import serving
from common.web_server.serving import open_port


@pytest.fixture
def taken() -> socket.socket:
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server


def test_port_asked_for_and_taken_is_refused(taken: socket.socket) -> None:
    port = taken.getsockname()[1]

    with pytest.raises(AppError) as refused:
        open_port("127.0.0.1", port)

    assert refused.value.code == "port_taken"
    assert refused.value.message == (
        f"Le port {port} est déjà pris par un autre programme. Choisissez-en un autre : --port {port + 10}"
    )


def test_without_a_wish_the_next_free_port_is_taken(
    taken: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "DEFAULT_PORT", taken.getsockname()[1])

    with open_port("127.0.0.1", None) as opened:
        assert taken.getsockname()[1] < opened.getsockname()[1] < taken.getsockname()[1] + serving.PORTS_TRIED


def test_address_of_another_machine_is_refused() -> None:
    with pytest.raises(AppError) as refused:
        open_port("203.0.113.7", 8000)

    assert refused.value.code == "host_unusable"
    assert refused.value.message == "Cet ordinateur n’a pas l’adresse « 203.0.113.7 »."


def test_open_files_are_raised_within_the_hard_limit() -> None:
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(512, limits[1]), limits[1]))

    raise_open_files()

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, limits)
    assert (soft, hard) == (min(limits[1], OPEN_FILES), limits[1])


def test_what_a_port_accepts_sends_every_part_of_an_answer_at_once() -> None:
    with (
        open_port("127.0.0.1", None) as opened,
        socket.create_connection(opened.getsockname()),
        opened.accept()[0] as accepted,
    ):
        assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
