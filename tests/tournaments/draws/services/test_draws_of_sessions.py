"""Rounds drawn in the sessions after the first: by the ranking of the event, with its players only."""

import random
from decimal import Decimal

import pytest

from tests.factories.draws import (
    draw,
    draw_and_publish,
    enter_totals,
    make_drawn_colours,
    make_drawn_tournament,
)
from tests.factories.tournaments import make_club
from tournaments.base.queries.sessions import current_session
from tournaments.core.slips.score_sheet import SheetLine
from tournaments.draws.queries.next_rounds import load_draw_facts, rank_present, reachable_places
from tournaments.enums import DrawMethod, SessionStart
from tournaments.models import Play, Seating, Session, Tournament
from tournaments.movements.queries.movements import sections_of
from tournaments.rankings.services.sessions import SessionPlan, open_session
from tournaments.rankings.services.standings import refresh_standings
from tournaments.results.services.results import Author, record_result
from tournaments.seating.services.movements import choose_draws
from tournaments.seating.services.seating import apply_movement

pytestmark = pytest.mark.django_db


def play_first_session(tournament: Tournament) -> Session:
    session = tournament.sessions.get()
    for number in (1, 2):
        enter_totals(tournament, number)
        if number == 1:
            draw_and_publish(tournament)
    refresh_standings(session=session)
    return session


def open_next(tournament: Tournament, **planned) -> Session:
    plan = SessionPlan(**planned)
    return open_session(tournament=tournament, plan=plan, rng=random.Random(1), opened_by=None)


def enter_round(session: Session, number: int, *, but: tuple[int, ...] = ()) -> None:
    """Totals of each table in one round of a session: the last seat wins 30, the others lose 10."""
    plays = Play.objects.filter(round__section__session=session, round__number=number)
    for play in plays.exclude(table__number__in=but).select_related(
        "table", "round__section__session__tournament__club"
    ):
        line = SheetLine(scores=(-10, -10, -10, 30))
        record_result(
            play=play, line=line, author=Author(user=None, device="test"), seen_version=0, confirmed=True
        )


@pytest.fixture
def tournament() -> Tournament:
    """Twelve players, two drawn rounds played, and a second session whose places are fixed."""
    new_tournament = make_drawn_tournament(make_club(), round_count=2)
    play_first_session(new_tournament)
    open_next(new_tournament, coefficient=Decimal(2))
    return apply_movement(tournament=new_tournament, seated_by=None)


def test_next_session_is_drawn_like_the_first(tournament: Tournament) -> None:
    session = current_session(tournament)

    assert session.number == 2
    assert [section.is_drawn for section in sections_of(tournament)] == [True]
    seated = Seating.objects.filter(round__section__session=session)
    assert set(seated.values_list("round__number", flat=True)) == {1}


def test_next_session_may_follow_the_movement_instead() -> None:
    tournament = make_drawn_tournament(make_club(), round_count=2)
    play_first_session(tournament)
    open_next(tournament)
    choose_draws(tournament=tournament, is_drawn=False, chosen_by=None)
    apply_movement(tournament=tournament, seated_by=None)

    seated = Seating.objects.filter(round__section__session=current_session(tournament))
    assert set(seated.values_list("round__number", flat=True)) == {1, 2}


def test_session_after_a_movement_follows_one() -> None:
    tournament = make_drawn_tournament(make_club(), round_count=2)
    play_first_session(tournament)
    tournament.sessions.get().sections.update(is_drawn=False)
    open_next(tournament)

    assert [section.is_drawn for section in sections_of(tournament)] == [False]


def test_best_against_best_follows_the_total_of_all_sessions(tournament: Tournament) -> None:
    """No snapshot of the second session exists yet: its results count at once, twice each."""
    first, second = tournament.sessions.order_by("number")
    enter_round(second, 1)
    published = draw_and_publish(tournament)

    totals: dict[int, int] = {}
    for session, weight in ((first, 1), (second, 2)):
        for play in Play.objects.filter(round__section__session=session):
            slip = play.slips.filter(is_current=True).first()
            for seating in Seating.objects.filter(round=play.round, table=play.table) if slip else ():
                score = weight * int(slip.seat_scores[seating.seat])
                totals[seating.entry_id] = totals.get(seating.entry_id, 0) + score
    drawn_totals = [totals[pk] for pk in published.order]
    assert drawn_totals == sorted(totals.values(), reverse=True)
    assert len(set(drawn_totals)) > 3


def test_places_within_reach_count_the_earlier_sessions() -> None:
    """A sheet of a session that counts a fifth moves a player by 6 points, of up to 60 before."""
    tournament = make_drawn_tournament(make_club(), round_count=2)
    play_first_session(tournament)
    open_next(tournament, coefficient=Decimal("0.2"))
    apply_movement(tournament=tournament, seated_by=None)
    second = current_session(tournament)
    enter_round(second, 1, but=(3,))
    facts = load_draw_facts(second)
    order = rank_present(second, facts)
    proposed = draw(tournament, most_missing=1)

    reaches = reachable_places(second, facts, order)
    assert proposed.order == list(order)
    assert len(reaches) == 4
    assert all(reach.best <= reach.place <= reach.worst for reach in reaches)
    assert max(reach.worst - reach.best for reach in reaches) < 11
    assert min(reach.best for reach in reaches) < max(reach.best for reach in reaches)


@pytest.mark.parametrize("method", [DrawMethod.BEST, DrawMethod.RANDOM])
def test_final_is_drawn_among_its_players_only(method: DrawMethod) -> None:
    tournament = make_drawn_tournament(make_club(), table_count=4, player_count=16, round_count=2)
    play_first_session(tournament)
    final = open_next(tournament, qualified=12, is_final=True, seats=SessionStart.FINAL, rounds=2, boards=4)
    apply_movement(tournament=tournament, seated_by=None)
    finalists = set(Seating.objects.filter(round__section__session=final).values_list("entry", flat=True))
    enter_round(final, 1)
    published = draw_and_publish(tournament, method)

    assert len(finalists) == 12
    assert set(published.order) == finalists
    assert published.resting == []


def test_next_session_of_colours_is_drawn_too() -> None:
    tournament = make_drawn_colours(make_club(), 12, 8, round_count=2)
    play_first_session(tournament)
    open_next(tournament)
    apply_movement(tournament=tournament, seated_by=None)
    second = current_session(tournament)
    enter_round(second, 1)
    published = draw_and_publish(tournament, changes_colour=True)

    assert [section.is_drawn for section in sections_of(tournament)] == [True, True]
    assert len([pk for _number, seats in published.tables for pk in seats if pk]) == 20
