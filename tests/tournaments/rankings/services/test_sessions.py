"""Further sessions of a tournament: opened, placed, given up, added up."""

import random
from decimal import Decimal
from fractions import Fraction

import pytest

from common.errors import AppError
from tests.factories.sessions import make_short_evening, open_next, play_session
from tests.factories.sheets import make_seated_sheets
from tests.factories.tournaments import (
    enter_result,
    give_penalty,
    list_plays,
    make_club,
    make_reader,
    make_seated_tournament,
    make_user,
)
from tournaments.base.access import Right, has_right
from tournaments.base.queries.sessions import current_session, list_sessions
from tournaments.core.formats.event_options import MovementKind, SheetOf
from tournaments.core.slips.score_sheet import LineOf
from tournaments.deals.services.deals import deal_boards
from tournaments.demo.services.demo_sheets import play_sheets
from tournaments.enums import EntryPresence, LineUpMethod, SessionStart, TournamentState, Visibility
from tournaments.events.services.events import set_visibility
from tournaments.events.services.states import finish_tournament
from tournaments.models import AuditEvent, ResultSlip, Ruling, Tournament
from tournaments.movements.queries.movements import session_line_kind
from tournaments.rankings.queries.event_standings import load_event_standings, ranks_so_far
from tournaments.rankings.services.rulings import withdraw_ruling
from tournaments.rankings.services.sessions import drop_session, set_coefficient
from tournaments.rankings.services.standings import refresh_standings
from tournaments.results.services.results import Author
from tournaments.seating.services.line_ups import line_up
from tournaments.seating.services.seating import apply_movement, change_sheets, undo_seating

pytestmark = pytest.mark.django_db


@pytest.fixture
def played() -> Tournament:
    return play_session(make_short_evening())


@pytest.mark.postgres
def test_next_session_keeps_the_movement_and_places_everybody_by_the_ranking(played: Tournament):
    best = load_event_standings(played).rows[0].entry

    session = open_next(played, coefficient=Decimal(2))

    played.refresh_from_db()
    assert (session.number, session.coefficient, played.state) == (2, 2, TournamentState.DRAFT)
    assert session.sections.get().movement == played.sessions.get(number=1).sections.get().movement
    best.refresh_from_db()
    assert (best.start_table, best.start_seat) == (
        1,
        0,
    )  # as printed for five tables
    assert played.entries.filter(section=session.sections.get()).count() == 20
    assert AuditEvent.objects.filter(action="session.opened", tournament=played).count() == 1


@pytest.mark.postgres
def test_places_may_be_kept(played: Tournament):
    places_before = list(played.entries.order_by("pk").values_list("pk", "start_table", "start_seat"))

    open_next(played, seats=SessionStart.KEPT)

    assert list(played.entries.order_by("pk").values_list("pk", "start_table", "start_seat")) == places_before


def test_lot_is_drawn_by_the_generator_given(played: Tournament):
    open_next(played, seats=SessionStart.LOT)
    tables_drawn = dict(played.entries.values_list("pk", "start_table"))
    drop_session(tournament=played, dropped_by=None)

    open_next(played, seats=SessionStart.LOT)

    assert dict(played.entries.values_list("pk", "start_table")) == tables_drawn
    assert len(set(tables_drawn.values())) == 5


def test_the_best_alone_play_and_the_others_sit_out(played: Tournament):
    ranked = [row.entry.pk for row in load_event_standings(played).rows]

    session = open_next(played, qualified=16)
    deal_boards(session=session, dealt_by=None)
    seated = apply_movement(tournament=played, seated_by=None)

    placed = seated.entries.exclude(section=None).values_list("pk", flat=True)
    assert set(placed) == set(ranked[:16])
    assert seated.state == TournamentState.SEATED


@pytest.mark.postgres
def test_whoever_left_does_not_play_on(played: Tournament):
    leaver = played.entries.order_by("pk")[3]
    leaver.presence = EntryPresence.WITHDRAWN
    leaver.save()

    session = open_next(played, seats=SessionStart.LOT)

    assert session.sections.get().player_count == 19
    assert set(played.entries.filter(section=None)) == {leaver}


def test_event_adds_the_sessions_by_their_coefficients(played: Tournament):
    session = open_next(played, coefficient=Decimal("1.5"), seats=SessionStart.KEPT)
    apply_movement(tournament=played, seated_by=None)
    played = play_session(played, first_score=5)

    event = load_event_standings(played)

    assert [session_row.number for session_row in event.sessions] == [1, 2]
    for row in event.rows:
        first, second = row.by_session
        assert row.value == first + Fraction(3, 2) * second
    assert [row.value for row in event.rows] == sorted((row.value for row in event.rows), reverse=True)
    assert list_sessions(played)[1].session == session


@pytest.mark.postgres
def test_coefficient_changes_the_event_and_its_mark(played: Tournament):
    event_before = load_event_standings(played)

    set_coefficient(session=current_session(played), coefficient=Decimal(3), set_by=None)

    event_after = load_event_standings(played)
    assert event_after.rows[0].value == 3 * event_before.rows[0].value
    assert event_after.mark != event_before.mark


def test_sessions_of_totals_and_of_deals_are_added_up():
    tournament = make_seated_sheets(make_club(), options={"tie_breaks": ["best_deal"]})
    play_free_deals(tournament)
    open_next(tournament, sheet=SheetOf.TOTALS)
    apply_movement(tournament=tournament, seated_by=None)
    play_free_deals(tournament)

    first, second = tournament.sessions.order_by("number")
    event = load_event_standings(tournament)

    assert (session_line_kind(first), session_line_kind(second)) == (LineOf.BIDS, LineOf.TOTALS)
    assert [row.results_expected for row in list_sessions(tournament)] == [5 * 2 * 2, 5 * 2]
    assert all(row.value == sum(row.by_session) for row in event.rows)
    assert {value for row in event.rows for _deal, value in row.criteria} == {None}, (
        "nobody knows the best deal of a total"
    )


def test_sheets_of_a_later_session_change_alone():
    tournament = make_seated_sheets(make_club())
    play_free_deals(tournament)
    open_next(tournament, seats=SessionStart.LOT)
    apply_movement(tournament=tournament, seated_by=None)

    change_sheets(tournament=tournament, sheet=SheetOf.TOTALS, changed_by=None)

    first, second = tournament.sessions.order_by("number")
    assert (session_line_kind(first), session_line_kind(second)) == (LineOf.BIDS, LineOf.TOTALS)
    assert [row.results_expected for row in list_sessions(tournament)] == [20, 10]


@pytest.mark.parametrize(("kind", "keeps_lines"), [(MovementKind.LINES, True), (MovementKind.TURNING, False)])
def test_movement_of_a_session_is_of_the_kind_wanted(played: Tournament, kind, keeps_lines):
    session = open_next(played, movement=kind)

    assert session.sections.get().keeps_lines is keeps_lines


def test_kind_of_movement_that_does_not_exist_is_refused_at_its_field(played: Tournament):
    with pytest.raises(AppError) as refusal:
        open_next(played, qualified=16, movement=MovementKind.LINES)

    assert list(refusal.value.fields) == ["movement"]
    assert played.sessions.count() == 1


def play_free_deals(tournament: Tournament) -> None:
    """A possible result for every line of the current session, and its ranking."""
    session = current_session(tournament)
    play_sheets(session, range(1, 9), Author(user=None), random.Random(2))
    refresh_standings(session=session)


def test_best_sessions_alone_count(played: Tournament):
    open_next(played, seats=SessionStart.LOT)
    apply_movement(tournament=played, seated_by=None)
    played = play_session(played, first_score=3)
    played.options = {"best_sessions": 1}

    for row in load_event_standings(played).rows:
        assert row.value == max(row.by_session)


def test_one_more_session_needs_the_end_of_this_one():
    tournament = make_short_evening()
    enter_result(list_plays(tournament)[0], 56)

    with pytest.raises(AppError) as caught:
        open_next(Tournament.objects.get(pk=tournament.pk))

    assert caught.value.code == "session_not_played"


@pytest.mark.parametrize(
    ("wanted", "code", "field"),
    [
        ({"qualified": 21}, "too_many_qualified", "qualified"),
        ({"qualified": 3}, "no_session_movement", "qualified"),
        ({"qualified": 16, "seats": SessionStart.KEPT}, "places_not_kept", "seats"),
        ({"is_final": True, "qualified": 16}, "final_not_possible", "is_final"),
        ({"qualified": 20, "seats": SessionStart.FINAL, "is_final": True}, "final_not_possible", "is_final"),
    ],
)
def test_refusals_leave_everything_as_it_was(played: Tournament, wanted: dict, code: str, field: str):
    with pytest.raises(AppError) as caught:
        open_next(played, **wanted)

    assert (caught.value.code, set(caught.value.fields)) == (code, {field})
    assert played.sessions.count() == 1


def test_dropped_session_leaves_the_one_before_as_it_was(played: Tournament):
    session = open_next(played)
    deal_boards(session=session, dealt_by=None)

    earlier_session = drop_session(tournament=played, dropped_by=None)

    played.refresh_from_db()
    assert (earlier_session.number, played.state, played.sessions.count()) == (1, TournamentState.PLAYING, 1)
    assert finish_tournament(tournament=played, finished_by=None).state == TournamentState.FINISHED


def test_only_a_session_in_preparation_is_dropped(played: Tournament):
    with pytest.raises(AppError) as caught:
        drop_session(tournament=played, dropped_by=None)

    assert caught.value.code == "session_not_prepared"


def test_results_stay_public_between_sessions(played: Tournament):
    set_visibility(tournament=played, visibility=Visibility.PUBLIC, set_by=None)
    open_next(played)

    played.refresh_from_db()

    assert has_right(make_user(), played, Right.VIEW)


def test_second_session_keeps_its_cards_from_a_reader_who_plays():
    """The first session is played out; that opens nothing of the second."""
    tournament = make_seated_tournament(make_club())
    director = make_user(tournament=tournament)
    make_reader(director, tournament)
    person = tournament.entries.order_by("pk")[0].person
    person.user = director
    person.save()
    ResultSlip.objects.bulk_create(
        ResultSlip(play=play, version=1, kind="played", score=56) for play in list_plays(tournament)
    )
    Tournament.objects.filter(pk=tournament.pk).update(state=TournamentState.PLAYING)
    tournament.refresh_from_db()
    assert has_right(director, tournament, Right.SEE_DEALS)

    deal_boards(session=open_next(tournament), dealt_by=None)
    tournament.refresh_from_db()

    assert not has_right(director, tournament, Right.SEE_DEALS)


@pytest.mark.postgres
def test_placing_everybody_again_keeps_who_sits_out(played: Tournament):
    ranked = [row.entry.pk for row in load_event_standings(played).rows]
    open_next(played, qualified=16)

    placed = line_up(
        tournament=played,
        method=LineUpMethod.SERIES,
        is_apart=False,
        rng=random.Random(1),
        placed_by=None,
        ranks=ranks_so_far(played),
    )

    assert placed == 16
    assert set(played.entries.exclude(section=None).values_list("pk", flat=True)) == set(ranked[:16])


def test_best_fill_a_movement_chosen_anew(played: Tournament):
    """Another movement removes all places. The best of the event get those there are."""
    ranked = [row.entry.pk for row in load_event_standings(played).rows]
    open_next(played, qualified=16)
    played.entries.update(section=None, start_table=None, start_seat=None)

    line_up(
        tournament=played,
        method=LineUpMethod.LOT,
        is_apart=False,
        rng=random.Random(1),
        placed_by=None,
        ranks=ranks_so_far(played),
    )

    assert set(played.entries.exclude(section=None).values_list("pk", flat=True)) == set(ranked[:16])


def test_session_goes_with_the_rulings_that_were_taken_back(played: Tournament) -> None:
    session = open_next(played)
    played.refresh_from_db()
    apply_movement(tournament=played, seated_by=None)
    ruling = give_penalty(session, played.entries.order_by("pk")[0])
    withdraw_ruling(ruling=ruling, reason="erreur", withdrawn_by=ruling.ruled_by)
    undo_seating(tournament=played, undone_by=None)

    assert drop_session(tournament=played, dropped_by=None).number == 1

    assert not Ruling.objects.exists()
    actions = AuditEvent.objects.filter(action__startswith="ruling.").order_by("pk")
    assert [event.action for event in actions] == ["ruling.given", "ruling.withdrawn"]
