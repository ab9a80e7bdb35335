"""Messages to the hall: recipients, expiry, refusals."""

from datetime import timedelta

import pytest
from django.utils import timezone

from common.errors import AppError
from tests.factories.tables import make_device, open_table
from tests.factories.tournaments import (
    make_club,
    make_seated_tournament,
    make_stored_evening,
    make_tournament,
    make_user,
)
from tournaments.core.movements.constructions import build_straight
from tournaments.hall.queries.hall import load_table_hall, messages_to_all, messages_to_table
from tournaments.hall.services.hall_messages import put_away, send_hall_message, take_back_message
from tournaments.models import AuditEvent, Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def session():
    return make_seated_tournament(make_club()).sessions.select_related("tournament__club").get()


def send(session, text="Pause de dix minutes", **arguments):
    return send_hall_message(session=session, text=text, **{"minutes": 10, "sent_by": None} | arguments)


def texts(table, *, later=timedelta(0)):
    return [message.text for message in messages_to_table(table, timezone.now() + later)]


@pytest.mark.postgres
def test_a_message_reaches_those_whom_it_concerns(session):
    first, second = Table.objects.filter(section__session=session, number__lte=2).order_by("number")
    send(session, "À tous")
    send(session, "À la section", section=first.section)
    send(session, "À la table 2", table=second)

    assert texts(first) == ["À la section", "À tous"]
    assert texts(second) == ["À la table 2", "À la section", "À tous"]
    assert [message.text for message in messages_to_all(session, timezone.now())] == ["À tous"]


def test_another_section_does_not_see_it():
    evening = make_stored_evening(make_club(), build_straight(5, 2), build_straight(5, 2))
    session = evening.sessions.get()
    evening.state = "seated"
    evening.save()
    red, green = session.sections.order_by("number")
    session.refresh_from_db()
    send(session, "Aux rouges", section=red)

    tables = [Table.objects.create(section=section, number=90 + section.number) for section in (red, green)]

    assert [texts(table) for table in tables] == [["Aux rouges"], []]


@pytest.mark.postgres
def test_it_expires_and_can_be_taken_back(session):
    table = Table.objects.filter(section__session=session)[0]
    message = send(session, "Dix minutes")
    taken_back = send(session, "Non")
    take_back_message(message=taken_back, taken_back_by=make_user())

    assert texts(table) == ["Dix minutes"]
    assert texts(table, later=timedelta(minutes=11)) == []
    for _press in range(2):
        take_back_message(message=message, taken_back_by=make_user())
    assert texts(table) == []
    assert AuditEvent.objects.filter(action="hall.message_taken_back").count() == 2


def test_each_phone_puts_it_away_for_itself(session, django_assert_num_queries):
    access, device, second_device = open_table(session.tournament), make_device(), make_device()
    message = send(session)

    put_away(message=message, device=device)
    put_away(message=message, device=device)

    current_time = timezone.now()
    with django_assert_num_queries(3):
        assert load_table_hall(access.table, device.key, current_time).messages == ()
    assert load_table_hall(access.table, second_device.key, current_time).messages == (message,)
    assert load_table_hall(access.table, None, current_time).messages == (message,)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"text": "  "}, "message_empty"),
        ({"minutes": 0}, "message_minutes"),
        ({"minutes": 1441}, "message_minutes"),
    ],
)
def test_refusals(session, arguments, code):
    with pytest.raises(AppError) as refusal:
        send(session, **arguments)

    assert refusal.value.code == code
    assert refusal.value.fields


def test_nothing_is_said_to_a_hall_that_does_not_play():
    with pytest.raises(AppError) as refusal:
        send(make_tournament(make_club()).sessions.get())

    assert refusal.value.code == "not_playing"
