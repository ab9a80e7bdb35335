"""Papers in large type: on A4, without a fault, names in fourteen points and more."""

from collections.abc import Iterable
from dataclasses import replace

import pytest
from django.utils import translation

from games.core.cards import SUIT_SYMBOLS
from tests.cases import by_day
from tests.factories.laid_out import LaidPart, lay_out_part
from tests.factories.printed_events import EVENTS, complete, name_everybody
from tests.factories.sheet_faults import faults
from tests.factories.tagged_pdf import access_faults
from tests.tournaments.paper.documents.conftest import AT_HOME
from tests.tournaments.walks.matrix.asking import IS_WHOLE
from tournaments.enums import DocumentKind as Kind
from tournaments.models import Tournament
from tournaments.paper.documents.deals.teaching_sheets import SOLUTIONS
from tournaments.paper.documents.making.document import build_sheets, sheet_parts
from tournaments.paper.documents.making.options import OptionName
from tournaments.paper.documents.registry import DOCUMENTS
from tournaments.paper.documents.results.session_report import CIRCULATING
from tournaments.paper.pdf.joining import PdfProperties
from tournaments.paper.pdf.rendering import PdfPart, render_pdf
from tournaments.paper.services.sheet_codes import issue_codes

A4 = {(297, 210), (210, 297)}
"""Widths and heights in millimetres."""
LEAST_POINTS = 14
FIRST_SHEETS = 2
CHECKED_SHEETS = FIRST_SHEETS if IS_WHOLE else 1
"""Sheets of each document of an event that are searched for faults: by day the first one."""
CARDS_IN_SIGHT = 60
"""Least number of suits on the sheets of three deals."""
LARGE_KINDS = frozenset(
    kind
    for kind, document_type in DOCUMENTS.items()
    if document_type.accepts(OptionName.LARGE_TYPE) and not document_type.holds
)
TO_WRITE_ON = frozenset({Kind.TRAVELLERS, Kind.SCORE_SHEETS})
"""Documents whose names share a card with up to thirty lines to write on."""
LONG_NAMES = ("DONAUDAMPF", "HOHENSTAUFEN")
"""Beginnings of the long names of `name_everybody`, which break between lines."""
WITH_SMALLER_LONG_NAMES = frozenset({Kind.SEAT_LISTS})
"""Documents whose lists take a long name in smaller type, and an ordinary one in fourteen points."""
WITH_CARDS = frozenset({Kind.DEAL_BOOKLET, Kind.TEACHING_SHEETS})
WITHOUT_NAMES = WITH_CARDS | {Kind.MOVEMENT_SHEETS, Kind.RULES_LEAFLET, Kind.SUBSTITUTE_SLIPS}
FURTHER_PARTS = {Kind.TEACHING_SHEETS: SOLUTIONS, Kind.SESSION_REPORT: CIRCULATING}
"""Parts that the first sheets of these documents do not show."""
OF_PLAYERS = "individual with a rover"
"""Event whose names are measured: teams stand in smaller type beside the names of their players."""
BY_EVENT = {
    (OF_PLAYERS, "fr"): LARGE_KINDS - {Kind.SCORE_SHEETS},
    ("triplets", "en"): LARGE_KINDS
    - {Kind.SCORE_SHEETS, Kind.RELAY_SLIPS, Kind.RULES_LEAFLET}
    - (frozenset() if IS_WHOLE else WITHOUT_NAMES),
    ("free deals", "en"): frozenset({Kind.SCORE_SHEETS, Kind.SEAT_LISTS, Kind.RANKING}),
}
"""Documents that each event fills, and their language. By day teams print those that name them."""
WITH_LONG_NAMES = BY_EVENT[OF_PLAYERS, "fr"] - TO_WRITE_ON - WITHOUT_NAMES - WITH_SMALLER_LONG_NAMES


TAGGED_BY_DAY = frozenset({Kind.DEAL_BOOKLET, Kind.SESSION_REPORT})


def large_parts(tournament: Tournament, kind: Kind, sheet_count: int = FIRST_SHEETS) -> list[PdfPart]:
    """Return the first sheets of a document in large type, and of its further part."""
    document_type, options = DOCUMENTS[kind], replace(AT_HOME, large_type=True)
    issue_codes(document_type=document_type, tournament=tournament, options=options)
    parts = []
    for name in {"", FURTHER_PARTS.get(kind, "")}:
        part_options = replace(options, part=name)
        sheets = build_sheets(document_type, tournament, part_options)
        parts += sheet_parts(document_type, tournament, part_options, sheets[:sheet_count])
    return parts


@pytest.mark.django_db
@pytest.mark.parametrize(("event", "language"), BY_EVENT)
def test_large_type_has_no_fault_on_its_larger_pages_and_long_names_have_fourteen_points(event, language):
    tournament = EVENTS[event]()
    name_everybody(tournament, "long")
    complete(tournament)

    wrong, sizes, points = {}, set(), {}
    with translation.override(language):
        for kind in BY_EVENT[event, language]:
            parts = large_parts(tournament, kind, CHECKED_SHEETS)
            laid_parts = [(part, lay_out_part(part)) for part in parts]
            points[kind] = points_of(LONG_NAMES, laid_parts)
            for part, laid in laid_parts:
                if faults_found := faults(laid)[:10]:
                    wrong[kind] = faults_found
                sizes |= {(page.width * part.scale, page.height * part.scale) for page in laid.pages}

    assert wrong == {}
    # two sizes of paper differ by a millimetre more or less than their factor says
    assert all(any(abs(w - width) + abs(h - height) < 2 for width, height in A4) for w, h in sizes)
    named_kinds = WITH_LONG_NAMES if event == OF_PLAYERS else ()
    assert {kind for kind in named_kinds if not points[kind]} == set()
    assert {kind: min(points[kind]) for kind in named_kinds if min(points[kind]) < LEAST_POINTS} == {}


@pytest.mark.django_db
def test_ordinary_names_have_fourteen_points_in_lists_that_make_long_ones_smaller():
    tournament = EVENTS[OF_PLAYERS]()
    name_everybody(tournament, "ordinary")
    complete(tournament)
    names = {entry.person.last_name.upper() for entry in tournament.entries.select_related("person")}

    for kind in WITH_SMALLER_LONG_NAMES:
        parts = large_parts(tournament, kind, sheet_count=1)
        points = points_of(names, [(part, lay_out_part(part)) for part in parts])

        assert points, kind
        assert min(points) >= LEAST_POINTS, kind


def points_of(names: Iterable[str], laid_parts: list[tuple[PdfPart, LaidPart]]) -> list[float]:
    """Return the sizes in points of the texts that contain any of the names, as they are printed."""
    return [
        text.points * part.scale
        for part, laid in laid_parts
        for page in laid.pages
        for text in page.texts
        if any(name in text.text for name in names)
    ]


@pytest.mark.django_db
@pytest.mark.parametrize("kind", sorted(WITH_CARDS))
def test_cards_have_fourteen_points_and_more(kind, few_deals):
    points = [
        text.points * part.scale
        for part in large_parts(few_deals, kind)
        for page in lay_out_part(part).pages
        for text in page.texts
        if any(symbol in text.text for symbol in SUIT_SYMBOLS)
    ]

    assert len(points) >= CARDS_IN_SIGHT
    assert min(points) >= LEAST_POINTS


@pytest.mark.django_db
@pytest.mark.parametrize("kind", by_day(sorted(LARGE_KINDS), TAGGED_BY_DAY.__contains__))
def test_large_type_is_tagged_as_the_usual_one(kind, tmp_path):
    event = next(event for (event, _language), kinds in BY_EVENT.items() if kind in kinds)
    tournament = complete(EVENTS[event]())
    properties = PdfProperties(title="Papier", author="Club", language="fr")

    content = render_pdf(large_parts(tournament, kind), properties=properties, progress=lambda pages: None)
    (tmp_path / "large.pdf").write_bytes(content)

    assert access_faults(tmp_path / "large.pdf") == []


def test_each_document_in_large_type_has_a_form_of_its_own():
    forms = {kind for kind, document_type in DOCUMENTS.items() if document_type.large}

    assert forms == LARGE_KINDS
