"""Pages of an evening at home: create, write, correct, share. A reader's link cannot write."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from common.requests.limits import LIMITS, By, Limit
from counting.models import HomeEvening, HomeStep
from counting.queries.sheets import load_home_sheet
from games.core.variants.registry import GAMES, find_variant
from tests.cases import by_day
from tests.factories.tournaments import make_club, make_user
from tests.games.core.variants.watching import OF_THE_DAY

pytestmark = pytest.mark.django_db

TOOK = {"bid": "prise", "taker": "0", "bouts": "2", "points": "46"}


def begin(client, game="tarot-4", **more):
    names = {f"nom_{seat}": f"P{seat}" for seat in range(find_variant(game).player_count)}
    answer = client.post(reverse("counting-begin", args=[game]), names | {"donneur": "0"} | more)
    assert answer.status_code == 302
    return HomeEvening.objects.get(writing=answer.url.split("/")[-2])


def write(client, evening, facts, deal, seen, **more):
    address = reverse("counting-evening-write", args=[evening.writing])
    return client.post(address, facts | {"donne": str(deal), "vu": str(seen)} | more)


def page(client, secret, query=""):
    return client.get(reverse("counting-evening", args=[secret]) + query)


def test_an_evening_of_three_deals_with_a_correction_and_an_undo():
    client = Client()
    evening = begin(client)

    for number, taker in enumerate("012", 1):
        assert write(client, evening, TOOK | {"taker": taker}, number, number - 1).status_code == 302
    write(client, evening, TOOK | {"bid": "garde"}, 1, 3)
    corrected = page(client, evening.writing).context["totals"]
    client.post(reverse("counting-evening-undo", args=[evening.writing]), {"vu": "4"})

    assert corrected == ["+120", "0", "0", "−120"]
    assert page(client, evening.writing).context["totals"] == ["+30", "+30", "+30", "−90"]


@pytest.mark.parametrize("game", by_day(GAMES, OF_THE_DAY.__contains__))
def test_every_game_can_be_kept(game):
    client = Client()

    evening = begin(client, game)

    assert page(client, evening.writing).status_code == 200
    assert page(client, evening.reading).status_code == 200


def test_who_has_the_link_to_look_writes_nothing():
    client = Client()
    evening = begin(client)
    write(client, evening, TOOK, 1, 0)

    page_text = page(Client(), evening.reading).content.decode()
    answers = [
        Client().post(reverse(name, args=[evening.reading]), TOOK | {"donne": "2", "vu": "1"})
        for name in ("counting-evening-write", "counting-evening-undo")
    ]

    assert "+90" in page_text
    assert evening.writing not in page_text
    assert "<form" not in page_text.split("<main")[1].split("</main>")[0]
    assert [answer.status_code for answer in answers] == [404, 404]
    assert HomeStep.objects.count() == 1


def test_impossible_facts_come_back_with_all_that_was_typed():
    client = Client()
    evening = begin(client)

    answer = write(client, evening, TOOK | {"points": "91"}, 1, 0)
    response = write(client, evening, TOOK | {"points": "91"}, 1, 0, prendre="points=85")

    page_text = answer.content.decode()
    assert answer.status_code == 422
    assert 'value="91"' in page_text
    assert re.search(r'name="prendre" value="[^"]+=', page_text)
    assert response.status_code == 302
    assert HomeStep.objects.get().facts["points"] == "85"


def test_taken_deal_becomes_a_passed_one_with_one_press():
    client = Client()
    evening = begin(client)
    write(client, evening, TOOK, 1, 0)

    refused = write(client, evening, TOOK | {"bid": "passed"}, 1, 1)
    words, clearing = re.search(
        r'name="prendre" value="([^"]+)">(Personne ne prend[^<]+)<', refused.text
    ).group(2, 1)
    write(client, evening, TOOK | {"bid": "passed"}, 1, 1, prendre=unescape(clearing))

    assert (refused.status_code, words) == (422, "Personne ne prend, effacer le reste")
    assert "bid" not in clearing
    assert {name for name, text in HomeStep.objects.last().facts.items() if text} == {"bid"}
    assert "Personne ne prend, effacer" not in write(client, evening, TOOK | {"points": "91"}, 2, 2).text


def test_a_script_is_answered_in_json():
    client = Client()
    evening = begin(client)
    address = reverse("counting-evening-write", args=[evening.writing])

    good = client.post(address, TOOK | {"donne": "1", "vu": "0"}, headers={"accept": "application/json"})
    late = client.post(address, TOOK | {"donne": "1", "vu": "0"}, headers={"accept": "application/json"})

    assert (good.status_code, good.json()) == (200, {"steps": 1})
    assert late.status_code == 409
    assert "entre-temps" in late.json()["message"]


def test_new_deal_of_a_stale_page_stays_a_new_one_and_a_correction_a_correction():
    client = Client()
    evening = begin(client)
    write(client, evening, TOOK, 1, 0)

    new = write(client, evening, TOOK | {"points": "52"}, 1, 0)
    correction = write(client, evening, TOOK | {"points": "52"}, 1, 0, correction="1")
    unknown = write(client, evening, TOOK, 7, 0, correction="1")

    assert [response.status_code for response in (new, correction, unknown)] == [409] * 3
    assert [response.context["deal"] for response in (new, correction, unknown)] == [2, 1, 2]
    assert all('value="52"' in response.text for response in (new, correction))
    assert 'name="correction"' in correction.text
    assert 'name="correction"' not in new.text


def test_address_of_a_refused_deal_leads_to_the_sheet():
    evening = begin(Client())

    response = Client().get(reverse("counting-evening-write", args=[evening.writing]))

    assert response.url == reverse("counting-evening", args=[evening.writing])
    assert Client().get(reverse("counting-evening-write", args=["unknown"])).status_code == 404


def test_an_earlier_deal_is_shown_with_its_facts_to_correct():
    client = Client()
    evening = begin(client)
    write(client, evening, TOOK, 1, 0)

    page_text = page(client, evening.writing, "?donne=1").content.decode()

    assert 'value="46"' in page_text
    assert page(client, evening.writing, "?donne=3").status_code == 404


def test_names_are_told_apart_and_kept():
    response = Client().post(
        reverse("counting-begin", args=["tarot-3"]), {"nom_0": "Anne", "nom_1": "anne", "nom_2": "x" * 30}
    )

    page_text = response.content.decode()
    assert response.status_code == 422
    assert "Deux joueurs ont ce nom" in page_text
    assert "20 lettres au plus" in page_text
    assert 'value="Anne"' in page_text
    assert not HomeEvening.objects.exists()


def test_the_first_dealer_is_drawn():
    evening = begin(Client(), donneur="tirage")

    assert evening.drawn
    assert {seat for cards in evening.drawn for seat, _card in cards} == {0, 1, 2, 3}


def test_an_address_that_opens_nothing_is_counted(monkeypatch):
    monkeypatch.setitem(LIMITS, "wrong-link", (Limit(By.ADDRESS, 2, 60),))

    statuses = [page(Client(), "nothing-here").status_code for _time in range(3)]

    assert statuses == [404, 404, 429]


def test_evenings_and_writing_are_limited(monkeypatch):
    client = Client()
    evening = begin(client)
    monkeypatch.setitem(LIMITS, "evening-begin", (Limit(By.ADDRESS, 0, 60),))
    monkeypatch.setitem(LIMITS, "evening-write", (Limit(By.THING, 0, 60),))

    assert client.post(reverse("counting-begin", args=["tarot-4"]), {"donneur": "0"}).status_code == 429
    assert write(client, evening, TOOK, 1, 0).status_code == 429


def test_a_club_keeps_the_evening_on_its_page(client):
    club = make_club()
    client.force_login(make_user(club=club))
    evening = begin(client)
    write(client, evening, TOOK, 1, 0)

    answer = client.post(reverse("counting-keep", args=[evening.writing, club.slug]))

    listed = client.get(reverse("counting-club", args=[club.slug])).content.decode()
    assert answer.status_code == 302
    assert reverse("counting-evening", args=[evening.reading]) in listed
    assert "Tarot à 4" in listed


def test_the_qr_code_is_a_picture_of_the_address():
    evening = begin(Client())

    answer = Client().get(reverse("counting-evening-qr", args=[evening.reading]))

    assert answer["Content-Type"] == "image/svg+xml"
    assert b"<svg" in answer.content


def test_teams_drawn_by_lot_are_ranked_with_their_players():
    client = Client()
    evening = begin(client, "tarot-6", equipes="tirage")
    facts = {"bid": "garde", "taker": "1", "bouts": "3", "points": "36"}

    teams = page(client, evening.writing).context["teams"]
    assert write(client, evening, facts, 1, 0).status_code == 302
    context = page(client, evening.reading).context

    assert sorted(evening.names) == [f"P{seat}" for seat in range(6)]
    assert [team.rank for team in teams] == [1, 1, 1]
    assert [(team.rank, team.total) for team in context["teams"]] == [(1, "+200"), (2, "−100"), (2, "−100")]
    assert context["teams"][0].names == (evening.names[1], evening.names[4])
    assert context["leaders"] == [evening.names[1], evening.names[4]]


def test_teams_as_written_leave_everybody_at_his_place():
    assert begin(Client(), "tarot-8", equipes="ecrites").names == [f"P{seat}" for seat in range(8)]


def test_refused_names_keep_the_choice_of_a_draw():
    address = reverse("counting-begin", args=["tarot-6"])

    answer = Client().post(address, {"nom_0": "Anne", "nom_1": "anne", "equipes": "tirage"})

    assert answer.status_code == 422
    assert answer.context["teams_drawn"]


def test_a_game_without_teams_has_none():
    client = Client()
    evening = begin(client, "tarot-7", equipes="tirage")

    assert page(client, evening.writing).context["teams"] == []
    assert evening.names == [f"P{seat}" for seat in range(7)]


def test_a_ladder_of_contrat_that_is_played_is_said_to_writers_and_readers():
    client = Client()
    evening = begin(client, "contrat-3")
    sheet = load_home_sheet(evening)
    for number in range(1, 14):
        assert "L’échelle est jouée" not in page(client, evening.writing).text
        cards = dict(sheet.terms.rules_of(number).overrides).get("cards_each", 7)
        bets = {"bet_0": "0", "bet_1": "0", "bet_2": "0", "tricks_1": "0", "tricks_2": "0"}
        assert write(client, evening, bets | {"tricks_0": str(cards)}, number, number - 1).status_code == 302

    for secret in (evening.writing, evening.reading):
        assert "L’échelle est jouée : la partie est finie." in page(client, secret).text
