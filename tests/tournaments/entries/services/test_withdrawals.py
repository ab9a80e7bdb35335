"""Taking an entry off the list, and taking that back."""

import pytest
from django.utils import timezone

from common.errors import AppError
from tests.factories.sessions import make_short_evening, open_next, play_session
from tests.factories.tournaments import (
    make_club,
    make_entered_tournament,
    make_people,
    make_team_tournament,
    make_tournament,
)
from tournaments.entries.services.fees import return_payment
from tournaments.entries.services.withdrawals import (
    RESTORED,
    find_left_payments,
    restore_entry,
    withdraw_entry,
    withdrawn_event,
)
from tournaments.events.services.events import enter_people
from tournaments.models import AuditEvent, EntryFee, FeeRate
from tournaments.trace.services.trace import record_event

pytestmark = pytest.mark.django_db


@pytest.mark.postgres
def test_entry_comes_back_with_its_place_its_fee_and_its_arrival() -> None:
    tournament = make_entered_tournament(make_club())
    entry = tournament.entries.all()[4]
    rate = FeeRate.objects.create(tournament=tournament, name="Plein", cents=1000)
    EntryFee.objects.create(entry=entry, rate=rate, paid_cents=700, means="card")
    entry_of_page = tournament.entries.get(pk=entry.pk)
    entry.arrived_at = timezone.now()
    entry.save()

    event = withdraw_entry(entry=entry_of_page, withdrawn_by=None)
    with pytest.raises(AppError, match="not_entered"):
        withdraw_entry(entry=entry_of_page, withdrawn_by=None)
    back = restore_entry(tournament=tournament, event=event, restored_by=None)

    back.refresh_from_db()
    assert (back.person, back.section_id, back.start_table, back.start_seat) == (
        entry.person,
        entry.section_id,
        entry.start_table,
        entry.start_seat,
    )
    assert (back.arrived_at, back.fee.rate, back.fee.paid_cents) == (entry.arrived_at, rate, 700)
    assert back.fee.means == "card"
    assert AuditEvent.objects.latest("pk").action == "entries.restored"


def test_payment_waits_for_its_return_until_the_entry_comes_back() -> None:
    tournament = make_entered_tournament(make_club())
    paid_entry, unpaid_entry, kept_entry = tournament.entries.all()[:3]
    rate = FeeRate.objects.create(tournament=tournament, name="Plein", cents=1000)
    for entry, cents in ((paid_entry, 700), (unpaid_entry, 0), (kept_entry, 500)):
        EntryFee.objects.create(entry=entry, rate=rate, paid_cents=cents)

    event, _unpaid, kept_event = (
        withdraw_entry(entry=entry, withdrawn_by=None) for entry in (paid_entry, unpaid_entry, kept_entry)
    )
    payments = find_left_payments(tournament)
    restore_entry(tournament=tournament, event=event, restored_by=None)

    assert [(payment.event_id, payment.cents) for payment in payments.values()] == [
        (event.pk, 700),
        (kept_event.pk, 500),
    ]
    assert list(find_left_payments(tournament)) == [kept_event.pk]


def test_entry_whose_payment_was_returned_comes_back_unpaid() -> None:
    tournament = make_entered_tournament(make_club())
    entry = tournament.entries.all()[0]
    rate = FeeRate.objects.create(tournament=tournament, name="Plein", cents=1000)
    EntryFee.objects.create(entry=entry, rate=rate, paid_cents=700)
    event = withdraw_entry(entry=entry, withdrawn_by=None)

    return_payment(tournament=tournament, event=event, returned_by=None)
    back = restore_entry(tournament=tournament, event=event, restored_by=None)

    assert (back.fee.rate, back.fee.paid_cents) == (rate, 0)


def test_restoration_before_the_means_of_payment_ends_the_payment_of_its_name() -> None:
    tournament = make_entered_tournament(make_club())
    first, second = tournament.entries.all()[:2]
    rate = FeeRate.objects.create(tournament=tournament, name="Plein", cents=1000)
    for entry in (first, second):
        EntryFee.objects.create(entry=entry, rate=rate, paid_cents=700)
        withdraw_entry(entry=entry, withdrawn_by=None)

    record_event(
        club=tournament.club, tournament=tournament, actor=None, action=RESTORED, subject=str(second)
    )

    assert [payment.name for payment in find_left_payments(tournament).values()] == [str(first)]


def test_place_that_somebody_took_since_is_not_taken_back() -> None:
    tournament = make_entered_tournament(make_club())
    entry, neighbour = tournament.entries.all()[:2]
    place = (entry.section_id, entry.start_table, entry.start_seat)
    event = withdraw_entry(entry=entry, withdrawn_by=None)
    neighbour.section_id, neighbour.start_table, neighbour.start_seat = place
    neighbour.save()

    back = restore_entry(tournament=tournament, event=event, restored_by=None)

    assert back.section is None


def test_team_comes_back_whole_with_its_captain() -> None:
    tournament = make_team_tournament(make_club(), "triplets", is_entered=True)
    entry = tournament.entries.all()[0]
    people = {member.person for member in entry.members.all()}

    event = withdraw_entry(entry=entry, withdrawn_by=None)
    back = restore_entry(tournament=tournament, event=event, restored_by=None)

    assert (back.name, back.person) == (entry.name, entry.person)
    assert {member.person for member in back.members.all()} == people


def test_nobody_comes_back_twice_nor_by_something_else_of_the_trace() -> None:
    tournament = make_tournament(make_club())
    (entry,) = enter_people(tournament=tournament, people=make_people(tournament.club, 1), entered_by=None)
    added = AuditEvent.objects.latest("pk")
    event = withdraw_entry(entry=entry, withdrawn_by=None)
    restore_entry(tournament=tournament, event=event, restored_by=None)

    refusals = []
    for wrong in (event, added):
        with pytest.raises(AppError) as refusal:
            restore_entry(tournament=tournament, event=wrong, restored_by=None)
        refusals.append(refusal.value.code)

    assert refusals == ["entered_since", "nothing_to_restore"]
    assert tournament.entries.count() == 1


def test_full_tournament_takes_nobody_back() -> None:
    tournament = make_entered_tournament(make_club())
    event = withdraw_entry(entry=tournament.entries.all()[0], withdrawn_by=None)
    (late,) = make_people(tournament.club, 1)
    enter_people(tournament=tournament, people=[late], entered_by=None)

    with pytest.raises(AppError) as refusal:
        restore_entry(tournament=tournament, event=event, restored_by=None)

    assert refusal.value.code == "too_many_entries"


@pytest.mark.parametrize("number", ["", "x", "0", "9" * 40])
def test_number_of_no_withdrawal_finds_nothing(number: str) -> None:
    assert withdrawn_event(make_tournament(make_club()), number) is None


def test_entry_with_seats_of_an_earlier_session_stays() -> None:
    tournament = play_session(make_short_evening())
    open_next(tournament)
    entry = tournament.entries.order_by("pk")[0]

    with pytest.raises(AppError) as refusal:
        withdraw_entry(entry=entry, withdrawn_by=None)

    assert refusal.value.code == "entry_kept"
    assert str(entry) in refusal.value.message
