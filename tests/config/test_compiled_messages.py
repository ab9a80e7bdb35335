"""English catalogues exist after every kind of start, or the command that compiles them is shown."""

import runpy
import sys
from pathlib import Path

import polib
import pytest

from config.web import __main__ as web
from tools import compile_messages

PROJECT = Path(__file__).parents[2]


@pytest.fixture
def english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The catalogue of a fresh copy of the project, not compiled yet."""
    place = tmp_path / "en" / "LC_MESSAGES"
    place.mkdir(parents=True)
    (place / "django.po").write_text('msgid "Oui"\nmsgstr "Yes"\n', encoding="utf-8")
    monkeypatch.setattr(compile_messages, "LOCALE", tmp_path)
    return place / "django.mo"


def test_commands_compile_first(english: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["manage.py", "version"])

    runpy.run_path(str(PROJECT / "manage.py"), run_name="__main__")

    assert polib.mofile(str(english)).find("Oui").msgstr == "Yes"


def test_web_server_compiles_first(english: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["config.web", "--help"])

    with pytest.raises(SystemExit):
        web.main()

    assert english.exists()


def test_folder_that_cannot_be_written_is_said_with_the_command(
    english: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (english.parents[2] / "fr").touch()

    compile_messages.compile_at_start()

    assert "python tools/compile_messages.py" in capsys.readouterr().err
    assert not english.exists()
