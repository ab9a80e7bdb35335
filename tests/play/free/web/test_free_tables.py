"""Pages of free tables: the list, opening, the waiting room, the deal, looking on."""

import html
import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.profiles import change_profile
from common.requests.limits import LIMITS
from games.core.actions import format_action
from play.free.enums import Phrase
from play.free.models import FreeDeal, FreeTable, SaidPhrase, TableSeat
from play.free.queries.free_tables import (
    Gathering,
    free_table_terms,
    load_deal_points,
    load_gathering,
)
from play.free.services.changes import notify_table
from play.free.web import shown_table
from play.scene.web.table_parts import HEADER, TABLE
from play.scene.words.scores import winner_words
from play.scene.words.steps import place_names
from play.tables.models import PlayedTable, TableAction
from tests.factories.played_tables import log_all_but_the_last
from tests.factories.tournaments import make_club, make_user
from tournaments.models import HouseRules

pytestmark = pytest.mark.django_db

OPENING = {
    "name": "Anne",
    "game": "tarot-4",
    "rules": "fft",
    "deal_count": "2",
    "clock": "usual",
    "level": "debutant",
    "robots_after": "",
    "is_listed": "on",
}


def open_one(client: Client, **more: str) -> FreeTable:
    response = client.post(reverse("rooms-free-open"), OPENING | more)
    table = FreeTable.objects.get()
    assert response["Location"] == address(table)
    return table


def address(table: FreeTable, name: str = "table") -> str:
    return reverse(f"rooms-free-{name}", args=[table.secret])


def sit(client: Client, table: FreeTable, name: str, **more: str) -> TableSeat:
    client.post(address(table, "sit"), {"name": name, **more})
    return TableSeat.objects.get(table=table, name=name)


def page(client: Client, table: FreeTable) -> str:
    response = client.get(address(table))
    assert response.status_code == 200
    return response.content.decode()


def begun(client: Client, other_client: Client) -> FreeTable:
    table = open_one(client)
    sit(other_client, table, "Boris")
    client.post(address(table, "begin"), {"donne": "0"})
    return table


def play_out(other_clients: dict[int, Client], client: Client, table: FreeTable) -> None:
    """Play the present deal to its end: its last actions on the pages, the others in its log.

    Each seat is played by its client, the others by `client`.
    """
    gathering = load_gathering(table)
    assert gathering.sitting is not None
    log_all_but_the_last(gathering.sitting, [player.seat for player in gathering.players()], rng=None)
    for number in range(1, 400):
        seated = load_gathering(table)
        assert seated.sitting is not None
        if seated.sitting.state.is_over:
            break
        who = other_clients.get(seated.sitting.state.to_act or 0, client)
        action = re.search(r'name="action"\s+value="([^"]+)"', page(who, table))
        form = {"numero": str(seated.sitting.number), "action": action[1]} if action else {}
        who.post(address(table, "act" if action else "go-on"), form)
        assert number < 399


def test_table_is_opened_and_shown_in_the_list_with_its_people(client: Client) -> None:
    table = open_one(client)

    waiting = page(client, table)
    assert f'value="http://testserver{address(table)}"' in waiting
    assert "data:image/svg+xml" in waiting
    listed = Client().get(reverse("rooms-free")).content.decode()
    assert address(table) in listed
    assert "Anne" in listed
    assert "3 places libres" in listed
    own_tables = client.get(reverse("rooms-free")).content.decode()
    assert "Vos tables" in own_tables
    assert own_tables.count(address(table)) == 1


def test_cards_drawn_for_the_first_dealer_are_shown(client: Client) -> None:
    table = begun(client, Client())
    dealer = PlayedTable.objects.get().dealer
    names = {seat.seat: seat.name for seat in table.seats.all()}

    notice = client.get(address(table)).context["drawn_dealer"]

    names[load_gathering(table).seats[0].seat] = "Vous"
    assert "en premier (cartes tirées" in notice
    assert notice.count(",") == 3
    assert dealer not in names or notice.startswith((f"{names[dealer]} donne ", f"{names[dealer]} donnez "))
    assert re.findall(r"[:,] (vous)\b", notice.replace("\xa0", " ")) == ["vous"]
    assert notice in html.unescape(page(client, table))


def test_private_table_is_in_nobodys_list(client: Client) -> None:
    table = open_one(client, is_listed="")

    assert address(table) not in Client().get(reverse("rooms-free")).content.decode()
    assert address(table) in client.get(reverse("rooms-free")).content.decode()


def test_choices_of_the_form_are_the_table(client: Client) -> None:
    table = open_one(client, game="papayou-5", rules="traditional", clock="fast", robots_after="180")

    assert (table.game, table.rule_set, table.deal_count) == ("papayou-5", "traditional", 2)
    assert (table.action_seconds, table.reserve_seconds, table.robots_after) == (15, 60, 180)


def test_rules_are_chosen_option_by_option_shown_and_played(client: Client) -> None:
    table = open_one(
        client, game="papayou-5", rules_of="papayou-5", rule_exchange="left", rule_exchange_cards="3"
    )
    other_client = Client()

    page_text = other_client.get(address(table)).content.decode()
    assert table.rule_set == "fft exchange=left exchange_cards=3"
    assert "Règles usuelles, avec des changements" in page_text
    assert "avec le voisin de gauche" in page_text
    client.post(address(table, "begin"), {"donne": "0"})
    assert PlayedTable.objects.get().rule_set == table.rule_set


def test_options_of_another_game_are_shown_and_nothing_typed_is_lost(client: Client) -> None:
    page = client.post(
        reverse("rooms-free-open"), OPENING | {"game": "papayou-5", "regles": "1", "name": "Zoé"}
    )

    assert 'value="Zoé"' in page.text
    assert page.context["rules"].game == "papayou-5"
    assert 'name="rule_draw"' in page.text
    assert not FreeTable.objects.exists()


def test_answers_to_the_options_of_another_game_are_not_taken(client: Client) -> None:
    form = OPENING | {"game": "tarot-5", "rules_of": "tarot-4", "rule_mouche": "True"}

    page = client.post(reverse("rooms-free-open"), form)

    assert "Le jeu a changé" in page.text
    assert 'name="rules_of" value="tarot-5"' in page.text
    assert not FreeTable.objects.exists()


def test_contrat_at_four_with_five_cards_in_every_deal_is_opened(client: Client) -> None:
    opened = open_one(client, game="contrat-4", rules_of="contrat-4", rule_cards_each="5")

    assert (opened.rule_set, opened.deal_count) == ("fft cards_each=5", 2)
    assert not free_table_terms(opened).follows_ladder


def test_too_large_an_exchange_is_told_at_its_field(client: Client) -> None:
    more = {"rule_cards_each": "3", "rule_exchange": "both", "rule_exchange_cards": "2"}

    page = client.post(reverse("rooms-free-open"), OPENING | {"game": "papayou-5", **more})

    assert list(page.context["rules"].errors) == ["rule_exchange"]


def test_house_rules_are_offered_to_those_of_the_club_and_stand_in_the_list(client: Client) -> None:
    club = make_club()
    house = HouseRules.objects.create(club=club, name="Du jeudi", game="tarot-4", rules="fft misere=10")
    client.force_login(make_user(club=club))
    value = f"house-{house.pk}"

    refused = Client().post(reverse("rooms-free-open"), OPENING | {"rules": value})
    table = open_one(client, rules=value)

    assert "rules" in refused.context["rules"].errors
    assert (table.rule_set, table.rules_name) == ("fft misere=10", "Du jeudi")
    listed = Client().get(reverse("rooms-free")).text
    assert "Règles de la maison, «\u00a0Du jeudi\u00a0»" in listed


def test_wrong_choice_is_told_at_its_field_and_nothing_is_opened(client: Client) -> None:
    response = client.post(reverse("rooms-free-open"), OPENING | {"game": "belote", "name": ""})

    assert set(response.context["form"].errors) == {"game", "name"}
    assert not FreeTable.objects.exists()


def test_account_sits_down_under_its_pseudonym(client: Client) -> None:
    user = User.objects.create_user("joueur@club.example", name="Denis Inventé")
    change_profile(user=user, pseudonym="Le Fou", country="")
    client.force_login(user)

    page = client.get(reverse("rooms-free-open")).content.decode()
    assert 'value="Le Fou"' in page
    assert 'value="Denis' not in page
    open_one(client, name="Le Fou")
    assert TableSeat.objects.get().owner == user


def test_name_that_is_taken_is_told_at_its_field(client: Client) -> None:
    table, other_client = open_one(client), Client()

    response = other_client.post(address(table, "sit"), {"name": "anne"})

    assert "Quelqu’un porte déjà ce nom" in str(response.context["form"].errors["name"])
    assert TableSeat.objects.count() == 1


def test_sitting_down_at_a_wished_place_and_leaving(client: Client) -> None:
    table, other_client = open_one(client), Client()

    seat = sit(other_client, table, "Boris", place="2")
    assert seat.seat == 2
    left = other_client.post(address(table, "leave"))
    assert left["Location"] == reverse("rooms-free")
    assert "Vous avez quitté la table." in other_client.get(left["Location"]).text
    assert other_client.post(address(table, "leave"))["Location"] == address(table)
    assert "Vous avez quitté la table." not in other_client.get(address(table)).text

    assert [seat_row.name for seat_row in TableSeat.objects.all()] == ["Anne"]


def test_empty_seats_of_other_tables_than_of_four_have_numbers_until_robots_play(client: Client) -> None:
    table, other_client = open_one(client, game="tarot-3"), Client()
    waiting = page(other_client, table)
    client.post(address(table, "begin"), {"donne": "0"})

    playing = page(other_client, table)

    assert re.findall(r"<span>(Place n° \d)</span>", waiting) == ["Place n° 1", "Place n° 2", "Place n° 3"]
    assert re.findall(r'<option value="\d">(.+?)</option>', waiting) == ["Place n° 2", "Place n° 3"]
    assert re.findall(r'<option value="\d">(.+?)</option>', playing) == ["Basile", "Clara"]


def test_home_leads_a_guest_back_to_a_table_with_others_until_the_match_is_over(client: Client) -> None:
    def way_back(browser: Client) -> list[str]:
        link = rf'href="{address(table)}"><strong>Tarot à 4</strong> <span>(.+?)</span>'
        return re.findall(link, browser.get(reverse("rooms-home")).text.replace("\N{NO-BREAK SPACE}", " "))

    table, other_client = open_one(client, deal_count="1"), Client()
    sit(other_client, table, "Boris")
    ways = [way_back(client)]
    client.post(address(table, "begin"), {"donne": "0"})
    ways += [way_back(other_client), way_back(Client())]
    PlayedTable.objects.update(ended_at=timezone.now(), score="0 0 0 0")

    assert ways == [["revenir à la table"], ["donne 1/1 : reprendre la partie"], []]
    assert way_back(client) == []


def test_people_see_their_own_hands_under_their_names(client: Client) -> None:
    other_client = Client()
    table = begun(client, other_client)

    mine, theirs = page(client, table), page(other_client, table)

    assert "<h3>Boris</h3>" in mine
    assert "<h3>Anne</h3>" in theirs
    assert mine.count("robot</em>") == theirs.count("robot</em>") == 2
    state = load_gathering(table).sitting.state  # type: ignore[union-attr]
    assert state.layout.hands[0] != state.layout.hands[1]
    assert mine.count('class="own-hand"') == theirs.count('class="own-hand"') == 1


def test_who_looks_on_sees_no_hand_and_changes_nothing(client: Client) -> None:
    other_client, stranger = Client(), Client()
    table = begun(client, other_client)
    number = TableAction.objects.count()

    watched_page = page(stranger, table)
    for name in ("act", "go-on", "begin", "claim", "answer", "leave", "say"):
        form = {"action": "pass", "numero": str(number), "donne": "1", "phrase": "luck", "reponse": "oui"}
        assert stranger.post(address(table, name), form).status_code == 302

    assert "Vous regardez" in watched_page
    assert "own-hand" not in watched_page
    assert TableAction.objects.count() == number
    assert not SaidPhrase.objects.exists()
    assert TableSeat.objects.count() == 2


def test_page_asks_only_when_something_changed(client: Client) -> None:
    table = open_one(client)
    moment = re.search(r'data-moment="([^"]*)"', page(client, table))
    assert moment is not None

    assert client.get(address(table, "moment"), {"vu": moment[1]}).status_code == 204
    sit(Client(), table, "Boris")
    changed = client.get(address(table, "moment"), {"vu": moment[1]})

    assert changed.status_code == 200
    assert changed.content.decode() != moment[1]


def test_script_that_asks_whether_anything_changed_is_answered_with_the_table(client: Client) -> None:
    other_client = Client()
    table = begun(client, other_client)
    moment = re.search(r'data-moment="([^"]*)"', page(client, table))
    assert moment is not None
    TableSeat.objects.filter(name="Boris").update(robot_since=timezone.now())
    notify_table(table=table)

    answers = [
        browser.get(address(table, "moment"), {"vu": moment[1], "depuis": "0"}, headers={HEADER: TABLE})
        for browser in (client, other_client, Client())
    ]

    assert all("un robot joue" in answer.text and "<html" not in answer.text for answer in answers)
    assert ["own-hand" in answer.text for answer in answers] == [True, True, False]
    again = re.search(r'data-moment="([^"]*)"', answers[0].text)
    assert again is not None
    assert client.get(address(table, "moment"), {"vu": again[1]}, headers={HEADER: TABLE}).status_code == 204


def test_script_is_answered_with_the_table_alone_as_it_is_then(client: Client) -> None:
    other_client = Client()
    table = begun(client, other_client)
    client.post(address(table, "go-on"))
    acting = load_gathering(table).acting()
    assert acting is not None
    sitting = load_gathering(table, acting).sitting
    assert sitting is not None
    form = {"numero": sitting.number, "depuis": 0, "action": format_action(sitting.view.legal[0])}

    who = client if acting.name == "Anne" else other_client
    part = who.post(address(table, "act"), form, headers={HEADER: TABLE})

    moment = re.search(r'data-moment="([^"]*)"', part.text)
    assert moment is not None
    assert "<html" not in part.text
    assert part.text.count("data-words=") == TableAction.objects.count() > sitting.number
    assert client.get(address(table, "moment"), {"vu": moment[1]}).status_code == 204


def test_page_made_while_a_robot_takes_a_seat_asks_again(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    other_client = Client()
    table = begun(client, other_client)

    def look_before_a_robot_comes(*args: Any) -> Gathering:
        seated = load_gathering(*args)
        TableSeat.objects.filter(name="Boris").update(robot_since=timezone.now())
        notify_table(table=table)
        return seated

    monkeypatch.setattr(shown_table, "load_gathering", look_before_a_robot_comes)
    old = page(client, table)
    monkeypatch.undo()

    assert "un robot joue" not in old
    assert "un robot joue" in page(client, table)
    moment = re.search(r'data-moment="([^"]*)"', old)
    assert moment is not None
    assert client.get(address(table, "moment"), {"vu": moment[1]}).status_code == 200


@pytest.mark.usefixtures("one_moment")
def test_phrases_are_said_and_limited(client: Client) -> None:
    other_client = Client()
    table = begun(client, other_client)

    client.post(address(table, "say"), {"phrase": "well"})
    client.post(address(table, "say"), {"phrase": "something else"})
    assert "Bien joué" in page(other_client, table)
    most = LIMITS["play-say"][-1].most
    answers = [client.post(address(table, "say"), {"phrase": Phrase.LUCK}).status_code for _ in range(most)]

    assert answers == [302] * (most - 1) + [429]


@pytest.mark.usefixtures("one_moment")
def test_opening_is_limited_for_a_browser(client: Client) -> None:
    most = next(limit.most for limit in LIMITS["play-open"] if limit.by == "device")
    client.post(reverse("rooms-free-open"), OPENING)  # from then on the browser is known

    answers = [client.post(reverse("rooms-free-open"), OPENING).status_code for _ in range(most + 1)]

    assert answers == [302] * most + [429]


def test_slow_one_is_told_that_a_robot_plays_and_takes_his_seat_back(client: Client) -> None:
    other_client = Client()
    table = begun(client, other_client)
    TableSeat.objects.filter(name="Anne").update(robot_since=timezone.now())

    own_page = page(client, table)
    assert "un robot joue pour vous" in own_page
    assert "un robot joue</em>" in page(other_client, table)
    client.post(address(table, "go-on"), {"retour": "1"})

    assert TableSeat.objects.get(name="Anne").robot_since is None


def test_who_is_away_is_marked(client: Client) -> None:
    other_client = Client()
    table = begun(client, other_client)
    TableSeat.objects.filter(name="Boris").update(seen_at=timezone.now() - timedelta(minutes=1))

    assert "absent</em>" in page(client, table)


def test_end_shows_scores_by_name_totals_and_the_next_deal(client: Client) -> None:
    other_client = Client()
    table = begun(client, other_client)
    deal = PlayedTable.objects.get()
    play_out({1: other_client}, client, table)

    ended = page(client, table)
    assert "Donne suivante" in ended
    assert "Cette partie" in ended
    assert "La partie est finie" not in ended
    assert "Boris" in ended
    assert reverse("rooms-table-replay", args=[deal.secret]) in ended or "passé" in ended
    client.post(address(table, "begin"), {"donne": "1"})
    assert PlayedTable.objects.count() == 2


def test_deal_of_a_free_table_is_no_table_of_one_person(client: Client) -> None:
    begun(client, Client())
    secret = PlayedTable.objects.get().secret

    assert client.get(reverse("rooms-table", args=[secret])).status_code == 404
    assert client.post(reverse("rooms-table-go-on", args=[secret])).status_code == 404
    assert client.get(reverse("rooms-table-replay", args=[secret])).status_code == 404


def test_ended_table_opens_again(client: Client) -> None:
    other_client = Client()
    table = begun(client, other_client)
    FreeTable.objects.update(ended_at=timezone.now())

    assert "Rien de ce qui a été joué" in page(other_client, table)
    other_client.post(address(table, "begin"), {"donne": "1"})

    assert FreeTable.objects.get().ended_at is None
    assert "data-table" in page(client, table)


def test_claim_at_the_wrong_moment_is_refused_with_words(client: Client) -> None:
    other_client = Client()
    table = begun(client, other_client)
    number = load_gathering(table).sitting.number  # type: ignore[union-attr]

    answers = [
        who.post(address(table, "claim"), {"numero": str(number)}, follow=True).content.decode()
        for who in (client, other_client)
    ]

    assert any("Réclamez au moment" in text for text in answers)


def test_begin_by_another_than_the_host_is_refused_with_words(client: Client) -> None:
    table, other_client = open_one(client), Client()
    sit(other_client, table, "Boris")

    answer = other_client.post(address(table, "begin"), {"donne": "0"}, follow=True).content.decode()

    assert "lance la partie" in answer
    assert not PlayedTable.objects.exists()


def test_list_costs_the_same_for_one_table_and_for_three(client: Client) -> None:
    counts = []
    for _ in range(3):
        Client().post(reverse("rooms-free-open"), OPENING)
        with CaptureQueriesContext(connection) as queries:
            client.get(reverse("rooms-free"))
        counts.append(len(queries))

    assert counts[0] == counts[2]


def test_end_of_a_match_says_who_won_it(client: Client) -> None:
    table = open_one(client, game="contrat-3", rules_of="contrat-3", rule_cards_each="3")
    pages = []
    for number in range(2):
        client.post(address(table, "begin"), {"donne": str(number)})
        play_out({}, client, table)
        pages.append(page(client, table))

    totals = [sum(points) for points in zip(*load_deal_points(table, match=1), strict=True)]
    me = TableSeat.objects.get().seat
    words = winner_words(totals, me, place_names(3), lowest_wins=True)
    assert ["La partie est finie" in text for text in pages] == [False, True]
    assert f"La partie est finie. {words}</caption>" in pages[1]
    assert re.search(r'<th scope="row">Vous</th>\s*<td>[^<]* · [^<]*</td>', pages[1])
    assert "Troisième Excuse" not in pages[1]
    FreeDeal.objects.filter(number=2).update(pot=0, payments=" ".join("01"[seat == me] for seat in range(3)))
    assert "Troisième Excuse\xa0: vous +1." in page(client, table)
