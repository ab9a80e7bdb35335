"""The ranking on other sites: in a frame, as JSON, as a picture beside a link."""

from io import BytesIO

import pytest
from django.urls import reverse
from fontTools.ttLib import TTFont
from PIL import Image

from tests.factories.tournaments import (
    enter_results,
    list_plays,
    make_club,
    make_seated_tournament,
    make_user,
)
from tournaments.enums import MembershipRole, Visibility
from tournaments.events.services.events import set_visibility
from tournaments.rankings.public import sharing
from tournaments.rankings.services.standings import refresh_standings
from tournaments.rankings.web.link_picture import HEADING_LETTERS, LinkPicture, draw_picture

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    tournament = make_seated_tournament(make_club(), name="Grand prix", is_dealt=False)
    enter_results(zip(list_plays(tournament)[:2], (60, 84), strict=True))
    refresh_standings(session=tournament.sessions.get())
    return set_visibility(tournament=tournament, visibility=Visibility.PUBLIC, set_by=None)


def read(client, name, tournament):
    return client.get(reverse(name, args=[tournament.slug]))


def test_embedded_ranking_may_be_framed_anywhere_and_opens_its_links_outside(client, evening):
    page = read(client, "public-embed", evening)

    assert "X-Frame-Options" not in page.headers
    assert "frame-ancestors *" in page.headers["Content-Security-Policy"]
    assert '<base target="_blank" />' in page.text
    assert reverse("public-standings-live", args=[evening.slug]) in page.text
    assert page.text.count('scope="row"') == 20


def test_other_pages_may_not_be_framed(client, evening):
    page = read(client, "public-standings", evening)

    assert page.headers["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in page.headers["Content-Security-Policy"]


def test_json_may_be_read_by_pages_of_any_site_without_its_cookies(client, evening):
    answer = read(client, "api-v1-standings", evening)

    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer.headers


def test_page_to_share_gives_the_frame_the_code_and_the_json(client, evening):
    page = read(client, "public-share", evening)

    frame = f"http://testserver{reverse('public-embed', args=[evening.slug])}"
    assert f'&lt;iframe src="{frame}"' in page.text
    assert reverse("public-qr", args=[evening.slug]) in page.text
    assert reverse("api-v1-standings", args=[evening.slug]) in page.text


def test_link_has_a_picture_of_the_right_size(client, evening):
    page = read(client, "public-standings", evening)
    picture = read(client, "public-link-picture", evening)
    again = client.get(picture.request["PATH_INFO"], headers={"if-none-match": picture.headers["ETag"]})

    address = f"http://testserver{reverse('public-link-picture', args=[evening.slug])}"
    assert f'<meta property="og:image" content="{address}" />' in page.text
    assert '<meta property="og:title" content="Grand prix" />' in page.text
    assert picture.headers["Content-Type"] == "image/png"
    assert Image.open(BytesIO(picture.content)).size == (1200, 630)
    assert again.status_code == 304


def test_picture_is_drawn_once_for_all_until_its_words_change(client, evening, monkeypatch):
    drawn_pictures: list[LinkPicture] = []

    def draw(picture: LinkPicture) -> Image.Image:
        drawn_pictures.append(picture)
        return draw_picture(picture)

    monkeypatch.setattr(sharing, "draw_picture", draw)
    pictures = [read(client, "public-link-picture", evening).content for _ in range(2)]
    evening.name = "Petit prix"
    evening.save()
    renamed = read(client, "public-link-picture", evening).content

    assert [picture.name for picture in drawn_pictures] == ["Grand prix", "Petit prix"]
    assert pictures[0] == pictures[1] != renamed


def test_private_event_has_no_picture_for_messengers(client, evening):
    set_visibility(tournament=evening, visibility=Visibility.PRIVATE, set_by=None)
    client.force_login(make_user(club=evening.club, role=MembershipRole.OWNER))

    assert "og:image" not in read(client, "public-standings", evening).text


@pytest.mark.parametrize("name", ["A", "Championnat " * 20, "Interminable" * 12, "Ωμέγα Кубок ♠ 東京"])
def test_any_name_stays_inside_the_picture(name):
    picture = draw_picture(LinkPicture(name, "Club " * 40, "3 octobre 2026", "résultats"))

    right = picture.crop((1120, 0, 1200, 630)).getcolors()
    assert right == [(80 * 630, (15, 61, 46))]


def test_every_letter_of_the_face_of_headings_is_written_in_it_and_no_other():
    letters = set(TTFont("static/fonts/EtuiDisplay-Regular.woff2").getBestCmap())

    letters_to_write = {code for code in range(0x20, 0x2700) if HEADING_LETTERS.fullmatch(chr(code))}

    assert letters >= set(map(ord, "ÀéŒœ’«»– 0"))
    assert letters_to_write == letters


@pytest.mark.parametrize(
    "name", ["Championnat " * 20, "Interminable" * 12, "Coupe du printemps des clubs du Val de Loire"]
)
def test_name_of_an_event_ends_above_the_cards_and_its_club(name):
    picture = draw_picture(LinkPicture(name, "", "", ""))

    assert picture.crop((30, 436, 600, 500)).getcolors() == [(570 * 64, (15, 61, 46))]


def test_cards_lie_free_of_the_words_beside_them():
    picture, bare = (
        draw_picture(LinkPicture("Coupe", club, day, ""))
        for club, day in (("Club " * 40, "28 septembre 2026, classement en direct"), ("", ""))
    )

    cards = (700, 490, 1120, 630)
    assert picture.crop(cards).tobytes() == bare.crop(cards).tobytes()
    assert len(bare.crop(cards).getcolors(10_000) or ()) > 50
