"""Questions before a result is stored that may belong to another line."""

from datetime import timedelta

import pytest
from django.utils import timezone

from common.errors import AppError
from tests.factories.sheets import bid_line, make_sheet_tournament
from tests.factories.sheets import seat as seat_sheets
from tests.factories.tournaments import (
    enter_result,
    list_plays,
    make_club,
    make_people,
    make_seated_tournament,
    written,
)
from tournaments.core.slips.traveller import LineInput
from tournaments.models import Play, RoundClock, Seating, Substitution
from tournaments.results.services.results import Author, record_result

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    return make_seated_tournament(make_club(), is_dealt=False)


def record(play, line, **answers):
    return record_result(play=play, line=line, seen_version=0, author=Author(user=None), **answers)


def asked_of(play, line, **answers):
    """The questions; none when the result is stored."""
    try:
        record(play, line, **answers)
    except AppError as error:
        return [str(question) for question in error.extra.get("questions", [error.code])]
    return []


def test_impossible_line_offers_what_would_make_it_possible(evening):
    with pytest.raises(AppError) as refused:
        record(list_plays(evening)[0], LineInput(bouts=0, points="90"))

    assert refused.value.extra["nearest"] == [{"field": "points", "value": "77"}]


def test_score_sheet_offers_it_too():
    play = list_plays(seat_sheets(make_sheet_tournament(make_club())))[0]

    with pytest.raises(AppError) as refused:
        record(play, bid_line(0, 57))

    assert refused.value.extra["nearest"] == [
        {"field": "gain", "value": "56"},
        {"field": "gain", "value": "58"},
    ]


def test_same_as_the_line_above_is_asked_and_may_be_confirmed(evening):
    above, play = list_plays(evening)[:2]
    enter_result(above, 56)

    (question,) = asked_of(play, written(56), above=above)

    assert question.startswith("C’est exactement la ligne du dessus")
    assert record(play, written(56), above=above, confirmed=True).score == 56


def test_same_score_is_ordinary_where_nobody_copies_a_paper(evening):
    first, play = list_plays(evening)[:2]
    enter_result(first, 56)

    assert asked_of(play, written(56)) == []


def test_line_above_without_a_result_says_nothing(evening):
    above, play = list_plays(evening)[:2]

    assert asked_of(play, written(56), above=above) == []


def test_same_line_twice_on_a_score_sheet_is_asked_about():
    above, play = Play.objects.filter(
        table__number=1,
        round__section__session__tournament=seat_sheets(make_sheet_tournament(make_club())),
        round__number=1,
    ).order_by("board")[:2]
    record(above, bid_line(0, 58))

    assert len(asked_of(play, bid_line(0, 58), above=above)) == 1
    assert asked_of(play, bid_line(1, 58), above=above) == []


def test_board_that_somebody_met_before_is_asked_about(evening):
    earlier, play = [row for row in list_plays(evening) if row.board == 1][:2]
    enter_result(earlier, 56)
    assert asked_of(play, written(58)) == []
    again = Seating.objects.get(round=earlier.round, table=earlier.table, seat=0).entry
    second_play = [row for row in list_plays(evening) if row.board == 1][2]
    Seating.objects.filter(round=second_play.round, entry=again).delete()
    Seating.objects.filter(round=second_play.round, table=second_play.table, seat=2).update(entry=again)

    (question,) = asked_of(second_play, written(62))

    assert question.startswith(f"{again}\u00a0: cet étui est déjà noté à la position {earlier.round.number}")


@pytest.mark.postgres
def test_substitute_has_not_met_the_board_of_whom_he_replaces(evening):
    earlier, *_, last_play = [row for row in list_plays(evening) if row.board == 1]
    enter_result(earlier, 56)
    again = Seating.objects.get(round=earlier.round, table=earlier.table, seat=0).entry
    Seating.objects.filter(round=last_play.round, entry=again).delete()
    Seating.objects.filter(round=last_play.round, table=last_play.table, seat=2).update(entry=again)
    Substitution.objects.create(
        session=last_play.round.section.session,
        entry=again,
        leaves=again.person,
        person=make_people(evening.club, 1)[0],
        first_round=last_play.round.number,
    )

    assert asked_of(last_play, written(62)) == []


@pytest.mark.parametrize(("round_now", "count"), [(1, 1), (2, 0)])
def test_round_that_the_clock_has_not_reached_is_asked_about(evening, round_now, count):
    play = next(row for row in list_plays(evening) if row.round.number == 2)
    RoundClock.objects.create(
        session=play.round.section.session,
        round_number=round_now,
        length=timedelta(minutes=30),
        started_at=timezone.now(),
    )

    assert len(asked_of(play, written(56))) == count
