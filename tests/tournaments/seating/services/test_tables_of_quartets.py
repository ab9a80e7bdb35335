"""An even number of quartets: numbers, and the rests of one defence and one attacker in each round."""

from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import connection

from tests.factories.tournaments import make_club, make_team_tournament
from tournaments.base.queries.teams import load_entered
from tournaments.models import Tournament
from tournaments.paper.documents.hall.relay_slips import build_relay_slips
from tournaments.paper.documents.making.options import DocumentOptions
from tournaments.seating.queries.seats import itineraries, load_rounds

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return make_team_tournament(make_club(), "quartets", shape="fft-quartets-7-6-6-4", is_seated=True)


def test_each_team_has_the_number_of_its_own_table(tournament: Tournament) -> None:
    numbers = sorted(entry.number or 0 for entry in load_entered(tournament).values())

    assert numbers == [2, 3, 4, 5, 6, 7]


def test_places_stored_before_become_those_of_today(tournament: Tournament) -> None:
    """Version 0.1.0 of 30 November 2026 stored the attacker's table of the defence that waits."""
    waiting_team = tournament.entries.get(start_table=6)
    other_team = tournament.entries.get(start_table=4)
    tournament.entries.filter(pk=waiting_team.pk).update(start_table=4, start_seat=2)

    import_module("tournaments.migrations.0020_letter_paper").move_home(
        apps, SimpleNamespace(connection=connection)
    )

    places = tournament.entries.values_list("start_table", "start_seat")
    assert places.get(pk=waiting_team.pk) == (6, 0)
    assert places.get(pk=other_team.pk) == (4, 0)


def test_one_defence_and_one_attacker_rest_in_each_round(tournament: Tournament) -> None:
    rounds = load_rounds(tournament.sessions.get().sections.get())

    rests = [[(entry.start_table, seats) for entry, seats in this_round.rests] for this_round in rounds]
    assert rests[0] == [(3, (2,)), (6, (0, 3, 1))]
    assert all([len(seats) for _table, seats in row] in ([1, 3], [3, 1]) for row in rests)


def test_a_side_without_an_opponent_has_a_rest_in_its_evening_and_a_slip(tournament: Tournament) -> None:
    rounds = load_rounds(tournament.sessions.get().sections.get())

    evenings = itineraries(rounds)
    assert {tuple(stop.round for stop in evening.stops) for evening in evenings} == {(1, 2, 3, 4, 5, 6)}
    assert {sum(stop.table is None for stop in evening.stops) for evening in evenings} == {1}
    slips = [
        slip for sheet in build_relay_slips(tournament, DocumentOptions()) for slip in sheet.slips if slip
    ]
    assert len({(slip.entry, slip.side) for slip in slips}) == len(slips) == 12
