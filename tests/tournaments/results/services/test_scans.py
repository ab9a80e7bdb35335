"""Scans of sheets: the stored part of a file, refusals, and the trace."""

from io import BytesIO
from pathlib import Path

import pytest
from django.core.files.storage import FileSystemStorage
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from PIL import Image

from common.errors import AppError
from tests.factories.photos import make_photo
from tests.factories.tournaments import make_club, make_seated_tournament, make_user
from tournaments.enums import ScanKind
from tournaments.models import AuditEvent, SheetScan
from tournaments.results.queries.checking import SheetName
from tournaments.results.queries.scans import list_scans
from tournaments.results.services import scans
from tournaments.results.services.scans import add_scan, remove_scan

pytestmark = pytest.mark.django_db

PDF = b"%PDF-1.7\n%%EOF\n"
FIRST = SheetName(board=1)


@pytest.fixture(autouse=True)
def media(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    return tmp_path


@pytest.fixture
def evening():
    return make_seated_tournament(make_club())


@pytest.fixture
def claire(evening):
    return make_user("Claire", club=evening.club)


def add(evening, user, content, *, file="feuille.jpg", name=FIRST):
    return add_scan(
        session=evening.sessions.get(), name=name, file=SimpleUploadedFile(file, content), added_by=user
    )


def test_photo_is_kept_upright_small_and_without_what_the_camera_wrote(evening, claire):
    exif = Image.Exif()
    exif[0x0112] = 6  # turned by a quarter
    exif[0x010F] = "camera"

    scan = add(evening, claire, make_photo(size=(3000, 1000), exif=exif.tobytes()))

    with Image.open(BytesIO(scan.file.read())) as picture:
        assert (picture.format, picture.size, dict(picture.getexif())) == ("JPEG", (667, 2000), {})
    assert (scan.kind, scan.name, scan.added_by) == (ScanKind.IMAGE, "feuille.jpg", claire)
    assert scan.file.name.startswith("scans/")
    assert "feuille" not in scan.file.name


def test_pdf_is_kept_as_it_is_whatever_its_name(evening, claire):
    scan = add(evening, claire, PDF, file="feuilles.png")

    assert scan.kind == ScanKind.PDF
    assert scan.file.name.endswith(".pdf")
    assert scan.file.read() == PDF


@pytest.mark.parametrize(
    ("content", "name", "code"),
    [
        (b"<html><script>alert(1)</script>", SheetName(board=1), "photo_unreadable"),
        (b" %PDF-1.7", SheetName(board=1), "photo_unreadable"),
        (PDF + b" " * 10 * 1024 * 1024, SheetName(board=1), "scan_too_large"),
        (make_photo(), SheetName(board=99), "sheet_unknown"),
        (make_photo(), SheetName(round_number=1, table_number=1), "sheet_unknown"),
    ],
)
def test_what_is_no_picture_of_a_sheet_is_refused(evening, claire, media, content, name, code):
    with pytest.raises(AppError) as refused:
        add(evening, claire, content, name=name)

    assert refused.value.code == code
    assert not SheetScan.objects.exists()
    assert list(media.rglob("*.*")) == []


def test_sheet_holds_only_so_many(evening, claire, monkeypatch):
    monkeypatch.setattr(scans, "MOST_SCANS", 1)
    add(evening, claire, PDF)

    with pytest.raises(AppError) as refused:
        add(evening, claire, PDF)

    assert refused.value.code == "too_many_scans"


def test_scan_belongs_to_its_sheet_alone(evening, claire):
    scan = add(evening, claire, PDF)
    add(evening, claire, PDF, name=SheetName(board=2))

    assert list(list_scans(evening.sessions.get(), SheetName(board=1))) == [scan]


@pytest.mark.postgres
def test_removed_scan_leaves_a_trace_and_no_file(evening, claire, django_capture_on_commit_callbacks):
    scan = add(evening, claire, PDF)
    path = Path(scan.file.path)

    with django_capture_on_commit_callbacks(execute=True):
        remove_scan(scan=scan, removed_by=claire)

    assert not path.exists()
    assert not SheetScan.objects.exists()
    trace_rows = AuditEvent.objects.filter(action__startswith="scan.").order_by("pk")
    assert [(event.action, event.actor, event.subject) for event in trace_rows] == [
        ("scan.added", claire, "1"),
        ("scan.removed", claire, "1"),
    ]


@pytest.mark.parametrize("content", [PDF, make_photo()])
def test_picture_is_read_and_stored_before_the_transaction(evening, claire, monkeypatch, content):
    depth, depths, store_file = len(connection.savepoint_ids), [], FileSystemStorage._save

    def storing(*arguments):
        depths.append(len(connection.savepoint_ids))
        return store_file(*arguments)

    monkeypatch.setattr(FileSystemStorage, "_save", storing)
    add(evening, claire, content)

    assert depths == [depth]


def test_picture_that_is_not_kept_leaves_no_file(evening, claire, media, monkeypatch):
    monkeypatch.setattr(scans, "record_scan", None)

    with pytest.raises(TypeError):
        add(evening, claire, make_photo())

    assert not SheetScan.objects.exists()
    assert list(media.rglob("*.*")) == []
