"""The command `etui` of a checkout: its help, its version, the folder of the data."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from django.core import management

from etui import __main__ as command
from etui import places
from etui.version import program_version

PROJECT = Path(__file__).parents[2]


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The commands that reach Django."""
    reached: list[list[str]] = []
    monkeypatch.setattr(management, "execute_from_command_line", reached.append)
    monkeypatch.setenv("ETUI_VAR_DIR", os.environ.get("ETUI_VAR_DIR", "var"))
    return reached


def test_version_is_that_of_the_project(capsys: pytest.CaptureFixture[str]) -> None:
    version = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]

    command.run_command(["--version"])

    assert program_version() == version
    assert capsys.readouterr().out == f"Étui {version}\n"


@pytest.mark.parametrize("words", [[], ["--help"], ["-h"]])
def test_help_names_the_commands(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    command.run_command(words)

    text = capsys.readouterr().out
    assert all(f"etui {name}" in text for name in ("serve", "backup", "restore", "check", "print"))


def test_signs_that_an_output_cannot_take_end_nothing() -> None:
    env = os.environ | {"PYTHONIOENCODING": "ascii"}
    run = [sys.executable, "-m", "etui"]

    done = subprocess.run(run, cwd=PROJECT, env=env, check=True, capture_output=True)

    assert b"?tui 0" in done.stdout


def test_short_names_stand_for_commands_and_others_are_passed_on(typed: list[list[str]]) -> None:
    command.run_command(["print", "--list"])
    command.run_command(["check"])
    command.run_command(["rank_event", "check"])

    assert typed == [
        ["etui", "print_document", "--list"],
        ["etui", "check_installation"],
        ["etui", "rank_event", "check"],
    ]
    assert set(command.SHORT_NAMES.values()) <= set(management.get_commands())


def test_data_may_be_in_another_folder(typed: list[list[str]], tmp_path: Path) -> None:
    command.run_command(["--data", str(tmp_path / "Élodie #1"), "serve"])

    assert os.environ["ETUI_VAR_DIR"] == str(tmp_path / "Élodie #1")
    assert typed == [["etui", "serve"]]


@pytest.mark.parametrize("words", [["--data"], ["--data", "--port=8000"]])
def test_data_without_a_folder_is_refused_with_an_example(words: list[str], typed: list[list[str]]) -> None:
    with pytest.raises(SystemExit) as refusal:
        command.run_command(words)

    assert "etui --data ~/etui serve" in str(refusal.value)
    assert typed == []


def test_data_lie_beside_the_program_only_where_that_folder_was_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(places.sys, "prefix", str(tmp_path / "python"))

    at_home = places.data_folder()
    (tmp_path / places.PORTABLE).mkdir()

    assert at_home.name == "etui"
    assert not at_home.is_relative_to(tmp_path)
    assert places.data_folder() == tmp_path / places.PORTABLE


def test_sentences_name_what_is_typed_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    in_checkout = places.command_text("backup"), places.elsewhere_text()

    monkeypatch.setattr(places, "SITE", tmp_path)

    assert in_checkout == (".venv/bin/python manage.py backup", "ETUI_VAR_DIR=~/etui script/server")
    assert (places.command_text("backup"), places.elsewhere_text()) == (
        "etui backup",
        "etui --data ~/etui serve",
    )
