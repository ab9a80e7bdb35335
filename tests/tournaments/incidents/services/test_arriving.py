"""Somebody comes or comes back: the place that was left, a place more, or a word why there is none."""

import random

import pytest

from common.errors import AppError
from tests.e2e.naive_ranking import Played, overall_places, percentages
from tests.factories.incidents import deal_with, entry_called, places_of, play_rounds, seats_and_plays
from tests.factories.sheets import make_sheet_tournament, seat
from tests.factories.tournaments import (
    enter_results,
    list_plays,
    make_club,
    make_seated_tournament,
    make_stored_evening,
    make_user,
)
from tournaments.core.movements.catalogue import find_by_code
from tournaments.enums import EntryPresence
from tournaments.incidents.forms.incidents import ArrivingForm
from tournaments.incidents.services.actions import rehearse, undo_incident
from tournaments.incidents.services.arriving import Arriving, list_departures_to_fill
from tournaments.incidents.services.leaving import Leaving, absent_entries, gone_entries
from tournaments.incidents.services.substituting import Newcomer
from tournaments.models import Entry, Incident, Play, Seating, Tournament
from tournaments.rankings.queries.standings import latest_standings, snapshot_rows
from tournaments.rankings.services.standings import refresh_standings
from tournaments.results.queries.boards import lines_of_plays
from tournaments.seating.services.seating import apply_movement

pytestmark = pytest.mark.django_db

VISITOR = Newcomer(last_name="Retard", first_name="Zoé")


@pytest.fixture
def tournament() -> Tournament:
    """Nineteen players: four tables play three rounds, three people rest in each."""
    movement = find_by_code("resting_table-5-3-19-4").movement
    return apply_movement(tournament=make_stored_evening(make_club(), movement), seated_by=None)


def leave(tournament: Tournament, entry: Entry, after_round: int = 1) -> Incident:
    return deal_with(tournament, Leaving(entry=entry, after_round=after_round))


def test_who_comes_back_has_his_place_and_those_who_filled_it_rest(tournament: Tournament) -> None:
    state, gone = seats_and_plays(tournament), entry_called(tournament, "Nom01")
    place = leave(tournament, gone)

    deal_with(tournament, Arriving(comes=gone, place=place, first_round=2))

    assert seats_and_plays(tournament) == state
    gone.refresh_from_db()
    assert gone.presence == EntryPresence.RANKED
    assert list_departures_to_fill(tournament.sessions.get()) == []


def test_somebody_else_takes_the_place_later_with_a_line_of_his_own(tournament: Tournament) -> None:
    play_rounds(tournament, 1)
    gone = entry_called(tournament, "Nom02")
    places = places_of(gone)
    place = leave(tournament, gone)

    deal_with(tournament, Arriving(comes=VISITOR, place=place, first_round=3))
    enter_results((play, 56) for play in list_plays(tournament) if play.round.number > 1)
    session = tournament.sessions.get()
    refresh_standings(session=session)

    newcomer = tournament.entries.get(person__last_name="Retard")
    assert places_of(newcomer) == {number: places[number] for number in places if number == 3}
    assert newcomer in [row.entry for row in snapshot_rows(latest_standings(session))]


def test_who_left_may_come_back_although_somebody_has_his_place_and_is_there_again(
    tournament: Tournament,
) -> None:
    gone, session = entry_called(tournament, "Nom02"), tournament.sessions.get()
    place = leave(tournament, gone)

    deal_with(tournament, Arriving(comes=VISITOR, place=place, first_round=2))
    form = ArrivingForm(None, session=session)
    offered = list(form.fields["back"].queryset)
    back = deal_with(tournament, Arriving(comes=gone, place=None, first_round=3))

    assert offered == [gone]
    assert absent_entries(session) == set()
    undo_incident(incident=back, undone_by=make_user("Directrice"))
    assert gone_entries(session) == {gone.pk}


@pytest.mark.postgres
def test_a_full_place_may_be_taken_where_the_table_rested() -> None:
    tournament = make_seated_tournament(make_club(), is_dealt=False)
    state, gone = seats_and_plays(tournament), entry_called(tournament, "Nom02")
    place = leave(tournament, gone, 2)

    incident = deal_with(tournament, Arriving(comes=VISITOR, place=place, first_round=4))

    assert Play.objects.count() == 100 - 4
    assert set(places_of(tournament.entries.get(person__last_name="Retard"))) == {4, 5}
    undo_incident(incident=incident, undone_by=make_user("Directrice"))
    undo_incident(incident=place, undone_by=make_user("Directrice"))
    assert seats_and_plays(tournament) == state
    assert tournament.entries.count() == 20


@pytest.mark.postgres
def test_one_more_plays_with_those_who_rest(tournament: Tournament) -> None:
    plays = Play.objects.count()
    told = rehearse(
        tournament=tournament,
        case=Arriving(comes=VISITOR, place=None, first_round=2),
        asked_by=make_user("Directrice"),
    ).told

    state = seats_and_plays(tournament)
    incident = deal_with(tournament, Arriving(comes=VISITOR, place=None, first_round=2))

    assert told.boards[0] == "Retard Zoé joue 8 donnes."
    assert Play.objects.count() == plays + 8
    assert Seating.objects.filter(round__number=2).count() == 20
    undo_incident(incident=incident, undone_by=make_user("Directrice"))
    assert seats_and_plays(tournament) == state


def test_one_more_sits_at_a_table_of_three() -> None:
    free = seat(make_sheet_tournament(make_club()))
    gone = free.entries.order_by("pk")[1]
    deal_with(free, Leaving(entry=gone, after_round=1))

    deal_with(free, Arriving(comes=VISITOR, place=None, first_round=2))

    assert Seating.objects.filter(round__number=2).count() == 20


def test_a_full_hall_says_what_else_can_be_done() -> None:
    tournament = make_seated_tournament(make_club(), is_dealt=False)

    with pytest.raises(AppError) as refused:
        deal_with(tournament, Arriving(comes=VISITOR, place=None, first_round=2))

    assert refused.value.code == "no_seat"
    assert "remplaçante" in refused.value.message


@pytest.mark.postgres
def test_who_is_entered_does_not_come_as_somebody_new(tournament: Tournament) -> None:
    person = entry_called(tournament, "Nom03").person

    with pytest.raises(AppError) as refused:
        deal_with(tournament, Arriving(comes=Newcomer(person=person), place=None, first_round=2))

    assert refused.value.code == "plays_already"


def test_thirty_one_players_with_a_leave_a_return_and_a_late_arrival_rank_as_the_naive_way_does() -> None:
    movement = find_by_code("resting_table-8-4-31-4").movement
    tournament = apply_movement(tournament=make_stored_evening(make_club(), movement), seated_by=None)
    gone = entry_called(tournament, "Nom05")
    place = leave(tournament, gone)
    deal_with(tournament, Arriving(comes=VISITOR, place=place, first_round=2))
    deal_with(tournament, Arriving(comes=gone, place=None, first_round=3))
    rng = random.Random(31)
    enter_results(
        (play, rng.choice((1, -1)) * (52 + 2 * rng.randrange(25))) for play in list_plays(tournament)
    )
    session = tournament.sessions.get()

    refresh_standings(session=session)

    lines = lines_of_plays(Play.objects.filter(round__section__session=session))
    played = [
        Played(line.play.board, str(line.taker), tuple(map(str, line.defenders)), line.score or 0)
        for line in lines
    ]
    rows = {str(row.entry): row.overall_place for row in snapshot_rows(latest_standings(session))}
    assert len(rows) == 32
    assert rows == overall_places(percentages(played, {}))
