"""Columns of whole numbers: the same from every database, with one query."""

import pytest
from django.db.models import BigIntegerField
from django.db.models.functions import Cast

from tests.factories.tournaments import make_club, make_entered_tournament
from tournaments.base.queries.columns import read_columns
from tournaments.models import Entry, Section

pytestmark = pytest.mark.django_db


@pytest.mark.postgres
def test_columns_hold_what_the_rows_hold(django_assert_num_queries):
    tournament = make_entered_tournament(make_club())
    entries = Entry.objects.filter(tournament=tournament)

    with django_assert_num_queries(1):
        columns = read_columns(entries, "pk", "section__number", "start_table", "start_seat")

    rows = entries.values_list("pk", "section__number", "start_table", "start_seat")
    assert sorted(zip(*(column.tolist() for column in columns), strict=True)) == sorted(rows)


@pytest.mark.postgres
def test_nulls_are_the_number_given_and_negative_numbers_stay():
    tournament = make_entered_tournament(make_club())
    entries = Entry.objects.filter(tournament=tournament)
    entries.filter(start_table__gt=1).update(section=None, start_table=None, start_seat=None)
    below = entries.annotate(below=Cast("start_seat", BigIntegerField()) * -1_000_000_007)

    (seats,) = read_columns(below, "below", missing=7)

    assert sorted(seats.tolist()) == [-3_000_000_021, -2_000_000_014, -1_000_000_007, 0, *[7] * 16]


@pytest.mark.postgres
@pytest.mark.parametrize(
    "rows", [Section.objects.all(), Section.objects.filter(pk__in=[])], ids=["none", "in nothing"]
)
def test_no_rows_give_empty_columns(rows):
    nothing = read_columns(rows, "pk", "number")
    assert [column.tolist() for column in nothing] == [[], []]
    assert [str(column.dtype) for column in nothing] == ["int64", "int64"]
