"""Nothing of a round's deals is readable before nobody may play them any more: every page is searched."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.core.deals import format_pile
from games.core.seats import SOUTH
from play.accounts.queries.own_data import load_plays
from play.rooms.models import RoomRound
from play.tables.models import PlayedTable
from tests.factories.card_texts import text_of_answer
from tests.factories.opened import cards_of, hands_of, seed_of
from tests.factories.played_tables import play_out
from tests.factories.rooms import end_round, make_room, make_round
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
    found = [seed_of(of.deal_set).hex()]
    for deal in of.deal_set.deals.all():
        found.append(hands_of(deal))
        for seat, hand in enumerate(cards_of(deal).hands):
            if seat != SOUTH:
                found += [format_pile(hand), hand_words(hand)]
                found.append("".join(face.index for face in card_faces(hand)))
    return ["".join(text.split()) for text in found]


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
    """Pages at which somebody reads a secret of the round."""
    secrets = secrets_of(of)
    read = {page: text_of_answer(client.get(page)) for page in pages_of(of, table)}
    return {page for page, text in read.items() if any(secret in text for secret in secrets)}


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

    before = {name: found_by(reader, of, table) for name, reader in readers.items()}
    taken_along = "".join(json.dumps(load_plays(user)).split())
    end_round(of)
    after = {name: found_by(reader, of, table) for name, reader in readers.items()}

    assert before == {name: set() for name in readers}
    assert not any(secret in taken_along for secret in secrets_of(of))
    opened = {reverse("rooms-round-set", args=[of.pk])} | {
        reverse("rooms-round-deal", args=[of.pk, number]) for number in range(1, of.deals + 1)
    }
    for found in after.values():
        assert opened <= found
    assert load_plays(user)[0]["deal"]
