"""The hall on a table's phone: clock, messages to read, the referee called and coming."""

import pytest
from django.urls import reverse
from django.utils.html import escape

from tests.factories.tournaments import make_user
from tournaments.hall.services.hall_calls import take_call
from tournaments.hall.services.hall_messages import send_hall_message
from tournaments.hall.services.round_clock import start_round, turn_clock
from tournaments.models import HallCall


def path(name, secret, *arguments):
    return reverse(name, args=[secret, 1, *arguments])


def page_of(phone, secret):
    return phone.get(reverse("table-page", args=[secret])).text


def test_a_call_is_made_seen_to_be_answered_and_taken_back(new_phone, secret):
    phone = new_phone(0)
    assert "Appeler l’arbitre" in page_of(phone, secret)

    phone.post(path("table-call", secret), {"reason": "renonce de l’Est"})
    call = HallCall.objects.get()
    assert call.reason == "renonce de l’Est"
    assert escape("L’arbitre est appelé.") in page_of(new_phone(1), secret)
    take_call(call=call, taken_by=make_user("Arbitre"))
    assert "L’arbitre arrive." in page_of(phone, secret)
    phone.post(path("table-call-back", secret))

    call.refresh_from_db()
    assert call.closed_at is not None
    assert "data-call-state" not in page_of(phone, secret)


def test_a_call_needs_no_seat_and_no_word(new_phone, secret):
    answer = new_phone().post(path("table-call", secret))

    assert answer.status_code == 302
    assert HallCall.objects.get().reason == ""


@pytest.mark.usefixtures("one_moment")
def test_a_table_that_calls_without_end_is_refused(new_phone, secret):
    phone = new_phone(0)

    answers = [phone.post(path("table-call", secret)).status_code for _ in range(7)]

    assert answers == [302] * 6 + [429]
    assert HallCall.objects.count() == 1


def test_a_reason_too_long_is_refused_in_words(new_phone, secret):
    answer = new_phone(0).post(path("table-call", secret), {"reason": "x" * 201}, follow=True)

    assert "200 signes" in answer.text
    assert HallCall.objects.count() == 0


def test_a_message_is_read_by_each_phone_for_itself(new_phone, secret, access):
    message = send_hall_message(session=access.table.section.session, text="Pause", minutes=5, sent_by=None)
    reader, second_phone = new_phone(0), new_phone(1)

    reader.post(path("table-message-away", secret, message.pk))

    assert ">Pause<" not in page_of(reader, secret)
    assert ">Pause<" in page_of(second_phone, secret)
    assert reader.post(path("table-message-away", secret, message.pk + 1)).status_code == 404


def test_the_clock_and_the_rest_are_sent_only_when_they_changed(new_phone, secret, access):
    phone = new_phone(0)
    mark = phone.get(path("table-hall", secret)).context["hall"].mark
    assert phone.get(path("table-hall", secret), {"shown": mark}).status_code == 204

    session = access.table.section.session
    turn_clock(session=session, round_number=1, minutes=28, turned_by=None)
    start_round(session=session, started_by=None)

    changed = phone.get(path("table-hall", secret), {"shown": mark})
    assert changed.status_code == 200
    assert 'data-phase="running"' in changed.text
