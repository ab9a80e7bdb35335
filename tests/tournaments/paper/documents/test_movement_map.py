"""Map of the hall: tables in their places, the next table of each unit, one page for each kind of change."""

import re

import pytest

from games.core.seats import NORTH, SOUTH
from tests.factories.sheets import make_sheet_tournament
from tests.factories.tournaments import make_club, make_relay_movement, make_stored_evening, make_tournament
from tournaments.core.movements.constructions import build_straight
from tournaments.enums import DocumentKind
from tournaments.models import Section
from tournaments.movements.queries.movements import section_places, sections_of
from tournaments.paper.documents.hall.movement_map import (
    IN_ROWS,
    MapSeat,
    MapTable,
    build_movement_map,
    map_rows,
)
from tournaments.paper.documents.making.document import preview_html
from tournaments.paper.documents.making.options import DocumentOptions
from tournaments.paper.documents.registry import DOCUMENTS
from tournaments.seating.queries.seats import load_rounds
from tournaments.seating.services.seating import apply_movement
from tournaments.seating.words.seat_names import seat_name

pytestmark = pytest.mark.django_db

PLAIN = DocumentOptions()


def numbers(rows) -> list[list[int | None]]:
    return [[table and table.number for table in row] for row in rows]


def tables(count: int) -> tuple[MapTable, ...]:
    return tuple(MapTable(number, (), (), None) for number in range(1, count + 1))


def test_tables_stand_in_a_snake_or_in_rows():
    assert numbers(map_rows(tables(5), is_snake=True)) == [[1, 2, 3], [None, 5, 4]]
    assert numbers(map_rows(tables(5), is_snake=False)) == [[1, 2, 3], [4, 5, None]]


def test_every_hall_fits_its_page():
    for count in range(3, 61):
        rows = map_rows(tables(count), is_snake=True)

        assert sorted(number for row in numbers(rows) for number in row if number) == list(
            range(1, count + 1)
        )
        assert len(rows) <= 7
        assert len(rows[0]) <= 10


def test_who_follows_the_map_sits_where_the_seats_say():
    tournament = make_stored_evening(make_club(), build_straight(5, 5))
    apply_movement(tournament=tournament, seated_by=None)
    (section,) = sections_of(tournament)
    rounds = {row.number: {table.table: table for table in row.tables} for row in load_rounds(section)}

    (page,) = build_movement_map(tournament, DocumentOptions(part=IN_ROWS))

    assert (page.first_round, page.last_round, page.is_always) == (1, 4, True)
    for table in (table for row in page.rows for table in row if table):
        assert table.boards == rounds[1][table.number].boards
        assert rounds[2][table.boards_to].boards == table.boards
        for seat in table.seats:
            who = rounds[1][table.number].entries[seat.seat]
            assert rounds[2][seat.table].entries[seat.next_seat] == who
            assert seat.stays == ((seat.table, seat.next_seat) == (table.number, seat.seat))


def test_second_section_has_its_own_numbers_and_page():
    tournament = make_stored_evening(make_club(), build_straight(5, 5), build_straight(5, 5))

    first, second = build_movement_map(tournament, PLAIN)

    assert [page.section.number for page in (first, second)] == [1, 2]
    assert not first.is_only_section
    assert numbers(second.rows)[0] == [6, 7, 8]
    assert {seat.table for row in second.rows for table in row if table for seat in table.seats} == {
        6,
        7,
        8,
        9,
        10,
    }
    assert build_movement_map(tournament, DocumentOptions(section=2)) == (second,)


def test_relays_are_told_on_the_seat_and_below():
    tournament = make_stored_evening(make_club(), make_relay_movement())

    (page,) = build_movement_map(tournament, PLAIN)

    table = page.rows[0][0]
    assert table is not None
    assert table.seats[0] == MapSeat(NORTH, 2, 1, stays=False)
    assert table.seats[3] == MapSeat(3, None, None, stays=False)
    assert page.entering == ((2, NORTH),)
    assert (2, NORTH) not in section_places(Section.objects.get(session__tournament=tournament))
    assert SOUTH in [seat.seat for seat in table.seats]


def test_signs_are_explained_by_somebody_who_moves():
    moving = make_stored_evening(make_club(), build_straight(5, 5))
    staying = make_sheet_tournament(
        make_club(), format_code="friendly", game="tarot-5", table_count=2, player_count=10
    )

    html = [
        preview_html(DOCUMENTS[DocumentKind.MOVEMENT_MAP], event, language="fr")
        for event in (moving, staying)
    ]

    (mover,) = {page.mover for page in build_movement_map(moving, PLAIN)}
    assert mover is not None
    assert f"→ {mover.table}\N{NO-BREAK SPACE}: le joueur assis en {seat_name(mover.seat)}" in html[0]
    assert "qui est assis" not in html[1]


def test_costs_one_query(django_assert_num_queries):
    evening = make_tournament(make_club())

    with django_assert_num_queries(1):
        build_movement_map(evening, PLAIN)


def test_map_has_a_band_of_its_colour_where_there_are_several():
    several = make_stored_evening(make_club(), build_straight(5, 5), build_straight(7, 7))
    alone = make_stored_evening(make_club(), build_straight(5, 5))

    html = {
        event: preview_html(DOCUMENTS[DocumentKind.MOVEMENT_MAP], event, language="fr")
        for event in (several, alone)
    }

    assert re.findall(r'class="band colour-(\d)"', html[several]) == ["1", "2"]
    assert "band" not in html[alone]
