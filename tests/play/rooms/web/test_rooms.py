"""The pages of rooms: entering in one tap, playing, one's place, the deals once they are open."""

import json
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.profiles import change_profile
from accounts.pseudonyms import fold_pseudonym
from games.core.bots.choosing import RobotLevel
from games.core.rules import format_rules, make_rules
from games.core.variants.registry import find_variant
from play.alone.services.beginning import Player, begin_practice
from play.rooms.enums import RoomAccess, RoomBoard
from play.rooms.models import Room, RoomDirector, RoomEntry, RoomRecord, RoomRound
from play.rooms.services.rounds import begin_play
from play.rooms.services.settling import settle_round
from play.tables.models import PlayedTable
from play.tables.services.played_tables import load_sitting
from tests.factories.played_tables import play_out
from tests.factories.rooms import end_round, finish, make_entry, make_room, make_round
from tests.factories.tournaments import make_club, make_user
from tournaments.enums import MembershipRole
from tournaments.models import AuditEvent, HouseRules

pytestmark = pytest.mark.django_db
TAROT_5 = find_variant("tarot-5")


def path(name: str, *arguments: object) -> str:
    return reverse(f"rooms-{name}", args=arguments)


def test_guest_enters_in_one_tap_plays_and_sees_his_place(client: Client) -> None:
    room = make_room(deals=1)
    of = make_round(room)

    entered = client.post(path("enter", room.slug), {"round": of.pk}, follow=True)
    response = client.post(path("round-play", of.pk))
    table = PlayedTable.objects.get()
    play_out(table)
    for score in (-600, 600):
        finish(make_entry(of), score)
    RoomRound.objects.filter(pk=of.pk).update(
        starts_at=of.starts_at - timedelta(minutes=16), ends_at=of.ends_at - timedelta(minutes=16)
    )
    page = client.get(path("round", of.pk))

    assert entered.redirect_chain == [(path("round", of.pk), 302)]
    assert response["Location"] == path("table", table.secret)
    assert page.context["mine"].result.place == 2
    assert "Votre place\u00a0: <strong>2</strong> sur 3, avec 50,00" in page.text


def test_guest_is_a_number_unless_he_gives_a_name(client: Client) -> None:
    room = make_room()
    of = make_round(room)
    client.post(path("enter", room.slug), {"round": of.pk})

    named_guest = Client()
    newcomer_page = named_guest.get(path("round", of.pk))
    named_guest.post(path("enter", room.slug), {"round": of.pk, "name": "  Zoé  "})
    page = client.get(path("round", of.pk))

    assert 'name="name"' in newcomer_page.text
    assert 'name="name"' not in page.text
    assert [line.name for line in page.context["lines"]] == ["Joueur 1", "Zoé"]


def test_guest_takes_no_pseudonym_of_an_account(client: Client) -> None:
    user = make_user()
    user.pseudonym, user.pseudonym_folded = "Zoé", "zoe"
    user.save()
    room = make_room()

    refused = client.post(path("enter", room.slug), {"name": "ZOÉ"})

    assert refused.status_code == 200
    assert "name" in refused.context["form"].errors
    assert not RoomEntry.objects.exists()


def test_account_shows_its_pseudonym_or_a_number_and_is_asked_once(client: Client) -> None:
    user = make_user()
    user.pseudonym, user.pseudonym_folded = "Zoé", "zoe"
    user.save()
    client.force_login(user)
    first, second, third = (make_round() for _ in range(3))

    client.post(path("enter", first.room.slug), {"round": first.pk})
    client.post(path("enter", second.room.slug), {"round": second.pk, "name": ""})
    client.post(path("enter", third.room.slug), {"round": third.pk})

    assert list(RoomEntry.objects.order_by("pk").values_list("name", flat=True)) == ["Zoé", "", ""]


def test_round_at_once_is_entered_and_played(client: Client) -> None:
    room = make_room()

    page = client.post(path("at-once", room.slug), {"name": "Zoé"}, follow=True)

    of = RoomRound.objects.get()
    assert of.deal_set is not None
    assert page.context["round"] == of
    assert of.deal_set.commitment in page.text


def test_lobby_says_who_is_there_and_what_starts_next(client: Client) -> None:
    room = make_room("Salle verte", minutes=30)
    of = make_round(room)
    make_entry(of)
    finish(make_entry(of))
    make_room("Fermée", is_open=False)
    PlayedTable.objects.all().delete()

    page = client.get(path("lobby"))

    [lobby_line] = page.context["rooms"]
    assert (lobby_line.room, lobby_line.now.people, lobby_line.now.tables) == (room, 2, 0)
    assert "2 joueurs ici" in page.text
    assert "Salle verte" in page.text
    assert "Fermée" not in page.text


@pytest.mark.parametrize("count", [1, 3])
def test_lobby_costs_the_same_for_one_room_and_for_three(
    client: Client, count: int, django_assert_num_queries: object
) -> None:
    for _ in range(count):
        make_entry(make_round())

    with django_assert_num_queries(6):  # type: ignore[operator]
        client.get(path("lobby"))


def test_deal_is_open_to_nobody_before_the_round_is_counted(client: Client) -> None:
    of = make_round()
    entry = make_entry(of)
    finish(entry, 50)
    closed = [path("round-deal", of.pk, 1), path("round-set", of.pk)]

    statuses_before = [client.get(address).status_code for address in closed]
    end_round(of)
    statuses_after = [client.get(address).status_code for address in closed]

    assert statuses_before == [404, 404]
    assert statuses_after == [200, 200]
    document = json.loads(client.get(closed[1]).content)
    assert document["seed"]
    assert document["commitment"] == of.deal_set.commitment  # type: ignore[union-attr]


def test_replay_opens_with_the_round(client: Client) -> None:
    of = make_round()
    client.post(path("enter", of.room.slug), {"round": of.pk})
    client.post(path("round-play", of.pk))
    table = PlayedTable.objects.get()
    play_out(table)
    replay = path("table-replay", table.secret)

    response_before = client.get(replay)
    told_before = client.get(path("table", table.secret)).context["can_replay"]
    end_round(of)

    assert response_before.status_code == 404
    assert told_before is False
    assert client.get(replay).status_code == 200
    assert client.get(path("table", table.secret)).context["can_replay"] is True
    assert replay in client.get(path("round-deal", of.pk, 1)).text


@pytest.mark.parametrize("has_left", [False, True])
def test_no_card_is_played_after_the_end_or_after_leaving(client: Client, has_left: bool) -> None:
    of = make_round()
    client.post(path("enter", of.room.slug), {"round": of.pk})
    client.post(path("round-play", of.pk))
    table = PlayedTable.objects.get()
    sitting = load_sitting(table)
    if has_left:
        client.post(path("round-leave", of.pk))
    else:
        RoomRound.objects.filter(pk=of.pk).update(ends_at=timezone.now())

    page = client.post(path("table-go-on", table.secret), {}, follow=True)

    assert load_sitting(table).number == sitting.number
    assert ("quitté" if has_left else "La manche est finie") in page.text


def test_members_room_is_there_for_members_alone(client: Client) -> None:
    club = make_club()
    room = make_room(club=club, access=RoomAccess.MEMBERS)
    of = make_round(room)
    pages = [path("room", room.slug), path("round", of.pk), path("room-boards", room.slug)]

    strangers = [client.get(page).status_code for page in pages]
    entered = client.post(path("enter", room.slug)).status_code
    client.force_login(make_user(club=club, role=MembershipRole.OWNER))
    members = [client.get(page).status_code for page in pages]

    assert strangers == [404, 404, 404]
    assert entered == 404
    assert members == [200, 200, 200]


def test_keeper_opens_a_room_for_his_club_and_the_trace_tells(client: Client) -> None:
    club = make_club()
    owner = make_user(club=club, role=MembershipRole.OWNER)
    client.force_login(owner)
    rules = {
        "name": "Tableaux",
        "access": "members",
        "seating": "alone",
        "is_open": "on",
        "minutes": 20,
        "deals": 4,
        "game": "tarot-5",
        "rules": "traditional",
        "rule_call": "after_dog",
        "contract": "auction",
        "level": "debutant",
        "unplayed": "zero",
        "robot_players": 2,
    }

    opened = client.post(path("club-open", club.slug), rules)

    room = Room.objects.get()
    assert opened["Location"] == path("room", room.slug)
    assert (room.club, room.slug, room.minutes, room.game) == (club, "tableaux-2", 20, "tarot-5")
    assert room.rule_set == format_rules(make_rules(TAROT_5.options, "traditional", {"call": "after_dog"}))
    assert AuditEvent.objects.get().action == "room.opened"


def test_room_plays_by_the_named_rules_of_its_club_and_says_so(client: Client) -> None:
    club = make_club()
    house = HouseRules.objects.create(club=club, name="Du jeudi", game="papayou-4", rules="fft cards_each=7")
    client.force_login(make_user(club=club, role=MembershipRole.OWNER))
    room = make_room(club=club, game="papayou-4", contract="auction")
    page = client.get(path("direct", room.slug))
    values = page.context["form"].initial | {"rules": f"house-{house.pk}", "is_open": "on"}

    client.post(path("direct", room.slug), values)
    room.refresh_from_db()
    of = make_round(room)
    table = begin_play(entry=make_entry(of), deal=1, now=of.starts_at).table

    assert table is not None
    assert room.rule_set == "fft cards_each=7"
    assert {len(hand) for hand in load_sitting(table).state.layout.hands} == {7}
    page_text = client.get(path("room", room.slug)).text
    assert "Règles de la maison, «\u00a0Du jeudi\u00a0»" in page_text
    assert "7 cartes" in page_text
    room.club = None
    room.save()
    assert "7 cartes" in client.get(path("room", room.slug)).text


def test_first_three_places_of_a_round_stand_on_its_podium(client: Client) -> None:
    of = make_round()
    for number, score in enumerate((90, 60, 30, 0)):
        finish(make_entry(of, name=f"Joueur {number}"), score, score, score)
    settle_round(of=of, now=of.closes_at)

    podium = client.get(path("round", of.pk)).context["podium"]

    assert [line.name for line in podium] == ["Joueur 0", "Joueur 1", "Joueur 2"]


def test_mouche_is_refused_where_deals_are_compared_one_by_one(client: Client) -> None:
    club = make_club()
    client.force_login(make_user(club=club, role=MembershipRole.OWNER))
    room = make_room(club=club)
    values = client.get(path("direct", room.slug)).context["form"].initial

    page = client.post(path("direct", room.slug), values | {"rules": "fft", "rule_mouche": "True"})

    assert list(page.context["rules"].errors) == ["rule_mouche"]
    assert Room.objects.get().rule_set == "fft"


def test_room_of_the_site_is_open_to_everybody(client: Client) -> None:
    client.force_login(make_user())
    refused = client.get(path("open")).status_code
    boss = make_user()
    boss.is_superuser = True
    boss.save()
    client.force_login(boss)
    form_page = client.get(path("open"))

    assert refused == 403
    assert form_page.context["form"].fields["access"].disabled


def test_director_of_a_room_looks_after_it(client: Client) -> None:
    club = make_club()
    room = make_room(club=club)
    of = make_round(room)
    entry = make_entry(of, name="Grossier")
    director = make_user()
    director.pseudonym, director.pseudonym_folded = "Zoé", "zoe"
    director.save()
    client.force_login(make_user(club=club, role=MembershipRole.OWNER))

    unknown = client.post(path("direct-director", room.slug), {"pseudonym": "Personne"})
    client.post(path("direct-director", room.slug), {"pseudonym": "zoé"})
    client.force_login(director)
    status = client.get(path("direct", room.slug)).status_code
    client.post(path("direct-entry", room.slug, entry.pk), {"deed": "name"})
    client.post(path("direct-entry", room.slug, entry.pk), {"deed": "out"})

    entry.refresh_from_db()
    assert "pseudonym" in unknown.context["director_form"].errors
    assert RoomDirector.objects.get().user == director
    assert status == 200
    assert (entry.name, entry.is_excluded) == ("", True)
    assert list(AuditEvent.objects.order_by("pk").values_list("action", flat=True)) == [
        "room.director_named",
        "room.name_hidden",
        "room.player_excluded",
    ]


def test_stranger_directs_nothing(client: Client) -> None:
    room = make_room(club=make_club())
    client.force_login(make_user(club=make_club(), role=MembershipRole.OWNER))

    assert client.get(path("direct", room.slug)).status_code == 404


def test_boards_say_how_they_are_counted_and_name_accounts_by_pseudonym(client: Client) -> None:
    room = make_room()
    user = make_user("Nom Civil")
    user.pseudonym, user.pseudonym_folded, user.country = "Zoé", "zoe", "FR"
    user.save()
    RoomRecord.objects.create(room=room, user=user, season=2026, compared=30, marks="1650", played=30)

    page = client.get(path("boards"), {"tableau": "donnes", "saison": "2026"})
    wrong = client.get(path("boards"), {"saison": "1999"})

    assert [(row.place, row.value, row.games, row.country) for row, _own in page.context["rows"]] == [
        (1, 55, 30, "FR")
    ]
    assert "Zoé" in page.text
    assert "Nom Civil" not in page.text
    assert "La note d’une donne est la part des autres joueurs" in page.text
    assert wrong.status_code == 404


def test_table_of_a_round_names_its_deal_and_leads_back_there(client: Client) -> None:
    of = make_round()
    client.post(path("enter", of.room.slug), {"round": of.pk})
    client.post(path("round-play", of.pk))

    page = client.get(path("table", PlayedTable.objects.get().secret))
    round_page = client.get(path("round", of.pk)).text

    assert "Reprendre la donne 1" in round_page
    assert page.context["title"] == f"Donne 1, {of.room.name}"
    assert path("round", of.pk) in page.text
    assert path("table", PlayedTable.objects.get().secret) in client.get(path("home")).text


def test_account_that_claims_its_tables_takes_its_rounds(client: Client) -> None:
    of = make_round()
    client.post(path("enter", of.room.slug), {"round": of.pk})
    user = make_user()
    client.force_login(user)

    client.post(path("claim"))

    assert RoomEntry.objects.get().owner == user


def name_player(pseudonym: str) -> User:
    user = make_user(f"Civil {pseudonym}")
    user.pseudonym, user.pseudonym_folded, user.country = pseudonym, fold_pseudonym(pseudonym), "BE"
    user.save()
    return user


def test_a_name_on_a_board_leads_to_the_page_of_its_player(client: Client) -> None:
    room, player = make_room(), name_player("Zoé")
    RoomRecord.objects.create(room=room, user=player, season=2025, compared=12, marks="660", played=12)
    RoomRecord.objects.create(room=room, user=player, season=2026, compared=13, marks="690", played=13)

    address = path("player", "Zoé")
    board = client.get(path("boards"), {"tableau": "donnes"})
    page = client.get(address)

    assert address in board.text
    assert [(line.board, line.row.value, line.row.games) for line in page.context["boards"]] == [
        (RoomBoard.MARKS, 54, 25),
        (RoomBoard.SCORES, 0, 25),
    ]
    assert "Belgique" in page.text
    assert "Civil" not in page.text
    assert client.get(path("player", "Zoe")).status_code == 200
    assert client.get(path("player", "Personne")).status_code == 404


def test_the_page_of_a_player_says_what_a_board_still_asks_for(client: Client) -> None:
    player = name_player("Zoé")
    RoomRecord.objects.create(room=make_room(), user=player, season=2026, compared=17, marks="900")

    page = client.get(path("player", "Zoé"))

    assert "il en manque 3 pour y figurer" in page.text


def test_the_page_of_a_player_lists_rounds_under_this_pseudonym_alone(client: Client) -> None:
    player = name_player("Zoé")
    listed, as_number, formerly, excluded, hidden = (make_round() for _ in range(5))
    for of, name in ((listed, "Zoé"), (as_number, ""), (formerly, "Ancien"), (excluded, "Zoé")):
        finish(make_entry(of, owner=player, name=name), 10, 20, 30)
        finish(make_entry(of), 0, 0, 0)
        end_round(of)
    RoomEntry.objects.filter(round=excluded).update(is_excluded=True)
    finish(make_entry(hidden, owner=player, name="Zoé"), 10)

    page = client.get(path("player", "Zoé"))
    ranking = client.get(path("round", listed.pk)).text
    former = client.get(path("round", formerly.pk)).text

    assert [line.entry.round for line in page.context["rounds"]] == [listed]
    assert [(line.entry.place, line.ranked, line.percent) for line in page.context["rounds"]] == [(1, 2, 100)]
    assert path("player", "Zoé") in ranking
    assert path("player", "Zoé") not in former


def test_the_page_of_a_player_keeps_rounds_of_members_to_members(client: Client) -> None:
    club, player = make_club(), name_player("Zoé")
    of = make_round(make_room(club=club, access=RoomAccess.MEMBERS))
    finish(make_entry(of, owner=player, name="Zoé"), 10, 20, 30)
    end_round(of)

    stranger = client.get(path("player", "Zoé")).context["rounds"]
    client.force_login(make_user(club=club, role=MembershipRole.OWNER))
    member = client.get(path("player", "Zoé")).context["rounds"]

    assert (len(stranger), len(member)) == (0, 1)


def test_a_closed_account_and_a_former_pseudonym_have_no_page(client: Client) -> None:
    player = name_player("Zoé")
    change_profile(user=player, pseudonym="Autre", country="")
    former = client.get(path("player", "Zoé"))
    User.objects.update(is_active=False)

    assert former.status_code == 404
    assert client.get(path("player", "Autre")).status_code == 404


@pytest.mark.parametrize(("seconds", "words"), [(20, "moins d’une minute"), (90, "1 minute")])
def test_wait_below_a_minute_is_never_zero_minutes(client: Client, seconds: int, words: str) -> None:
    current_time = timezone.now()
    of = make_round()
    RoomRound.objects.filter(pk=of.pk).update(
        starts_at=current_time + timedelta(seconds=seconds), ends_at=current_time + timedelta(minutes=30)
    )

    with time_machine.travel(current_time, tick=False):
        page = client.get(reverse("rooms-round", args=[of.pk])).text

    assert "La manche commence dans" in page
    assert f"<noscript>{words}</noscript></b>" in page.replace("\xa0", " ")


def test_page_says_whether_a_round_entered_without_an_account_counts(client: Client) -> None:
    of = make_round()
    page = path("round", of.pk)
    client.post(path("enter", of.room.slug), {"round": of.pk})
    as_guest = client.get(page).text
    user = make_user("Zoé")
    client.force_login(user)
    signed_in = client.get(page).text
    kept_page = client.post(path("round-keep", of.pk), follow=True).text

    assert "connectez-vous avant votre première donne" in as_guest
    assert path("round-keep", of.pk) in signed_in
    assert "la manche comptera pour lui" in kept_page
    assert path("round-keep", of.pk) not in kept_page
    assert RoomEntry.objects.get(is_robot=False).owner == user


def test_guest_is_offered_an_account_only_where_one_can_be_made(client: Client, settings: Any) -> None:
    of = make_round()
    client.post(path("enter", of.room.slug), {"round": of.pk})

    pages = []
    for is_open in (True, False):
        settings.ETUI_SIGN_UP = is_open
        pages.append(client.get(path("round", of.pk)).text)

    assert ["Se connecter ou créer un compte" in page for page in pages] == [True, False]
    assert "Se connecter</a>" in pages[1]


def test_round_begun_without_an_account_says_so_and_cannot_be_kept(client: Client) -> None:
    of = make_round()
    client.post(path("enter", of.room.slug), {"round": of.pk})
    client.post(path("round-play", of.pk))
    client.force_login(make_user("Zoé"))

    page = client.get(path("round", of.pk)).text
    client.post(path("round-keep", of.pk))
    claimed = client.post(path("claim"), follow=True).text

    assert "Commencée sans compte, cette manche ne compte pour aucun compte" in page
    assert RoomEntry.objects.get(is_robot=False).owner is None
    assert PlayedTable.objects.get().owner is not None  # its deals can be seen again
    assert "Les manches de salles commencées sans compte n’y comptent pas" in claimed


def test_guest_cannot_keep_a_place_and_nobody_takes_that_of_another(client: Client) -> None:
    of = make_round()
    client.post(path("enter", of.room.slug), {"round": of.pk})
    stranger = Client()
    stranger.force_login(make_user("Zoé"))

    assert client.post(path("round-keep", of.pk))["Location"] == reverse("accounts-sign-in")
    assert stranger.post(path("round-keep", of.pk)).status_code == 404
    assert RoomEntry.objects.get(is_robot=False).owner is None


def test_rules_of_a_game_and_its_tables_lead_to_each_other(client: Client) -> None:
    room = make_room(game="papayou-4")
    rules = reverse("rules-page", args=["papayou"])

    response = client.post(path("home"), {"kind": "game", "game": "papayou-4", "level": "debutant"})
    chooser = client.get(path("home"), {"jeu": "tarot-5"})

    assert rules in client.get(path("room", room.slug)).text
    assert rules in client.get(response["Location"]).text
    assert path("home") in client.get(rules).text
    assert f"{path('home')}?jeu=tarot-5#hasard" in client.get(reverse("rules-page", args=["tarot-5"])).text
    assert chooser.context["practice"]["game"].value() == "tarot-5"
    assert Client().get(path("home"), {"jeu": "belote"}).context["practice"]["game"].value() == "tarot-4"


def test_counting_and_rooms_are_linked_from_where_people_play(client: Client) -> None:
    counting, lobby = reverse("counting-index"), path("lobby")

    for page in (path("home"), path("lobby"), reverse("public-home")):
        text = client.get(page).text
        assert text.count(f'href="{counting}"') >= 2  # in the page, and at its foot
        assert f'href="{lobby}"' in text


def test_lobby_counts_each_browser_that_plays_once_and_no_robot(client: Client) -> None:
    of = make_round(make_room(robot_players=2))
    finish(make_entry(of, "browser a"), 10)
    begin_play(entry=make_entry(of, "browser b"), deal=1, now=of.starts_at)
    begin_practice(game="tarot-4", level=RobotLevel.DEBUTANT, player=Player("browser b"))
    begin_practice(game="tarot-4", level=RobotLevel.DEBUTANT, player=Player("browser c"))
    old = begin_practice(game="tarot-4", level=RobotLevel.DEBUTANT, player=Player("browser d")).table
    PlayedTable.objects.filter(pk=old.pk).update(created_at=timezone.now() - timedelta(hours=1))

    page = client.get(path("lobby")).text

    assert "<strong>3</strong> joueurs jouent en ce moment sur le site" in page
