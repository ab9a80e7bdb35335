"""The manual of docs/manual: pages of paragraphs in both languages, and the search in them."""

import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.conf import settings
from django.utils.html import strip_tags
from django.utils.safestring import SafeString

from games.services.markdown import LANGUAGES, render_markdown

SUBJECTS = (
    "avant",
    "inscrits",
    "places",
    "donnes",
    "papiers",
    "salle",
    "telephones",
    "resultats",
    "arbitrage",
    "libres",
    "classements",
    "cloture",
    "joueurs",
    "roles",
    "sauvegardes",
    "salle-et-site",
    "joueur",
    "en-ligne",
)
"""Names of the pages in reading order. A name is a file in each language."""
_HEADING = re.compile(r'^## <a id="([a-z-]+)"></a>(.+)$', re.MULTILINE)
"""Pattern of the heading of a paragraph, with its anchor."""
_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae"})


@dataclass(frozen=True, slots=True)
class ManualParagraph:
    """One paragraph of the manual, which the help of a page opens."""

    subject: str
    """Name of its page."""
    anchor: str
    title: str
    body: SafeString
    """HTML below the title."""

    @property
    def place(self) -> str:
        """Page and anchor, as in `places#mouvement`."""
        return f"{self.subject}#{self.anchor}"

    @property
    def opening(self) -> str:
        """Text up to the first line break, for a list of hits."""
        return strip_tags(self.body).strip().split("\n")[0]


@dataclass(frozen=True, slots=True)
class ManualPage:
    """One page of the manual."""

    subject: str
    title: str
    lead: str
    """Sentence below the title."""
    paragraphs: tuple[ManualParagraph, ...]


def list_manual_pages(language: str) -> tuple[ManualPage, ...]:
    """Return all pages in one language, in reading order."""
    return tuple(_read_manual(language).values())


def manual_page_of(language: str, subject: str) -> ManualPage | None:
    """Return one page, or None for an unknown name."""
    return _read_manual(language).get(subject)


def paragraph_at(language: str, place: str) -> ManualParagraph:
    """Return the paragraph at a place such as `places#mouvement`."""
    return _paragraphs(language)[place]


def search_manual(language: str, words: str) -> list[ManualParagraph]:
    """Return the paragraphs with all words, in one language; those with words in the heading come first.

    Accents and capitals do not matter, and the start of a word is enough. Paragraphs that have the
    words in the other language come last.
    """
    starts = _words_of(words)
    if not starts:
        return []
    languages = sorted(LANGUAGES, key=lambda written: written != language)
    ranks: dict[str, tuple[int, int]] = {}
    for foreign, written in enumerate(languages):
        for place, (title_words, text_words) in _search_index(written).items():
            in_title = sum(_has_start(title_words, start) for start in starts)
            if all(_has_start(title_words | text_words, start) for start in starts):
                ranks.setdefault(place, (foreign, -in_title))
    # sorting is stable: paragraphs of one rank stay in reading order
    places = [place for place in _paragraphs(language) if place in ranks]
    return [_paragraphs(language)[place] for place in sorted(places, key=ranks.__getitem__)]


@cache
def _read_manual(language: str) -> dict[str, ManualPage]:
    folder = Path(settings.PROJECT_DIR) / "docs" / "manual" / language
    pages = {}
    for subject in SUBJECTS:
        head, *parts = _HEADING.split((folder / f"{subject}.md").read_text(encoding="utf-8"))
        title, _, lead = head.removeprefix("# ").partition("\n")
        paragraphs = tuple(
            ManualParagraph(subject, anchor, heading, render_markdown(text, heading))
            for anchor, heading, text in zip(parts[::3], parts[1::3], parts[2::3], strict=True)
        )
        pages[subject] = ManualPage(subject, title, lead.strip(), paragraphs)
    return pages


@cache
def _paragraphs(language: str) -> dict[str, ManualParagraph]:
    """Return all paragraphs by place, in reading order."""
    return {
        paragraph.place: paragraph for page in list_manual_pages(language) for paragraph in page.paragraphs
    }


@cache
def _search_index(language: str) -> dict[str, tuple[frozenset[str], frozenset[str]]]:
    """Return the words of the heading and of the text of each paragraph, by place."""
    return {
        place: (_words_of(paragraph.title), _words_of(strip_tags(paragraph.body)))
        for place, paragraph in _paragraphs(language).items()
    }


def _words_of(text: str) -> frozenset[str]:
    """Return the words of a text without accents and capitals.

    >>> sorted(_words_of("L’Étui, à SŒUR"))
    ['a', 'etui', 'l', 'soeur']
    """
    letters = unicodedata.normalize("NFD", text.casefold().translate(_LIGATURES))
    return frozenset(re.findall(r"[a-z0-9]+", re.sub(r"[\u0300-\u036f]", "", letters)))


def _has_start(words: frozenset[str], start: str) -> bool:
    """Return whether a word begins so."""
    return any(word.startswith(start) for word in words)
