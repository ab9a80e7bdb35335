"""Page of piles of scans: their destinations are reported, waiting scans can be sorted or removed."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.factories.photos import make_photo
from tests.factories.sheets import make_seated_sheets
from tests.factories.tournaments import make_seated_tournament
from tournaments.models import SheetScan

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def media(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path


def send(client, tournament, *files):
    address = reverse("organiser-scan-piles", args=[tournament.slug])
    return client.post(address, {"pictures": [SimpleUploadedFile(*file) for file in files]}, follow=True)


def assign(client, scan, tournament, **place):
    address = reverse("organiser-scan-assign", args=[tournament.slug, scan.pk])
    return client.post(address, {f"s{scan.pk}-{name}": value for name, value in place.items()}, follow=True)


def test_file_that_cannot_be_read_is_named_and_the_others_wait(signed_in, club):
    tournament = make_seated_tournament(club, is_dealt=False)

    page = send(signed_in, tournament, ("a.jpg", make_photo()), ("b.exe", b"MZ"))

    text = page.content.decode()
    assert "a.jpg\xa0: 1 page à ranger à la main." in text
    assert "b.exe\xa0: Ce fichier est illisible" in text
    assert [scan.name for scan, _form in page.context["waiting"]] == ["a.jpg, 1"]


def test_waiting_traveller_is_sorted_by_its_number(signed_in, club):
    tournament = make_seated_tournament(club, is_dealt=False)
    send(signed_in, tournament, ("a.jpg", make_photo()))
    scan = SheetScan.objects.get()

    refused = assign(signed_in, scan, tournament, sheet="99")
    assert refused.status_code == 422
    assert "Cette feuille n’existe pas." in refused.content.decode()

    page = assign(signed_in, scan, tournament, sheet="12")
    assert page.context["waiting"] == []
    assert SheetScan.objects.get().board == 12
    assert assign(signed_in, scan, tournament, sheet="13").status_code == 404, "it waits no more"


def test_waiting_score_sheet_is_sorted_by_position_and_table(signed_in, club):
    tournament = make_seated_sheets(club)
    send(signed_in, tournament, ("a.jpg", make_photo()))

    assign(signed_in, SheetScan.objects.get(), tournament, round_number="2", table_number="3")

    scan = SheetScan.objects.get()
    assert (scan.board, scan.round_number, scan.table_number) == (None, 2, 3)


def test_waiting_page_can_be_taken_away(signed_in, club):
    tournament = make_seated_tournament(club, is_dealt=False)
    send(signed_in, tournament, ("a.jpg", make_photo()))

    page = signed_in.post(
        reverse("organiser-scan-remove", args=[tournament.slug, SheetScan.objects.get().pk]), follow=True
    )

    assert page.context["waiting"] == []


def test_nothing_chosen_is_said_at_the_field(signed_in, club):
    tournament = make_seated_tournament(club, is_dealt=False)

    page = signed_in.post(reverse("organiser-scan-piles", args=[tournament.slug]))

    assert page.status_code == 422
    assert page.context["form"].errors["pictures"]
