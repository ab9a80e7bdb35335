"""Home of an account: games under way, coming events, past results, and no data of other people."""

import datetime
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.profiles import change_profile
from games.core.bots.choosing import RobotLevel
from play.alone.models import DailyPlay
from play.alone.queries.daily import load_daily_week
from play.alone.services.beginning import Player, begin_daily, begin_practice
from play.conduct.models import PlayerBlock
from play.free.models import FreeTable
from play.front.queries.own_home import list_table_partners, load_own_evenings
from play.rooms.services.rounds import play_next
from play.tables.models import PlayedTable
from tests.factories.free_tables import Club as TableClub
from tests.factories.rooms import end_round, finish, make_entry, make_round
from tests.factories.shown_club import make_shown_club
from tests.factories.tournaments import make_club, make_people, make_tournament, make_user
from tournaments.enums import EventRole, FollowKind, TournamentState, Visibility
from tournaments.events.services.events import enter_people
from tournaments.models import EventRecord, Follow, Role, Tournament

pytestmark = pytest.mark.django_db
HOME = reverse("own-home")
TODAY = datetime.date(2026, 11, 28)


@pytest.fixture
def user() -> User:
    return change_profile(user=make_user("Claire Martin"), pseudonym="Lulu", country="")


@pytest.fixture
def own(client: Client, user: User) -> Client:
    client.force_login(user)
    return client


def end(table: PlayedTable, score: str = "62") -> None:
    PlayedTable.objects.filter(pk=table.pk).update(ended_at=timezone.now(), score=score)


def test_stranger_signs_in_and_comes_back(client: Client) -> None:
    answer = client.get(HOME)

    assert answer["Location"] == f"{reverse('accounts-sign-in')}?next={HOME}"


def test_header_names_the_player_and_organises_only_with_a_right(own: Client, user: User) -> None:
    without = own.get(HOME).text
    Role.objects.create(user=user, tournament=make_tournament(make_club()), role=EventRole.SCORER)

    with_role = own.get(HOME).text

    assert [f'href="{HOME}"' in text for text in (without, with_role)] == [True, True]
    assert [f'href="{reverse("organiser-home")}"' in text for text in (without, with_role)] == [False, True]
    assert "Lulu" in without
    assert "Claire Martin" not in without


@pytest.mark.parametrize("right", ["role", "membership", "staff"])
def test_sign_in_notes_each_kind_of_right_for_the_header(client: Client, right: str) -> None:
    club = make_club()
    user = make_user(
        club=club if right == "membership" else None,
        tournament=make_tournament(club) if right == "role" else None,
    )
    User.objects.filter(pk=user.pk).update(is_staff=right == "staff")

    client.force_login(User.objects.get(pk=user.pk))

    assert f'href="{reverse("organiser-home")}"' in client.get(reverse("rooms-home")).text


def test_role_that_has_ended_leaves_the_header_at_the_next_visit(own: Client, user: User) -> None:
    role = Role.objects.create(user=user, tournament=make_tournament(make_club()), role=EventRole.SCORER)
    own.get(HOME)
    role.delete()

    assert own.get(reverse("organiser-home"))["Location"] == HOME
    assert f'href="{reverse("organiser-home")}"' not in own.get(reverse("rooms-home")).text


def test_first_thing_is_the_game_begun_then_the_deal_of_the_day_then_any_deal(
    own: Client, user: User
) -> None:
    waiting = own.get(HOME).text
    daily = begin_daily(day=timezone.localdate(), name="Lulu", player=Player(owner=user))
    page_in_play = own.get(HOME).text
    end(daily)
    page_after = own.get(HOME).text

    def first_action(text: str) -> str:
        return text.partition('class="button brass"')[2].partition('href="')[2].partition('"')[0]

    assert [first_action(text) for text in (waiting, page_in_play, page_after)] == [
        reverse("rooms-daily"),
        reverse("rooms-table", args=[daily.secret]),
        reverse("rooms-home"),
    ]


def test_game_under_way_is_one_tap_away_and_stands_before_finished_ones(own: Client, user: User) -> None:
    player = Player(owner=user)
    level = RobotLevel.DEBUTANT
    under_way = begin_practice(game="tarot-4", level=level, player=player).table
    finished = begin_practice(game="tarot-3", level=level, player=player).table
    elsewhere = begin_practice(game="tarot-3", level=level, player=Player("elsewhere")).table
    end(finished)

    page = own.get(HOME)

    addresses = [reverse("rooms-table", args=[table.secret]) for table in (under_way, finished, elsewhere)]
    assert page.text.index(addresses[0]) < page.text.index(addresses[1])
    assert addresses[2] not in page.text
    assert [line.table for line in page.context["finished"]] == [finished]


@pytest.mark.usefixtures("quick_robots")
def test_finished_deals_of_a_round_are_one_line_that_leads_to_it(own: Client, user: User) -> None:
    of = make_round()
    entry = make_entry(of, owner=user, name="Lulu")
    for _ in range(2):
        table = play_next(entry=entry, now=timezone.now()).table
        assert table is not None
        end(table)
    play_next(entry=entry, now=timezone.now())

    context = own.get(HOME).context

    assert [(line.score, line.address) for line in context["finished"]] == [
        ("2 donnes", reverse("rooms-round", args=[of.pk]))
    ]
    assert len(context["under_way"]) == 1


def test_round_entered_and_table_taken_are_listed(own: Client, user: User) -> None:
    entry = make_entry(make_round(), owner=user, name="Lulu")
    table = TableClub(owner=user).table

    text = own.get(HOME).text
    FreeTable.objects.update(ended_at=timezone.now())
    later = own.get(HOME).text

    assert reverse("rooms-round", args=[entry.round_id]) in text
    assert reverse("rooms-free-table", args=[table.secret]) in text
    assert reverse("rooms-free-table", args=[table.secret]) not in later


def test_table_is_called_by_its_game_and_the_other_players(own: Client, user: User) -> None:
    TableClub("nullo-4", people=3, owner=user)
    TableClub("contrat-3", people=1, owner=user)

    page = own.get(HOME)
    lines, text = page.context["live_tables"], page.text

    assert {(line.title, tuple(line.others)) for line in lines} == {
        ("Nullo à 4", ("Boris", "Chloé")),
        ("Contrat à 3", ()),
    }
    assert "<strong>Nullo à 4</strong> <span>avec Boris, Chloé</span>" in text
    assert "<strong>Contrat à 3</strong> <span>reprendre</span>" in text


def test_evenings_of_a_tied_player_come_with_result_and_next_ones(own: Client, user: User) -> None:
    shown_club = make_shown_club(1)
    person = shown_club.player.person
    assert person is not None
    person.user = user
    person.save()
    enter_people(tournament=shown_club.prepared, people=[person], entered_by=None)

    evenings = load_own_evenings(user)
    text = own.get(HOME).text

    record = EventRecord.objects.filter(person=person, place__isnull=False).first()
    assert record is not None
    assert [entry.tournament for entry in evenings.coming] == [shown_club.prepared]
    assert f"{record.place} sur {record.field_size}" in text
    assert reverse("public-registrations", args=[shown_club.prepared.slug]) in text


def test_claim_without_a_tie_shows_no_entry_in_an_event_that_is_prepared(own: Client, user: User) -> None:
    shown_club = make_shown_club(1)
    person = shown_club.player.person
    assert person is not None
    Follow.objects.create(user=user, kind=FollowKind.OWN, person=person)
    enter_people(tournament=shown_club.prepared, people=[person], entered_by=None)

    evenings = load_own_evenings(user)

    assert evenings.coming == ()
    assert [evening.entry.person for evening in evenings.past][:1] == [person]


def test_event_that_is_not_public_is_on_no_home(own: Client, user: User) -> None:
    club = make_club()
    person = make_people(club, 1)[0]
    person.user = user
    person.save()
    tournament = make_tournament(club, name="Soirée cachée")
    enter_people(tournament=tournament, people=[person], entered_by=None)
    texts = []
    for state in TournamentState:
        Tournament.objects.filter(pk=tournament.pk).update(state=state, visibility=Visibility.PRIVATE)
        texts.append(own.get(HOME).text)

    assert ["Soirée cachée" in text for text in texts] == [False] * len(TournamentState)


def test_streak_counts_days_up_to_yesterday_while_today_waits(user: User) -> None:
    for days_ago in (1, 2, 3, 5):
        day = TODAY - timedelta(days=days_ago)
        end(begin_daily(day=day, name="Lulu", player=Player(owner=user)))

    waiting = load_daily_week("", user, TODAY)
    end(begin_daily(day=TODAY, name="Lulu", player=Player(owner=user)))
    continued = load_daily_week("", user, TODAY)
    DailyPlay.objects.filter(day=TODAY - timedelta(days=1)).delete()
    broken = load_daily_week("", user, TODAY)

    assert [week.streak for week in (waiting, continued, broken)] == [3, 4, 1]
    assert [day.play is not None for day in continued.days] == [False, True, False, True, True, True, True]
    assert continued.days[-1].is_today


@pytest.mark.parametrize("day_count", [7, 8, 14])
def test_streak_is_longer_than_the_days_that_are_read_at_once(
    user: User, monkeypatch: pytest.MonkeyPatch, day_count: int
) -> None:
    monkeypatch.setattr("play.alone.queries.daily.STREAK_PART", 7)
    end(begin_daily(day=TODAY, name="Lulu", player=Player(owner=user)))
    play = DailyPlay.objects.select_related("table").get()
    table = play.table
    for days_ago in range(1, day_count):
        table.pk = play.pk = None
        table.secret = f"{days_ago:0>22}"
        table.save()
        play.table, play.day = table, TODAY - timedelta(days=days_ago)
        play.save()

    assert load_daily_week("", user, TODAY).streak == day_count


def partner_at(club: TableClub, pseudonym: str, name: str = "") -> User:
    """An account that sits at a table under its pseudonym, or under another name."""
    partner = change_profile(user=make_user(), pseudonym=pseudonym, country="")
    club.sit(name or pseudonym, f"device of {pseudonym}", owner=partner)
    return partner


def block(by: User, whom: User) -> None:
    PlayerBlock.objects.create(by=f"user {by.pk}", owner=by, whom=f"user {whom.pk}", blocked=whom, name="A")


def test_partners_sat_at_the_same_table_under_their_pseudonym(user: User) -> None:
    club, elsewhere = TableClub(people=1, owner=user), TableClub(people=1)
    partner_at(club, "Marcel")
    partner_at(club, "Secret", name="Sec")
    partner_at(elsewhere, "Ailleurs")

    assert list_table_partners(user) == ["Marcel"]


@pytest.mark.parametrize("is_blocked_by_user", [True, False])
def test_block_by_either_of_two_players_ends_the_partnership(user: User, is_blocked_by_user: bool) -> None:
    partner = partner_at(TableClub(people=1, owner=user), "Marcel")
    partners_before = list_table_partners(user)

    block(*((user, partner) if is_blocked_by_user else (partner, user)))

    assert (partners_before, list_table_partners(user)) == (["Marcel"], [])


def test_results_in_rooms_become_a_curve(own: Client, user: User) -> None:
    for score in (10, 40):
        of = make_round()
        finish(make_entry(of, owner=user, name="Lulu"), score, score, score)
        finish(make_entry(of), 20, 20, 20)
        end_round(of)

    page = own.get(HOME)

    assert len(page.context["room_percents"]) == 2
    assert "Mes manches dans les salles" in page.text
    assert "Ma cote aux tables libres" not in page.text


def test_former_addresses_lead_to_the_new_ones(own: Client) -> None:
    leads = {
        "/organiser/mes-donnees/": reverse("own-data"),
        "/organiser/mes-donnees/7/donnees.zip": reverse("own-data-file", args=[7]),
        "/organiser/mon-compte/fermer/": reverse("own-account-close"),
    }

    assert {old: own.get(old)["Location"] for old in leads} == leads


def test_home_costs_as_many_queries_with_more_of_everything(own: Client, user: User) -> None:
    counts = []
    for size in (1, 2):
        shown_club = make_shown_club(size)
        person = shown_club.player.person
        assert person is not None
        Follow.objects.create(user=user, kind=FollowKind.PERSON, person=shown_club.rival)
        Follow.objects.create(user=user, kind=FollowKind.CLUB, club=shown_club.club)
        person.user = user
        person.save()
        enter_people(tournament=shown_club.prepared, people=[person], entered_by=None)
        for _ in range(size):
            begin_practice(game="tarot-4", level=RobotLevel.DEBUTANT, player=Player(owner=user))
            make_entry(make_round(), owner=user, name="Lulu")
        partner_at(TableClub(people=1, owner=user), f"Marcel{size}")
        own.get(HOME)
        cache.clear()
        with CaptureQueriesContext(connection) as queries:
            assert own.get(HOME).status_code == 200
        counts.append(len(queries))

    assert counts[0] == counts[1]
    assert counts[0] <= 36
