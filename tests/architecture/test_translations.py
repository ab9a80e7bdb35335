"""English texts are complete and have the same values as the French ones. Both follow their typography."""

import re
import shutil
from pathlib import Path
from typing import Any

import polib
import pytest
from django.core.management import call_command
from django.utils import translation

PROJECT = Path(__file__).parents[2]
CATALOGUE = Path("locale", "en", "LC_MESSAGES", "django.po")
TEXTS = polib.pofile(str(PROJECT / CATALOGUE))
SOURCES = (
    "accounts",
    "common",
    "config",
    "counting",
    "etui",
    "games",
    "play",
    "publishing",
    "tournaments",
    "templates",
)
VALUES = re.compile(r"%\(\w+\)[sd]|%%|\{\w*\}|</?\w+[^>]*>|^\n|\n$")
UNBREAKABLE = "\u00a0\u202f"
FRENCH_SLIPS = re.compile(
    rf"(?<![{UNBREAKABLE}])[;?!»](?!\w)|(?<![{UNBREAKABLE}]):(?![/\w])|«(?![{UNBREAKABLE}])"
    rf"|(?<![{UNBREAKABLE}%])%(?:%(?!s)|$)|n°(?![{UNBREAKABLE}]|$)|['\"]|\.\.\."
)
"""Missing unbreakable space before a sign that needs one; straight quotes; three dots."""
ENGLISH_SLIPS = re.compile(rf"[«»{UNBREAKABLE}'\"]|\s[:;?!]|\.\.\.|[àâçéèêëîïôùûœ]")


def pairs(entry: polib.POEntry) -> list[tuple[str, str]]:
    """Return the French and English texts of an entry, for each number if it has two."""
    if entry.msgid_plural:
        return [(entry.msgid, entry.msgstr_plural[0]), (entry.msgid_plural, entry.msgstr_plural[1])]
    return [(entry.msgid, entry.msgstr)]


BOTH = [pair for entry in TEXTS for pair in pairs(entry)]


TICS = re.compile(
    r"\b(?:se|s’y|s’en) (?:lit|lisent|montre|montrent|choisit|choisissent|défait|défont|voit|voient"
    r"|verra|verront|relève|relèvent|note|notent|change|changent|règle|règlent|fait|font|reprend)\b"
    r"|rien n’est à\b|\bne dit rien\b|\brépond(?:ent)? à «|\bn’ouvr(?:e|ent) plus rien\b"
)
"""Things that read, show or choose themselves. The text must name the person who acts."""
EITHER_NUMBER = re.compile(r"\w\([a-z]{1,3}\)(?!\w)")
"""Open number such as “result(s)”. The text needs two plural forms, or a sentence without a number."""
OTHER_WORDS = {
    "tournoi": r"(?<!practice )(?<!friendly )\bevents?\b",
    "courriel": r"\bemails?\b|(?<!e-)\bmails?\b",
    "pseudonyme": r"\bpseudonyms?\b",
    "tables libres": r"\bfree tables?\b",
    "places sont fixées": r"\bseats? (?:is|are) fixed",
}
"""English synonyms of our words: tournament, e-mail, nickname, open table, locked."""
REPLACED = re.compile(r"\bcourriers?\b|\be-mails\b")
"""French words that are replaced by *courriel*."""
NAMED = r"%\((?:seats?|names?|player|person|holder|entry|leaves|who|label|club|site|user|written)\)s"
ELIDED = re.compile(rf"\b(?P<word>[Dd]|[Qq]u|[Jj]usqu)e (?={NAMED})")
"""*de* and *que* before a name that may begin with a vowel: "de Ouest"."""
CALQUES = re.compile(r"\bat once\b|\bYou need no\b|\bYou fail\b|\balternated\b(?! ranking)", re.IGNORECASE)
"""English that translates the French word by word."""
SIMULTANEOUS = re.compile(r"à la fois|alterné", re.IGNORECASE)
IDENTIFIERS = re.compile(r"\b[a-z]+_[a-z_]+\b|\b[a-z]+[A-Z]\w*|\bNone\b|::")
COMMANDS = re.compile(r"manage\.py \w+|commande \w+")


def keys(catalogue: polib.POFile) -> set[tuple[str, str, str]]:
    return {(entry.msgctxt or "", entry.msgid, entry.msgid_plural) for entry in catalogue}


@pytest.fixture
def extracted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Any) -> polib.POFile:
    """Texts of the sources, as extracted by gettext."""
    if shutil.which("xgettext") is None:
        pytest.fail("no gettext on this machine: script/bootstrap --dev installs it")
    # a copy: gettext writes into the folder that it reads
    for folder in SOURCES:
        shutil.copytree(PROJECT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    settings.LOCALE_PATHS = [tmp_path / "locale"]
    monkeypatch.chdir(tmp_path)
    call_command("makemessages", locale=["en"], no_location=True, verbosity=0)
    return polib.pofile(str(tmp_path / CATALOGUE))


def test_catalogue_holds_the_texts_of_the_source_and_no_other(extracted: polib.POFile) -> None:
    assert len(extracted) > 700
    assert keys(extracted) - keys(TEXTS) == set(), "new texts: run makemessages as the catalogue's head says"
    assert keys(TEXTS) - keys(extracted) == set(), "texts gone: run makemessages as the catalogue's head says"


def test_every_text_has_its_english() -> None:
    assert [entry.msgid for entry in TEXTS if not entry.translated()] == []
    assert [entry.msgid for entry in TEXTS if entry.fuzzy or entry.obsolete] == []


def test_none_is_singular_in_french_and_plural_in_english() -> None:
    text = next(entry for entry in TEXTS if entry.msgid_plural)
    texts = {}

    for language in ("fr", "en"):
        with translation.override(language):
            texts[language] = [translation.ngettext(text.msgid, text.msgid_plural, n) for n in (0, 1, 2)]

    assert texts["fr"] == [text.msgid, text.msgid, text.msgid_plural]
    assert texts["en"][0] == texts["en"][2] != texts["en"][1]


def test_english_keeps_values_and_marks() -> None:
    mismatches = [pair for pair in BOTH if sorted(VALUES.findall(pair[0])) != sorted(VALUES.findall(pair[1]))]

    assert mismatches == []


def test_french_is_set_as_french() -> None:
    assert [french for french, _english in BOTH if FRENCH_SLIPS.search(french)] == []


def test_english_is_set_as_english() -> None:
    assert [english for _french, english in BOTH if ENGLISH_SLIPS.search(english)] == []


@pytest.mark.parametrize("wrong", ["Quel fichier ?", "« oui »", "à 100 %", "Pages: 3", "l'étui", "n° 3"])
def test_slips_of_french_setting_are_seen(wrong: str) -> None:
    assert FRENCH_SLIPS.search(wrong)


def test_french_says_who_does_what() -> None:
    assert [french for french, _ in BOTH if TICS.search(french)] == []


def test_no_text_shows_an_identifier() -> None:
    plain = [re.sub(r"%\(\w+\)[sd]|\{\w*\}|<[^>]*>", "", COMMANDS.sub("", french)) for french, _ in BOTH]

    assert [text for text in plain if IDENTIFIERS.search(text)] == []


def test_no_text_leaves_its_number_open() -> None:
    assert [text for pair in BOTH for text in pair if EITHER_NUMBER.search(text)] == []


@pytest.mark.parametrize("french", OTHER_WORDS)
def test_one_thing_has_one_word_in_english(french: str) -> None:
    synonym = re.compile(OTHER_WORDS[french], re.IGNORECASE)

    assert [english for text, english in BOTH if french in text.lower() and synonym.search(english)] == []


def test_french_keeps_to_one_word() -> None:
    assert [french for french, _ in BOTH if REPLACED.search(french)] == []


def test_no_template_sets_french_signs_beside_its_texts() -> None:
    texts_and_tags = re.compile(
        r"\{% *blocktranslate.*?endblocktranslate *%\}|\{%.*?%\}|\{#.*?#\}", re.DOTALL
    )
    sign = re.compile(r"\s[:;?!](?=[\s<]|$)|[«»]")
    templates = [path for kind in ("html", "txt") for path in (PROJECT / "templates").rglob(f"*.{kind}")]

    assert [
        path for path in templates if sign.search(texts_and_tags.sub("", path.read_text(encoding="utf-8")))
    ] == []


def test_de_and_que_before_a_name_have_a_form_with_an_apostrophe() -> None:
    texts = {french for french, _english in BOTH}
    elided = {french: ELIDED.sub(lambda match: match["word"] + "’", french) for french in texts}

    unlisted = {french for french, form in elided.items() if form != french and form not in texts}

    assert unlisted == set(), "rewrite the sentence, or add its form with an apostrophe"


def test_english_is_no_copy_of_the_french() -> None:
    copies = {
        english for french, english in BOTH if CALQUES.search(english) and not SIMULTANEOUS.search(french)
    }

    assert copies == set()
