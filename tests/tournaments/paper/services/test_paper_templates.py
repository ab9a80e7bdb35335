"""Trial of a club's templates: an invented evening, and none of its own data."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.html import strip_tags

from common.errors import AppError
from games.models import Deal
from tests.cases import by_day
from tests.factories.sheets import make_sheet_tournament
from tests.factories.tournaments import make_club, make_seated_tournament
from tournaments.base.access import Right
from tournaments.demo.services.specimens import specimen_event
from tournaments.enums import DocumentKind
from tournaments.models import Club, Tournament
from tournaments.paper.documents.making.sandbox import TemplateRefused, original_text
from tournaments.paper.documents.registry import DOCUMENTS
from tournaments.paper.services.paper_templates import try_template

pytestmark = [pytest.mark.django_db, pytest.mark.once]
TEMPLATED = [kind for kind, document in DOCUMENTS.items() if not document.holds]
"""Documents that a club can adjust."""
OF_CARDS = [kind for kind in TEMPLATED if DOCUMENTS[kind].right == Right.SEE_DEALS]


TRIED_BY_DAY = {
    DocumentKind.TRAVELLERS,
    DocumentKind.SCORE_SHEETS,
    DocumentKind.SORTING_SHEETS,
    DocumentKind.RANKING,
    DocumentKind.PRIZE_LIST,
    DocumentKind.SESSION_REPORT,
    DocumentKind.ORIENTATION_BOARDS,
}
"""One document of each part of an invented evening, and one without its data.

Every template goes through the sandbox in `test_sandbox.py`.
"""


@pytest.mark.parametrize("kind", by_day(TEMPLATED, TRIED_BY_DAY.__contains__))
def test_every_document_can_be_tried_by_a_club_without_any_event(kind: str) -> None:
    html = try_template(club=make_club(), kind=kind, text=original_text(DOCUMENTS[kind].template))

    assert strip_tags(html.split("<main>")[1]).strip()


@pytest.mark.parametrize("text", ["", "<p> </p>", "{% if sheets.nothing %}Nord{% endif %}"])
def test_a_template_that_prints_nothing_is_refused_where_the_original_says_nothing_of_the_event(text):
    with pytest.raises(TemplateRefused):
        try_template(club=make_club(), kind=DocumentKind.ORIENTATION_BOARDS, text=text)


@pytest.mark.parametrize("kind", by_day(OF_CARDS, OF_CARDS[:1].__contains__))
def test_trial_shows_the_same_whatever_cards_and_people_the_club_has(kind: str) -> None:
    text = original_text(DOCUMENTS[kind].template)
    club = make_club()
    trial_before = try_template(club=club, kind=kind, text=text)
    tournament = make_seated_tournament(club)

    trial_after = try_template(club=club, kind=kind, text=text)

    assert Deal.objects.filter(deal_set__session__tournament=tournament).exists()
    assert trial_after == trial_before


def test_trial_asks_the_site_for_the_look_and_the_format_alone() -> None:
    club = make_club()
    make_seated_tournament(club)
    text = original_text(DOCUMENTS[OF_CARDS[0]].template)

    with CaptureQueriesContext(connection) as queries:
        try_template(club=club, kind=OF_CARDS[0], text=text)

    tables = {table_name for query in queries for table_name in re.findall(r'FROM "(\w+)"', query["sql"])}
    assert tables == {"tournaments_paperlook", "tournaments_tournament"}


@pytest.mark.parametrize("text", ["–", "   ", "<h1>Bonjour</h1>"])
def test_text_that_prints_nothing_of_the_event_is_refused(text: str) -> None:
    with pytest.raises(AppError, match="template_refused") as refusal:
        try_template(club=make_club(), kind=DocumentKind.NAME_BADGES, text=text)

    assert "rien de ce document" in refusal.value.message


def test_specimen_leaves_nothing_in_the_site() -> None:
    club = make_club()

    with specimen_event(club=club, format_code="teams", game="tarot-4") as specimen:
        assert specimen.club.name == club.name
        assert specimen.entries.count() > 0

    assert not Tournament.objects.exists()
    assert list(Club.objects.all()) == [club]


def test_trial_follows_the_format_that_the_club_last_played() -> None:
    club = make_club()
    make_sheet_tournament(club, format_code="free_deals")
    text = original_text(DOCUMENTS[DocumentKind.SEAT_LISTS].template)

    free = try_template(club=club, kind=DocumentKind.SEAT_LISTS, text=text)
    boards = try_template(club=make_club(), kind=DocumentKind.SEAT_LISTS, text=text)

    assert free != boards
