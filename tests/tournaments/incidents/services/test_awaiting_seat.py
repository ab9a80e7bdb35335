"""Players who wait for a seat in a full hall: a table of four, the place of a departure, and undoing."""

import pytest

from common.errors import AppError
from tests.factories.incidents import deal_with, entry_called, places_of, play_rounds, seats_and_plays
from tests.factories.tournaments import make_club, make_seated_tournament, make_stored_evening, make_user
from tournaments.core.movements.catalogue import find_by_code
from tournaments.incidents.forms.incidents import ArrivingForm
from tournaments.incidents.services.actions import rehearse, undo_incident
from tournaments.incidents.services.arriving import Arriving
from tournaments.incidents.services.awaiting_seat import AwaitingSeat
from tournaments.incidents.services.leaving import Leaving
from tournaments.incidents.services.substituting import Newcomer
from tournaments.incidents.services.waiting_entries import list_waiting
from tournaments.models import Entry, Incident, Play, Tournament
from tournaments.rankings.queries.standings import latest_standings, snapshot_rows
from tournaments.rankings.services.standings import refresh_standings
from tournaments.seating.services.seating import apply_movement

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    """Sixteen players at four full tables, who turn for five rounds of four deals."""
    movement = find_by_code("fft-howell-4-5-16-4").movement
    return apply_movement(tournament=make_stored_evening(make_club(), movement), seated_by=None)


def newcomer(number: int) -> Newcomer:
    return Newcomer(last_name=f"Retard{number}", first_name="Zoé")


def wait(tournament: Tournament, *numbers: int) -> list[Incident]:
    return [deal_with(tournament, AwaitingSeat(comes=newcomer(number), first_round=2)) for number in numbers]


def entered(tournament: Tournament, number: int) -> Entry:
    return entry_called(tournament, f"Retard{number}")


def told_of_waiting(tournament: Tournament, number: int) -> tuple[str, ...]:
    case = AwaitingSeat(comes=newcomer(number), first_round=2)
    return rehearse(tournament=tournament, case=case, asked_by=make_user("Directrice")).told.movement


def test_three_who_wait_make_a_table_with_the_fourth(tournament: Tournament) -> None:
    play_rounds(tournament, 1)
    plays = Play.objects.count()
    wait(tournament, 1, 2, 3)

    deal_with(tournament, Arriving(comes=newcomer(4), place=None, first_round=2))

    tables = [places_of(entered(tournament, number)) for number in (1, 2, 3, 4)]
    assert all(
        {number: place[0] for number, place in row.items()} == dict.fromkeys((2, 3, 4, 5), 5)
        for row in tables
    )
    assert Play.objects.count() == plays + 4 * 4
    assert list_waiting(tournament.sessions.get()) == []


def test_each_who_waits_reads_how_many_are_missing(tournament: Tournament) -> None:
    first = told_of_waiting(tournament, 1)
    wait(tournament, 1, 2)

    assert first[-1] == "Avec 3 personnes de plus, une table de plus s’ouvre."
    assert told_of_waiting(tournament, 3)[1:] == (
        "Attendent déjà\u00a0: RETARD1 Zoé, RETARD2 Zoé.",
        "Avec 1 personne de plus, une table de plus s’ouvre.",
    )


def test_a_movement_without_boards_left_says_so() -> None:
    assert told_of_waiting(make_seated_tournament(make_club(), is_dealt=False), 1)[-1] == (
        "Ce mouvement n’a plus d’étui pour une table de plus."
    )


def test_a_player_who_waits_takes_the_seat_of_a_departure(tournament: Tournament) -> None:
    play_rounds(tournament, 1)
    wait(tournament, 1)
    places = places_of(entry_called(tournament, "Nom03"))

    deal_with(tournament, Leaving(entry=entry_called(tournament, "Nom03"), after_round=2))

    assert places_of(entered(tournament, 1)) == {
        number: place for number, place in places.items() if number > 2
    }


def test_a_player_who_waits_is_chosen_for_a_place_by_name(tournament: Tournament) -> None:
    place = deal_with(tournament, Leaving(entry=entry_called(tournament, "Nom03"), after_round=2))
    wait(tournament, 1)
    session = tournament.sessions.get()
    fields = {"back": entered(tournament, 1).pk, "place": str(place.pk), "first_round": 3}
    form = ArrivingForm(fields, session=session)
    assert form.is_valid(), form.errors

    deal_with(tournament, form.chosen)

    assert set(places_of(entered(tournament, 1))) == {3, 4, 5}
    assert tournament.entries.count() == 17


def test_the_form_lets_a_person_wait(tournament: Tournament) -> None:
    fields = {"last_name": "Retard1", "first_name": "Zoé", "place": "wait", "first_round": 2}
    form = ArrivingForm(fields, session=tournament.sessions.get())
    assert form.is_valid(), form.errors

    deal_with(tournament, form.chosen)

    assert list_waiting(tournament.sessions.get()) == [entered(tournament, 1)]


@pytest.mark.postgres
def test_waiting_is_undone_unless_the_player_has_a_seat_by_now(tournament: Tournament) -> None:
    user, state = make_user("Directrice"), seats_and_plays(tournament)
    waiting = wait(tournament, 1, 2, 3)
    opened = deal_with(tournament, Arriving(comes=newcomer(4), place=None, first_round=2))

    with pytest.raises(AppError) as refused:
        undo_incident(incident=waiting[0], undone_by=user)
    for incident in (opened, *reversed(waiting)):
        undo_incident(incident=incident, undone_by=user)

    assert refused.value.code == "seats_changed"
    assert seats_and_plays(tournament) == state
    assert tournament.entries.count() == 16


def test_a_player_without_a_seat_is_in_no_ranking(tournament: Tournament) -> None:
    play_rounds(tournament, 1)
    wait(tournament, 1)
    session = tournament.sessions.get()

    refresh_standings(session=session)

    assert {row.entry.person.last_name for row in snapshot_rows(latest_standings(session))} == {
        f"Nom{number:02}" for number in range(1, 17)
    }
