"""`etui check`: its report about the installation."""

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from common.errors import AppError
from etui.version import program_version
from tournaments.management.commands import check_installation
from tournaments.paper.pdf import libraries


def lines() -> str:
    output = StringIO()
    call_command("check_installation", stdout=output)
    return output.getvalue().replace("\u00a0", " ")


@pytest.mark.django_db
def test_installation_in_order_is_described(settings: Any, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path
    text = lines()

    assert f"Version : {program_version()}\n" in text
    assert f"Données : {settings.VAR_DIR}\n" in text
    assert "Base de données : en ordre" in text
    assert "Dernière sauvegarde : aucune" in text
    assert "PDF : ils peuvent être dessinés ici." in text


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("system", "advice"), [("linux", "sudo apt install"), ("darwin", "brew install"), ("win32", "MSYS2")]
)
def test_missing_library_comes_with_the_command_of_the_system(
    system: str, advice: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(libraries.sys, "platform", system)
    monkeypatch.setattr(check_installation, "has_text_libraries", lambda: False)

    assert advice in lines()


@pytest.mark.parametrize("system", ["linux", "win32"])
def test_library_that_does_not_load_is_missing(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(name: str) -> object:
        raise OSError(name)

    is_loaded = libraries.has_text_libraries()
    monkeypatch.setattr(libraries.sys, "platform", system)
    monkeypatch.setattr(libraries.ctypes, "CDLL", refuse)
    monkeypatch.setattr(libraries, "import_module", refuse)

    assert is_loaded
    assert not libraries.has_text_libraries()


@pytest.mark.django_db
def test_data_that_cannot_be_used_is_refused_with_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> object:
        raise AppError("database_damaged", "La base de données est abîmée.")

    monkeypatch.setattr(check_installation, "read_living", refuse)

    with pytest.raises(CommandError, match="abîmée"):
        lines()
