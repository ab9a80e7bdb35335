"""Conversion of rows to arrays, in the only place that knows both."""

import json
from fractions import Fraction

import pytest

from games.core.dealing.boards import board_taker
from tests.factories.sheets import make_sheet_tournament, seat
from tests.factories.tournaments import (
    enter_result,
    enter_results,
    list_plays,
    make_club,
    make_seated_tournament,
    make_stored_evening,
    make_user,
)
from tournaments.core.errors import TournamentError
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.session_results import rank_session
from tournaments.core.movements.constructions import build_straight
from tournaments.core.ranking.classification import Criterion
from tournaments.core.ranking.score_grid import NOBODY, PlayStatus
from tournaments.core.slips.traveller import LineInput, LineKind
from tournaments.enums import EntryPresence, SlipKind
from tournaments.models import Entry, Person, Play, ResultSlip, Ruling, Seating
from tournaments.models.results import ScoresDecoder, ScoresEncoder, read_all_scores
from tournaments.rankings.queries.session_plays import load_entries, load_session
from tournaments.results.services.results import Author, record_result
from tournaments.seating.services.seating import apply_movement

INDIVIDUAL = find_format("duplicate_individual").plan

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    return make_seated_tournament(make_club(), is_dealt=False)


def void(play, kind):
    record_result(play=play, line=LineInput(kind=kind), seen_version=0, author=Author(user=None))


def test_without_results_the_grid_has_players_and_no_plays(evening):
    loaded = load_session(evening.sessions.get())

    assert (loaded.plays.grid.play_count, loaded.plays.grid.player_count) == (0, 20)
    assert (loaded.results_counted, loaded.results_expected) == (0, 100)


@pytest.mark.postgres
def test_each_row_is_a_play_with_its_players_by_seat(evening):
    plays = list_plays(evening)
    enter_result(plays[7], -52)
    enter_result(plays[0], 56)

    loaded = load_session(evening.sessions.get())

    assert loaded.play_ids == (plays[0].pk, plays[7].pk)
    assert loaded.plays.grid.board.tolist() == [plays[0].board - 1, plays[7].board - 1]
    assert loaded.plays.grid.taker_seat.tolist() == [board_taker(plays[0].board), board_taker(plays[7].board)]
    assert loaded.plays.grid.score.tolist() == [56, -52]
    entries = load_entries(loaded)
    seated = Seating.objects.filter(round=plays[7].round, table=plays[7].table)
    for seating in seated:
        assert entries[loaded.plays.grid.players[1, seating.seat]] == seating.entry
    assert loaded.plays.grid.line.tolist() == [entry.start_seat for entry in entries]


def test_neutralised_is_a_row_and_not_played_is_none_but_both_are_entered(evening):
    neutralised, unplayed = list_plays(evening)[:2]
    void(neutralised, LineKind.NEUTRALISED)
    void(unplayed, LineKind.NOT_PLAYED)

    loaded = load_session(evening.sessions.get())

    assert loaded.play_ids == (neutralised.pk,)
    assert loaded.plays.grid.status.tolist() == [PlayStatus.NEUTRALISED]
    assert loaded.results_counted == 2


def test_only_the_current_version_counts(evening):
    play = list_plays(evening)[0]
    enter_result(play, 56)
    enter_result(play, 84, seen_version=1, reason="relu")

    assert load_session(evening.sessions.get()).plays.grid.score.tolist() == [84]


def test_loading_costs_as_many_queries_with_one_result_as_with_forty(evening, django_assert_num_queries):
    session = evening.sessions.get()
    plays = list_plays(evening)
    enter_result(plays[0], 56)
    with django_assert_num_queries(5):
        load_session(session)
    enter_results((play, 56) for play in plays[1:40])
    with django_assert_num_queries(5):
        load_session(session)


def test_sections_are_told_apart_and_numbered_from_nought():
    straight = [build_straight(5, 2), build_straight(5, 2)]
    evening = apply_movement(tournament=make_stored_evening(make_club(), *straight), seated_by=None)
    for play in list_plays(evening):
        if play.board == 1:
            enter_result(play, 56)

    grid = load_session(evening.sessions.get()).plays.grid

    assert sorted(set(grid.section.tolist())) == [0, 1]
    assert grid.section.tolist() == sorted(grid.section.tolist())
    assert grid.player_count == 40


def test_colours_are_compared_apart_when_the_organiser_wants_it():
    straight = [build_straight(5, 2), build_straight(5, 2)]
    evening = make_stored_evening(make_club(), *straight)
    evening.options = {"across_sections": False}
    evening.save()
    apply_movement(tournament=evening, seated_by=None)
    plays = [play for play in list_plays(evening) if play.board == 1]
    enter_results((play, 50 + 2 * number) for number, play in enumerate(plays))

    loaded = load_session(evening.sessions.get())
    result = rank_session(INDIVIDUAL, loaded.options, loaded.plays)

    attacks = [value for value in result.criteria[Criterion.ATTACK] if value is not None]
    assert attacks.count(100) == attacks.count(0) == 2


def test_a_play_ruled_on_has_a_row_without_a_result(evening):
    session, play = evening.sessions.get(), list_plays(evening)[0]
    ruling = Ruling.objects.create(
        session=session,
        play=play,
        effects=[{"kind": "collective_zero", "amount": 0, "who": "guilty"}],
        reason="marque oubliée",
        ruled_by=make_user(),
    )

    loaded = load_session(session)

    assert loaded.play_ids == (play.pk,)
    assert loaded.plays.grid.status.tolist() == [PlayStatus.COLLECTIVE_ZERO]
    assert [core.play for core in loaded.plays.rulings] == [0]
    assert (loaded.results_counted, ruling.play) == (0, play)


def test_only_those_seated_are_units_and_only_the_ranked_may_have_a_place(evening):
    first, second = evening.entries.order_by("pk")[:2]
    Entry.objects.filter(pk=first.pk).update(presence=EntryPresence.WITHDRAWN)
    Entry.objects.filter(pk=second.pk).update(presence=EntryPresence.SUBSTITUTE)
    visitor = Person.objects.create(club=evening.club, last_name="Sans place")
    Entry.objects.create(tournament=evening, person=visitor)

    loaded = load_session(evening.sessions.get())

    units = loaded.unit_of
    assert len(units) == 20
    assert not loaded.is_ranked[units[first.pk]]
    assert not loaded.is_shown[units[second.pk]]
    assert loaded.is_ranked.sum() == 18
    assert loaded.is_shown.sum() == 19


def test_options_that_the_format_does_not_know_are_refused(evening):
    evening.options = {"colour": "red"}
    evening.save()

    with pytest.raises(TournamentError, match="colour"):
        load_session(evening.sessions.get())


@pytest.mark.postgres
def test_scores_by_seat_are_those_of_the_rows_with_empty_seats_and_fractions():
    event = seat(
        make_sheet_tournament(make_club(), table_count=5, player_count=19, options={"sheet": "totals"})
    )
    plays = list(Play.objects.filter(round__section__session__tournament=event, round__number=1))
    scores = [[Fraction(7, 3), Fraction(-7, 3), 0, 0], [None, 10, -20, 10], [30, -10, -10, -10]]
    for play, row in zip(plays, scores, strict=False):
        ResultSlip.objects.create(play=play, version=1, kind=SlipKind.PLAYED, seat_scores=row)

    grid = load_session(event.sessions.get()).plays.grid

    scores_by_play = {slip.play_id: slip.seat_scores for slip in ResultSlip.objects.all()}
    assert [scores_by_play[play.pk] for play in plays[:3]] == scores
    assert grid.parts == 3
    assert sorted(grid.score.tolist()) == sorted([[7, -7, 0, 0], [0, 30, -60, 30], [90, -30, -30, -30]])
    (row,) = (number for number, line in enumerate(grid.score.tolist()) if line == [0, 30, -60, 30])
    assert (grid.players[row] == NOBODY).tolist() == [True, False, False, False]


def test_scores_of_many_rows_are_read_as_those_of_each():
    rows = [[30, -10, None, -20], [], [Fraction(7, 3), Fraction(-7, 3), 0, 0]]
    texts = [json.dumps(row, cls=ScoresEncoder) for row in rows]

    assert read_all_scores(texts) == [json.loads(text, cls=ScoresDecoder) for text in texts] == rows
    assert read_all_scores(texts[:2]) == rows[:2]
    assert read_all_scores([]) == []
