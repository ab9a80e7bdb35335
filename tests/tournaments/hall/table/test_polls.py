"""Polls of the phones: quiet while nothing changed, and never a way past the link's own checks."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.factories.invitations import invite_guest
from tests.factories.tables import plays_of
from tests.factories.tournaments import enter_results, make_user
from tournaments.enums import EventRole, TournamentState
from tournaments.hall.services.hall_messages import send_hall_message
from tournaments.models import RoundLock, TablePhone, Tournament
from tournaments.people.services.people import change_person
from tournaments.results.services.table_access import open_own_table, revoke_table_link, table_secret


def page_of(phone, secret, **query):
    return phone.get(reverse("table-page", args=[secret]), {"tour": 1} | query)


def mark_of(phone, secret):
    return mark_in(page_of(phone, secret).text)


def mark_in(html):
    return re.search(r'data-mark="([^"]+)"', html)[1]


def test_a_mark_opens_nothing_by_itself(new_phone, secret, access, evening):
    phone = new_phone(0)
    mark = mark_of(phone, secret)
    wrong = f"{access.pk}-{'A' * 22}"

    assert page_of(phone, secret, shown=mark).status_code == 204
    assert page_of(phone, wrong, shown=mark).status_code == 404
    Tournament.objects.filter(pk=evening.pk).update(state=TournamentState.FINISHED)
    assert page_of(phone, secret, shown=mark).status_code == 404
    Tournament.objects.filter(pk=evening.pk).update(state=TournamentState.PLAYING)
    revoke_table_link(access=access, revoked_by=make_user())
    assert page_of(phone, secret, shown=mark).status_code == 404


def test_an_open_page_loses_a_name_at_its_next_poll_once_the_consent_is_withdrawn(
    new_phone, secret, access, django_assert_num_queries
):
    phone = new_phone(0)
    person = access.table.seatings.select_related("entry__person").filter(seat=2)[0].entry.person
    assert person.full_name in page_of(phone, secret).text
    mark = mark_of(phone, secret)
    page_of(phone, secret, shown=mark)

    change_person(person=person, values={"shows_full_name": False}, changed_by=None)

    parts = page_of(phone, secret, shown=mark).text
    assert 'data-part="seats"' in parts
    assert person.last_name not in parts
    with django_assert_num_queries(3):  # link, phones, deals
        assert page_of(phone, secret, shown=mark_in(parts)).status_code == 204


def test_another_phone_is_told_what_it_shows_itself(new_phone, secret):
    mark = mark_of(new_phone(0), secret)

    assert page_of(new_phone(1), secret, shown=mark).status_code == 200


@pytest.mark.parametrize("number", ["0", "01", "9999", "99999999999", "x", "²"])
def test_a_poll_of_a_round_that_is_not_played_is_answered_by_the_page(new_phone, secret, number):
    assert page_of(new_phone(0), secret, tour=number, shown="1..").status_code == 404


def test_the_page_s_script_gets_the_parts_that_change_alone(new_phone, secret):
    parts = page_of(new_phone(0), secret, shown="-").text

    assert re.findall(r'data-part="([a-z]+)"', parts) == ["deals", "seats"]
    assert "<html" not in parts


def test_a_phone_that_polls_is_there(new_phone, secret):
    phone = new_phone(0)
    long_ago = timezone.now() - timedelta(hours=1)
    TablePhone.objects.update(seen_at=long_ago)

    page_of(phone, secret, shown=mark_of(phone, secret))

    assert TablePhone.objects.get().seen_at > long_ago


def test_a_quiet_hall_costs_four_queries(new_phone, secret, access, django_assert_num_queries):
    phone = new_phone(0)
    path = reverse("table-hall", args=[secret, 1])
    mark = phone.get(path).context["hall"].mark

    with django_assert_num_queries(4):  # link, clock, messages, call
        assert phone.get(path, {"shown": mark}).status_code == 204
    send_hall_message(session=access.table.section.session, text="Pause", minutes=5, sent_by=None)
    assert "Pause" in phone.get(path, {"shown": mark}).text


def test_a_checked_round_has_no_form_and_says_why(new_phone, secret, access):
    phone, second_phone = new_phone(0), new_phone(2)
    enter_results((play, 58) for play in plays_of(access))
    mark = mark_of(phone, secret)
    corrected = {"corriger": plays_of(access)[0].pk}
    assert "data-correct" in page_of(phone, secret).text
    assert "data-deal-form" in page_of(phone, secret, **corrected).text

    session = access.table.section.session
    RoundLock.objects.create(session=session, round_number=1, locked_by=make_user())

    changed = page_of(phone, secret, shown=mark)
    assert changed.status_code == 200
    for page_text in (
        changed.text,
        page_of(second_phone, secret).text,
        page_of(phone, secret, **corrected).text,
    ):
        assert "a contrôlé cette position" in page_text
        assert "data-deal-form" not in page_text
        assert "data-correct" not in page_text
        assert "Contester" in page_text
        assert "Noter sur ce téléphone" not in page_text


def test_a_captain_s_own_link_is_left_alone_too_until_his_role_ends(new_phone, evening):
    _made, guest = invite_guest(evening, EventRole.TABLE, table=3)
    access = open_own_table(role=guest.event_roles.select_related("user", "tournament").get())
    phone, secret = new_phone(), table_secret(access)
    mark = mark_of(phone, secret)

    assert page_of(phone, secret, shown=mark).status_code == 204
    guest.event_roles.all().delete()
    assert page_of(phone, secret, shown=mark).status_code == 404
