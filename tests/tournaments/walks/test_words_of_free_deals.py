"""Events whose cards are dealt at the tables: no page or paper names an étui, a traveller or a position.

Every page that links lead to is read, then asked with an empty form; the table's page and every paper, too.
"""

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.db import transaction
from django.http import HttpResponseBase
from django.test import Client
from django.urls import Resolver404, resolve, reverse
from django.utils.translation import gettext, override

from accounts.models import User
from common.errors import AppError
from tests.cases import by_day
from tests.factories.stored_again import stored_first
from tests.factories.tables import open_table
from tests.factories.tournaments import EVENING, make_club, make_seated_tournament, make_user
from tournaments.base.words.event_language import event_language
from tournaments.core.formats.event_options import RoundWord
from tournaments.core.formats.registry import find_format
from tournaments.demo.services.demo import DemoStage, ensure_demo_club, make_demo_tournament
from tournaments.enums import Visibility
from tournaments.models import Tournament
from tournaments.paper.documents.making.document import preview_html
from tournaments.paper.documents.making.options import DocumentOptions
from tournaments.paper.documents.registry import DOCUMENTS
from tournaments.results.services.table_access import table_secret

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sessions_in_cookies")]

SITE = re.compile(r"(?<!\w)Étui (?:sait|refuse|imprime)|Étui, tournois|choix d’Étui|(?:– |· |^)Étui$")
"""The site's own name in sentences and titles."""
OFFERED = frozenset({"une position", "a round (“position” in French)"})
"""Words for a round that the announcement's page offers in every event."""
FOREIGN = {
    "fr": re.compile(r"\bétuis?\b|\bpositions?\b|\bfeuilles? ambulantes?\b", re.IGNORECASE),
    "en": re.compile(r"\bboards?\b|\bpositions?\b|\btravell?ers?\b", re.IGNORECASE),
}
LINKS = re.compile(r'<a\s[^>]*?\bhref="([^"#]*)')
SPOKEN = frozenset({"alt", "aria-label", "content", "label", "placeholder", "title"})
EVENINGS = {
    "free deals in play": ("free_deals", "", 5, DemoStage.PLAYING, "fr"),
    "free deals over": ("free_deals", "", 5, DemoStage.FINISHED, "en"),
    "totals in preparation": ("friendly_total", "tarot-5", 2, DemoStage.ENTERED, "fr"),
    "totals in play": ("friendly_total", "tarot-5", 2, DemoStage.PLAYING, "en"),
    "papayou over": ("friendly_total", "papayou-4", 3, DemoStage.FINISHED, "fr"),
    "papayou in play": ("friendly_total", "papayou-4", 3, DemoStage.PLAYING, "en"),
}
OF_THE_DAY = frozenset({"free deals in play", "totals in play"})


class _Texts(HTMLParser):
    """Collects the texts of a page, and the attributes that are read out or shown by scripts."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._is_script = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._is_script = tag in ("script", "style")
        values = dict(attrs)
        self.texts += [
            value or ""
            for name, value in attrs
            if name in SPOKEN or (name.startswith("data-") and " " in (value or ""))
        ]
        if tag == "input" and values.get("type") in ("submit", "button"):
            self.texts.append(values.get("value") or "")

    def handle_data(self, data: str) -> None:
        if not self._is_script:
            self.texts.append(data)


def foreign_texts(html: str, language: str) -> set[str]:
    """Return the texts of a page that name what the event has not."""
    reader = _Texts()
    reader.feed(html)
    texts = {re.sub(r"\s+", " ", text).strip() for text in reader.texts}
    return {text for text in texts - OFFERED if FOREIGN[language].search(SITE.sub("", text))}


def texts_in(value: Any) -> Iterator[str]:
    """Yield the sentences in a JSON value."""
    if isinstance(value, str) and " " in value:
        yield value
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from texts_in(part)


def foreign_in(response: HttpResponseBase, language: str) -> set[str]:
    kind = response.headers.get("Content-Type", "")
    if response.streaming or not ("html" in kind or "json" in kind):
        return set()
    text = response.content.decode()  # type: ignore[attr-defined]
    if "html" in kind:
        return foreign_texts(text, language)
    return {text for text in texts_in(json.loads(text)) if FOREIGN[language].search(text)}


def walk(client: Client, tournament: Tournament, starts: list[str], language: str) -> dict[str, set[str]]:
    """Return the foreign texts by name of the page: one page of each name, read and sent empty."""
    texts_by_page: dict[str, set[str]] = {}
    waiting, visited_names = list(starts), {resolve(path).url_name for path in starts}
    while waiting:
        path = waiting.pop(0)
        name = str(resolve(urlsplit(path).path).url_name)
        response = client.get(path, follow=True)
        texts_by_page[name] = (
            foreign_in(response, language) if response.status_code == 200 else {f"dead link: {path}"}
        )
        with transaction.atomic():
            texts_by_page[name] |= foreign_in(client.post(path), language)
            transaction.set_rollback(True)
        html = "html" in response.headers["Content-Type"] and not response.streaming
        for link in LINKS.findall(response.text) if html else ():
            try:
                match = resolve(urlsplit(link.replace("&amp;", "&")).path)
            except Resolver404:
                continue
            is_own = match.kwargs.get("slug") == tournament.slug or "secret" in match.kwargs
            if is_own and match.url_name not in visited_names:
                visited_names.add(match.url_name)
                waiting.append(link.replace("&amp;", "&"))
    return texts_by_page


def papers(tournament: Tournament, language: str) -> dict[str, set[str]]:
    texts_by_kind = {}
    for kind, document_type in DOCUMENTS.items():
        if document_type.is_for(find_format(tournament.format)):
            try:
                html = preview_html(
                    document_type,
                    tournament,
                    language=language,
                    options=DocumentOptions(site="https://e.example"),
                )
            except AppError as error:
                html = str(error.message)
            texts_by_kind[str(kind)] = foreign_texts(html, language)
    return texts_by_kind


@stored_first(
    lambda made: [entry.pk for entry in made],
    lambda keys: (Tournament.objects.get(pk=keys[0]), User.objects.get(pk=keys[1])),
)
def make_evening(name: str) -> tuple[Tournament, User]:
    format_code, game, tables, stage, language = EVENINGS[name]
    club, organiser = ensure_demo_club()
    tournament = make_demo_tournament(
        club=club,
        format_code=format_code,
        table_count=tables,
        stage=stage,
        seed=1,
        starts_on=EVENING,
        name="Soirée",
        game=game,
    )
    Tournament.objects.filter(pk=tournament.pk).update(visibility=Visibility.PUBLIC)
    User.objects.filter(pk=organiser.pk).update(language=language)
    return tournament, organiser


@pytest.mark.parametrize("name", by_day(EVENINGS, OF_THE_DAY.__contains__))
def test_no_page_and_no_paper_names_what_the_event_has_not(name: str, client: Client) -> None:
    tournament, organiser = make_evening(name)
    stage, language = EVENINGS[name][3:]
    client.force_login(organiser)
    addresses = ["organiser-desk", "public-standings", "public-screen", "api-v1-standings"]
    starts = [reverse(name, args=[tournament.slug]) for name in addresses]
    if stage is DemoStage.PLAYING:
        starts.append(reverse("table-page", args=[table_secret(open_table(tournament, 1))]))

    texts_by_page = walk(client, tournament, starts, language) | papers(tournament, language)

    assert len(texts_by_page) > 60
    assert {page: texts for page, texts in texts_by_page.items() if texts} == {}


@pytest.mark.parametrize("language", ["fr", "en"])
def test_wizard_speaks_of_the_chosen_format(language: str, client: Client) -> None:
    club = make_club()
    client.force_login(make_user(club=club))
    client.cookies["django_language"] = language
    address = reverse("organiser-tournament-wizard", args=[club.slug])
    answers = {"kind": "free_deals", "fewest": "18", "most": "20", "begin": "20:00", "end": "23:30"}
    pages = [client.get(address, answers | {"step": "2"}), client.get(address, answers | {"step": "3"})]
    answers["shape"] = pages[1].context["form"].advice.proposals[0].choice
    answers |= {"date": "2026-12-05", "visibility": "public", "session_count": "2"}
    session = {"day": "2026-12-06", "hour": "14:30", "qualified": "12", "rounds": "5", "boards": "1"}
    session |= {"carried": "1/2", "coefficient": "1", "sheet": "totals"}
    later = {f"s2-{name}": value for name, value in session.items()}
    pages += [client.get(address, answers | {"step": "4"}), client.get(address, answers | {"step": "5"})]
    pages.append(client.get(address, answers | later | {"step": "6"}))
    duplicate = client.get(address, answers | {"kind": "duplicate_individual", "step": "2"})

    assert [foreign_texts(page.text, language) for page in pages] == [set()] * 5
    assert [page.context["step"] for page in pages] == [2, 3, 4, 5, 6]
    assert foreign_texts(duplicate.text, language)


@pytest.mark.parametrize(
    ("word", "french", "english"),
    [
        (RoundWord.POSITION, "À la position 2 sur 5.", "In round 2 of 5."),
        (RoundWord.TOUR, "Au tour 2 sur 5.", "In round 2 of 5."),
        (RoundWord.PARTIE, "À la partie 2 sur 5.", "In game 2 of 5."),
        (RoundWord.SEQUENCE, "À la séquence 2 sur 5.", "In sequence 2 of 5."),
    ],
)
def test_round_has_the_name_that_the_event_chose(word: RoundWord, french: str, english: str) -> None:
    tournament = Tournament(format="duplicate_individual", options={"round_word": word.value})
    sentences = []

    for language in ("fr", "en"):
        with override(event_language(tournament, language)):
            sentences.append(gettext("À la position %(number)s sur %(count)s.") % {"number": 2, "count": 5})

    assert sentences == [french, english]


def test_word_of_one_event_does_not_stay_for_the_next_page(client: Client) -> None:
    tournament, organiser = make_evening("free deals in play")
    duplicate = make_seated_tournament(make_club("Autre"))
    organiser.is_superuser = True
    organiser.save()
    client.force_login(organiser)

    pages = [client.get(reverse("organiser-hall", args=[event.slug])) for event in (tournament, duplicate)]

    assert ["Minutes par tour" in page.text for page in pages] == [True, False]
    assert ["Minutes par position" in page.text for page in pages] == [False, True]
    assert [page.headers["Content-Language"] for page in pages] == ["fr", "fr"]
    assert all('<html lang="fr"' in page.text for page in pages)
