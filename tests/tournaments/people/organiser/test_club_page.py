"""The public page of a club as its organisers write it."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.factories.photos import make_photo
from tests.factories.tournaments import make_seated_tournament, make_user
from tournaments.base.services.pictures import PictureFault, PictureRefused
from tournaments.models import AuditEvent, Club, ClubPage
from tournaments.people.services import club_pages

TEXTS = {"presentation": "Tous les jeudis.", "address": "Salle des fêtes", "contact": "05 00 00 00 00"}
SENT = {"name": "Club des essais"} | TEXTS
"""All fields of the page with a value."""


def path(club: Club) -> str:
    return reverse("organiser-club-page", args=[club.slug])


def picture(content: bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile("club.jpg", content, "image/jpeg")


@pytest.mark.postgres
def test_texts_and_picture_are_kept_and_the_picture_taken_away(signed_in: Client, club: Club) -> None:
    signed_in.post(path(club), SENT | {"picture": picture(make_photo("PNG"))})
    club_page = ClubPage.objects.get()
    page_text = signed_in.get(path(club)).text
    unchanged = signed_in.post(path(club), SENT)

    assert unchanged.status_code == 302
    assert (club_page.presentation, club_page.address, club_page.contact) == tuple(TEXTS.values())
    assert bytes(club_page.picture).startswith(b"\xff\xd8")
    assert "Retirer l’image" in page_text
    assert ClubPage.objects.get().picture == club_page.picture
    signed_in.post(path(club), SENT | {"without_picture": "on"})
    assert bytes(ClubPage.objects.get().picture) == b""
    assert AuditEvent.objects.filter(action="club.page_changed").count() == 3


@pytest.mark.parametrize(
    ("content", "told"),
    [(b"<svg/>", "illisible"), (b"x" * (club_pages.LARGEST_PICTURE + 1), "trop lourde")],
)
def test_a_picture_that_does_not_do_is_told_and_nothing_typed_is_lost(
    signed_in: Client, club: Club, content: bytes, told: str
) -> None:
    page = signed_in.post(path(club), SENT | {"picture": picture(content)})

    assert told in page.context["form"].errors["picture"][0]
    assert "Tous les jeudis." in page.text
    assert not ClubPage.objects.exists()


def test_a_picture_of_too_many_pixels_is_told(
    signed_in: Client, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(content: bytes) -> bytes:
        raise PictureRefused(PictureFault.TOO_LARGE)

    monkeypatch.setattr(club_pages, "small_photo", refuse)

    page = signed_in.post(path(club), SENT | {"picture": picture(make_photo())})

    assert "trop grande" in page.context["form"].errors["picture"][0]


def test_new_name_holds_on_all_pages_and_the_address_stays(signed_in: Client, club: Club) -> None:
    tournament = make_seated_tournament(club)
    address, version = path(club), tournament.showing_version
    public_page = reverse("public-standings", args=[tournament.slug])
    assert club.name in signed_in.get(public_page).text

    names = {"name": "Tarot club de Saint-Jean", "city": "Pont-Saint-Jean"}
    renamed = signed_in.post(address, TEXTS | names)
    repeated = signed_in.post(address, TEXTS | names)
    refused = signed_in.post(address, TEXTS | {"name": " ", "initial-name": names["name"]})

    assert (renamed.status_code, repeated.status_code, refused.status_code) == (302, 302, 200)
    assert refused.context["form"].errors["name"]
    stored = Club.objects.get()
    assert (stored.name, stored.city, stored.slug) == (*names.values(), club.slug)
    tournament.refresh_from_db()
    assert tournament.showing_version == version + 1
    assert names["name"] in signed_in.get(public_page).text
    event = AuditEvent.objects.get(action="club.renamed")
    assert (event.before, event.after) == ({"name": club.name, "city": club.city}, names)


def test_the_page_of_the_club_leads_to_it(signed_in: Client, club: Club) -> None:
    assert path(club) in signed_in.get(reverse("organiser-club", args=[club.slug])).text


def test_another_club_is_not_found(client: Client, club: Club) -> None:
    client.force_login(make_user("Ailleurs"))

    assert client.get(path(club)).status_code in (403, 404)
