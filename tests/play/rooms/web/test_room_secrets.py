"""Nothing of a round's deals is readable while one may still play them: every page is searched."""

import json
from collections.abc import Iterable

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.core.deals import format_pile
from games.core.seats import SOUTH
from play.accounts.queries.own_data import load_plays
from play.rooms.models import RoomRound
from play.tables.models import PlayedTable
from tests.factories.card_texts import text_of_answer
from tests.factories.opened import cards_of, hands_of, seed_of
from tests.factories.played_tables import play_out
from tests.factories.rooms import end_round, finish, make_room, make_round
from tests.factories.tournaments import make_club, make_user
from tournaments.enums import MembershipRole
from tournaments.templatetags.cards import card_faces, hand_words

pytestmark = pytest.mark.django_db


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def secrets_of(of: RoomRound) -> list[str]:
    """The seed, every whole deal, and the hands of the others as programs and pages write them."""
    assert of.deal_set is not None
    secrets = [seed_of(of.deal_set).hex()]
    for deal in of.deal_set.deals.all():
        secrets.append(hands_of(deal))
        for seat, hand in enumerate(cards_of(deal).hands):
            if seat != SOUTH:
                secrets += [format_pile(hand), hand_words(hand)]
                secrets.append("".join(face.index for face in card_faces(hand)))
    return ["".join(text.split()) for text in secrets]


def pages_of(of: RoomRound, table: PlayedTable) -> list[str]:
    return [
        reverse("rooms-home"),
        reverse("rooms-lobby"),
        reverse("rooms-room", args=[of.room.slug]),
        reverse("rooms-direct", args=[of.room.slug]),
        reverse("rooms-round", args=[of.pk]),
        reverse("rooms-round-set", args=[of.pk]),
        *(reverse("rooms-round-deal", args=[of.pk, number]) for number in range(1, of.deals + 1)),
        reverse("rooms-table", args=[table.secret]),
        reverse("rooms-table-replay", args=[table.secret]),
    ]


def found_by(client: Client, of: RoomRound, table: PlayedTable) -> set[str]:
    """Return the pages on which a client reads a secret of the round."""
    return secrets_read(client, of, pages_of(of, table))


def secrets_read(client: Client, of: RoomRound, pages: Iterable[str]) -> set[str]:
    """Return those of some pages on which a client reads a secret of the round."""
    secrets = secrets_of(of)
    texts = {page: text_of_answer(client.get(page)) for page in pages}
    return {page for page, text in texts.items() if any(secret in text for secret in secrets)}


def test_nobody_reads_a_hand_of_a_round_before_it_is_counted_and_everybody_after(client: Client) -> None:
    of = make_round(make_room(club=make_club()))
    user = make_user()
    keeper = make_user(club=of.room.club, role=MembershipRole.OWNER)
    boss = User.objects.create_superuser("boss@example.org", name="Boss")
    player = signed_in(user)
    player.post(reverse("rooms-enter", args=[of.room.slug]), {"round": of.pk})
    player.post(reverse("rooms-round-play", args=[of.pk]))
    table = PlayedTable.objects.get()
    play_out(table)
    readers = {"stranger": client, "player": player, "keeper": signed_in(keeper), "boss": signed_in(boss)}

    leaks_before = {name: found_by(reader, of, table) for name, reader in readers.items()}
    taken_along = "".join(json.dumps(load_plays(user)).split())
    end_round(of)
    opened = {reverse("rooms-round-set", args=[of.pk])} | {
        reverse("rooms-round-deal", args=[of.pk, number]) for number in range(1, of.deals + 1)
    }
    pages_after = [secrets_read(reader, of, opened) for reader in readers.values()]

    assert leaks_before == {name: set() for name in readers}
    assert not any(secret in taken_along for secret in secrets_of(of))
    assert pages_after == [opened] * len(readers)
    assert load_plays(user)[0]["deal"]


def test_player_alone_in_an_instant_round_reads_mark_and_hands_of_each_finished_deal_only() -> None:
    room = make_room(robot_players=1)
    user, other_client = signed_in(make_user()), signed_in(make_user("other@example.org"))
    user.post(reverse("rooms-at-once", args=[room.slug]))
    of = RoomRound.objects.get()
    user.post(reverse("rooms-round-play", args=[of.pk]))
    table = PlayedTable.objects.get()
    play_out(table)
    robot = of.entries.get(is_robot=True)
    finish(robot, -10, ended_at=timezone.now())

    end = user.get(reverse("rooms-table", args=[table.secret])).content.decode()
    replay = user.get(reverse("rooms-table-replay", args=[table.secret]))
    late = other_client.post(reverse("rooms-enter", args=[room.slug]), {"round": of.pk}, follow=True)
    leaks = found_by(other_client, of, table)

    assert "La même donne dans la manche" in end
    assert "Votre note" in end
    assert "-10" in end.replace("\N{MINUS SIGN}", "-")
    assert replay.status_code == 200
    assert "Il est trop tard pour entrer" in late.content.decode()
    assert not of.entries.filter(is_robot=False).exclude(owner__isnull=False).exists()
    assert of.entries.filter(is_robot=False).count() == 1
    # whoever has the address of the table may see its deal, and no other deal of the round
    assert reverse("rooms-round-set", args=[of.pk]) not in leaks
    assert not {reverse("rooms-round-deal", args=[of.pk, number]) for number in (1, 2, 3)} & leaks


def test_two_people_in_an_instant_round_read_a_deal_once_both_have_finished_it() -> None:
    room = make_room()
    first, two = signed_in(make_user()), signed_in(make_user("other@example.org"))
    for client in (first, two):
        client.post(reverse("rooms-at-once", args=[room.slug]))
    of = RoomRound.objects.get()
    tables = []
    for client in (first, two):
        client.post(reverse("rooms-round-play", args=[of.pk]))
        tables.append(PlayedTable.objects.latest("pk"))
    replay = reverse("rooms-table-replay", args=[tables[0].secret])

    play_out(tables[0])
    page = first.get(reverse("rooms-table", args=[tables[0].secret])).content.decode()
    while_one_plays = first.get(replay).status_code
    play_out(tables[1])

    assert "La même donne dans la manche" not in page
    assert (while_one_plays, first.get(replay).status_code) == (404, 200)
