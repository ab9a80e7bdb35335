"""A pile of scans: each page goes to the sheet of its code, the others wait."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from common.errors import AppError
from tests.factories.photos import make_photo, make_scanned_page, make_scanned_pdf
from tests.factories.tournaments import make_club, make_seated_tournament, make_user
from tournaments.base.services import pictures
from tournaments.base.services.gates import Gate
from tournaments.enums import DocumentKind
from tournaments.models import AuditEvent, PrintedSheet, SheetScan
from tournaments.paper.documents.making.options import DocumentOptions
from tournaments.paper.documents.registry import DOCUMENTS
from tournaments.paper.services import scan_sorting
from tournaments.paper.services.scan_sorting import UNSORTED, SortedPile, assign_scan, sort_pile
from tournaments.paper.services.sheet_codes import issue_codes
from tournaments.results.queries.checking import SheetName
from tournaments.results.queries.scans import list_scans

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def media(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture
def evening():
    tournament = make_seated_tournament(make_club(), is_dealt=False)
    options = DocumentOptions(last_board=3)
    issue_codes(document_type=DOCUMENTS[DocumentKind.TRAVELLERS], tournament=tournament, options=options)
    return tournament


@pytest.fixture
def claire(evening):
    return make_user("Claire", club=evening.club)


def code_of(tournament, board):
    return PrintedSheet.objects.get(session__tournament=tournament, board=board).code


def sort(tournament, user, content, name="pile.pdf"):
    file = SimpleUploadedFile(name, content)
    return sort_pile(session=tournament.sessions.get(), file=file, added_by=user)


def scans_of(tournament, name):
    return [scan.name for scan in list_scans(tournament.sessions.get(), name)]


def test_pages_go_to_their_sheets_and_the_others_wait(evening, claire):
    foreign_event = make_seated_tournament(evening.club, is_dealt=False)
    kind = DOCUMENTS[DocumentKind.TRAVELLERS]
    issue_codes(document_type=kind, tournament=foreign_event, options=DocumentOptions(last_board=1))
    pages = [
        make_scanned_page(f"http://192.0.2.7:8000/f/{code_of(evening, 2)}/"),
        make_scanned_page("ETUI:12", code_of(evening, 1), code_of(evening, 3)),
        make_scanned_page(),
        make_scanned_page(code_of(foreign_event, 1)),
    ]

    pile = sort(evening, claire, make_scanned_pdf(*pages))

    assert pile == SortedPile(filed=2, waiting=2, unreadable=())
    assert scans_of(evening, SheetName(board=2)) == ["pile.pdf, 1"]
    assert scans_of(evening, SheetName(board=1)) == scans_of(evening, SheetName(board=3)) == ["pile.pdf, 2"]
    assert scans_of(evening, UNSORTED) == ["pile.pdf, 3", "pile.pdf, 4"]
    trace_rows = AuditEvent.objects.filter(action="scan.added").order_by("pk")
    assert [event.subject for event in trace_rows] == ["2", "1", "3", "–", "–"]


@pytest.mark.postgres
def test_waiting_page_is_sorted_by_hand(evening, claire):
    sort(evening, claire, make_photo(), "photo.jpg")
    (scan,) = list_scans(evening.sessions.get(), UNSORTED)

    with pytest.raises(AppError) as caught:
        assign_scan(scan=scan, name=SheetName(board=99), assigned_by=claire)
    assign_scan(scan=scan, name=SheetName(board=12), assigned_by=claire)

    assert (caught.value.code, list(caught.value.fields)) == ("sheet_unknown", ["sheet"])
    assert scans_of(evening, SheetName(board=12)) == ["photo.jpg, 1"]
    assert scans_of(evening, UNSORTED) == []


@pytest.mark.parametrize(
    ("content", "code"),
    [(b"%PDF-1.7\n%%EOF\n", "scan_unreadable"), (b"MZ", "scan_unreadable"), (b"", "scan_unreadable")],
)
def test_what_is_no_scan_is_refused_whole(evening, claire, content, code):
    with pytest.raises(AppError) as caught:
        sort(evening, claire, content)

    assert (caught.value.code, list(caught.value.fields)) == (code, ["pictures"])
    assert not SheetScan.objects.exists()


@pytest.mark.parametrize(
    ("limit", "code"), [("MOST_PAGES", "too_many_pages"), ("LARGEST_PILE", "scan_too_large")]
)
def test_too_large_a_pile_is_refused_whole(evening, claire, monkeypatch, limit, code):
    monkeypatch.setattr(scan_sorting, limit, 1)

    with pytest.raises(AppError) as caught:
        sort(evening, claire, make_scanned_pdf(make_scanned_page(), make_scanned_page()))

    assert caught.value.code == code
    assert not SheetScan.objects.exists()


def test_page_whose_sheet_is_full_waits(evening, claire, monkeypatch):
    monkeypatch.setattr(scan_sorting, "MOST_SCANS", 1)
    page, other = (make_scanned_page(code_of(evening, board)) for board in (1, 2))

    piles = [sort(evening, claire, make_scanned_pdf(*pages)) for pages in ((page,), (page,), (other, other))]

    assert [(pile.filed, pile.waiting) for pile in piles] == [(1, 0), (0, 1), (1, 1)]


def test_pile_sent_while_others_are_read_is_refused_until_later(evening, claire, monkeypatch):
    monkeypatch.setattr(pictures, "GATE", Gate(at_work=1, waiting=0, patience=0))

    with pictures.GATE.passed(), pytest.raises(AppError) as refused:
        sort(evening, claire, make_photo(), "photo.jpg")

    assert (refused.value.code, list(refused.value.fields)) == ("pictures_busy", ["pictures"])
