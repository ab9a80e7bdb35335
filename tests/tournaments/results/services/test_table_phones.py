"""Links of tables and phones at seats: open links, writers, and closed data."""

import uuid
from datetime import timedelta

import pytest
import time_machine
from django.db import IntegrityError, transaction
from django.utils import timezone

from common.errors import AppError, Conflict
from tests.factories.earlier_rows import mend_earlier_rows
from tests.factories.tables import (
    make_device,
    open_table,
    plays_of,
    round_of,
    sit_down,
    write_down,
)
from tests.factories.tournaments import (
    enter_result,
    enter_results,
    list_plays,
    make_club,
    make_entered_tournament,
    make_seated_tournament,
    make_user,
)
from tournaments.base.services import link_keys
from tournaments.core.slips.traveller import LineInput
from tournaments.enums import LinkPurpose, TournamentState
from tournaments.models import AuditEvent, TableAccess, TablePhone, Tournament
from tournaments.results.services.table_access import (
    find_table_access,
    open_phones,
    renew_table_link,
    revoke_table_link,
    table_secret,
)
from tournaments.results.services.table_phones import MOST_PHONES, claim_seat, end_phone, take_pen
from tournaments.results.services.table_results import record_at_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    return make_seated_tournament(make_club())


@pytest.fixture
def access(evening):
    return open_table(evening)


def refused(code, call, **arguments):
    with pytest.raises(AppError) as refusal:
        call(**arguments)
    assert refusal.value.code == code
    return refusal.value


def test_every_table_gets_a_link_once(evening):
    session = evening.sessions.get()

    accesses = open_phones(session=session, opened_by=None)
    again = open_phones(session=session, opened_by=None)

    assert len(accesses) == 5
    assert again == []
    assert len({table_secret(table_access) for table_access in accesses}) == 5


def test_no_link_before_the_seats_are_fixed():
    tournament = make_entered_tournament(make_club())

    refused("not_playing", open_phones, session=tournament.sessions.get(), opened_by=None)


@pytest.mark.postgres
def test_the_secret_is_not_in_its_row_and_changes_with_the_key(access, monkeypatch):
    secret = table_secret(access)

    access_row = TableAccess.objects.filter(pk=access.pk).values().get()
    with monkeypatch.context() as patch:
        patch.setattr(link_keys, "stored_link_keys", lambda: {LinkPurpose.TABLE: b"another"})
        refused("table_closed", find_table_access, secret=secret)

    assert not any(secret.partition("-")[2] in str(value) for value in access_row.values())
    assert find_table_access(secret) == access


@pytest.mark.parametrize("wrong", ["", "x", "1", "1-", "9" * 40, "-", "²-a", "0-" + "A" * 22])
def test_wrong_secrets_open_nothing(access, wrong):
    assert refused("table_closed", find_table_access, secret=wrong).status == 404


def test_a_secret_with_another_tables_number_opens_nothing(evening, access):
    second_access = open_table(evening, 2)

    mixed = f"{second_access.pk}-{table_secret(access).partition('-')[2]}"

    refused("table_closed", find_table_access, secret=mixed)


def test_a_renewed_link_replaces_the_earlier_one(access):
    secret_before = table_secret(access)

    secret_after = table_secret(renew_table_link(access=access, renewed_by=None))

    refused("table_closed", find_table_access, secret=secret_before)
    assert find_table_access(secret_after) == access


def test_a_link_taken_back_opens_nothing_until_renewed(access):
    revoke_table_link(access=access, revoked_by=make_user("Odile"))

    refused("table_closed", find_table_access, secret=table_secret(access))
    assert find_table_access(table_secret(renew_table_link(access=access, renewed_by=None))) == access
    assert AuditEvent.objects.filter(action="phones.revoked").count() == 1


def test_links_open_only_while_the_event_is_played(evening, access):
    secret = table_secret(access)

    Tournament.objects.filter(pk=evening.pk).update(state=TournamentState.FINISHED)

    refused("table_closed", find_table_access, secret=secret)


def test_the_first_phone_of_a_table_writes_and_the_next_one_does_not(access):
    first = sit_down(access, 0, device=make_device())
    second = sit_down(access, 2, device=make_device("Chrome, Android"))

    assert (first.holds_pen, second.holds_pen) == (True, False)


def test_an_empty_seat_is_nobodys(access):
    refused(
        "seat_empty", claim_seat, access=access, this_round=round_of(access), seat=4, device=make_device()
    )


@pytest.mark.postgres
def test_saying_another_seat_moves_the_phone(access):
    device = make_device()
    sit_down(access, 0, device=device)

    moved = sit_down(access, 3, device=device)

    assert TablePhone.objects.get() == moved
    assert moved.seat == 3


def test_a_phone_that_opened_the_wrong_table_may_leave_it(evening, access):
    device = make_device()
    sit_down(access, 0, device=device)

    sit_down(open_table(evening, 2), 1, device=device)

    assert TablePhone.objects.get().table.number == 2


def test_a_phone_that_wrote_at_a_table_sees_no_other_one_in_the_round(evening, access):
    device = make_device()
    sit_down(access, 0, device=device)
    write_down(access, plays_of(access)[0], device)
    second_access = open_table(evening, 2)

    refused(
        "phone_elsewhere",
        claim_seat,
        access=second_access,
        this_round=round_of(second_access),
        seat=1,
        device=device,
    )


def test_nobody_sits_down_in_a_round_that_is_over(evening, access):
    enter_results((play, 56) for play in plays_of(access))

    refused(
        "round_over", claim_seat, access=access, this_round=round_of(access), seat=0, device=make_device()
    )


def test_taking_the_pen_is_told_and_logged(access):
    first, second = make_device("Firefox, Android"), make_device("Safari, iPhone")
    sit_down(access, 0, device=first)
    phone = sit_down(access, 2, device=second)
    play = plays_of(access)[0]

    conflict = refused("pen_taken", write_down, access=access, play=play, device=second)
    slip = write_down(access, play, second, takes_pen=True)

    assert isinstance(conflict, Conflict)
    assert conflict.extra["who"] == "Firefox, Android"
    assert slip.version == 1
    assert TablePhone.objects.get(holds_pen=True) == phone
    event = AuditEvent.objects.get(action="phone.took_pen")
    assert (event.before["name"], event.after["name"]) == ("Firefox, Android", "Safari, iPhone")


def test_taking_the_pen_that_one_holds_changes_nothing(access):
    phone = sit_down(access, 0, device=make_device())

    take_pen(access=access, phone=phone)

    assert not AuditEvent.objects.filter(action="phone.took_pen").exists()


def test_phone_that_was_removed_does_not_take_the_pen(evening, access):
    phone = sit_down(access, 0, device=make_device("pris"))
    end_phone(phone=TablePhone.objects.get(pk=phone.pk), ended_by=make_user("Odile", club=evening.club))

    refused("phone_ended", take_pen, access=access, phone=phone)

    assert not TablePhone.objects.filter(holds_pen=True).exists()


@pytest.mark.postgres
def test_the_database_keeps_the_pen_from_a_phone_that_was_removed(access):
    phone = sit_down(access, 0, device=make_device())
    TablePhone.objects.filter(pk=phone.pk).update(ended_at=timezone.now(), holds_pen=False)

    with pytest.raises(IntegrityError, match="phone_with_pen_not_ended"), transaction.atomic():
        TablePhone.objects.filter(pk=phone.pk).update(holds_pen=True)


@pytest.mark.postgres
def test_phone_removed_with_the_pen_loses_it_in_the_update(access):
    removed = sit_down(access, 0, device=make_device())
    other = sit_down(access, 2, device=make_device())
    first = TablePhone.objects.filter(pk=removed.pk)

    mend_earlier_rows(
        "0022_erased_and_ended",
        TablePhone,
        "phone_with_pen_not_ended",
        lambda: first.update(ended_at=timezone.now()),
    )

    removed.refresh_from_db()
    removed.save()
    assert not removed.holds_pen
    take_pen(access=access, phone=other)
    assert TablePhone.objects.get(holds_pen=True) == other


def test_a_repeat_is_answered_after_the_pen_went_elsewhere(access):
    first, second, token = make_device(), make_device(), uuid.uuid4()
    sit_down(access, 0, device=first)
    play = plays_of(access)[0]
    slip_row = write_down(access, play, first, token=token)
    take_pen(access=access, phone=sit_down(access, 1, device=second))

    again = write_down(access, play, first, token=token)

    assert again == slip_row


def test_who_has_not_said_his_seat_writes_nothing(access):
    refused("seat_unknown", write_down, access=access, play=plays_of(access)[0], device=make_device())


def test_what_an_organiser_wrote_is_not_written_over(access):
    device, play = make_device(), plays_of(access)[0]
    sit_down(access, 0, device=device)
    enter_result(play, 56, user=make_user("Odile"))

    unseen = refused("slip_changed", write_down, access=access, play=play, device=device)
    arguments = {"access": access, "play": play, "device": device, "seen_version": 1, "reason": "faux"}
    refused("slip_by_organiser", write_down, **arguments)

    assert unseen.extra["who"] == "Odile"


def test_a_round_before_an_empty_one_is_asked_about(evening, access):

    device = make_device()
    sit_down(access, 0, device=device, number=2)
    play = plays_of(access, 2)[0]
    arguments = {
        "access": access,
        "play": play,
        "device": device,
        "line": LineInput(bouts=2, points="45"),
        "seen_version": 0,
        "token": uuid.uuid4(),
    }

    refusal_info = refused("round_ahead", record_at_table, **arguments)
    slip_row = record_at_table(**arguments, confirmed=True)

    assert "1" in refusal_info.extra["questions"][0]
    assert slip_row.play == play


def test_the_pen_is_of_one_round(evening, access):
    first, second = make_device(), make_device()
    sit_down(access, 0, device=first)

    phone = sit_down(access, 0, device=second, number=2)

    assert phone.holds_pen


def test_another_tournaments_results_do_not_make_a_round_reached(access):
    foreign_event = make_seated_tournament(make_club("Ailleurs"))
    enter_result(list_plays(foreign_event)[0], 56)

    assert sit_down(access, 0, device=make_device()).round.number == 1


def test_whoever_has_the_link_makes_no_endless_list_of_phones(access):
    """Found by an attack: phones were made without end."""
    for _turn in range(MOST_PHONES):
        sit_down(access, 0, device=make_device())

    refused(
        "too_many_phones",
        claim_seat,
        access=access,
        this_round=round_of(access),
        seat=0,
        device=make_device(),
    )

    assert TablePhone.objects.count() == MOST_PHONES


@pytest.mark.postgres
def test_phones_that_did_nothing_and_are_gone_give_way_the_oldest_first(access):
    start = timezone.now()
    with time_machine.travel(start, tick=False) as clock:
        writer = make_device("qui note")
        sit_down(access, 0, device=writer)
        write_down(access, plays_of(access)[0], writer)
        for number in range(60):
            clock.shift(timedelta(seconds=45))
            sit_down(access, number % 4, device=make_device(f"{number}"))

    names = list(TablePhone.objects.order_by("pk").values_list("name", flat=True))
    assert names == ["qui note", *(str(number) for number in range(60 - len(names) + 1, 60))]
    assert len(names) <= MOST_PHONES + 1


def test_a_table_that_changes_its_phones_all_evening_goes_on_writing(access):
    """Each phone writes a version and leaves: what they did stays, and a new one finds room."""
    play = plays_of(access)[0]
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for number in range(20):
            device = make_device(f"{number}")
            sit_down(access, 0, device=device)
            write_down(
                access,
                play,
                device,
                points=str(45 + number % 2),
                seen_version=number,
                reason="erreur",
                takes_pen=True,
            )
            clock.shift(timedelta(minutes=3))

    assert play.slips.count() == TablePhone.objects.count() == 20


def test_an_organiser_ends_a_phone_and_another_one_goes_on(evening, access):
    keeper = make_user("Odile", club=evening.club)
    ended, second_device = make_device("pris"), make_device("rendu")
    phone = sit_down(access, 0, device=ended)
    (play, *_more) = plays_of(access)
    write_down(access, play, ended)

    end_phone(phone=phone, ended_by=keeper)

    refused("phone_ended", write_down, access=access, play=plays_of(access)[1], device=ended)
    refused("phone_ended", claim_seat, access=access, this_round=round_of(access, 2), seat=0, device=ended)
    assert sit_down(access, 0, device=second_device).holds_pen
    event = AuditEvent.objects.get(action="phone.ended")
    assert (event.actor, event.subject, event.after["name"]) == (keeper, "1/1", "pris")
    assert play.slips.count() == 1
