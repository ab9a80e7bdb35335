"""Letters on paper: of our fonts, of the machine's, or Latin ones in their place."""

import subprocess
import sys

import pytest

from tournaments.paper.documents.typesetting import letters
from tournaments.paper.documents.typesetting.letters import drawable, undrawable


@pytest.fixture
def bare_machine(monkeypatch):
    """A machine without a font of its own."""
    monkeypatch.setattr(letters, "_is_on_machine", lambda letter: False)


@pytest.mark.parametrize(
    "name",
    [
        "ÉCLUSE Zoé",
        "ŁUKASZ Ștefan",
        "NGUYỄN Thị Hương",
        "Ивáн Жукoв",
        "Γιώργος",
        "محمد بن علي",
        "דוד כהן",
        "Արամ",
        "ნინო",
        "Zoe\u0301",
        "♠ ♥ ♦ ♣ – « 12\u00a0% »",
        "דוד\u200e 5–8",
    ],
)
def test_our_own_fonts_have_these(bare_machine, name):
    assert drawable(name) == name


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("王伟", "WangWei"),
        ("김민수", "GimMinSu"),
        ("สมชาย", "smchay"),
        ("Léa 😀", "Léa ?"),
        ("a\u0e49b", "ab"),
    ],
)
def test_other_letters_are_printed_as_latin_ones(bare_machine, name, printed):
    assert drawable(name) == printed


def test_letters_of_the_machine_stay(monkeypatch):
    monkeypatch.setattr(letters, "_is_on_machine", lambda letter: letter == "王")

    assert drawable("王伟") == "王Wei"
    assert undrawable("王伟 Anne") == {"伟"}


def test_pango_knows_what_no_font_has():
    assert undrawable("Anne\u0378") == {"\u0378"}


def test_without_pango_letters_stay_for_the_browser_that_prints(monkeypatch):
    def refuse(name: str) -> object:
        raise OSError(name)

    letters._is_on_machine.cache_clear()
    monkeypatch.setattr(letters, "import_module", refuse)

    assert letters._is_on_machine("\u4e2d")
    letters._is_on_machine.cache_clear()


def test_program_that_asked_pango_ends_well():
    # the settings are enough: the apps would take a second
    script = "from tournaments.paper.documents.typesetting.letters import undrawable; undrawable('\u0378')"

    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
