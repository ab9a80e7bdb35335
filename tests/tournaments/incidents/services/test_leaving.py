"""Somebody leaves: tables rest or play with an empty seat, what was played counts."""

import pytest

from common.errors import AppError
from tests.factories.incidents import deal_with, entry_called, places_of, play_rounds, seats_and_plays
from tests.factories.sheets import make_sheet_tournament, seat
from tests.factories.tournaments import (
    enter_result,
    list_plays,
    make_club,
    make_seated_tournament,
    make_stored_evening,
    make_team_tournament,
    make_user,
)
from tournaments.core.movements.catalogue import find_by_code
from tournaments.enums import DocumentKind, EntryPresence, JobState
from tournaments.incidents.services.actions import rehearse, undo_incident
from tournaments.incidents.services.leaving import Leaving
from tournaments.models import Play, PrintedDocument, Seating, Tournament
from tournaments.rankings.queries.standings import latest_standings, snapshot_rows
from tournaments.rankings.services.standings import refresh_standings
from tournaments.seating.queries.seats import load_rounds
from tournaments.seating.services.seating import apply_movement

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return make_seated_tournament(make_club(), is_dealt=False)


def test_his_tables_rest_from_the_next_round_on(tournament: Tournament) -> None:
    play_rounds(tournament, 2)
    gone = entry_called(tournament, "Nom02")
    places = places_of(gone)

    deal_with(tournament, Leaving(entry=gone, after_round=2))

    assert set(places_of(gone)) == {1, 2}
    for this_round in load_rounds(tournament.sessions.get().sections.get())[2:]:
        table = places[this_round.number][0]
        assert this_round.tables[table - 1].boards == ()
        assert len(this_round.resting) == 4
    assert Play.objects.count() == 100 - 12


def test_who_left_is_last_and_without_a_place(tournament: Tournament) -> None:
    play_rounds(tournament, 2)
    gone = entry_called(tournament, "Nom02")

    deal_with(tournament, Leaving(entry=gone, after_round=2))
    session = tournament.sessions.get()
    refresh_standings(session=session)

    last = snapshot_rows(latest_standings(session))[-1]
    assert (last.entry, last.overall_place) == (gone, None)
    assert last.value is not None


def test_what_was_played_may_keep_its_place(tournament: Tournament) -> None:
    play_rounds(tournament, 2)
    gone = entry_called(tournament, "Nom02")

    deal_with(tournament, Leaving(entry=gone, after_round=2, presence=EntryPresence.RANKED))

    gone.refresh_from_db()
    assert gone.presence == EntryPresence.RANKED


def test_consequences_name_tables_people_and_papers(tournament: Tournament) -> None:
    PrintedDocument.objects.create(
        tournament=tournament, kind=DocumentKind.PERSONAL_CARDS, state=JobState.DONE, file="x.pdf"
    )

    told = rehearse(
        tournament=tournament,
        case=Leaving(entry=entry_called(tournament, "Nom02"), after_round=2),
        asked_by=make_user("Directrice"),
    ).told

    assert len(told.movement) == 3
    assert told.movement[0].startswith("Position 3")
    assert "12 donnes ne sont plus à jouer" in told.boards[0]
    assert "de 4 à 5 positions" in told.boards[1]
    assert len(told.papers) == 1
    assert told.papers[0].startswith("Fiches personnelles")


def test_taken_back_as_if_it_had_not_been(tournament: Tournament) -> None:
    play_rounds(tournament, 2)
    state, gone = seats_and_plays(tournament), entry_called(tournament, "Nom02")
    incident = deal_with(tournament, Leaving(entry=gone, after_round=2))

    undo_incident(incident=incident, undone_by=make_user("Directrice"))

    assert seats_and_plays(tournament) == state
    gone.refresh_from_db()
    assert gone.presence == EntryPresence.RANKED


def test_a_result_of_a_later_round_keeps_its_table(tournament: Tournament) -> None:
    gone = entry_called(tournament, "Nom02")
    table = places_of(gone)[4][0]
    later = next(row for row in list_plays(tournament) if (row.round.number, row.table.number) == (4, table))
    enter_result(later, 56)
    state = seats_and_plays(tournament)

    with pytest.raises(AppError) as refused:
        deal_with(tournament, Leaving(entry=gone, after_round=2))

    assert refused.value.code == "results_exist"
    assert seats_and_plays(tournament) == state


def test_after_the_last_round_nobody_leaves(tournament: Tournament) -> None:
    with pytest.raises(AppError) as refused:
        deal_with(tournament, Leaving(entry=entry_called(tournament, "Nom02"), after_round=5))

    assert refused.value.code == "no_such_round"


def test_who_has_left_does_not_leave_again(tournament: Tournament) -> None:
    gone = entry_called(tournament, "Nom02")
    deal_with(tournament, Leaving(entry=gone, after_round=2))

    with pytest.raises(AppError) as refused:
        deal_with(tournament, Leaving(entry=gone, after_round=2))

    assert refused.value.code == "not_seated"


@pytest.mark.postgres
def test_free_deals_go_on_with_three() -> None:
    free = seat(make_sheet_tournament(make_club()))
    gone = free.entries.order_by("pk")[1]

    deal_with(free, Leaving(entry=gone, after_round=1))

    assert Play.objects.filter(round__section__session__tournament=free).count() == 20
    assert Seating.objects.filter(round__number=2).count() == 19
    assert not Seating.objects.filter(round__number=2, entry=gone).exists()


@pytest.mark.parametrize("format_code", ["triplets", "quartets"])
def test_opponents_of_a_team_that_leaves_rest(format_code: str) -> None:
    teams = make_team_tournament(make_club(), format_code, is_seated=True)
    gone, state = teams.entries.order_by("pk")[1], seats_and_plays(teams)
    tables = {row[:2] for row in state[0] if row[3] == gone.pk and row[0] > 1}

    incident = deal_with(teams, Leaving(entry=gone, after_round=1))

    seats, plays = seats_and_plays(teams)
    assert not {row[:2] for row in seats} & tables
    assert not {row[:2] for row in plays} & tables
    undo_incident(incident=incident, undone_by=make_user("Directrice"))
    assert seats_and_plays(teams) == state


@pytest.fixture
def resting() -> Tournament:
    """Nineteen players: four tables play three rounds, three people rest in each."""
    movement = find_by_code("resting_table-5-3-19-4").movement
    return apply_movement(tournament=make_stored_evening(make_club(), movement), seated_by=None)


def test_who_rests_has_the_seat_and_no_deal_is_lost(resting: Tournament) -> None:
    gone = entry_called(resting, "Nom01")
    plays = Play.objects.count()

    deal_with(resting, Leaving(entry=gone, after_round=1))

    assert Play.objects.count() == plays
    seats = Seating.objects.filter(round__number__gt=1).values_list("round__number", "entry")
    assert len(seats) == len(set(seats)) == 2 * 16
    assert gone.pk not in {entry for _, entry in seats}


def test_consequences_tell_what_each_gains_and_loses_in_deals(resting: Tournament) -> None:
    case = Leaving(entry=entry_called(resting, "Nom01"), after_round=1)

    told = rehearse(tournament=resting, case=case, asked_by=make_user("Directrice")).told

    assert told.boards[0] == "Aucune donne n’est perdue."
    assert "4 donnes au lieu de 12\u00a0: NOM01 Ana." in told.boards
    assert any(sentence.startswith("12 donnes au lieu de 8") for sentence in told.boards)
    assert any("joue table" in sentence for sentence in told.movement)


def test_seats_of_those_who_rested_are_given_back(resting: Tournament) -> None:
    state = seats_and_plays(resting)
    incident = deal_with(resting, Leaving(entry=entry_called(resting, "Nom01"), after_round=1))

    undo_incident(incident=incident, undone_by=make_user("Directrice"))

    assert seats_and_plays(resting) == state
