"""Queries made once: the same rows as the query itself, for any numbers."""

import pytest

from common.prepared import PreparedQuery
from tests.factories.tournaments import list_plays, make_club, make_seated_tournament
from tournaments.models import Play

pytestmark = pytest.mark.django_db


def boards(table, number):
    plays = Play.objects.filter(table=table, round__number=number)
    return plays.order_by("board").values_list("pk", "board")


def test_other_numbers_find_other_rows_and_the_query_is_built_once():
    plays = list_plays(make_seated_tournament(make_club()))
    built = []

    def build(*numbers):
        built.append(numbers)
        return boards(*numbers)

    prepared = PreparedQuery(build, 2)
    asked = sorted({(play.table_id, number) for play in plays for number in (1, 2)})

    assert {each: prepared.rows(*each) for each in asked} == {each: list(boards(*each)) for each in asked}
    assert prepared.rows(0, 1) == []
    assert len(built) == 1


def test_a_number_that_is_not_asked_about_is_a_fault():
    with pytest.raises(AssertionError, match="not asked"):
        PreparedQuery(lambda table, _number: boards(table, 1), 2).rows(1, 1)
