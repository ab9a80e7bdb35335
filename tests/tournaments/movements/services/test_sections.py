"""The sections of a session: any movement of the catalogue, colours, changing while nothing is fixed."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from common.errors import AppError
from tests.factories.tournaments import (
    make_club,
    make_people,
    make_relay_movement,
    make_seated_tournament,
    make_stored_evening,
    make_tournament,
    make_user,
    place_entry,
    store_movement,
)
from tournaments.core.movements.catalogue import find_by_code
from tournaments.core.movements.check import check_movement
from tournaments.enums import MovementOrigin
from tournaments.events.services.events import enter_people, seat_count
from tournaments.models import AuditEvent, Section
from tournaments.movements.queries.movements import movement_of, section_table_shape, sections_of
from tournaments.movements.services.movement_choices import COLOURS, read_choice, section_choice
from tournaments.movements.services.sections import SectionPlan
from tournaments.seating.services.movements import change_sections

pytestmark = pytest.mark.django_db

FIVE = SectionPlan(table_count=5, round_count=5, boards_per_set=4)


@pytest.mark.parametrize(
    ("plan", "facts"),
    [
        (SectionPlan(table_count=6, round_count=5, boards_per_set=4), (24, 24, True)),
        (SectionPlan(table_count=10, round_count=8, boards_per_set=2), (40, 20, True)),
        (SectionPlan(table_count=4, round_count=5, boards_per_set=4), (16, 20, False)),
        (SectionPlan(table_count=8, round_count=8, boards_per_set=3, player_count=31), (31, 24, True)),
    ],
)
def test_section_keeps_what_the_catalogue_gave(plan: SectionPlan, facts: tuple[int, int, bool]) -> None:
    tournament = make_tournament(make_club())

    section = change_sections(tournament=tournament, plans=[plan], changed_by=None)[0]

    movement_row = Section.objects.get().movement
    again = find_by_code(movement_row.name)
    assert (section.player_count, section.board_count, section.keeps_lines) == facts
    assert (movement_row.origin, movement_row.source) == (MovementOrigin.CATALOGUE, again.source)
    assert (movement_of(movement_row).players == again.movement.players).all()
    assert check_movement(movement_of(movement_row)).is_sound


def test_changing_takes_the_places_back_and_is_traced() -> None:
    club, user = make_club(), make_user()
    tournament = make_tournament(club)
    entry = enter_people(tournament=tournament, people=make_people(club, 1), entered_by=None)[0]
    place_entry(entry, (5, 3))

    change_sections(tournament=tournament, plans=[FIVE, FIVE], changed_by=user)

    entry.refresh_from_db()
    event = AuditEvent.objects.latest("pk")
    assert (entry.section, entry.start_table, entry.start_seat) == (None, None, None)
    assert seat_count(tournament) == 40
    assert [section.first_table for section in sections_of(tournament)] == [1, 6]
    assert (event.action, event.actor) == ("tournament.sections", user)
    assert [row["players"] for row in event.after["sections"]] == [20, 20]  # type: ignore[index]


def test_smaller_shape_than_the_people_entered_is_refused() -> None:
    club = make_club()
    tournament = make_tournament(club, table_count=7)
    enter_people(tournament=tournament, people=make_people(club, 21), entered_by=None)

    with pytest.raises(AppError) as refusal:
        change_sections(tournament=tournament, plans=[FIVE], changed_by=None)

    assert refusal.value.code == "too_many_entries"
    assert seat_count(tournament) == 28


@pytest.mark.parametrize(
    ("plans", "code"),
    [
        ([], "too_many_sections"),
        ([FIVE] * 6, "too_many_sections"),
        ([SectionPlan(table_count=6, round_count=6, boards_per_set=4)], "no_movement"),
    ],
)
def test_shape_that_is_not_there_is_refused(plans: list[SectionPlan], code: str) -> None:
    tournament = make_tournament(make_club())

    with pytest.raises(AppError) as refusal:
        change_sections(tournament=tournament, plans=plans, changed_by=None)

    assert refusal.value.code == code
    assert seat_count(tournament) == 20


def test_five_colours_are_the_most() -> None:
    evening = make_tournament(make_club())
    code = section_choice(evening.sessions.get().sections.get())

    choices = read_choice(evening.club, COLOURS.join([code] * 5))
    change_sections(tournament=evening, plans=[choice.plan for choice in choices], changed_by=None)

    assert evening.sessions.get().sections.count() == 5
    with pytest.raises(AppError, match="no_such_shape"):
        read_choice(evening.club, COLOURS.join([code] * 6))


def test_other_number_of_boards_than_dealt_is_refused_and_fixed_seats_are_left() -> None:
    seated = make_seated_tournament(make_club())

    with pytest.raises(AppError) as refusal:
        change_sections(tournament=seated, plans=[FIVE], changed_by=None)

    assert refusal.value.code == "not_in_preparation"


def test_movement_of_the_club_is_used_whole() -> None:
    club = make_club()
    tournament = make_tournament(club)
    movement_row = store_movement(club, make_relay_movement())
    full_plan = SectionPlan(table_count=2, round_count=2, boards_per_set=3, stored=movement_row)
    shorter = SectionPlan(table_count=2, round_count=1, boards_per_set=3, stored=movement_row)

    section = change_sections(tournament=tournament, plans=[full_plan], changed_by=None)[0]
    with pytest.raises(AppError) as refusal:
        change_sections(tournament=tournament, plans=[shorter], changed_by=None)

    assert (section.movement, section.player_count, section.board_count) == (movement_row, 5, 6)
    assert not section.keeps_lines
    assert refusal.value.code == "stored_rounds"


def test_shape_of_tables_is_read_without_the_arrays() -> None:
    tournament = make_stored_evening(make_club(), find_by_code("resting_table-5-3-19-4").movement)
    section = Section.objects.get(session__tournament=tournament)

    with CaptureQueriesContext(connection) as queries:
        shape = section_table_shape(section)

    assert len(queries) == 1
    assert '"document"' not in queries[0]["sql"]
    assert movement_of(section.movement).shape is shape
