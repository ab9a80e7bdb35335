"""Free messages in a club's room: writers, times, readers, and the acts of a moderator."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from common.requests.limits import LIMITS
from play.accounts.queries.own_data import load_moderation
from play.conduct.models import ClubTable, ConductReport, PlayerBlock, Silence, WrittenLine
from play.conduct.services import words
from play.conduct.services.words import clean_line, forget_old_words
from play.free.models import FreeTable, TableSeat
from play.rooms.models import Room, RoomDirector
from play.tables.models import PlayedTable
from tests.factories.rooms import end_round, make_entry, make_room, make_round
from tests.factories.tournaments import make_club, make_user
from tests.play.conduct.web.test_moderation import TABLE
from tournaments.enums import MembershipRole
from tournaments.models import AuditEvent, Person

pytestmark = pytest.mark.django_db


def path(name: str, *arguments: object) -> str:
    return reverse(f"rooms-{name}", args=arguments)


def make_named_user(name: str) -> User:
    user = make_user(name)
    User.objects.filter(pk=user.pk).update(pseudonym=name, pseudonym_folded=name.casefold())
    user.refresh_from_db()
    return user


def talking_room(**values: object) -> Room:
    """A club's room with free words, which Modeste moderates."""
    room = make_room(club=make_club(), has_free_words=True, **values)
    RoomDirector.objects.create(room=room, user=make_named_user("Modeste"))
    return room


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def two_at_a_table(room: Room) -> tuple[Client, Client, FreeTable]:
    """Anne and Boris with their accounts at a table of a room, before the first deal."""
    anne, boris = signed_in(make_named_user("Anne")), signed_in(make_named_user("Boris"))
    anne.post(path("free-open"), TABLE | {"salle": room.slug})
    table = FreeTable.objects.get()
    boris.post(path("free-sit", table.secret), {"name": "Boris"})
    return anne, boris, table


def write(client: Client, table: FreeTable, text: str = "Bonsoir à tous") -> str:
    return client.post(path("free-write", table.secret), {"text": text}, follow=True).text


def test_two_accounts_write_to_each_other_at_a_table_of_the_room() -> None:
    anne, boris, table = two_at_a_table(talking_room())
    version = FreeTable.objects.get().version

    write(anne, table, "Bonsoir <b>Boris</b> https://exemple.fr")

    page = boris.get(path("free-table", table.secret)).text
    assert "Bonsoir &lt;b&gt;Boris&lt;/b&gt; https://exemple.fr</bdi>" in page
    assert "Modération : Modeste" in page
    assert FreeTable.objects.get().version > version
    assert "Bonsoir" not in Client().get(path("free-table", table.secret)).text


def test_nobody_writes_while_a_deal_is_in_play_here_or_where_he_sits() -> None:
    room = talking_room()
    anne, boris, table = two_at_a_table(room)
    anne.post(path("free-open"), TABLE | {"salle": room.slug})
    other_table = FreeTable.objects.exclude(pk=table.pk).get()
    boris.post(path("free-begin", table.secret), {"donne": "0"})
    anne.post(path("free-begin", table.secret), {"donne": "0"})
    assert table.deals.count() == 1

    own_page, elsewhere = write(boris, table, "J’ai le 21"), write(anne, other_table, "J’ai le Petit")

    assert "Une donne est en cours" in own_page
    assert "J’ai le 21" in own_page
    assert "Vous jouez une donne à une autre table" in elsewhere
    assert not WrittenLine.objects.exists()
    PlayedTable.objects.update(ended_at=timezone.now(), score="0 0 0 0")
    write(anne, other_table)
    assert WrittenLine.objects.get().table == other_table


def test_who_has_a_place_in_a_round_writes_once_it_is_counted_also_below_it() -> None:
    room = talking_room()
    anne, _boris, table = two_at_a_table(room)
    of = make_round(room)
    make_entry(of, owner=User.objects.get(pseudonym="Anne"), name="Anne")
    reader = User.objects.get(pseudonym="Boris")
    make_entry(of, owner=reader)

    refused = write(anne, table)
    below = anne.post(path("round-write", of.pk), {"text": "Quelle donne !"}).text

    assert "Vous jouez une manche" in refused
    assert "Quelle donne" not in below
    assert not WrittenLine.objects.exists()
    end_round(of)
    anne.post(path("round-write", of.pk), {"text": "Quelle donne !"})
    assert "Quelle donne !" in signed_in(reader).get(path("round", of.pk)).text
    assert "Quelle donne !" not in Client().get(path("round", of.pk)).text


def test_guest_and_minor_read_and_do_not_write() -> None:
    room = talking_room()
    anne, boris, table = two_at_a_table(room)
    guest = Client()
    guest.post(path("free-sit", table.secret), {"name": "Guy"})
    year = timezone.localdate().year
    young = User.objects.get(pseudonym="Boris")
    Person.objects.create(club=room.club, last_name="BORIS", user=young, birth_year=year - 15)
    write(anne, table)

    assert "connectez-vous" in write(guest, table, "Moi aussi")
    assert "Les joueurs mineurs" in write(boris, table, "Moi aussi")

    assert WrittenLine.objects.count() == 1
    assert "Bonsoir à tous" in guest.get(path("free-table", table.secret)).text


def test_nobody_reads_whom_he_blocked_nor_who_blocked_him(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "SHOWN_LINES", 1)
    anne, boris, table = two_at_a_table(talking_room())
    first, two = User.objects.get(pseudonym="Anne"), User.objects.get(pseudonym="Boris")
    write(anne, table, "De la part d’Anne")
    write(boris, table, "De la part de Boris")
    PlayerBlock.objects.create(
        by=f"user {first.pk}", owner=first, whom=f"user {two.pk}", blocked=two, name="Boris"
    )

    pages = [client.get(path("free-table", table.secret)).text for client in (anne, boris)]

    assert ["De la part de Boris" in text for text in pages] == [False, True]
    assert ["De la part d’Anne" in text for text in pages] == [True, False]


def test_no_free_words_at_tables_of_the_site_or_of_a_room_that_is_closed_to_them() -> None:
    room = make_room(club=make_club())
    anne, _boris, table = two_at_a_table(room)
    assert "data-written" not in write(anne, table)
    ClubTable.objects.all().delete()
    Room.objects.update(has_free_words=True)
    write(anne, table)

    assert not WrittenLine.objects.exists()


def test_owner_opens_them_once_there_is_a_director_and_they_close_with_the_last() -> None:
    club = make_club()
    room = make_room(club=club)
    owner = signed_in(make_user(club=club, role=MembershipRole.OWNER))
    make_named_user("Modeste")

    refused = owner.post(path("direct-words", room.slug), follow=True).text
    owner.post(path("direct-director", room.slug), {"pseudonym": "Modeste"})
    owner.post(path("direct-words", room.slug))
    page = owner.get(path("direct", room.slug)).text
    assert Room.objects.get().has_free_words
    owner.post(path("direct-director", room.slug), {"withdraw": RoomDirector.objects.get().pk})

    assert "Nommez d’abord un directeur" in refused
    assert "Modération : Modeste" in page
    assert not Room.objects.get().has_free_words
    assert list(AuditEvent.objects.order_by("pk").values_list("action", flat=True)) == [
        "room.director_named",
        "room.words_opened",
        "room.director_withdrawn",
        "room.words_closed",
    ]


def test_account_of_the_last_director_closed_no_words_and_none_with_the_next() -> None:
    room = talking_room()
    anne, _boris, table = two_at_a_table(room)
    User.objects.get(pseudonym="Modeste").delete()

    write(anne, table)
    owner = signed_in(make_user("Patron", club=room.club, role=MembershipRole.OWNER))
    owner.post(path("direct-director", room.slug), {"pseudonym": "Anne"})

    assert not WrittenLine.objects.exists()
    assert not Room.objects.get().has_free_words


def test_director_who_keeps_no_club_closes_them_and_does_not_open_them() -> None:
    room = talking_room()
    modeste = signed_in(User.objects.get(pseudonym="Modeste"))

    modeste.post(path("words", room.slug), {"close": "1"})

    assert not Room.objects.get().has_free_words
    assert modeste.post(path("direct-words", room.slug)).status_code == 403


@pytest.mark.postgres
def test_moderator_takes_a_line_away_and_the_right_to_write_and_gives_it_back() -> None:
    room = talking_room()
    anne, boris, table = two_at_a_table(room)
    modeste = signed_in(User.objects.get(pseudonym="Modeste"))
    write(anne, table, "Des sottises")
    line = WrittenLine.objects.get()
    assert "Des sottises" in modeste.get(path("words", room.slug)).text

    modeste.post(path("words", room.slug), {"take": line.pk})
    modeste.post(path("words", room.slug), {"day": line.pk})
    page = boris.get(path("free-table", table.secret)).text
    refused = write(anne, table, "Encore")

    assert "Message retiré par Modeste" in page
    assert "Des sottises" not in page
    assert "retiré le droit d’écrire jusqu’au" in refused
    Silence.objects.update(until=timezone.now())
    write(anne, table, "Un jour après")
    modeste.post(path("words", room.slug), {"good": line.pk})
    assert "retiré le droit d’écrire." in write(anne, table, "Encore")
    modeste.post(path("words", room.slug), {"lift": Silence.objects.get().pk})
    write(anne, table, "Pardon")
    texts = ["Des sottises", "Un jour après", "Pardon"]
    assert list(WrittenLine.objects.values_list("text", flat=True)) == texts
    assert [event.action for event in AuditEvent.objects.order_by("pk")] == [
        "room.line_taken_away",
        "room.player_silenced",
        "room.player_silenced",
        "room.silence_lifted",
    ]


def test_many_lines_cost_no_more_queries_than_one() -> None:
    room = talking_room()
    anne, _boris, table = two_at_a_table(room)
    modeste = signed_in(User.objects.get(pseudonym="Modeste"))
    pages = ((anne, path("free-table", table.secret)), (modeste, path("words", room.slug)))
    counts = []
    for name in ("Anne", "Boris", "Modeste"):
        author = User.objects.get(pseudonym=name)
        WrittenLine.objects.create(room=room, table=table, author=author, name=name, text="Bonsoir")
        for client, address in pages:
            with CaptureQueriesContext(connection) as queries:
                client.get(address)
            counts.append(len(queries))

    assert counts[:2] == counts[2:4] == counts[4:]


def test_moderators_are_asked_for_once_by_a_table_of_a_room_and_no_room_by_a_table_of_none() -> None:
    anne, _boris, table = two_at_a_table(talking_room())

    def asked_of(name: str) -> int:
        with CaptureQueriesContext(connection) as queries:
            assert anne.get(path("free-table", table.secret)).status_code == 200
        return sum(f'FROM "{name}"' in query["sql"] for query in queries)

    assert asked_of("rooms_roomdirector") == 1
    ClubTable.objects.all().delete()
    assert asked_of("rooms_clubtable") == 0


def test_line_is_reported_to_the_directors_with_what_was_written() -> None:
    room = talking_room()
    anne, boris, table = two_at_a_table(room)
    write(anne, table, "Des sottises")
    line = WrittenLine.objects.get()
    address = path("words-report", line.pk)

    boris.post(address, {"player": line.pk, "reason": "rude"})

    report = ConductReport.objects.get()
    assert (report.room, report.line, report.name) == (room, "Des sottises", "Anne")
    assert "Des sottises" in signed_in(User.objects.get(pseudonym="Modeste")).get(path("reports")).text
    assert Client().get(address).status_code == 404
    anne.post(address, {"player": line.pk, "reason": "rude"})
    assert ConductReport.objects.count() == 1


def test_only_who_may_play_in_the_room_sits_at_its_tables() -> None:
    room = talking_room(access="members")
    Person.objects.create(club=room.club, last_name="ANNE", user=make_named_user("Anne"))
    anne, stranger = signed_in(User.objects.get(pseudonym="Anne")), signed_in(make_named_user("Boris"))
    anne.post(path("free-open"), TABLE | {"salle": room.slug})
    table = FreeTable.objects.get()

    refused = stranger.post(path("free-sit", table.secret), {"name": "Boris"})

    assert "pour les membres du club" in refused.text
    assert TableSeat.objects.count() == 1
    assert stranger.get(path("free-open"), {"salle": room.slug}).status_code == 404
    assert table.secret in anne.get(path("room", room.slug)).text
    assert table.secret not in stranger.get(path("free")).text


def test_table_of_a_room_begins_with_the_game_of_the_room() -> None:
    room = talking_room(game="tarot-5")

    page = Client().get(path("free-open"), {"salle": room.slug}).text

    assert re.search(r'<option value="tarot-5"\s+selected', page)


def test_line_is_one_line_of_what_shows() -> None:
    assert clean_line("  Bon\u202esoir\x07 \n à\u200b tous ") == "Bonsoir à tous"
    assert clean_line("\u202e\u200b") == ""


def test_line_that_cannot_be_kept_is_told_at_its_field() -> None:
    anne, _boris, table = two_at_a_table(talking_room())

    long, unseen = write(anne, table, "a" * 201), write(anne, table, "\u202e")

    assert "Assurez-vous que cette valeur" in long
    assert "a" * 201 in long
    assert "aucun signe visible" in unseen
    assert not WrittenLine.objects.exists()


@pytest.mark.usefixtures("one_moment")
def test_floods_are_limited_and_nothing_typed_is_lost() -> None:
    anne, _boris, table = two_at_a_table(talking_room())
    most = min(limit.most for limit in LIMITS["play-write"])
    for number in range(most):
        anne.post(path("free-write", table.secret), {"text": f"Ligne {number}"})

    refused = anne.post(path("free-write", table.secret), {"text": "Une de trop"})

    assert refused.status_code == 429
    assert "Une de trop" in refused.text
    assert WrittenLine.objects.count() == most


@pytest.mark.postgres
def test_lines_are_taken_along_go_with_the_account_and_after_a_week() -> None:
    room = talking_room()
    anne, boris, table = two_at_a_table(room)
    write(anne, table, "De la part d’Anne")
    write(boris, table, "De la part de Boris")
    author = User.objects.get(pseudonym="Anne")
    Silence.objects.create(room=room, user=author, name="Anne")
    moderation = load_moderation(author)

    assert [line["text"] for line in moderation["written"]] == ["De la part d’Anne"]
    assert moderation["may_not_write"] == [{"room": room.name, "until": None}]
    author.delete()
    assert WrittenLine.objects.get().name == "Boris"
    assert not Silence.objects.exists()
    forget_old_words(now=timezone.now() + timedelta(days=7, minutes=1))
    assert not WrittenLine.objects.exists()
