"""The calendar of a club: valid for the programs that subscribe to it, the same event known again."""

import re
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import ics
import pytest
import time_machine
from django.urls import reverse
from icalendar import Calendar

from tests.factories.tournaments import make_tournament
from tournaments.evening.services.announcement import (
    Announcement,
    cancel_event,
    change_announcement,
    restore_event,
)
from tournaments.models import Club, Section, Tournament
from tournaments.seasons.web.finding import find_shown_club
from tournaments.site.web.time_zones import describe_zone

OPENED = datetime(2026, 11, 1, 12, tzinfo=UTC)
NOW = datetime(2026, 11, 28, 9, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _today():
    with time_machine.travel(NOW, tick=False):
        yield


def announced(club: Club, name: str, day: date, hour: time | None) -> Tournament:
    tournament = make_tournament(club, name=name)
    Tournament.objects.filter(pk=tournament.pk).update(
        starts_on=day, starts_at=hour, opened_at=OPENED, created_at=OPENED
    )
    return Tournament.objects.get(pk=tournament.pk)


@pytest.fixture
def summer(club):
    return announced(club, "Été; à 20 h, salle\\B " + "très long " * 9, date(2027, 7, 5), time(20, 30))


@pytest.fixture
def winter(club):
    return announced(club, "Noël", date(2026, 12, 12), time(14))


def file_of(client, club):
    assert find_shown_club(club.slug) == club
    return client.get(reverse("public-club-calendar", args=[club.slug])).content


def events_of(client, club):
    return {
        str(event["summary"]): event for event in Calendar.from_ical(file_of(client, club)).walk("VEVENT")
    }


def test_the_file_keeps_the_rules_of_its_format(client, club, summer, winter):
    """RFC 5545 §3.1 lines, §3.2.19 time zones, §3.6.1 events, §3.6.5 observances, §3.8.7.4 sequence."""
    announced(club, "Journée", date(2027, 1, 9), None)
    content = file_of(client, club)
    lines = content.split(b"\r\n")

    assert lines[-1] == b"", "each line ends with CR LF"
    assert all(b"\n" not in line and b"\r" not in line and len(line) <= 75 for line in lines)
    text = content.replace(b"\r\n ", b"").decode()
    used = set(re.findall(r";TZID=([^:;]+):", text))
    described = {zone.strip() for zone in re.findall(r"^TZID:(.+)$", text, re.MULTILINE)}
    assert used == described == {"Europe/Paris"}
    assert text.index("BEGIN:VTIMEZONE") < text.index("BEGIN:VEVENT")
    assert r"SUMMARY:Été\; à 20 h\, salle\\B" in text
    for event in re.findall(r"BEGIN:VEVENT.*?END:VEVENT", text, re.DOTALL):
        names = [re.split("[:;]", line)[0] for line in event.splitlines()]
        once = ("UID", "DTSTAMP", "DTSTART", "DTEND", "SEQUENCE", "LAST-MODIFIED", "STATUS", "SUMMARY")
        assert [names.count(name) for name in once] == [1] * len(once)
        assert "DURATION" not in names
    for moment in re.findall(r"^(?:DTSTAMP|LAST-MODIFIED|CREATED):(.+)$", text, re.MULTILINE):
        assert re.fullmatch(r"\d{8}T\d{6}Z", moment.strip())


def test_another_program_reads_hours_ends_and_places(client, club, summer, winter):
    club.city = "Sainte-Luce"
    club.save()
    Tournament.objects.filter(pk=summer.pk).update(place="Salle des fêtes, 3 rue du Port, Thouaré")

    read = {event.name.split(";")[0]: event for event in ics.Calendar(file_of(client, club).decode()).events}

    assert read["Été"].begin.datetime.astimezone(UTC) == datetime(2027, 7, 5, 18, 30, tzinfo=UTC)
    assert read["Noël"].begin.datetime.astimezone(UTC) == datetime(2026, 12, 12, 13, tzinfo=UTC)
    minutes = 10 + 5 * 4 * 7 + 4 * 4  # five positions of four deals: docs/movements.md
    assert read["Noël"].duration == read["Été"].duration == timedelta(minutes=minutes)
    assert read["Noël"].location == f"{club.name}, Sainte-Luce"
    assert read["Été"].location == "Salle des fêtes, 3 rue du Port, Thouaré"
    assert read["Noël"].status == "CONFIRMED"


def test_an_event_whose_movement_is_not_known_lasts_four_hours(client, club, winter):
    Section.objects.all().delete()

    event = events_of(client, club)["Noël"]

    assert event["dtend"].dt - event["dtstart"].dt == timedelta(hours=4)


def test_a_moved_or_cancelled_event_is_a_later_version_of_the_same(client, club, winter):
    first = events_of(client, club)["Noël"]
    moved = Announcement(name="Noël", starts_on=date(2026, 12, 19), starts_at=time(15))
    change_announcement(tournament=winter, announcement=moved, changed_by=None)
    second = events_of(client, club)["Noël"]
    cancel_event(tournament=winter, cancelled_by=None)
    third = events_of(client, club)["Noël"]
    restore_event(tournament=winter, restored_by=None)
    fourth = events_of(client, club)["Noël"]

    versions = [first, second, third, fourth]
    assert len({str(event["uid"]) for event in versions}) == 1
    assert [event["sequence"] for event in versions] == [0, 1, 2, 3]
    assert [str(event["status"]) for event in versions] == [
        "CONFIRMED",
        "CONFIRMED",
        "CANCELLED",
        "CONFIRMED",
    ]
    assert [event["last-modified"].dt for event in versions] == [
        OPENED,
        *[datetime(2026, 11, 28, 9, tzinfo=UTC)] * 3,
    ]
    assert second["dtstart"].dt == datetime(2026, 12, 19, 15, tzinfo=ZoneInfo("Europe/Paris"))


def test_a_reader_asks_again_and_finds_the_same(client, club, summer, winter):
    assert file_of(client, club) == file_of(client, club)


@pytest.mark.parametrize(
    ("zone", "rules"),
    [
        ("Europe/Paris", {"BYDAY=-1SU;BYMONTH=3", "BYDAY=-1SU;BYMONTH=10"}),
        ("America/Montreal", {"BYDAY=2SU;BYMONTH=3", "BYDAY=1SU;BYMONTH=11"}),
        ("Africa/Casablanca", set()),
        ("Indian/Reunion", set()),
    ],
)
def test_a_zone_is_written_by_its_yearly_rules_where_it_has_some(zone, rules):
    described = describe_zone(ZoneInfo(zone), zone, 2026, 2027)

    written = described.to_ical().decode()
    assert set(re.findall(r"RRULE:FREQ=YEARLY;(.+)\r", written)) == rules
    read = described.to_tz()
    for month in range(1, 13):
        local = datetime(2027, month, 15, 20, 30, tzinfo=ZoneInfo(zone))
        assert local.replace(tzinfo=read).utcoffset() == local.utcoffset()
