"""Places whose players stay when tables are regrouped."""

import pytest
from django.utils import timezone

from tests.factories.tournaments import make_club, make_seated_tournament, make_user
from tournaments.incidents.services.table_regrouping import closed_places
from tournaments.models import RoundLock
from tournaments.seating.queries.seat_arrays import load_seat_arrays


@pytest.mark.django_db
def test_round_keeps_its_players_until_it_is_unlocked() -> None:
    session = make_seated_tournament(make_club()).sessions.get()
    arrays = load_seat_arrays(session)
    lock = RoundLock.objects.create(session=session, round_number=2, locked_by=make_user())

    places = closed_places(session, arrays)
    lock.unlocked_at, lock.unlocked_by, lock.reason = timezone.now(), lock.locked_by, "erreur"
    lock.save()

    assert places == {(1, table) for table in range(len(arrays.tables) + 1)}
    assert closed_places(session, arrays) == frozenset()
