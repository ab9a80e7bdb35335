"""Looks of a club's papers: what is kept, what is refused at its field."""

from io import BytesIO

import pytest
from django.core.files.base import ContentFile
from django.db import connection
from PIL import Image

from common.errors import AppError
from tests.factories.tournaments import make_club, make_user
from tournaments.models import AuditEvent, Club
from tournaments.paper.documents.making.looks import Look, load_look
from tournaments.paper.services import paper_looks
from tournaments.paper.services.paper_looks import LookChoices, clean_logo, keep_look

PLAIN = LookChoices(
    ink="#000000", tint="#eeeeee", footer="", is_large=False, is_letter=False, shows_home_clubs=False
)


def picture(width: int, height: int, form: str = "PNG", mode: str = "RGBA") -> "ContentFile[bytes]":
    content = BytesIO()
    Image.new(mode, (width, height)).save(content, form)
    return ContentFile(content.getvalue(), name="logo")


@pytest.fixture
def club(db) -> Club:
    return make_club()


def keep(
    club: Club, logo: "ContentFile[bytes] | None" = None, *, without_logo: bool = False, **choices: object
):
    look_choices = LookChoices(
        **{name: choices.get(name, getattr(PLAIN, name)) for name in LookChoices.__slots__}
    )
    return keep_look(
        club=club, choices=look_choices, logo=logo, without_logo=without_logo, kept_by=make_user()
    )


@pytest.mark.postgres
def test_choices_are_kept_and_traced(club):
    keep(
        club,
        ink="#123456",
        tint="#f0e0d0",
        footer=" Tarot Club ",
        is_large=True,
        is_letter=True,
        shows_home_clubs=True,
    )

    assert load_look(club) == Look(b"", "#123456", "#f0e0d0", "Tarot Club", True, True, True)
    assert AuditEvent.objects.get(club=club, action="papers.look_changed")


@pytest.mark.parametrize("file_format", ["PNG", "WEBP"])
def test_logo_is_made_small_and_stays_until_it_is_taken_away(club, file_format):
    keep(club, picture(3000, 600, file_format))

    logo_picture = Image.open(BytesIO(load_look(club).logo))
    assert (logo_picture.format, logo_picture.size) == ("PNG", (640, 128))
    keep(club, footer="a")
    assert load_look(club).logo
    keep(club, without_logo=True)
    assert load_look(club).logo == b""


def test_transparent_logo_stands_on_white():
    logo_picture = Image.open(BytesIO(clean_logo(picture(4, 4)))).convert("RGB")

    assert logo_picture.getpixel((0, 0)) == (255, 255, 255)


@pytest.mark.parametrize(
    ("field", "colour"), [("ink", "#cccccc"), ("ink", "#ffff00"), ("tint", "#555555"), ("tint", "#000000")]
)
def test_illegible_colours_are_refused(club, field, colour):
    with pytest.raises(AppError) as refused:
        keep(club, **{field: colour})

    assert refused.value.code == "colour_illegible"
    assert set(refused.value.fields) == {field}


@pytest.mark.parametrize(
    ("logo", "code"),
    [
        (ContentFile(b"<svg xmlns='http://www.w3.org/2000/svg'/>", name="a.svg"), "logo_unreadable"),
        (ContentFile(b"", name="a.png"), "logo_unreadable"),
        (picture(10, 10, "GIF", "P"), "logo_unreadable"),
        (ContentFile(b"\x89PNG\r\n\x1a\n" + b"0" * 40, name="a.png"), "logo_unreadable"),
        (picture(6000, 5000, mode="1"), "logo_too_large"),
    ],
)
def test_what_is_no_logo_is_refused_at_its_field(club, logo, code):
    with pytest.raises(AppError) as refused:
        keep(club, logo)

    assert refused.value.code == code
    assert set(refused.value.fields) == {"logo"}


def test_heavy_logo_is_refused_unread(club, monkeypatch):
    monkeypatch.setattr(paper_looks, "LARGEST_LOGO", 10)

    with pytest.raises(AppError) as refused:
        keep(club, picture(10, 10))

    assert refused.value.code == "logo_too_large"


def test_logo_is_read_before_the_transaction(club, monkeypatch):
    depth, depths = len(connection.savepoint_ids), []
    monkeypatch.setattr(
        paper_looks, "small_logo", lambda content: depths.append(len(connection.savepoint_ids)) or b"png"
    )

    keep(club, picture(4, 4))

    assert depths == [depth]
    assert load_look(club).logo == b"png"
