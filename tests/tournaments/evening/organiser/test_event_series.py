"""Several evenings in one go: preview, making and undoing."""

import datetime
import uuid
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.factories.registrations import open_event
from tests.factories.tournaments import make_people, make_seated_tournament, make_tournament
from tournaments.deals.services.deals import deal_boards
from tournaments.evening.services.announcement import cancel_event
from tournaments.events.services.events import enter_people
from tournaments.models import Club, Tournament

WEEKLY = {"date": "2026-11-27", "hour": "20:30", "name": "Vendredi", "every": "week", "until": "2026-12-18"}
DAYS = ["2026-11-27", "2026-12-04", "2026-12-11", "2026-12-18"]


@pytest.fixture
def source(club: Club) -> Tournament:
    tournament = make_tournament(club)
    Tournament.objects.update(place="Salle des fêtes", starts_at=datetime.time(20))
    return tournament


def post(client: Client, source: Tournament, **values: Any) -> HttpResponse:
    path = reverse("organiser-event-repeat", args=[source.club.slug, source.pk])
    return client.post(path, WEEKLY | values)


def make(client: Client, source: Tournament) -> list[Tournament]:
    post(client, source, make="yes", day=DAYS)
    return list(Tournament.objects.exclude(series=None).order_by("starts_on"))


def test_the_days_are_read_before_anything_is_made(signed_in: Client, source: Tournament) -> None:
    Tournament.objects.update(starts_on="2026-12-04")

    page = post(signed_in, source)

    proposed = page.context["days"]
    assert [row.day.isoformat() for row in proposed] == DAYS
    assert [row.is_chosen for row in proposed] == [True, False, True, True]
    assert proposed[1].others == ("Soirée",)
    assert Tournament.objects.count() == 1


def test_holiday_is_named_and_not_chosen_in_advance(signed_in: Client, source: Tournament) -> None:
    page = post(signed_in, source, until="2026-12-26")

    *others, christmas = page.context["days"]
    assert (str(christmas.day), christmas.holiday, christmas.is_chosen) == ("2026-12-25", "Noël", False)
    assert ">Noël</span>" in page.content.decode()
    assert not any(row.holiday for row in others)
    assert "Jours proposés : 5, dont cochés d’avance : 4" in page.text


def test_chosen_days_become_events_with_hour_and_place(signed_in: Client, source: Tournament) -> None:
    answer = post(signed_in, source, make="yes", day=[DAYS[0], DAYS[2], "2027-01-01"])

    new_events = Tournament.objects.exclude(series=None).order_by("starts_on")
    assert [event.starts_on.isoformat() for event in new_events] == [DAYS[0], DAYS[2]]
    assert {(event.name, event.starts_at, event.place) for event in new_events} == {
        ("Vendredi", datetime.time(20, 30), "Salle des fêtes")
    }
    (key,) = set(new_events.values_list("series", flat=True))
    assert answer.headers["Location"] == reverse("organiser-series", args=[source.club.slug, key])


def test_without_a_day_the_preview_asks_for_one(signed_in: Client, source: Tournament) -> None:
    page = post(signed_in, source, make="yes")

    assert "Cochez au moins un jour" in page.text
    assert Tournament.objects.count() == 1


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"until": ""}, "until"),
        ({"until": "2026-11-28"}, "until"),
        ({"until": "2036-01-01"}, "until"),
        ({"every": "decade"}, "every"),
        ({"with_entries": "on"}, "with_entries"),
    ],
)
def test_a_series_that_cannot_be_is_told_at_its_field(
    signed_in: Client, source: Tournament, values: dict[str, str], field: str
) -> None:
    page = post(signed_in, source, **values)

    assert set(page.context["form"].errors) == {field}
    assert Tournament.objects.count() == 1


@pytest.mark.postgres
def test_undoing_a_series_deletes_what_is_untouched(signed_in: Client, source: Tournament) -> None:
    opened, entered, dealt, cancelled = make(signed_in, source)
    open_event(opened)
    enter_people(tournament=entered, people=make_people(source.club, 1), entered_by=None)
    deal_boards(session=dealt.sessions.get(), dealt_by=None)
    cancel_event(tournament=cancelled, cancelled_by=None)
    address = reverse("organiser-series", args=[source.club.slug, opened.series])

    series_page = signed_in.get(address)
    answer = signed_in.post(reverse("organiser-series-undo", args=[source.club.slug, opened.series]))

    assert [bool(reason) for _event, reason in series_page.context["rows"]] == [True, True, True, False]
    assert list(Tournament.objects.exclude(series=None).order_by("starts_on")) == [opened, entered, dealt]
    assert answer.headers["Location"] == address


def test_an_event_whose_places_are_fixed_stays(signed_in: Client, club: Club) -> None:
    make_seated_tournament(club, is_dealt=False)
    Tournament.objects.update(series=uuid.UUID(int=1))

    signed_in.post(reverse("organiser-series-undo", args=[club.slug, uuid.UUID(int=1)]))

    assert Tournament.objects.exists()


def test_a_series_of_another_club_is_not_found(signed_in: Client, source: Tournament) -> None:
    (first, *_others) = make(signed_in, source)
    Tournament.objects.update(series=None)

    page = signed_in.get(reverse("organiser-series", args=[source.club.slug, first.series]))

    assert page.status_code == 404
