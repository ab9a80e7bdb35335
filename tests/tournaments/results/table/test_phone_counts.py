"""Limits on the phones of a link, and the button that ends one."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.tournaments import make_user
from tournaments.enums import EventRole
from tournaments.models import TablePhone
from tournaments.results.services.table_phones import MOST_PHONES


def sit(secret: str) -> int:
    return Client().post(reverse("table-sit", args=[secret, 1, 0])).status_code


@pytest.mark.usefixtures("one_moment")
def test_new_phones_are_refused_more_slowly_than_a_table_needs_them(secret):
    answers = [sit(secret) for _turn in range(40)]

    assert answers == [302] * 30 + [429] * 10
    assert TablePhone.objects.count() == MOST_PHONES


def test_the_organiser_sees_the_phones_of_a_table_and_ends_one(client, evening, secret):
    sit(secret)
    client.force_login(make_user("Marc", tournament=evening, role=EventRole.SCORER))
    page = reverse("organiser-phones", args=[evening.slug])
    phone = TablePhone.objects.get()
    path = reverse("organiser-phone-end", args=[evening.slug, phone.pk])
    page_before = client.get(page).text

    answer = client.post(path, follow=True)

    phone.refresh_from_db()
    assert path in page_before
    assert path not in answer.text
    assert phone.ended_at is not None
