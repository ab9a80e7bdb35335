"""The manual: every page has its paragraph, its names are those of the site, the search finds it."""

import re
from collections.abc import Iterator
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import polib
import pytest
from django.test import Client
from django.urls import URLPattern, get_resolver
from django.utils import translation
from django.utils.html import strip_tags
from pypdf import PdfReader

from common.errors import AppError
from games.services.markdown import LANGUAGES, render_markdown
from tests.e2e.walking import NOT_PAGES
from tools.picture_manual import FOLDER as PICTURE_FOLDER
from tools.picture_manual import PICTURES
from tournaments.site.public import manual as page_module
from tournaments.site.queries.manual import (
    SUBJECTS,
    ManualParagraph,
    list_manual_pages,
    search_manual,
)
from tournaments.site.services import manual_booklet
from tournaments.site.words.manual_places import PARAGRAPH_OF_PAGE

PROJECT = Path(__file__).parents[4]
FOLDER = PROJECT / "docs" / "manual"
MOST_BYTES_OF_PICTURES, MOST_BYTES_OF_A_PICTURE = 1_500_000, 45_000
LINK = re.compile(r"\]\(([a-z-]*)(?:\.md)?#([a-z-]+)\)")
NAME = re.compile(r"(?<!\*)\*([^*\n]+)\*(?!\*)")
"""Pattern of a name of the site: a button, a page, a heading."""


CATALOGUE = {
    entry.msgid: entry.msgstr for entry in polib.pofile(str(PROJECT / "locale/en/LC_MESSAGES/django.po"))
}
"""English text of each French one."""


def paragraphs(language: str) -> list[ManualParagraph]:
    return [paragraph for page in list_manual_pages(language) for paragraph in page.paragraphs]


def patterns_below(resolver: object) -> Iterator[URLPattern]:
    for pattern in getattr(resolver, "url_patterns", ()):
        if isinstance(pattern, URLPattern):
            yield pattern
        else:
            yield from patterns_below(pattern)


def takes_get(view: object) -> bool:
    """Return whether the decorators of a view allow GET."""
    while view is not None:
        code = getattr(view, "__code__", None)
        if code and "request_method_list" in code.co_freevars:
            place = code.co_freevars.index("request_method_list")
            return "GET" in view.__closure__[place].cell_contents  # type: ignore[attr-defined]
        view = getattr(view, "__wrapped__", None)
    raise AssertionError("a view without a list of methods")


def organiser_pages() -> set[str]:
    """Return the URL names of all pages of organisers that a link can open."""
    return {
        pattern.name
        for pattern in patterns_below(get_resolver())
        if pattern.name and pattern.name.startswith("organiser-") and takes_get(pattern.callback)
    } - (NOT_PAGES - {"organiser-sheet-open"})


@pytest.mark.pure
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_organiser_page_has_its_paragraph(language: str) -> None:
    assert len(organiser_pages()) > 100
    pages_without_help = organiser_pages() - set(PARAGRAPH_OF_PAGE)
    assert pages_without_help == set(), "name its paragraph in tournaments/site/words/manual_places.py"
    assert set(PARAGRAPH_OF_PAGE.values()) - {paragraph.place for paragraph in paragraphs(language)} == set()


@pytest.mark.pure
def test_pages_with_help_exist() -> None:
    assert set(PARAGRAPH_OF_PAGE) - {pattern.name for pattern in patterns_below(get_resolver())} == set()


@pytest.mark.pure
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_paragraph_is_orphaned(language: str) -> None:
    linked = {
        f"{page or path.stem}#{anchor}"
        for path in (FOLDER / language).glob("*.md")
        for page, anchor in LINK.findall(path.read_text(encoding="utf-8"))
    }

    places = [paragraph.place for paragraph in paragraphs(language)]

    assert [place for place in places if place not in linked | set(PARAGRAPH_OF_PAGE.values())] == []
    assert linked - set(places) == set()
    assert len(places) == len(set(places))


@pytest.mark.pure
def test_languages_have_the_same_paragraphs_and_every_file_is_a_page() -> None:
    french, english = ([paragraph.place for paragraph in paragraphs(language)] for language in LANGUAGES)

    assert french == english
    for language in LANGUAGES:
        assert {path.stem for path in (FOLDER / language).glob("*.md")} == set(SUBJECTS)


@pytest.mark.pure
@pytest.mark.parametrize("language", LANGUAGES)
def test_names_are_those_of_the_site(language: str) -> None:
    names = set(CATALOGUE if language == "fr" else CATALOGUE.values())

    quoted = {
        (path.stem, name)
        for path in (FOLDER / language).glob("*.md")
        for name in NAME.findall(path.read_text(encoding="utf-8"))
    }

    assert len(quoted) > 150
    assert {(page, name) for page, name in quoted if name not in names} == set()


@pytest.mark.pure
def test_both_languages_quote_the_same_names() -> None:
    for subject in SUBJECTS:
        french, english = (
            NAME.findall((FOLDER / language / f"{subject}.md").read_text(encoding="utf-8"))
            for language in LANGUAGES
        )
        assert sorted(CATALOGUE[name] for name in french) == sorted(english), subject


@pytest.mark.pure
@pytest.mark.parametrize("language", LANGUAGES)
def test_paragraphs_are_short(language: str) -> None:
    counts = {
        paragraph.place: len(strip_tags(paragraph.body).split())
        for paragraph in paragraphs(language)
        if "<ul>" not in paragraph.body
    }

    assert {place: count for place, count in counts.items() if not 20 <= count <= 110} == {}


def test_index_lists_the_pages_in_reading_order(client: Client) -> None:
    assert re.findall(r'href="/aide/([a-z-]+)/"', client.get("/aide/").text) == list(SUBJECTS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_page_is_shown_in_the_language_of_the_visitor(client: Client, language: str) -> None:
    for page in list_manual_pages(language):
        text = client.get(f"/aide/{page.subject}/", headers={"accept-language": language}).text

        assert f"<h1>{page.title}</h1>" in text
        places = [text.index(f'id="{paragraph.anchor}"') for paragraph in page.paragraphs]
        assert all(first < second for first, second in pairwise(places))
        assert ".md" not in text


def test_unknown_page_is_not_found(client: Client) -> None:
    assert client.get("/aide/bridge/").status_code == 404


@pytest.mark.django_db
def test_help_of_a_page_opens_its_paragraph(client: Client) -> None:
    text = client.get("/aide/").text
    assert "page-help" not in text

    for language, title in (("fr", "Aide\u00a0: Salles"), ("en", "Help: Rooms")):
        text = client.get("/salles/", headers={"accept-language": language}).text
        assert 'href="/aide/en-ligne/#salles"' in text
        assert title in text


# --- the search ---------------------------------------------------------------------------------------


def hits(language: str, words: str) -> list[str]:
    with translation.override(language):
        return [paragraph.place for paragraph in search_manual(language, words)]


@pytest.mark.pure
def test_search_ranks_headings_before_text() -> None:
    places = hits("fr", "homologation")
    assert places[0] == "cloture#homologation"

    places = hits("fr", "arbitre")
    assert places[0] == "salle#salles-et-arbitres"
    assert "roles#organisation" in places[1:]


@pytest.mark.pure
@pytest.mark.parametrize("words", ["étuis", "ETUIS", "etuis", "étui"])
def test_search_ignores_accents_capitals_and_ends_of_words(words: str) -> None:
    assert hits("fr", words)[0] == "donnes#etuis"


@pytest.mark.pure
def test_search_wants_all_words() -> None:
    hits_of_both = set(hits("fr", "code carton"))

    assert "papiers#papiers-du-club" in hits_of_both
    assert hits_of_both == set(hits("fr", "code")) & set(hits("fr", "carton"))
    assert hits("fr", "code bridge") == []


@pytest.mark.pure
@pytest.mark.parametrize("words", ["", "   ", "?!"])
def test_search_for_no_word_finds_nothing(words: str) -> None:
    assert hits("fr", words) == []


@pytest.mark.pure
def test_search_finds_words_of_the_other_language_last() -> None:
    assert hits("fr", "backup")[0] == "sauvegardes#sauvegardes"
    assert hits("en", "sauvegarde")[0] == "sauvegardes#sauvegardes"
    # "robot" is a word of both languages
    french = [paragraph.place for paragraph in paragraphs("fr") if "robot" in paragraph.body]
    assert hits("fr", "robot")[: len(french)] == french


def test_search_page_links_to_paragraphs(client: Client) -> None:
    text = client.get("/aide/", {"q": "  Préinscription "}).text
    assert 'href="/aide/inscrits/#preinscriptions"' in text
    assert 'value="Préinscription"' in text

    text = client.get("/aide/", {"q": "<b>bridge</b>"}).text
    assert "Rien trouvé" in text
    assert "<b>bridge" not in text


def test_search_reads_sixty_characters(client: Client) -> None:
    text = client.get("/aide/", {"q": "a" * 70}).text
    assert f'value="{"a" * 60}"' in text


# --- the pictures -------------------------------------------------------------------------------------


def pictures_in(language: str) -> dict[str, str]:
    """Return the words of each picture of the manual by its file, below the folder of the language."""
    tags = [tag for paragraph in paragraphs(language) for tag in re.findall(r"<img[^>]*>", paragraph.body)]
    pictures = {}
    for tag in tags:
        attributes = dict(re.findall(r'([a-z-]+)="([^"]*)"', tag))
        assert attributes["loading"] == "lazy"
        folder, _, file = attributes["data-file"].rpartition("/")
        assert folder == f"manual/{language}"
        pictures[file] = attributes["alt"]
    assert len(pictures) == len(tags)
    return pictures


@pytest.mark.pure
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_picture_is_there_and_has_its_words(language: str) -> None:
    pictures = pictures_in(language)

    file_names = {f"{picture.name}.webp" for picture in PICTURES}
    assert set(pictures) == {file.name for file in (PICTURE_FOLDER / language).iterdir()} == file_names
    assert [file for file, words in pictures.items() if len(words) < 20] == []
    assert len(set(pictures.values())) == len(pictures)


@pytest.mark.pure
def test_pictures_of_both_languages_stand_in_the_same_paragraphs_and_are_small() -> None:
    french, english = (
        [
            (paragraph.place, re.findall(r"[a-z-]+[.]webp\" width", paragraph.body))
            for paragraph in paragraphs(language)
        ]
        for language in LANGUAGES
    )

    assert french == english
    files = list(PICTURE_FOLDER.glob("*/*"))
    assert sum(file.stat().st_size for file in files) < MOST_BYTES_OF_PICTURES
    assert max(file.stat().st_size for file in files) < MOST_BYTES_OF_A_PICTURE


@pytest.mark.pure
def test_picture_that_is_not_taken_yet_shows_its_words() -> None:
    body = render_markdown("![A & B](../../../static/manual/fr/none.webp)", "")

    assert body == "<p>A &amp; B</p>\n"


# --- the booklet --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "language", "width"),
    [
        pytest.param("/aide/livret.pdf", "fr", 842, marks=pytest.mark.nights),
        ("/aide/livret.pdf?papier=a5", "en", 420),
    ],
)
def test_booklet_has_every_page_of_the_manual(
    client: Client, address: str, language: str, width: int
) -> None:
    answer = client.get(address, headers={"accept-language": language})

    assert answer["Content-Type"] == "application/pdf"
    reader = PdfReader(BytesIO(answer.content))
    assert str(reader.root_object["/Lang"]) == language
    assert round(float(reader.pages[0].mediabox.width)) == width
    text = re.sub(r"\s+", " ", " ".join(page.extract_text() for page in reader.pages))
    titles = [title for page in list_manual_pages(language) for title in (page.title, page.lead)]
    assert [title for title in titles if re.sub(r"\s+", " ", title) not in text] == []
    assert [page.annotations for page in reader.pages if page.annotations] == []
    # all pages share the pictures of the file
    assert len(reader.pages[0].images) == len(PICTURES)
    objects = [reader.get_object(number) for number in range(1, int(reader.trailer["/Size"]))]
    figures = [tag for tag in objects if isinstance(tag, dict) and tag.get("/S") == "/Figure"]
    assert sorted(str(figure["/Alt"]) for figure in figures) == sorted(pictures_in(language).values())


def test_booklet_to_fold_has_two_pages_on_a_side(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first two pages of the manual, in French; by night all of them."""
    monkeypatch.setattr(manual_booklet, "list_manual_pages", lambda language: list_manual_pages(language)[:2])
    monkeypatch.setattr(page_module, "booklet_pdf", manual_booklet.booklet_pdf.__wrapped__)

    reader = PdfReader(BytesIO(client.get("/aide/livret.pdf", headers={"accept-language": "fr"}).content))

    assert str(reader.root_object["/Lang"]) == "fr"
    assert {round(float(page.mediabox.width)) for page in reader.pages} == {842}
    text = re.sub(r"\s+", " ", " ".join(page.extract_text() for page in reader.pages))
    assert all(page.title in text for page in list_manual_pages("fr")[:2])


def test_machine_that_draws_no_booklet_says_so(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> bytes:
        raise AppError("pdf_unavailable", "Les PDF demandent la bibliothèque Pango.")

    monkeypatch.setattr(page_module, "booklet_pdf", refuse)

    answer = client.get("/aide/livret.pdf")

    assert answer.status_code == 503
    assert "Les PDF demandent la bibliothèque Pango." in answer.text
    assert 'href="/aide/"' in answer.text


def test_index_links_to_the_booklet(client: Client) -> None:
    text = client.get("/aide/").text

    assert 'href="/aide/livret.pdf"' in text
    assert 'href="/aide/livret.pdf?papier=a5"' in text
