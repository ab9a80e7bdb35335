"""Drawing of cards: chosen once, used on every page that shows cards, stored on the device."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.web.look import COOKIE, PAGE_COOKIE

pytestmark = pytest.mark.django_db
PACK = "games-pack"


def test_choice_is_kept_and_shown_on_every_page_with_cards(client: Client) -> None:
    page = reverse("games-look")
    first_page = client.get(reverse(PACK)).text

    answer = client.post(page, {"four-colours": "on", "strong-cards": "on", "autre": "on"})
    changed_page = client.get(reverse(PACK)).text

    assert (answer.status_code, answer.headers["Location"]) == (302, page)
    assert '<html lang="fr">' in first_page
    assert 'media="(prefers-contrast: more)"' in first_page
    assert '<html lang="fr" data-four-colours data-strong-cards>' in changed_page
    assert 'media="all"' in changed_page
    assert client.get(page).text.count("checked") == 2


def test_suits_of_older_packs_are_in_force_where_they_are_chosen(client: Client) -> None:
    media = re.compile(r'cards_old[^>]*media="([^"]*)"')
    front = reverse("public-home")
    links = media.findall(client.get(reverse("games-look")).text), "cards_old" in client.get(front).text

    client.post(reverse("games-look"), {"old-suits": "on"})
    changed_page = client.get(reverse("games-look")).text

    assert links == (["not all"], False)
    assert media.findall(changed_page) == ["all"]
    assert "data-old-suits>" in changed_page
    assert "cards_old" in client.get(front).text


def test_page_of_the_pack_shows_each_old_suit_beside_its_name(client: Client) -> None:
    text = client.get(reverse(PACK)).text

    sample = text[text.index('<ul class="old-suits" data-old-suits>') :].split("</ul>")[0]
    names = re.findall(r'aria-label="([^"]+)"', sample)
    assert names[:3] == ["roi de pique", "7 de pique", "as de pique"]
    assert len(names) == 12
    assert [word in sample for word in ("épées", "coupes", "deniers", "bâtons")] == [True] * 4


def test_nothing_chosen_takes_the_choice_off_the_device(client: Client) -> None:
    client.post(reverse("games-look"), {"new-trumps": "on"})

    answer = client.post(reverse("games-look"), {})

    assert answer.cookies[COOKIE]["max-age"] == 0
    assert '<html lang="fr">' in client.get(reverse(PACK)).text


def test_contrast_and_size_of_text_are_kept_for_every_page(client: Client) -> None:
    page = reverse("games-look")
    front = reverse("public-home")
    assert "css/contrast." not in client.get(front).text

    client.post(page, {"more-contrast": "on", "size": "largest-text", "new-trumps": "on"})
    changed_front, settings_page = client.get(front).text, client.get(page).text

    assert '<html lang="fr" data-new-trumps data-more-contrast data-largest-text>' in changed_front
    assert "css/contrast." in changed_front
    assert settings_page.count("checked") == 2
    assert 'value="largest-text" selected' in settings_page
    assert settings_page.count('media="all"') == 1
    answer = client.post(page, {"size": "huge"})
    assert {cookie: answer.cookies[cookie]["max-age"] for cookie in (COOKIE, PAGE_COOKIE)} == {
        COOKIE: 0,
        PAGE_COOKIE: 0,
    }
    assert '<html lang="fr">' in client.get(front).text


def test_what_the_device_makes_up_is_left_out(client: Client) -> None:
    client.cookies[COOKIE] = 'new-trumps.onload="x".four-colours'

    assert '<html lang="fr" data-four-colours data-new-trumps>' in client.get(reverse(PACK)).text
