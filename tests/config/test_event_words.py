"""Catalogues in the words of an event: French agrees with its noun, and no other text changes."""

from pathlib import Path

import polib
import pytest

from tests.architecture.test_translations import ENGLISH_SLIPS, FRENCH_SLIPS, TEXTS, VALUES
from tools.event_words import OWN_TEXTS, ROUND_WORDS, event_catalogues, in_masculine
from tournaments.core.formats.event_options import RoundWord

LOCALE = Path(__file__).parents[2] / "locale"
CATALOGUES = dict(event_catalogues(TEXTS, LOCALE))
FEMININE = (
    r"\b[lL]a tour\b",
    "toutes les tours",
    "cette tour",
    "ne tour",
    "ière tour",
    "ée tour",
    "à la tour",
)


@pytest.mark.parametrize(
    ("position", "tour"),
    [
        ("À la position 2 sur 5.", "Au tour 2 sur 5."),
        ("Fin de la position ; la dernière position suit.", "Fin du tour ; le dernier tour suit."),
        ("Une position dure 20 minutes.", "Un tour dure 20 minutes."),
        ("d’une position à toutes les positions", "d’un tour à tous les tours"),
        ("%(n)s positions verrouillées", "%(n)s tours verrouillés"),
        ("La position %(n)d est contrôlée et verrouillée.", "Le tour %(n)d est contrôlé et verrouillé."),
        (
            "Dans une position verrouillée, seul lui peut la rouvrir.",
            "Dans un tour verrouillé, seul lui peut le rouvrir.",
        ),
        ("Dites pourquoi cette position est rouverte.", "Dites pourquoi ce tour est rouvert."),
        ("Position suivante", "Tour suivant"),
        ("Pos.", "Tour"),
        ("une disposition", "une disposition"),
    ],
)
def test_companions_of_the_noun_become_masculine(position: str, tour: str) -> None:
    assert in_masculine(position) == tour


@pytest.mark.parametrize("word", RoundWord)
def test_each_word_has_catalogues_in_both_languages(word: RoundWord) -> None:
    assert set(ROUND_WORDS["fr"]) == set(ROUND_WORDS["en"]) == set(RoundWord)
    for language in ROUND_WORDS:
        for suffix in ("", "-libre"):
            assert f"{language}_X-{word}{suffix}" in CATALOGUES


def test_no_text_keeps_the_feminine_of_position() -> None:
    texts = [
        text for entry in CATALOGUES["fr_X-tour"] for text in (entry.msgstr, *entry.msgstr_plural.values())
    ]

    assert len(texts) > 200
    assert [text for text in texts for part in FEMININE if part in text] == []
    assert [text for text in texts if "position" in text.lower()] == []


def test_catalogue_of_the_usual_words_changes_nothing() -> None:
    assert [len(CATALOGUES[f"{language}_X-position"]) for language in ROUND_WORDS] == [0, 0]
    assert len(CATALOGUES["en_X-tour"]) == 0


@pytest.mark.parametrize("language", ["fr", "en"])
def test_texts_of_events_without_etuis_are_texts_of_the_site(language: str) -> None:
    usual_keys = {(entry.msgctxt, entry.msgid, entry.msgid_plural) for entry in TEXTS}
    slips = FRENCH_SLIPS if language == "fr" else ENGLISH_SLIPS

    for entry in polib.pofile(str(LOCALE / OWN_TEXTS / f"{language}.po")):
        texts = list(entry.msgstr_plural.values()) or [entry.msgstr]
        assert (entry.msgctxt, entry.msgid, entry.msgid_plural) in usual_keys
        assert sorted(VALUES.findall(texts[0])) == sorted(VALUES.findall(entry.msgid))
        assert [text for text in texts if not text or slips.search(text)] == []
