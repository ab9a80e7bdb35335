"""Preparing a tournament: creating it, entering people, giving starting seats."""

import datetime
import random
from functools import partial

import pytest

from common.errors import AppError
from tests.factories.concurrent import run_against
from tests.factories.tournaments import (
    EVENING,
    make_club,
    make_people,
    make_seated_tournament,
    make_tournament,
    make_user,
    place_entry,
)
from tournaments.entries.services.withdrawals import withdraw_entry
from tournaments.enums import TournamentState, Visibility
from tournaments.events.services.events import (
    create_tournament,
    enter_people,
    seat_count,
    set_visibility,
)
from tournaments.models import AuditEvent, Entry, Person, Section, Standings, Tournament
from tournaments.movements.services.sections import SectionPlan
from tournaments.people.services.merges import merge_people
from tournaments.seating.services.starting_places import draw_places
from tournaments.site.services.erasure import erase_person

pytestmark = pytest.mark.django_db


def place(entry: Entry) -> tuple[int | None, int | None]:
    entry.refresh_from_db()
    return entry.start_table, entry.start_seat


def last_event(tournament: Tournament) -> AuditEvent:
    return AuditEvent.objects.filter(tournament=tournament).latest("pk")


@pytest.mark.postgres
def test_tournament_is_made_with_its_session_section_and_standings() -> None:
    club = make_club()
    user = make_user(club=club)

    tournament = create_tournament(
        club=club,
        name="Soirée d’été",
        starts_on=datetime.date(2026, 7, 3),
        format_code="duplicate_individual",
        sections=[SectionPlan(table_count=7, round_count=5, boards_per_set=3)],
        created_by=user,
    )

    section = Section.objects.get(session__tournament=tournament)
    assert (tournament.slug, tournament.state) == ("soiree-d-ete-2026-07-03", TournamentState.DRAFT)
    assert tournament.visibility == Visibility.PRIVATE
    assert (tournament.game, tournament.rule_set) == ("tarot-4", "fft-2012")
    assert (section.table_count, section.round_count, section.boards_per_set) == (7, 5, 3)
    assert section.board_count == 21
    assert Standings.objects.get(session=section.session).version == 0
    assert (last_event(tournament).action, last_event(tournament).actor) == ("tournament.created", user)
    assert seat_count(tournament) == 28


def test_two_tournaments_of_one_name_and_day_have_two_addresses() -> None:
    club = make_club()

    first, second = make_tournament(club), make_tournament(club)

    assert (first.slug, second.slug) == ("soiree-2026-11-20", "soiree-2026-11-20-2")


def test_name_without_a_letter_gives_an_address_from_the_date() -> None:
    tournament = make_tournament(make_club(), name="★★★")

    assert tournament.slug == EVENING.isoformat()


@pytest.mark.parametrize(("tables", "rounds"), [(6, 6), (7, 8), (7, 0)])
def test_shape_without_a_movement_is_refused_and_nothing_is_kept(tables: int, rounds: int) -> None:
    with pytest.raises(AppError) as refusal:
        create_tournament(
            club=make_club(),
            name="Soirée",
            starts_on=EVENING,
            format_code="duplicate_individual",
            sections=[SectionPlan(table_count=tables, round_count=rounds, boards_per_set=4)],
            created_by=None,
        )

    assert refusal.value.code == "no_movement"
    assert str(tables) in str(refusal.value.message)
    assert not Tournament.objects.exists()


def test_people_are_entered_once_and_traced_by_name() -> None:
    club = make_club()
    tournament = make_tournament(club)
    people = make_people(club, 3)
    enter_people(tournament=tournament, people=people[:1], entered_by=None)

    entered = enter_people(tournament=tournament, people=people, entered_by=None)

    assert [entry.person for entry in entered] == people[1:]
    assert tournament.entries.count() == 3
    assert last_event(tournament).after == {"people": ["NOM02 Ana", "NOM03 Ana"]}


def test_entering_people_already_entered_leaves_no_trace() -> None:
    club = make_club()
    tournament = make_tournament(club)
    people = make_people(club, 2)
    enter_people(tournament=tournament, people=people, entered_by=None)
    events = AuditEvent.objects.count()

    assert enter_people(tournament=tournament, people=people, entered_by=None) == []

    assert AuditEvent.objects.count() == events


def test_more_people_than_seats_are_refused_all_together() -> None:
    club = make_club()
    tournament = make_tournament(club, table_count=5)

    with pytest.raises(AppError) as refusal:
        enter_people(tournament=tournament, people=make_people(club, 22), entered_by=None)

    assert refusal.value.code == "too_many_entries"
    assert "20 places" in str(refusal.value.message)
    assert "2 joueur" in str(refusal.value.message)
    assert not tournament.entries.exists()


def test_somebody_of_another_club_is_refused() -> None:
    tournament = make_tournament(make_club())

    with pytest.raises(AppError) as refusal:
        enter_people(tournament=tournament, people=make_people(make_club("Ailleurs"), 1), entered_by=None)

    assert refusal.value.code == "person_elsewhere"


def test_nobody_enters_leaves_or_moves_once_the_seats_are_fixed() -> None:
    tournament = make_seated_tournament(make_club())
    entry = tournament.entries.all()[0]
    attempts = [
        lambda: enter_people(tournament=tournament, people=[], entered_by=None),
        lambda: withdraw_entry(entry=entry, withdrawn_by=None),
        lambda: place_entry(entry, (1, 0)),
        lambda: draw_places(tournament=tournament, rng=random.Random(1), drawn_by=None),
    ]

    for attempt in attempts:
        with pytest.raises(AppError) as refusal:
            attempt()
        assert refusal.value.code == "not_in_preparation"


def test_withdrawn_entry_is_gone_and_traced() -> None:
    club = make_club()
    tournament = make_tournament(club)
    entry = enter_people(tournament=tournament, people=make_people(club, 1), entered_by=None)[0]

    withdraw_entry(entry=entry, withdrawn_by=None)

    assert not tournament.entries.exists()
    assert (last_event(tournament).action, last_event(tournament).subject) == (
        "entries.withdrawn",
        "NOM01 Ana",
    )


def test_lot_fills_the_free_places_and_moves_nobody() -> None:
    club = make_club()
    tournament = make_tournament(club, table_count=5)
    entries = enter_people(tournament=tournament, people=make_people(club, 20), entered_by=None)
    place_entry(entries[7], (3, 2))

    placed_count = draw_places(tournament=tournament, rng=random.Random(4), drawn_by=None)

    assert placed_count == 19
    assert place(entries[7]) == (3, 2)
    assert {place(entry) for entry in entries} == {
        (table, seat) for table in range(1, 6) for seat in range(4)
    }


@pytest.mark.postgres
def test_lot_depends_on_its_generator_alone() -> None:
    club = make_club()
    people = make_people(club, 20)
    draws = []
    for _ in range(2):
        tournament = make_tournament(club)
        enter_people(tournament=tournament, people=people, entered_by=None)
        draw_places(tournament=tournament, rng=random.Random(9), drawn_by=None)
        draws.append([place(entry) for entry in tournament.entries.order_by("person")])

    assert draws[0] == draws[1]


def test_visibility_is_set_and_traced() -> None:
    tournament = make_tournament(make_club())

    set_visibility(tournament=tournament, visibility=Visibility.PUBLIC, set_by=None)

    tournament.refresh_from_db()
    assert tournament.visibility == Visibility.PUBLIC
    assert (last_event(tournament).before, last_event(tournament).after) == (
        {"visibility": "private"},
        {"visibility": "public"},
    )


def test_person_of_an_older_page_is_entered_no_more_once_erased() -> None:
    club = make_club()
    person, captain = make_people(club, 2)
    erase_person(person=Person.objects.get(pk=person.pk), typed_name=person.full_name, erased_by=None)

    with pytest.raises(AppError, match="person_elsewhere"):
        enter_people(tournament=make_tournament(club), people=[captain, person], entered_by=None)

    assert not Entry.objects.exists()


@pytest.mark.postgres
@pytest.mark.postgres_alone
@pytest.mark.django_db(transaction=True)
def test_person_who_is_erased_or_merged_meanwhile_is_not_entered() -> None:
    club = make_club()
    erased, removed, kept = make_people(club, 3)
    event = make_tournament(club)
    enter = partial(enter_people, tournament=event, entered_by=None)

    _first, refusal = run_against(
        partial(erase_person, person=erased, typed_name=erased.full_name, erased_by=None),
        partial(enter, people=[erased]),
    )
    _entries, merge = run_against(
        partial(enter, people=[removed]), partial(merge_people, kept=kept, removed=removed, merged_by=None)
    )

    assert refusal.code == "person_elsewhere"
    assert merge.kept == event.entries.get().person
