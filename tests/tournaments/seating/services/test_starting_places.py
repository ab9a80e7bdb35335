"""Arranging all starting places at once."""

import pytest

from common.errors import AppError, Conflict
from tests.factories.tournaments import (
    make_club,
    make_entered_tournament,
    make_people,
    make_tournament,
    make_user,
    place_entry,
)
from tournaments.events.services.events import enter_people
from tournaments.models import AuditEvent, Tournament
from tournaments.movements.queries.movements import Place
from tournaments.seating.services.starting_places import arrange_places, current_places

pytestmark = pytest.mark.django_db


def shown(tournament: Tournament) -> dict[Place, int]:
    return current_places(tournament.entries.all())


def test_two_people_change_places_and_the_trace_names_them() -> None:
    tournament = make_entered_tournament(make_club())
    user = make_user()
    places_before = shown(tournament)
    new_places = places_before | {(1, 0): places_before[5, 3], (5, 3): places_before[1, 0]}

    moved = arrange_places(tournament=tournament, wanted=new_places, seen=places_before, arranged_by=user)

    event = AuditEvent.objects.latest("pk")
    assert moved == 2
    assert shown(tournament) == new_places
    assert (event.action, event.actor) == ("entries.arranged", user)
    assert event.after == {"NOM01 Ana": [5, 3], "NOM20 Ana": [1, 0]}


def test_entry_left_out_loses_its_place() -> None:
    tournament = make_entered_tournament(make_club())
    places_before = shown(tournament)
    new_places = {place: pk for place, pk in places_before.items() if place != (2, 1)}

    arrange_places(tournament=tournament, wanted=new_places, seen=places_before, arranged_by=None)

    assert shown(tournament) == new_places


def test_same_arrangement_changes_nothing_and_leaves_no_trace() -> None:
    tournament = make_entered_tournament(make_club())
    events = AuditEvent.objects.count()
    places_before = shown(tournament)

    assert (
        arrange_places(tournament=tournament, wanted=places_before, seen=places_before, arranged_by=None) == 0
    )

    assert AuditEvent.objects.count() == events


@pytest.mark.postgres
def test_arrangement_of_places_changed_meanwhile_is_refused() -> None:
    club = make_club()
    tournament = make_tournament(club)
    first, second = enter_people(tournament=tournament, people=make_people(club, 2), entered_by=None)
    places_before = shown(tournament)
    place_entry(first, (1, 0))

    with pytest.raises(Conflict) as conflict:
        arrange_places(
            tournament=tournament, wanted={(1, 0): second.pk}, seen=places_before, arranged_by=None
        )

    assert conflict.value.code == "places_changed"
    assert shown(tournament) == {(1, 0): first.pk}


def test_entry_wanted_twice_is_refused_at_both_places() -> None:
    club = make_club()
    tournament = make_tournament(club)
    entry = enter_people(tournament=tournament, people=make_people(club, 1), entered_by=None)[0]

    with pytest.raises(AppError) as refusal:
        arrange_places(
            tournament=tournament, wanted={(1, 0): entry.pk, (2, 3): entry.pk}, seen={}, arranged_by=None
        )

    assert refusal.value.code == "entry_twice"
    assert set(refusal.value.fields) == {"place-1-0", "place-2-3"}
    assert "NOM01 Ana" in str(refusal.value.message)


def test_entry_of_another_tournament_is_refused() -> None:
    club = make_club()
    tournament = make_tournament(club)
    stranger = make_entered_tournament(club).entries.all()[0]

    with pytest.raises(AppError) as refusal:
        arrange_places(tournament=tournament, wanted={(1, 0): stranger.pk}, seen={}, arranged_by=None)

    assert refusal.value.code == "entry_elsewhere"


@pytest.mark.parametrize("place", [(0, 0), (6, 0), (1, 4), (1, -1)])
def test_place_outside_the_hall_is_refused(place: Place) -> None:
    club = make_club()
    tournament = make_tournament(club, table_count=5)
    entry = enter_people(tournament=tournament, people=make_people(club, 1), entered_by=None)[0]

    with pytest.raises(AppError) as refusal:
        arrange_places(tournament=tournament, wanted={place: entry.pk}, seen={}, arranged_by=None)

    assert refusal.value.code == "no_such_seat"
