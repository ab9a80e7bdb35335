"""The pace of the tables: hours of phones alone, time behind the hall, the file, the way from a ruling."""

import csv
import io
from collections import defaultdict
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories.tables import make_device, open_table, plays_of, sit_down, write_down
from tests.factories.tournaments import enter_result, make_user
from tournaments.hall.queries.pace import load_pace
from tournaments.hall.services.round_clock import call_next_round, start_round, turn_clock
from tournaments.models import AuditEvent, ResultSlip, RoundClock, Seating

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)
START = timezone.now().replace(microsecond=0) - timedelta(hours=3)


@pytest.fixture
def desk(client: Client, evening):
    client.force_login(make_user("Directrice", tournament=evening))
    return client


def start(evening, number: int):
    """Start a round, thirty minutes after the start of the round before."""
    session = evening.sessions.get()
    if number == 1:
        turn_clock(session=session, round_number=1, minutes=28, turned_by=None)
    else:
        call_next_round(session=session, called_by=None)
    start_round(session=session, started_by=None)
    begin = START + (number - 1) * 30 * MINUTE
    RoundClock.objects.update(started_at=begin)
    event = AuditEvent.objects.filter(action="hall.clock_started").latest("pk")
    AuditEvent.objects.filter(pk=event.pk).update(after=event.after | {"started_at": begin.isoformat()})


def play_by_phone(evening, table: int, minutes: int, *, number: int = 1, count: int = 4):
    """Deals of a table in a round, each as long, written on a phone."""
    access, device = open_table(evening, table), make_device()
    sit_down(access, 0, device=device, number=number)
    hour = START + (number - 1) * 30 * MINUTE
    for index, play in enumerate(plays_of(access, number)[:count], start=1):
        slip = write_down(access, play, device)
        ResultSlip.objects.filter(pk=slip.pk).update(created_at=hour + index * minutes * MINUTE)


def pace_of(evening, minutes: int = 60):
    return load_pace(evening.sessions.get(), START + minutes * MINUTE)


@pytest.mark.postgres
def test_tables_are_measured_by_the_first_result_of_a_phone(evening) -> None:
    start(evening, 1)
    play_by_phone(evening, 1, 6)
    play_by_phone(evening, 2, 6)
    play_by_phone(evening, 3, 9, count=2)
    first = plays_of(open_table(evening, 3))[0]
    enter_result(first, 56, seen_version=1, reason="mal lu")
    for play in plays_of(open_table(evening, 4)):
        enter_result(play, 56)

    pace = pace_of(evening, 25)

    assert pace.present.per_deal == 6 * MINUTE
    rows = [
        (table.pace.table_number, table.pace.deal_count, table.due, table.pace.per_deal, table.pace.behind)
        for table in pace.round_tables
    ]
    assert rows == [
        (3, 2, 4, 9 * MINUTE, 6 * MINUTE),
        (1, 4, 4, 6 * MINUTE, 0 * MINUTE),
        (2, 4, 4, 6 * MINUTE, 0 * MINUTE),
        (4, 4, 4, None, None),
        (5, 0, 4, None, None),
    ]
    in_play = {table.pace.table_number: table.in_play_for for table in pace.round_tables}
    assert (in_play[3], in_play[1], in_play[4], in_play[5]) == (7 * MINUTE, None, None, 25 * MINUTE)


def test_players_at_the_slow_table_in_three_rounds_are_named(evening, desk) -> None:
    for number in (1, 2, 3):
        start(evening, number)
        for table in (1, 2, 3):
            play_by_phone(evening, table, 7 if table == 1 else 5, number=number)
    tables = defaultdict(set)
    for seating in Seating.objects.filter(round__number__lte=3).select_related("table", "entry__person"):
        tables[seating.entry].add(seating.table.number)
    stayed = {entry for entry, numbers in tables.items() if numbers == {1}}

    pace = pace_of(evening, 120)

    assert stayed
    assert {slow.entry for slow in pace.slow_entries} == stayed
    assert {(slow.round_count, slow.behind) for slow in pace.slow_entries} == {(3, 24 * MINUTE)}
    text = desk.get(reverse("organiser-pace", args=[evening.slug])).text
    assert all(str(entry) in text for entry in stayed)
    assert "3 positions, +24:00 sur la salle" in text


def test_file_has_each_table_of_each_round_and_the_session(evening, desk) -> None:
    start(evening, 1)
    play_by_phone(evening, 1, 6)
    play_by_phone(evening, 2, 9, count=2)

    answer = desk.get(reverse("organiser-pace-file", args=[evening.slug]), {"seance": 1})

    lines = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig")), delimiter=";"))
    assert lines[1:] == [
        ["1", "1", "4", "4", "6,00", "6,00", "0,00"],
        ["1", "2", "2", "2", "9,00", "6,00", "6,00"],
        ["séance", "1", "4", "4", "6,00", "6,00", "0,00"],
        ["séance", "2", "2", "2", "9,00", "6,00", "6,00"],
    ]


def test_queries_do_not_grow_with_the_tables(evening, django_assert_num_queries) -> None:
    start(evening, 1)
    session = evening.sessions.get()
    with django_assert_num_queries(5):
        load_pace(session, START)
    for table in range(1, 6):
        play_by_phone(evening, table, 6)
    with django_assert_num_queries(5):
        load_pace(session, START)


def test_page_says_what_is_missing(evening, desk) -> None:
    address = reverse("organiser-pace", args=[evening.slug])
    assert "Pas encore d’heure de jeu." in desk.get(address).text
    enter_result(plays_of(open_table(evening))[0], 56)
    assert "sans heure" in desk.get(address).text
    assert desk.get(address, {"seance": 9}).status_code == 404

    session = evening.sessions.get()
    session.sheet = "totals"
    session.save()
    assert "Les feuilles de cette séance portent des totaux" in desk.get(address).text


def test_wall_and_ruling_of_slow_play_lead_to_the_page(evening, desk) -> None:
    address = reverse("organiser-pace", args=[evening.slug])
    ruling = reverse("organiser-ruling-give", args=[evening.slug])

    assert address in desk.get(reverse("organiser-hall", args=[evening.slug])).text
    assert address in desk.get(ruling, {"faute": "slow_play"}).text
    assert address not in desk.get(ruling, {"faute": "smoking"}).text
