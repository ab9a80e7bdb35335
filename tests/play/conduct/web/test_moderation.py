"""Blocking and reporting a player, the directors' page of reports, barring a player."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from common.errors import AppError
from common.requests.limits import LIMITS
from play.accounts.queries.own_data import load_moderation
from play.alone.services.beginning import Player
from play.conduct.models import ConductReport, PlayerBlock, RoomBar
from play.conduct.services.moderation import (
    Met,
    bar_player,
    close_report,
    forget_old_moderation,
    refuse_barred,
)
from play.free.enums import Phrase
from play.free.models import TableSeat
from play.free.services.acting import send_phrase
from play.rooms.models import RoomDirector, RoomEntry
from tests.factories.rooms import make_entry, make_room, make_round
from tests.factories.tournaments import make_club, make_user
from tournaments.enums import MembershipRole
from tournaments.models import AuditEvent

pytestmark = pytest.mark.django_db

TABLE = {
    "name": "Anne",
    "game": "tarot-4",
    "rules": "fft",
    "deal_count": "2",
    "clock": "usual",
    "level": "debutant",
    "robots_after": "",
    "is_listed": "on",
}


def path(name: str, *arguments: object) -> str:
    return reverse(f"rooms-{name}", args=arguments)


def two_at_a_table() -> tuple[Client, Client, str]:
    """Anne and Boris, guests at a table, and its secret."""
    anne, boris = Client(), Client()
    anne.post(path("free-open"), TABLE)
    secret = TableSeat.objects.get(name="Anne").table.secret
    boris.post(path("free-sit", secret), {"name": "Boris"})
    return anne, boris, secret


def test_blocked_player_sits_at_no_table_of_mine_nor_i_at_his_until_i_lift_it() -> None:
    anne, boris, secret = two_at_a_table()

    blocked = anne.post(path("free-block", secret), {"place": "1"}, follow=True)
    boris.post(path("free-leave", secret))
    lists = [path("free-table", secret) in user.get(path("free")).text for user in (boris, Client())]
    refused = boris.post(path("free-sit", secret), {"name": "Boris"})
    boris.post(path("free-open"), TABLE | {"name": "Boris"})
    his = TableSeat.objects.get(name="Boris").table.secret
    refused_too = anne.post(path("free-sit", his), {"name": "Anne"})

    refusal = "Vous ne pouvez pas vous asseoir à cette table"
    assert blocked.text.count("Vous ne vous retrouverez plus à une même table.") == 1
    assert lists == [False, True]
    assert refusal in refused.text
    assert refusal in refused_too.text
    assert TableSeat.objects.count() == 2
    block = PlayerBlock.objects.get()
    assert "Boris" in anne.get(path("own-reports")).text
    boris.post(path("own-reports"), {"lift": block.pk})
    assert PlayerBlock.objects.exists()
    anne.post(path("own-reports"), {"lift": block.pk})
    assert path("free-table", secret) in boris.get(path("free")).text
    assert boris.post(path("free-sit", secret), {"name": "Boris"}).status_code == 302


def test_phrases_of_a_blocked_player_are_shown_to_others_alone() -> None:
    anne, boris, secret = two_at_a_table()
    send_phrase(me=TableSeat.objects.get(name="Boris"), phrase=Phrase.THANKS, now=timezone.now())
    assert "data-number" in anne.get(path("free-table", secret)).text

    anne.post(path("free-block", secret), {"place": "1"})

    assert "data-number" not in anne.get(path("free-table", secret)).text
    assert "data-number" in boris.get(path("free-table", secret)).text


def test_nobody_blocks_himself_or_an_empty_seat() -> None:
    anne, _boris, secret = two_at_a_table()

    anne.post(path("free-block", secret), {"place": "0"})
    anne.post(path("free-block", secret), {"place": "3"})

    assert not PlayerBlock.objects.exists()


def test_report_of_a_free_table_goes_to_the_site_is_answered_and_the_player_kept_out() -> None:
    anne, boris, secret = two_at_a_table()
    boss, keeper = Client(), Client()
    user = make_user()
    user.is_superuser = True
    user.save()
    boss.force_login(user)
    club = make_club()
    make_room(club=club)
    keeper.force_login(make_user(club=club, role=MembershipRole.OWNER))
    seat = TableSeat.objects.get(name="Boris")

    form = {"player": seat.pk, "reason": "rude", "words": "Il insulte <b>tout le monde</b>."}
    anne.post(path("free-report", secret), form)
    report = ConductReport.objects.get()
    page = boss.get(path("reports")).text
    assert "&lt;b&gt;tout le monde" in page
    assert path("free-table", secret) in page
    assert "tout le monde" not in keeper.get(path("reports")).text
    keeper.post(path("reports"), {"report": report.pk})
    assert ConductReport.objects.get().closed_at is None
    boss.post(path("reports"), {"report": report.pk, "answer": "Il est prévenu.", "days": "7"})

    assert "Il est prévenu." in anne.get(path("own-reports")).text
    refused = boris.post(path("free-open"), TABLE | {"name": "Boris"})
    assert "Un directeur vous a exclu" in refused.text
    bar = RoomBar.objects.get()
    assert timedelta(days=6) < bar.until - timezone.now() <= timedelta(days=7)
    boss.post(path("reports"), {"lift": bar.pk})
    assert boris.post(path("free-open"), TABLE | {"name": "Boris"}).status_code == 302


def test_report_of_a_round_goes_to_the_directors_of_its_room_and_the_trace(client: Client) -> None:
    room = make_room(club=make_club())
    of = make_round(room)
    client.post(path("enter", room.slug), {"round": of.pk, "name": "Zoé"})
    other_client = Client()
    other_client.post(path("enter", room.slug), {"round": of.pk, "name": "Max"})
    entry, director = RoomEntry.objects.get(name="Max"), make_user()
    RoomDirector.objects.create(room=room, user=director)

    client.post(path("round-report", of.pk), {"player": entry.pk, "reason": "collusion"})
    client.force_login(director)
    assert "Max" in client.get(path("reports")).text
    client.post(path("reports"), {"report": ConductReport.objects.get().pk, "days": "1"})
    next_round = make_round(make_room(club=room.club))
    refused = other_client.post(path("enter", room.slug), {"name": "Max"}, follow=True)

    assert "Un directeur vous a exclu" in refused.text
    assert other_client.post(path("enter", next_round.room.slug), {"name": "Max"}).status_code == 302
    assert list(AuditEvent.objects.order_by("pk").values_list("action", flat=True)) == [
        "room.player_barred",
        "room.report_closed",
    ]


def test_answer_that_is_too_long_is_told_at_its_field_and_nothing_is_lost(client: Client) -> None:
    of = make_round(make_room(club=make_club()))
    players, director = [Client(), Client()], make_user()
    for name, player in zip(("Zoé", "Max"), players, strict=True):
        player.post(path("enter", of.room.slug), {"round": of.pk, "name": name})
    RoomDirector.objects.create(room=of.room, user=director)
    for player, about in zip(players, ("Max", "Zoé"), strict=True):
        entry = RoomEntry.objects.get(name=about)
        player.post(path("round-report", of.pk), {"player": entry.pk, "reason": "collusion"})
    client.force_login(director)
    report = ConductReport.objects.get(name="Max")

    long = "trop long " * 60
    page = client.post(path("reports"), {"report": report.pk, "answer": long, "days": "7"})
    client.post(path("reports"), {"report": report.pk, "answer": "Merci.", "days": ""})
    again = client.post(path("reports"), {"report": report.pk, "answer": "Merci.", "days": ""}, follow=True)

    assert page.text.count("Assurez-vous que cette valeur") == 1
    assert page.text.count('<details class="card" open>') == 1
    assert long.strip() in page.text
    assert re.search(r'<option value="7"\s+selected', page.text)
    assert "déjà clos" in again.text
    assert not RoomBar.objects.exists()


def test_two_directors_who_close_a_report_bar_the_player_once() -> None:
    report = ConductReport.objects.create(by="device a", whom="device b", name="Max", reason="rude")

    for days in (7, 30):
        close_report(report=report, answer="", closed_by=make_user(), now=timezone.now(), bar_days=days)

    assert RoomBar.objects.get().until < timezone.now() + timedelta(days=8)


def test_rows_with_long_keys_are_found(client: Client) -> None:
    room, director = make_room(club=make_club()), make_user()
    RoomDirector.objects.create(room=room, user=director)
    bar = bar_player(
        room=room, whom=Met("device x", None, "Max"), days=1, barred_by=director, now=timezone.now()
    )
    RoomBar.objects.filter(pk=bar.pk).update(id=123_456)
    client.force_login(director)

    answer = client.post(path("reports"), {"lift": "123456"}, follow=True)

    assert "Max peut de nouveau jouer" in answer.text
    assert not RoomBar.objects.filter(until__gt=timezone.now()).exists()


def test_director_sees_what_he_did_to_a_player(client: Client) -> None:
    of = make_round(make_room(club=make_club()))
    entry, director = make_entry(of, name="Zoé"), make_user()
    RoomDirector.objects.create(room=of.room, user=director)
    client.force_login(director)

    deed = client.post(path("direct-entry", of.room.slug, entry.pk), {"deed": "out"}, follow=True)

    assert "Le joueur est hors classement." in deed.text
    assert "<details open>" in deed.text
    assert "hors classement</span>" in deed.text


def test_who_did_not_play_the_round_reports_nobody(client: Client) -> None:
    of = make_round()
    make_entry(of, name="Max")

    page = client.get(path("round-report", of.pk)).text
    assert "Il n’y a personne à signaler ici." in page
    assert "Max" not in page


@pytest.mark.usefixtures("one_moment")
def test_reports_are_limited_and_nothing_typed_is_lost() -> None:
    anne, _boris, secret = two_at_a_table()
    seat, most = TableSeat.objects.get(name="Boris"), min(limit.most for limit in LIMITS["play-report"])
    form = {"player": seat.pk, "reason": "other", "words": "Encore lui"}
    for number in range(most):
        anne.post(path("free-report", secret), form | {"words": f"Encore {number}"})

    refused = anne.post(path("free-report", secret), form)

    assert refused.status_code == 429
    assert "Encore lui" in refused.text
    assert ConductReport.objects.count() == most


def test_director_keeps_a_player_of_a_round_out_of_his_room(client: Client) -> None:
    club = make_club()
    room = make_room(club=club)
    entry = make_entry(make_round(room), name="Max")
    client.force_login(make_user(club=club, role=MembershipRole.OWNER))

    client.post(path("direct-entry", room.slug, entry.pk), {"deed": "bar"})

    assert RoomBar.objects.get().whom == entry.player


def test_stranger_reads_no_reports(client: Client) -> None:
    make_room(club=make_club())
    client.force_login(make_user())

    assert client.get(path("reports")).status_code == 404


def test_bar_ends_by_itself_and_is_forgotten() -> None:
    user, current_time = make_user(), timezone.now()
    whom = Met(f"user {user.pk}", user.pk, "Max")
    bar_player(room=None, whom=whom, days=1, barred_by=make_user("Directeur"), now=current_time)

    with pytest.raises(AppError, match="barred"):
        refuse_barred(room=None, player=Player(owner=user), now=current_time + timedelta(hours=23))
    refuse_barred(room=None, player=Player(owner=user), now=current_time + timedelta(hours=25))
    forget_old_moderation(now=current_time + timedelta(hours=25))
    assert not RoomBar.objects.exists()


def test_what_an_account_reported_is_taken_along_and_goes_with_either_account() -> None:
    first, two = make_user("Un"), make_user("Deux")
    PlayerBlock.objects.create(by="a", owner=first, whom="b", blocked=two, name="Deux")
    ConductReport.objects.create(by="a", owner=first, whom="b", about=two, name="Deux", reason="rude")

    moderation = load_moderation(first)
    assert [moderation["blocked"][0]["name"], moderation["reports"][0]["reason"]] == ["Deux", "rude"]
    two.delete()
    assert not PlayerBlock.objects.exists()
    assert not ConductReport.objects.exists()


def test_guests_are_forgotten_after_a_month() -> None:
    current_time, user = timezone.now(), make_user()
    PlayerBlock.objects.create(by="a", owner=None, whom="b", blocked=user, name="Max")
    ConductReport.objects.create(by="a", owner=user, whom="b", about=None, name="Max", reason="rude")

    forget_old_moderation(now=current_time + timedelta(days=29))
    assert (PlayerBlock.objects.count(), ConductReport.objects.count()) == (1, 1)
    forget_old_moderation(now=current_time + timedelta(days=31))
    assert (PlayerBlock.objects.count(), ConductReport.objects.count()) == (0, 0)
