"""Papers of full sheets: every row is there, no text lies over another, over a cut or on the edge of a page.

The boxes are read as they are laid out, before a PDF is written (`tests/factories/laid_out.py`). By day each
event prints the documents that it fills, with ordinary names or with long ones; in the nights all, with both.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

import pytest
from django.core.cache import cache

from common.errors import AppError
from tests.factories.laid_out import lay_out_html, lay_out_part
from tests.factories.printed_events import EVENTS, complete, make_two_sessions, name_everybody
from tests.factories.sheet_faults import faults
from tests.tournaments.paper.documents.conftest import AT_HOME
from tournaments.core.formats.registry import FORMATS, find_format
from tournaments.enums import DocumentKind as Kind
from tournaments.models import Person, Tournament
from tournaments.paper.documents.making.document import build_sheets, sheet_parts
from tournaments.paper.documents.registry import DOCUMENTS
from tournaments.paper.services.sheet_codes import issue_codes

pytestmark = pytest.mark.django_db

NAMES = ("ordinary", "world", "long")
"""Kinds of names, those last that rename the event too."""
SHEETS_BY_DAY, SHEETS_BY_NIGHT = 1, 6
PAGE_BY_PAGE = (Kind.SEAT_LISTS,)
"""Documents whose pages are sheets. Their lists are laid out whole."""
OF_TWO_KINDS = (Kind.TEACHING_SHEETS,)
"""Documents whose last sheets are unlike the first."""
FEW = 8
"""Least number of documents of an event that has no result yet."""
BY_DAY: Mapping[tuple[str, str], tuple[Kind, ...]] = {
    ("individual", "world"): (
        Kind.HAND_DIAGRAMS,
        Kind.SORTING_SHEETS,
        Kind.COPY_SHEETS,
        Kind.DOG_SLIPS,
        Kind.DEAL_BOOKLET,
        Kind.TEACHING_SHEETS,
        Kind.BOARD_LABELS,
        Kind.PRIZE_LIST,
        Kind.RECEIPTS,
        Kind.TAKINGS,
    ),
    ("individual with a rover", "long"): (Kind.PERSONAL_CARDS, Kind.RELAY_SLIPS, Kind.PLAYER_REPORTS),
    ("individual, 64 étuis", "long"): (Kind.COVER_SHEET,),
    ("Howell of 3", "long"): (Kind.TRAVELLERS, Kind.GUIDE_CARDS),
    ("two colours", "long"): (Kind.TRAVELLERS,),
    ("two sessions", "long"): (Kind.RANKING, Kind.GROUP_RANKINGS),
    ("triplets", "long"): (Kind.PERSONAL_CARDS, Kind.GROUP_RANKINGS),
    ("quartets", "long"): (Kind.DUEL_SHEETS, Kind.GUIDE_CARDS, Kind.NAME_BADGES, Kind.HOMOLOGATION),
    ("teams", "world"): (Kind.TRAVELLERS, Kind.SEAT_LISTS),
    ("triangular", "long"): (
        Kind.DUEL_SHEETS,
        Kind.MOVEMENT_SHEETS,
        Kind.MOVEMENT_MAP,
        Kind.SEAT_LISTS,
    ),
    ("free deals", "long"): (Kind.SCORE_SHEETS, Kind.TABLE_CARDS, Kind.ORIENTATION_BOARDS, Kind.POSTER),
    ("pairs", "world"): (Kind.SESSION_REPORT, Kind.RULINGS_LIST),
    ("fours", "long"): (Kind.BLANK_FORMS, Kind.ENTRY_SLIPS, Kind.RULING_SHEET, Kind.SUBSTITUTE_SLIPS),
    ("friendly_total, 7 at a table", "long"): (Kind.SCORE_SHEETS, Kind.RULES_LEAFLET),
    ("friendly, 5 at a table", "long"): (Kind.SCORE_SHEETS,),
    ("friendly, 16 at a table", "long"): (Kind.GUIDE_CARDS,),
}
"""Documents of the day by event and names: each kind and each format once, most with long names."""
LISTS_BY_DAY = (("two colours", "ordinary"), ("quartets, 21 tables", "long"))
"""Events whose list by name is longer than a page."""


def test_each_kind_and_each_format_is_laid_out_by_day():
    kinds = {kind for kinds in BY_DAY.values() for kind in kinds}
    formats = {event.partition(",")[0].partition(" with")[0] for event, _names in BY_DAY}

    assert kinds == {kind for kind, document_type in DOCUMENTS.items() if not document_type.holds}
    assert len(formats) >= len(FORMATS)


@pytest.mark.parametrize(("event", "names"), BY_DAY)
def test_documents_of_the_day_have_no_fault(event, names):
    tournament = EVENTS[event]()
    name_everybody(tournament, names)
    complete(tournament)

    faults_by_kind = {kind: look(tournament, kind, SHEETS_BY_DAY) for kind in BY_DAY[event, names]}

    assert {kind: wrong[:10] for kind, wrong in faults_by_kind.items() if wrong} == {}


@pytest.mark.parametrize(("event", "names"), LISTS_BY_DAY)
def test_list_by_name_goes_on_where_its_pages_end(event, names):
    tournament = EVENTS[event]()
    name_everybody(tournament, names)
    document_type, options = DOCUMENTS[Kind.SEAT_LISTS], replace(AT_HOME, part="names")
    sheets = build_sheets(document_type, tournament, options)

    parts = [lay_out_part(part) for part in sheet_parts(document_type, tournament, options, sheets)]

    assert [fault for part in parts for fault in faults(part)] == []
    assert sum(len(part.pages) for part in parts) == len(sheets)


@pytest.mark.nights
@pytest.mark.parametrize("event", EVENTS)
def test_every_document_of_every_event_has_no_fault(event):
    tournament = complete(EVENTS[event]())

    faults_by_document = {}
    for names in NAMES:
        name_everybody(tournament, names)
        cache.clear()
        for kind, document_type in DOCUMENTS.items():
            if document_type.is_for(find_format(tournament.format)) and not document_type.holds:
                try:
                    faults_by_document[names, kind] = look(tournament, kind, SHEETS_BY_NIGHT)
                except AppError:
                    continue
    assert len(faults_by_document) > FEW * len(NAMES)
    assert {case: wrong[:10] for case, wrong in faults_by_document.items() if wrong} == {}


def look(tournament: Tournament, kind: Kind, sheet_count: int) -> list[str]:
    """Return what is wrong with the first sheets of a document."""
    document_type = DOCUMENTS[kind]
    issue_codes(document_type=document_type, tournament=tournament, options=AT_HOME)
    sheets = build_sheets(document_type, tournament, AT_HOME)
    if kind not in PAGE_BY_PAGE:
        last = sheets[-1:] if kind in OF_TWO_KINDS else ()
        sheets = (*sheets[:sheet_count], *last)
    parts = sheet_parts(document_type, tournament, AT_HOME, sheets)
    return [fault for part in parts for fault in faults_of(part.html, part.stylesheets)]


@lru_cache(maxsize=256)
def faults_of(html: str, stylesheets: tuple[str, ...]) -> tuple[str, ...]:
    """Return what is wrong with a part. Many are the same for other names, so each is laid out once."""
    return tuple(faults(lay_out_html(html, stylesheets)))


def test_two_sessions_are_told_apart_and_nobody_is_hidden(told):
    evening = make_two_sessions()
    Person.objects.filter(club=evening.club_id).update(shows_full_name=False)

    text = told(Kind.RANKING, evening)

    assert text.count("Classement général – Séance 1") == text.count("Classement général – Séance 2") == 1
    assert text.count("Classement alterné – Séance 1") == text.count("Classement alterné – Séance 2") == 1
    assert all(text.count(str(entry)) == 5 for entry in evening.entries.select_related("person"))
    assert "Classements par groupe – toutes les séances" in told(Kind.GROUP_RANKINGS, evening)
    assert "Séance 2" in told(Kind.PLAYER_REPORTS, evening)
