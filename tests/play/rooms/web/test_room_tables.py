"""Tables of a round with shared tables: access, content, secrets between tables."""

from collections.abc import Iterable
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from common.web_server.shared_responses import TOPICS_HEADER
from games.core.deals import format_pile
from games.core.outcome import Bid
from play.free.models import FreeDeal, FreeTable, TableSeat
from play.free.queries.free_tables import load_gathering
from play.rooms.enums import RoomSeating
from play.rooms.models import Room, RoomEntry, RoomPlay, RoomRound, RoomTable
from play.rooms.queries.tables import own_table
from play.rooms.services.rounds import deal_round, round_to_enter
from play.rooms.services.seating import CLOCK, go_on_with_tables
from play.tables.models import PlayedTable
from tests.factories.card_texts import text_of_answer
from tests.factories.opened import cards_of, hands_of, seed_of
from tests.factories.rooms import end_round, make_room
from tests.factories.tournaments import make_club, make_user
from tournaments.enums import MembershipRole
from tournaments.templatetags.cards import card_faces, hand_words

pytestmark = pytest.mark.django_db
SLOW = timedelta(seconds=sum(CLOCK) + 1)


def sit_together(count: int, **values: object) -> tuple[RoomRound, list[Client]]:
    """Return a round that has just begun with so many guests, and their browsers."""
    room = make_room(seating=RoomSeating.TABLES, **{"deals": 2, **values})
    current_time = timezone.now()
    of = round_to_enter(room=room, now=room.start_at(current_time))
    RoomRound.objects.filter(pk=of.pk).update(
        starts_at=current_time + SLOW, ends_at=current_time + timedelta(minutes=30)
    )
    guests = [Client() for _ in range(count)]
    for guest in guests:
        guest.post(reverse("rooms-enter", args=[room.slug]), {"round": of.pk})
    RoomRound.objects.filter(pk=of.pk).update(starts_at=current_time)
    return deal_round(of=of, now=timezone.now()), guests


def table_of(client: Client, of: RoomRound) -> FreeTable:
    """Return the table to which the page of the round leads a client."""
    page = client.get(reverse("rooms-round", args=[of.pk]))
    own_table_found: FreeTable = page.context["own_table"].free_table
    assert reverse("rooms-free-table", args=[own_table_found.secret]) in page.text
    return own_table_found


def play_table(of: RoomRound, at: RoomTable) -> None:
    """Let robots play the present deal of one table to its end, while its people do nothing."""
    other_tables = RoomTable.objects.filter(round=of).exclude(pk=at.pk).select_related("free_table")
    seconds_by_table = {
        room_table.free_table_id: room_table.free_table.action_seconds for room_table in other_tables
    }
    FreeTable.objects.filter(pk__in=seconds_by_table).update(action_seconds=10_000)
    current_time = timezone.now()
    while not FreeDeal.objects.filter(free_table=at.free_table, table__ended_at__isnull=False).exists():
        current_time += SLOW
        go_on_with_tables(of=of, now=min(current_time, of.ends_at - timedelta(seconds=1)))
        at.free_table.seats.update(back_at=current_time - timedelta(hours=1))


def hidden_from(of: RoomRound, seat: int | None) -> list[str]:
    """The seed, whole deals, and every hand but that of a seat, as programs and pages write them."""
    assert of.deal_set is not None
    secrets = [seed_of(of.deal_set).hex()]
    for deal in of.deal_set.deals.all():
        secrets.append(hands_of(deal))
        for hand_seat, hand in enumerate(cards_of(deal).hands):
            if hand_seat != seat:
                secrets += [format_pile(hand), hand_words(hand)]
                secrets.append("".join(face.index for face in card_faces(hand)))
    return ["".join(text.split()) for text in secrets]


def pages_of(of: RoomRound) -> list[str]:
    tables = [room_table.free_table for room_table in RoomTable.objects.filter(round=of)]
    return [
        reverse("rooms-lobby"),
        reverse("rooms-free"),
        reverse("rooms-room", args=[of.room.slug]),
        reverse("rooms-direct", args=[of.room.slug]),
        reverse("rooms-round", args=[of.pk]),
        reverse("rooms-round-set", args=[of.pk]),
        *(reverse("rooms-round-deal", args=[of.pk, number]) for number in range(1, of.deals + 1)),
        *(reverse("rooms-free-table", args=[table.secret]) for table in tables),
        *(reverse("rooms-table", args=[table.secret]) for table in PlayedTable.objects.all()),
        *(reverse("rooms-table-replay", args=[table.secret]) for table in PlayedTable.objects.all()),
    ]


def test_guest_goes_from_the_round_to_his_table_and_leaves_it() -> None:
    of, (guest, *_others) = sit_together(2)
    table = table_of(guest, of)

    page = guest.get(reverse("rooms-free-table", args=[table.secret]))
    home = guest.get(reverse("rooms-home"))
    response = guest.post(reverse("rooms-free-leave", args=[table.secret]))
    page_after = guest.get(reverse("rooms-free-table", args=[table.secret]))

    assert "Quitter la manche" in page.text
    assert "S’asseoir" not in page.text
    assert table.secret not in home.text
    assert response.headers["Location"] == reverse("rooms-round", args=[of.pk])
    assert page_after.status_code == 404
    assert RoomEntry.objects.filter(round=of, is_robot=False, left_at__isnull=False).count() == 1
    assert guest.get(response.headers["Location"]).context["own_table"] is None


def test_deal_in_play_at_the_own_table_is_told_on_the_page_of_the_round() -> None:
    of, guests = sit_together(5)
    tables = {table_of(guest, of): guest for guest in guests}
    (begun_table, player), (other_table, waiting_player) = list(tables.items())[:2]
    FreeDeal.objects.filter(free_table=other_table).delete()
    page = player.get(reverse("rooms-round", args=[of.pk]))
    waiting_page = waiting_player.get(reverse("rooms-round", args=[of.pk]))
    play_table(of, begun_table.room_table)
    page_after = player.get(reverse("rooms-round", args=[of.pk]))

    assert [deal.is_under_way for deal in page.context["deals"]] == [True, False]
    assert page.text.count("en cours") > page_after.text.count("en cours")
    assert [deal.is_under_way for deal in waiting_page.context["deals"]] == [False, False]
    assert [bool(deal.points) for deal in page_after.context["deals"]] == [True, False]
    assert [deal.is_under_way for deal in page_after.context["deals"]] == [False, False]


@pytest.mark.parametrize(
    ("position_count", "has_table", "has_left", "is_told"),
    [(2, False, False, True), (1, False, False, False), (2, True, False, False), (2, False, True, False)],
)
def test_newcomer_between_two_positions_reads_when_the_next_table_opens(
    position_count: int, has_table: bool, has_left: bool, is_told: bool
) -> None:
    of, (guest, *_others) = sit_together(5)
    entry = RoomEntry.objects.get(round=of, number=1)
    if not has_table:
        RoomPlay.objects.filter(entry=entry).delete()
        TableSeat.objects.filter(device=entry.device).delete()
    RoomEntry.objects.filter(pk=entry.pk).update(left_at=timezone.now() if has_left else None)
    RoomRound.objects.filter(pk=of.pk).update(movement=of.movement[:1] * position_count)  # type: ignore[index]

    page = guest.get(reverse("rooms-round", args=[of.pk]))

    assert (page.context["table_opens_at"] is not None) is is_told
    assert ("Votre table s’ouvre à la position suivante" in page.text) is is_told
    robot_deals = [False, False] if has_table else [True, position_count == 1]
    assert [deal.is_robots for deal in page.context["deals"]] == robot_deals


def test_table_of_a_round_is_found_by_nobody_else(client: Client) -> None:
    of, (guest,) = sit_together(1)
    secret = table_of(guest, of).secret
    moment = reverse("rooms-free-moment", args=[secret])

    for action in ("sit", "begin", "act", "go-on", "claim", "answer", "say", "leave"):
        address = reverse(f"rooms-free-{action}", args=[secret])
        assert client.post(address, {"name": "Intrus"} if action == "sit" else {}).status_code == 404
        assert FreeTable.objects.get(secret=secret).seats.count() == 1

    assert client.get(moment).status_code == 404
    assert guest.get(moment).status_code == 200


def test_nothing_of_a_deal_is_read_at_another_table_before_the_round_is_counted(client: Client) -> None:
    of, guests = sit_together(5, club=make_club())
    boss = User.objects.create_superuser("boss@example.org", name="Boss")
    keeper = make_user(club=of.room.club, role=MembershipRole.OWNER)
    for user, reader in ((boss, boss_client := Client()), (keeper, keeper_client := Client())):
        reader.force_login(user)
    first, second = RoomTable.objects.filter(round=of)
    play_table(of, first)
    seats = {}
    for guest in guests:
        key = guest.cookies["etui_device"].value.split(":")[0]
        own_place = own_table(RoomEntry.objects.get(round=of, device=key))
        assert own_place is not None
        seats[guest] = (own_place[0], own_place[1].seat)
    one_of_each = {table.pk: guest for guest, (table, _seat) in seats.items()}
    readers = {client: None, boss_client: None, keeper_client: None} | {
        guest: seats[guest][1] for guest in one_of_each.values()
    }

    def reads(reader: Client, seat: int | None, pages: Iterable[str]) -> set[str]:
        secrets = hidden_from(of, seat)
        texts = {page: text_of_answer(reader.get(page)) for page in pages}
        return {page for page, text in texts.items() if any(secret in text for secret in secrets)}

    leaks_before = {reader: reads(reader, seat, pages_of(of)) for reader, seat in readers.items()}
    answers = {
        reader: [
            reader.get(reverse("rooms-free-table", args=[at.free_table.secret])).status_code
            for at in (first, second)
        ]
        for reader in readers
    }
    replays = {
        reader.get(reverse("rooms-table-replay", args=[table.secret])).status_code
        for reader in readers
        for table in PlayedTable.objects.filter(ended_at__isnull=False)
    }
    end_round(of)
    opened = {reverse("rooms-round-deal", args=[of.pk, number]) for number in (1, 2)}
    pages_after = [reads(reader, seat, opened) for reader, seat in readers.items()]

    assert PlayedTable.objects.filter(ended_at__isnull=False).exists()
    assert leaks_before == {reader: set() for reader in readers}
    assert answers == {
        reader: [200 if reader in seats and seats[reader][0] == at else 404 for at in (first, second)]
        for reader in readers
    }
    assert replays == {404}
    assert pages_after == [opened] * len(readers)


def test_last_deal_of_a_table_says_where_one_goes_and_the_table_is_not_reopened() -> None:
    of, (guest,) = sit_together(1, deals=1)
    table = table_of(guest, of)
    play_table(of, RoomTable.objects.get(free_table=table))
    address = reverse("rooms-free-table", args=[table.secret])

    page = guest.get(address)
    guest.post(reverse("rooms-free-begin", args=[table.secret]), {"donne": "1"})

    assert "Cette table a fini" in page.text
    assert reverse("rooms-free-begin", args=[table.secret]) not in page.text
    assert "Revoir carte par carte" not in page.text
    assert load_gathering(table).deals_of_match == 1
    assert FreeTable.objects.get(pk=table.pk).ended_at is not None


def test_counted_round_leads_to_the_replay_of_ones_own_deal() -> None:
    of, (guest,) = sit_together(1, deals=1)
    table = table_of(guest, of)
    play_table(of, RoomTable.objects.get(free_table=table))
    deal = FreeDeal.objects.get(free_table=table).table

    end_round(of)
    page = guest.get(reverse("rooms-round-deal", args=[of.pk, 1]))

    replay = reverse("rooms-table-replay", args=[deal.secret])
    assert replay in page.text
    assert guest.get(replay).status_code == 200


def test_room_of_tables_is_for_three_to_five_players(client: Client) -> None:
    client.force_login(User.objects.create_superuser("boss@example.org", name="Boss"))
    typed = {
        "name": "Salle commune", "access": "open", "is_open": "on", "seating": "tables", "minutes": "30",
        "deals": "6", "game": "tarot-6", "contract": Bid.GARDE.value, "level": "club",
        "unplayed": "left_out", "robot_players": "0", "rules": "fft",
    }  # fmt: skip

    refused = client.post(reverse("rooms-open"), typed)
    opened = client.post(reverse("rooms-open"), typed | {"game": "tarot-5"})

    assert refused.context["form"].errors == {
        "game": ["Ensemble à des tables, on joue à trois, à quatre ou à cinq."]
    }
    assert opened.status_code == 302
    assert Room.objects.get().seating == RoomSeating.TABLES


def test_pages_of_rooms_are_told_what_happens_there(client: Client) -> None:
    of, _guests = sit_together(1)
    pages = {
        reverse("rooms-lobby"): "lobby:0",
        reverse("rooms-room", args=[of.room.slug]): f"room:{of.room_id}",
        reverse("rooms-round", args=[of.pk]): f"round:{of.pk}",
    }

    for page, topic in pages.items():
        assert client.get(page, {"ecoute": "1"}).headers[TOPICS_HEADER] == topic
        assert f'data-listens="{page}"' in client.get(page).text


def test_demonstration_opens_a_room_of_tables() -> None:
    User.objects.create_superuser("boss@example.org", name="Boss")
    make_user(club=make_club(), role=MembershipRole.OWNER)

    for _ in range(2):
        call_command("make_demo_rooms")

    assert Room.objects.filter(seating=RoomSeating.TABLES).count() == 1
    assert Room.objects.count() == 3
