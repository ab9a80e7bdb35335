"""The front page: today's own hand and no other card, one tap to play, one's own evening first, rooms."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.models import User
from accounts.profiles import change_profile
from common.requests.devices import DEVICE_COOKIE
from games.core.bots.choosing import RobotLevel
from play.alone.models import DailyPlay
from play.alone.services.beginning import Player, begin_daily, begin_practice, daily_hand
from play.rooms.enums import RoomAccess
from play.tables.models import PlayedTable
from play.tables.services.played_tables import load_sitting
from tests.factories.rooms import make_entry, make_room, make_round
from tests.factories.tournaments import make_club, make_seated_tournament, make_user
from tournaments.base.queries.rounds import RoundNow
from tournaments.base.words.event_language import choose_round_word
from tournaments.core.formats.event_options import RoundWord
from tournaments.enums import TournamentState, Visibility
from tournaments.events.services.events import set_visibility
from tournaments.models import Tournament
from tournaments.templatetags.cards import face_of

pytestmark = pytest.mark.django_db
FRONT, BEGIN, DAILY = reverse("public-home"), reverse("rooms-daily-begin"), reverse("rooms-daily")
HERE = {"Origin": "http://testserver"}
PICTURE = re.compile(r'class="card-picture[^>]*><svg><use href="[^"#]*#(\w+)"')


@pytest.fixture
def running() -> Tournament:
    tournament = make_seated_tournament(make_club())
    set_visibility(tournament=tournament, visibility=Visibility.PUBLIC, set_by=None)
    Tournament.objects.filter(pk=tournament.pk).update(state=TournamentState.PLAYING)
    return Tournament.objects.get(pk=tournament.pk)


def begun() -> list[DailyPlay]:
    return list(DailyPlay.objects.select_related("table"))


# --- the hand -----------------------------------------------------------------------------------------------


def test_page_shows_the_hand_that_a_player_begins_with_and_no_other_card(client: Client) -> None:
    today = timezone.localdate()
    table = begin_daily(day=today, name="A", player=Player("a"))
    layout = load_sitting(table).state.layout

    pictures = PICTURE.findall(client.get(FRONT).text)

    assert sorted(pictures) == sorted(face_of(card).picture for card in layout.hands[table.taker or 0])
    assert len(pictures) == 18
    assert set(daily_hand(today)) <= set(load_sitting(table).view.hand)


def test_hand_is_another_one_tomorrow() -> None:
    today = timezone.localdate()

    assert daily_hand(today) == daily_hand(today)
    assert daily_hand(today) != daily_hand(today + timedelta(days=1))


# --- one tap ------------------------------------------------------------------------------------------------


def test_stranger_plays_with_one_tap(client: Client) -> None:
    front = client.get(FRONT)

    answer = client.post(BEGIN, headers=HERE)

    assert f'action="{BEGIN}"' in front.text
    assert not front.cookies
    assert "csrfmiddlewaretoken" not in front.text
    assert answer["Location"] == reverse("rooms-table", args=[begun()[0].table.secret])
    assert client.get(answer["Location"]).status_code == 200


@pytest.mark.parametrize("origin", [{}, {"Origin": "https://elsewhere.example"}, {"Origin": "null"}])
def test_form_of_another_site_begins_nothing_and_changes_no_browser(
    client: Client, origin: dict[str, str]
) -> None:
    answer = client.post(BEGIN, headers=origin)

    assert (answer["Location"], begun()) == (DAILY, [])
    assert DEVICE_COOKIE not in answer.cookies


def test_signed_in_player_needs_the_token_of_the_page() -> None:
    user = change_profile(user=make_user(), pseudonym="Lulu", country="")
    client = Client(enforce_csrf_checks=True)
    client.force_login(user)
    token = re.search(
        rf'action="{BEGIN}">\s*<input type="hidden" name="csrfmiddlewaretoken" value="(\w+)"',
        client.get(FRONT).text,
    )
    assert token

    refused = client.post(BEGIN, headers=HERE)
    accepted = client.post(BEGIN, {"csrfmiddlewaretoken": token[1]}, headers=HERE)

    assert (refused.status_code, accepted.status_code) == (403, 302)
    assert [(play.name, play.table.owner) for play in begun()] == [("Lulu", user)]


def test_second_tap_leads_to_the_same_table(client: Client) -> None:
    first, second = (client.post(BEGIN, headers=HERE)["Location"] for _ in range(2))

    assert (first == second, len(begun())) == (True, 1)


def test_page_leads_on_to_a_deal_begun_and_tells_the_score_of_a_finished_one(client: Client) -> None:
    client.post(BEGIN, headers=HERE)
    table = begun()[0].table
    during = client.get(FRONT).text
    PlayedTable.objects.filter(pk=table.pk).update(ended_at=timezone.now(), score="62")
    page_after = client.get(FRONT).text

    assert reverse("rooms-table", args=[table.secret]) in during
    assert "Vous avez fait +62" in page_after
    assert "1 joueur a fini cette donne" in page_after
    assert f'action="{BEGIN}"' not in during + page_after


def test_player_without_a_name_gives_it_later_and_once(client: Client) -> None:
    client.post(BEGIN, headers=HERE)
    play = begun()[0]
    PlayedTable.objects.filter(pk=play.table_id).update(ended_at=timezone.now(), score="62")
    without = client.get(DAILY).text

    response = client.post(DAILY, {"name": "Léa"})
    again = client.post(DAILY, {"name": "Zoé"})

    assert "sans nom" in without
    assert response["Location"] == DAILY
    assert again["Location"] == reverse("rooms-table", args=[play.table.secret])
    assert [row.name for row in begun()] == ["Léa"]


def yesterday_as(client: Client, name: str) -> None:
    """Give the browser of a client a deal of the day before, under a name."""
    client.post(BEGIN, headers=HERE)
    DailyPlay.objects.update(name=name, day=timezone.localdate() - timedelta(days=1))


def test_name_of_the_last_deal_is_kept(client: Client) -> None:
    yesterday_as(client, "Léa")

    client.post(BEGIN, headers=HERE)

    assert sorted(play.name for play in begun()) == ["Léa", "Léa"]


def test_name_that_an_account_has_taken_since_is_left_out(client: Client) -> None:
    yesterday_as(client, "Léa")
    change_profile(user=make_user(), pseudonym="Léa", country="")

    client.post(BEGIN, headers=HERE)

    assert sorted(play.name for play in begun()) == ["", "Léa"]


# --- the evening that runs ----------------------------------------------------------------------------------


def is_first(text: str) -> bool:
    """Return whether the evening is the first thing of the page, and the daily deal the second."""
    return "<h1>" in text.partition("daily-title")[0] and '<h2 id="daily-title">' in text


def test_evening_of_others_is_a_strip_above_the_deal(client: Client, running: Tournament) -> None:
    page = client.get(FRONT)

    assert not is_first(page.text)
    assert page.text.index(running.name) < page.text.index("daily-title")
    assert page.text.count(f'href="{reverse("public-standings", args=[running.slug])}"') == 1


def test_evening_says_its_round_in_its_own_word_and_counts_rounds_to_be_drawn(
    client: Client, running: Tournament, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose_round_word(running, RoundWord.TOUR)
    running.save(update_fields=["options"])
    monkeypatch.setattr(RoundNow, "planned_count", 7)

    texts = [client.get(FRONT).text, client.get(reverse("public-club", args=[running.club.slug])).text]
    settings.ETUI_IS_IN_HALL = True
    texts.append(client.get(FRONT).text)

    assert [re.findall(r"(?:Position|Tour) \d+ sur \d+", text) for text in texts] == [["Tour 1 sur 7"]] * 3


def test_evening_comes_first_on_the_laptop_of_a_hall(
    client: Client, running: Tournament, settings: Settings
) -> None:
    settings.ETUI_IS_IN_HALL = True

    text = client.get(FRONT).text

    assert is_first(text)
    assert "Suivre la soirée en cours" in text


@pytest.mark.parametrize("cookie", ["moi", "clubs_suivis"])
def test_evening_comes_first_for_its_players_and_for_followers_of_the_club(
    client: Client, running: Tournament, cookie: str
) -> None:
    entry = running.entries.order_by("pk")[0]
    client.cookies.load({cookie: str(entry.person_id if cookie == "moi" else running.club_id)})

    text = client.get(FRONT).text

    assert is_first(text)
    assert ("Ma soirée" in text) == (cookie == "moi")


def test_evening_of_another_club_stays_a_strip(client: Client, running: Tournament) -> None:
    client.cookies.load({"clubs_suivis": str(make_club("Ailleurs").pk)})

    assert not is_first(client.get(FRONT).text)


def test_deal_is_first_in_a_hall_while_no_evening_runs(client: Client, settings: Settings) -> None:
    settings.ETUI_IS_IN_HALL = True

    assert '<h1 id="daily-title">' in client.get(FRONT).text


# --- rooms --------------------------------------------------------------------------------------------------


def test_rooms_open_to_all_show_their_next_start_and_who_is_there(client: Client) -> None:
    club = make_club()
    of = make_round(make_room("Salle pleine", robot_players=3))
    make_entry(of)
    departed_entry = make_entry(of)
    departed_entry.left_at = timezone.now()
    departed_entry.save()
    make_room("Salle vide", robot_players=5)
    make_room("Salle close", is_open=False)
    make_room("Salle des membres", access=RoomAccess.MEMBERS, club=club)

    page = client.get(FRONT)

    lines = page.context["rooms"]
    current_time = page.context["now"]
    assert [(line.room.name, line.people) for line in lines] == [("Salle pleine", 1), ("Salle vide", 0)]
    assert all(current_time < line.starts_at <= current_time + line.room.rhythm for line in lines)
    assert "5 robots vous attendent" in page.text
    assert f'data-until="{int(lines[0].starts_at.timestamp())}"' in page.text


def test_page_says_how_many_people_play_on_the_site(client: Client) -> None:
    for device in ("browser a", "browser b"):
        begin_practice(game="tarot-4", level=RobotLevel.DEBUTANT, player=Player(device))
    member = Client()
    member.force_login(make_user())
    words = "<strong>2</strong> joueurs jouent en ce moment sur le site"

    # the page of a signed-in reader takes the number that another page has counted
    assert "people-playing" not in member.get(FRONT).text
    assert words in client.get(FRONT).text
    assert words in member.get(FRONT).text


def test_page_says_nothing_of_players_where_nobody_plays(client: Client) -> None:
    assert "people-playing" not in client.get(FRONT).text


def test_page_without_rooms_and_events_still_says_what_can_be_done(client: Client) -> None:
    text = client.get(FRONT).text

    assert "prochain départ" not in text
    assert [words in text for words in ("Jouer maintenant", "Organiser pour mon club")] == [True, True]


def test_user_is_greeted_by_name_only_in_their_own_copy(client: Client) -> None:
    user: User = change_profile(user=make_user(), pseudonym="Lulu", country="")
    client.force_login(user)

    assert "Lulu" in client.get(FRONT).text
    assert "Lulu" not in Client().get(FRONT).text
