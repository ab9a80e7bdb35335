"""Refusals and messages of `manage.py serve`, without a start. The processes are tested in tests/ops."""

import socket
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.models import User
from common.errors import AppError
from tournaments.management import served_addresses
from tournaments.management.commands import serve
from tournaments.management.commands.serve import EVERYWHERE
from tournaments.management.installation import lock_data, refuse_unsafe_sqlite
from tournaments.management.served_addresses import ServedAddresses

pytestmark = pytest.mark.django_db


@pytest.fixture
def networks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The machine's addresses, for the test to change."""
    addresses = ["192.168.1.20"]
    monkeypatch.setattr(served_addresses, "lan_addresses", lambda: list(addresses))
    return addresses


def test_sqlite_without_a_write_ahead_log_is_refused() -> None:
    if connection.vendor == "sqlite":  # the test's database is in memory: it has no such log
        with pytest.raises(AppError) as refused:
            refuse_unsafe_sqlite()
        assert "journal « memory » au lieu de « wal »" in str(refused.value.message)
    else:
        refuse_unsafe_sqlite()


@pytest.fixture
def data(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a laptop on which the command may be called, but not serve."""
    settings.VAR_DIR = tmp_path
    monkeypatch.setattr(serve, "ENDING", ())  # the signals of this process stay as they are, and its output
    monkeypatch.setattr(serve, "write_without_waiting", lambda: None)
    return tmp_path


def test_options_that_cannot_serve_https_are_refused(data: Path) -> None:
    with pytest.raises(CommandError, match="--key va avec --certificate"):
        call_command("serve", "--port=0", "--https-port=0", f"--key={data / 'salle.pem'}")
    with socket.create_server(("", 0)) as busy_socket:
        port = busy_socket.getsockname()[1]
        with pytest.raises(CommandError, match=f"Le port {port} est déjà pris par un autre programme."):
            call_command("serve", "--port=0", "--https", f"--https-port={port}")


def test_second_server_on_the_same_data_is_refused(data: Path) -> None:
    with lock_data(data), pytest.raises(CommandError, match="déjà démarré avec ces données"):
        call_command("serve", "--port=0")


def test_welcome_gives_both_addresses_and_a_code(networks: list[str]) -> None:
    text = ServedAddresses(EVERYWHERE, 8000).text()

    assert "Sur cet ordinateur : http://localhost:8000/\n" in text
    assert "Dans la salle, sur le même Wi-Fi : http://192.168.1.20:8000/\n" in text
    assert "▄▄▄▄▄" in text


def test_welcome_without_network_says_so_and_tells_of_it_when_it_comes(networks: list[str]) -> None:
    networks.clear()
    greeting = ServedAddresses(EVERYWHERE, 8000)

    text = greeting.text()
    networks.append("10.0.0.5")

    assert "Aucun réseau pour l’instant" in text
    assert greeting.appeared() == ["10.0.0.5"]
    assert greeting.appeared() == []


def test_welcome_on_one_address_names_no_other(networks: list[str]) -> None:
    greeting = ServedAddresses("127.0.0.1", 8010)

    text = greeting.text()

    assert "Sur cet ordinateur : http://127.0.0.1:8010/\n" in text
    assert "192.168.1.20" not in text
    assert "Wi-Fi" not in text
    assert greeting.main_url() == "http://127.0.0.1:8010/"


def test_paper_carries_the_address_of_the_hall(networks: list[str]) -> None:
    assert ServedAddresses(EVERYWHERE, 8000).main_url() == "http://192.168.1.20:8000/"
    networks.clear()
    assert ServedAddresses(EVERYWHERE, 8000).main_url() == "http://localhost:8000/"


@pytest.mark.postgres
def test_link_is_given_until_an_organiser_has_signed_in(networks: list[str]) -> None:
    organiser = User.objects.create_user(email="anne@club.example", password=None, is_staff=True)

    text_before = ServedAddresses(EVERYWHERE, 8000).text()
    organiser.last_login = timezone.now()
    organiser.save()
    text_after = ServedAddresses(EVERYWHERE, 8000).text()

    assert "http://localhost:8000/connexion/lien/" in text_before
    assert "/connexion/lien/" not in text_after
    assert "manage.py sign_in_link" in text_after


def test_link_is_given_again_to_an_organiser_without_a_password(
    networks: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accounts.services.can_send", lambda: False)
    User.objects.create_user(
        email="anne@club.example", password=None, is_staff=True, last_login=timezone.now()
    )

    text = ServedAddresses(EVERYWHERE, 8000).text()

    assert "http://localhost:8000/connexion/lien/" in text
    assert "Vous n’avez pas encore de mot de passe." in text
    assert "la première fois" not in text


def test_without_anybody_the_first_account_is_left_to_make(networks: list[str]) -> None:
    assert "manage.py createsuperuser" in ServedAddresses(EVERYWHERE, 8000).text()
