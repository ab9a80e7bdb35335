"""The page of a club's papers and the pages of its templates."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.factories.tournaments import make_club, make_seated_tournament, make_user
from tournaments.enums import MembershipRole
from tournaments.models import AdjustedTemplate, Club
from tournaments.paper.documents.making.looks import load_look
from tournaments.paper.documents.making.sandbox import TemplateRefused
from tournaments.paper.organiser import papers

LOOK = {"ink": "#123456", "tint": "#f4f4f4", "footer": "tarot.example"}


@pytest.fixture
def club(db, client) -> Club:
    club = make_club()
    client.force_login(make_user(club=club, role=MembershipRole.ORGANISER))
    return club


def address(club: Club, name: str = "organiser-paper-template") -> str:
    return reverse(name, args=[club.slug, "name_badges"])


def test_look_is_kept_and_drawn(client, club):
    page = reverse("organiser-papers", args=[club.slug])

    colours = [
        part.partition(">")[0] for part in client.get(page).text.split("<input") if 'type="color"' in part
    ]
    assert client.post(page, LOOK).status_code == 302
    assert load_look(club).ink == "#123456"
    # HTML allows it at no picker of colours
    assert [part.count("required") for part in colours] == [0, 0]
    specimen = client.get(reverse("organiser-papers-specimen", args=[club.slug]))
    assert specimen["Content-Type"] == "image/svg+xml"
    assert b"tarot.example" in specimen.content


def test_refusal_stands_at_its_field_and_input_is_kept(client, club):
    page = reverse("organiser-papers", args=[club.slug])
    logo = SimpleUploadedFile("logo.svg", b"<svg/>")

    answer = client.post(page, {**LOOK, "logo": logo, "footer": "gardé"})

    assert answer.status_code == 200
    assert "logo" in answer.context["form"].errors
    assert b'value="gard\xc3\xa9"' in answer.content


def test_template_is_kept_and_put_back(client, club):
    assert b"{% for sheet in sheets %}" in client.get(address(club)).content

    client.post(address(club), {"text": "<p>à moi {{ heading.club }}</p>"})
    assert AdjustedTemplate.objects.get(club=club).text == "<p>à moi {{ heading.club }}</p>"
    assert "à moi" in client.get(address(club)).content.decode()

    client.post(address(club, "organiser-paper-template-remove"))
    assert not AdjustedTemplate.objects.exists()


@pytest.mark.parametrize("text", ["{% oops %}", "<script></script>", "{% include 'base.html' %}"])
def test_wrong_template_is_refused_at_its_line(client, club, text):
    make_seated_tournament(club)

    answer = client.post(address(club), {"text": f"<p>\n{text}</p>"})

    assert "text" in answer.context["form"].errors
    assert not AdjustedTemplate.objects.exists()
    assert client.post(address(club, "organiser-paper-template-preview"), {"text": text}).status_code == 200


def test_preview_can_do_nothing(client, club):
    make_seated_tournament(club)

    answer = client.post(
        address(club, "organiser-paper-template-preview"), {"text": "<p>{{ heading.club }}</p>"}
    )

    assert answer["Content-Security-Policy"].startswith("sandbox; default-src 'none'")
    assert f"<p>{club.name}</p>" in answer.content.decode()


def test_preview_shows_people_whom_the_club_does_not_know(client, club):
    tournament = make_seated_tournament(club)
    badges = "{% for badge in sheet.content.badges %}{{ badge.last_name }} {% endfor %}"
    text = "{% for sheet in sheets %}" + badges + "{% endfor %}"

    page = client.post(address(club, "organiser-paper-template-preview"), {"text": text}).content.decode()

    last_names = {entry.person.last_name for entry in tournament.entries.select_related("person")}
    assert page.strip()
    assert not [name for name in last_names if name in page]


def test_unknown_kind_is_not_found(client, club):
    assert client.get(reverse("organiser-paper-template", args=[club.slug, "nothing"])).status_code == 404


@pytest.mark.usefixtures("one_moment")
def test_drawings_that_are_cut_short_count_against_their_organiser(client, club, monkeypatch):
    """Each takes seconds of the lane that other organisers wait for."""
    tried: list[str] = []

    def cut_short(*, club: Club, kind: str, text: str) -> str:
        tried.append(text)
        raise TemplateRefused("trop long", cut_short=text == "slow")

    monkeypatch.setattr(papers, "try_template", cut_short)
    previews = address(club, "organiser-paper-template-preview")
    for text in ("wrong", "slow", "wrong", "slow", "slow", "slow", "wrong", "slow"):
        page = client.post(previews, {"text": text})
    second_client = Client()
    second_client.force_login(make_user("other@example.org", club=club, role=MembershipRole.ORGANISER))
    second_client.post(previews, {"text": "other"})

    assert tried == ["wrong", "slow", "wrong", "slow", "slow", "slow", "other"]
    assert "Trop d’essais" in page.content.decode()
    assert ">slow</textarea>" in page.content.decode().replace("\n", "")
