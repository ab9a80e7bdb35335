"""Papers in English: its words, its letters for the seats, nothing left in French."""

import re

import pytest
from django.utils.html import strip_tags

from tests.cases import by_day
from tests.factories.tournaments import SCORES, enter_results, list_plays
from tests.french import french_texts
from tournaments.enums import DocumentKind, Visibility
from tournaments.models import PrizePlan
from tournaments.paper.documents.making.document import preview_html
from tournaments.paper.documents.registry import DOCUMENTS
from tournaments.rankings.services.standings import refresh_standings

NAMES = frozenset({"Étui", "Soirée"})
WRITTEN_APART = frozenset({DocumentKind.RULES_LEAFLET})
"""Its text is a file for each language, with French words for the game: tests/games/web/test_rules.py."""
KINDS = sorted(set(DocumentKind) - WRITTEN_APART)
BY_DAY = {DocumentKind.TRAVELLERS, DocumentKind.RANKING}
"""Papers that show each day that what looks for French finds it."""


def french_of(html):
    """The French texts of a paper, those of its lines of text (`<pre>`) cell by cell."""

    def cells(lines):
        return "<p>" + re.sub(r"[\t\n\u2007\u2009\u200a]+", "<br>", lines[1]) + "</p>"

    return french_texts(re.sub(r"<pre\b[^>]*>(.*?)</pre>", cells, html, flags=re.DOTALL), names=NAMES)


@pytest.fixture
def played(few_deals):
    """The evening with a few deals, some results, its ranking, a prize and a receipt."""
    evening = few_deals
    evening.visibility = Visibility.PUBLIC
    evening.save()
    enter_results(
        (play, SCORES[number % len(SCORES)]) for number, play in enumerate(list_plays(evening)[:40])
    )
    refresh_standings(session=evening.sessions.get())
    plan = PrizePlan.objects.create(tournament=evening, extra_cents=5_000)
    plan.rules.create(position=1, name="Top", ranking="overall", amounts=[5_000])
    evening.receipts.create(number=1, payer="Nom01 Ana", subject="Top", cents=800, means="cash")
    return evening


def test_no_paper_in_english_is_left_in_french(played, at_home):
    french_left = {}

    for kind in KINDS:
        english = preview_html(DOCUMENTS[kind], played, language="en", options=at_home)
        if '<html lang="en"' not in english or french_of(english):
            french_left[kind] = french_of(english)

    assert french_left == {}


@pytest.mark.parametrize("kind", by_day(KINDS, BY_DAY.__contains__))
def test_papers_in_french_are_seen_as_french(kind, played, at_home):
    french = preview_html(DOCUMENTS[kind], played, language="fr", options=at_home)

    assert len(french_of(french)) > 1


def test_ranking_in_english_has_english_words_and_figures(played, printed):
    reader = printed(DocumentKind.RANKING, played, language="en")
    text = " ".join(page.extract_text() for page in reader.pages)

    assert reader.root_object["/Lang"] == "en"
    assert reader.metadata.title == "Soirée – ranking"
    for words in (
        "Overall ranking",
        "Attack %",
        "Defence %",
        "Alternated ranking",
        "Friday 20 November 2026",
    ):
        assert words in text
    assert re.search(r"\d\d\.\d\d", text)
    assert not re.search(r"\d\d,\d\d|Classement|Attaque", text)


def test_west_is_w_on_english_paper(played, at_home):
    document = DOCUMENTS[DocumentKind.PERSONAL_CARDS]
    texts = {
        language: strip_tags(preview_html(document, played, language=language, options=at_home))
        for language in ("en", "fr")
    }

    assert re.search(r"\b1 ?W\b|\bW ?1\b", texts["en"])
    assert not re.search(r"\b1 ?O\b|\bO ?1\b", texts["en"])
    assert re.search(r"\b1 ?O\b|\bO ?1\b", texts["fr"])
