"""« Ma soirée »: names to choose from, then one's own page."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.sheets import make_seated_sheets
from tests.factories.tournaments import make_club, make_seated_tournament
from tournaments.enums import TournamentState, Visibility
from tournaments.events.services.events import set_visibility
from tournaments.models import Tournament
from tournaments.site.public import own

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    tournament = make_seated_tournament(make_club())
    return set_visibility(tournament=tournament, visibility=Visibility.PUBLIC, set_by=None)


@pytest.fixture
def address(evening):
    return reverse("public-find-evening", args=[evening.slug])


def test_who_is_not_known_finds_his_name_and_is_led_to_his_page_from_then_on(evening, address):
    client, entry = Client(), evening.entries.order_by("pk")[0]
    page_before = client.get(address)

    client.post(reverse("public-own", args=[evening.slug, entry.pk]))

    assert f'href="{reverse("public-player", args=[evening.slug, entry.pk])}"' in page_before.text
    assert client.get(address + "?seance=1").url == (
        reverse("public-player", args=[evening.slug, entry.pk]) + "?seance=1"
    )


def test_an_evening_whose_tables_deal_themselves_promises_deals_and_no_boards(evening, address):
    free = make_seated_sheets(evening.club)
    set_visibility(tournament=free, visibility=Visibility.PUBLIC, set_by=None)

    page_texts = [
        Client().get(address_tried).text
        for address_tried in (address, reverse("public-find-evening", args=[free.slug]))
    ]

    assert ["vos étuis" in text for text in page_texts] == [True, False]
    assert ["vos donnes" in text for text in page_texts] == [False, True]


def test_names_to_choose_from_take_as_many_queries_for_any_number_of_players(
    evening, address, django_assert_max_num_queries
):
    with django_assert_max_num_queries(8):
        page_found = Client().get(address, {"nom": "a"})

    assert len(page_found.context["found"]) > 8


def test_a_part_of_a_name_is_enough_and_nobody_is_said(evening, address):
    entry = evening.entries.order_by("pk")[0]

    page_found = Client().get(address, {"nom": entry.public_name[:-1].upper()})
    nobody = Client().get(address, {"nom": "personne"})

    assert entry in page_found.context["found"]
    assert nobody.context["found"] == []
    assert "Personne ne porte ce nom." in nobody.text


def test_of_a_large_field_the_first_names_stand_there(evening, address, monkeypatch):
    monkeypatch.setattr(own, "MOST_NAMES", 3)

    page = Client().get(address)

    assert len(page.context["found"]) == 3
    assert "tapez quelques lettres" in page.text


def test_the_front_page_leads_to_the_evening_under_way_and_to_whom_one_follows(evening):
    mine, followed = evening.entries.select_related("person").order_by("pk")[:2]
    own_page, other_page = (
        reverse("public-player", args=[evening.slug, entry.pk]) for entry in (mine, followed)
    )
    client = Client()
    client.cookies.load({"moi": str(mine.person_id), "suivis": str(followed.person_id)})
    page_before = client.get(reverse("public-home")).text

    Tournament.objects.update(state=TournamentState.PLAYING)
    during = client.get(reverse("public-home")).text
    Tournament.objects.update(state=TournamentState.FINISHED)
    page_after = client.get(reverse("public-home")).text

    assert [text.count(f'href="{own_page}"') for text in (page_before, during, page_after)] == [2, 2, 1]
    assert [text.count(f'href="{other_page}"') for text in (page_before, during, page_after)] == [0, 1, 0]
