"""Pictures of sheets on the page where the sheet is typed."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.factories.photos import make_photo
from tests.factories.sheets import make_seated_sheets
from tests.factories.tournaments import make_seated_tournament, make_user
from tournaments.enums import EventRole
from tournaments.models import SheetScan

PDF = b"%PDF-1.7\n%%EOF\n"


@pytest.fixture(autouse=True)
def media(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture
def evening(club):
    return make_seated_tournament(club)


def file(name, content):
    return SimpleUploadedFile(name, content)


def send(client, evening, *files, **sheet):
    address = reverse("organiser-scan-add", args=[evening.slug])
    return client.post(address, {"pictures": list(files), **(sheet or {"board": 1})}, follow=True)


def test_several_files_come_beside_the_traveller_and_the_bad_one_is_named(signed_in, evening):
    page = send(signed_in, evening, file("a.jpg", make_photo()), file("b.pdf", PDF), file("c.exe", b"MZ"))

    text = page.content.decode()
    assert page.redirect_chain == [
        (f"{reverse('organiser-traveller', args=[evening.slug, 1])}?seance=1#images", 302)
    ]
    assert [scan.name for scan in page.context["scans"]] == ["a.jpg", "b.pdf"]
    assert "2 images ajoutées." in text
    assert "c.exe\u00a0: Cette photo est illisible" in text
    assert 'class="with-pictures has-scans"' in text


def test_score_sheet_has_its_pictures_too(signed_in, club):
    evening = make_seated_sheets(club)

    page = send(signed_in, evening, file("a.pdf", PDF), round_number=1, table_number=1)

    assert page.redirect_chain[0][0].startswith(reverse("organiser-score-sheet", args=[evening.slug, 1, 1]))
    assert [scan.name for scan in page.context["scans"]] == ["a.pdf"]


@pytest.mark.parametrize(
    "sheet",
    [{"board": 99}, {"board": "x"}, {"round_number": 1}, {"board": 1, "round_number": 1, "table_number": 1}],
)
def test_sheet_that_nobody_plays_takes_none(signed_in, evening, sheet):
    send(signed_in, evening, file("a.pdf", PDF), **sheet)

    assert not SheetScan.objects.exists()


def test_nothing_chosen_is_said(signed_in, evening):
    page = send(signed_in, evening)

    assert page.redirect_chain[0][0].endswith("#images")
    assert "Ce champ est obligatoire." in page.content.decode()


@pytest.mark.parametrize(
    ("content", "kind", "disposition"),
    [
        (make_photo(), "image/jpeg", "inline; "),
        (PDF, "application/pdf", "attachment; "),
    ],
)
def test_file_is_served_as_what_it_is_and_never_run(signed_in, evening, content, kind, disposition):
    send(signed_in, evening, file("<script>.html", content))
    scan = SheetScan.objects.get()

    answer = signed_in.get(reverse("organiser-scan", args=[evening.slug, scan.pk]))

    assert answer["Content-Type"] == kind
    assert answer["Content-Disposition"].startswith(disposition)
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Content-Security-Policy"] == "sandbox; default-src 'none'"
    assert b"".join(answer.streaming_content)[:4] in (b"\xff\xd8\xff\xe0", b"%PDF")


def test_pictures_are_for_those_who_read_results(client, evening, owner):
    client.force_login(owner)
    send(client, evening, file("a.jpg", make_photo()))
    address = reverse("organiser-scan", args=[evening.slug, SheetScan.objects.get().pk])

    roles = {EventRole.CHECKER: 200, EventRole.SCORER: 200, EventRole.TREASURER: 403, EventRole.SCREEN: 403}
    for role, status in roles.items():
        client.force_login(make_user("Rôle", tournament=evening, role=role))
        assert client.get(address).status_code == status


def test_removing_takes_the_picture_away(signed_in, evening):
    send(signed_in, evening, file("a.jpg", make_photo()))
    scan = SheetScan.objects.get()

    page = signed_in.post(reverse("organiser-scan-remove", args=[evening.slug, scan.pk]), follow=True)

    assert "L’image est retirée." in page.content.decode()
    assert page.context["scans"] == []
