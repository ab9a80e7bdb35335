"""Requests that meet in the database of a server: none fails, and a result waits for no desk."""

import datetime
import uuid

import pytest
from django.utils import timezone

from tests.factories.concurrent import run_against
from tests.factories.tournaments import enter_result, list_plays, make_club, make_seated_tournament
from tournaments.enums import ClaimSource
from tournaments.events.services.events import lock_tournament
from tournaments.models import RankingClaim, TableAccess, Tournament
from tournaments.rankings.services.claims import announce_claims, make_claim
from tournaments.results.services.slip_versions import lock_play
from tournaments.results.services.table_access import open_phones

pytestmark = [pytest.mark.postgres, pytest.mark.postgres_alone, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def tournament() -> Tournament:
    return make_seated_tournament(make_club(), is_dealt=False)


def test_result_is_stored_while_the_desk_changes_the_event(tournament: Tournament) -> None:
    first, second = list_plays(tournament)[:2]
    enter_result(first, 56)

    # a result that waited for the event, with its play locked, would deadlock with this desk
    locked_event, slip = run_against(
        lambda: lock_tournament(tournament), lambda: enter_result(second, 62), lambda: lock_play(second)
    )

    assert (locked_event, slip.score) == (tournament, 62)


def test_two_people_open_the_tables_at_once(tournament: Tournament) -> None:
    session = tournament.sessions.get()

    opened, opened_again = run_against(*[lambda: open_phones(session=session, opened_by=None)] * 2)

    assert (len(opened), opened_again) == (5, [])
    assert TableAccess.objects.count() == 5


def test_claim_that_arrives_twice_at_once_is_one(tournament: Tournament) -> None:
    until = timezone.now() + datetime.timedelta(hours=1)
    announce_claims(tournament=tournament, until=until, announced_by=None)
    entry, token = tournament.entries.order_by("pk")[0], uuid.uuid4()

    def claim() -> RankingClaim:
        return make_claim(entry=entry, play=None, text="Il manque.", source=ClaimSource.LINK, token=token)

    first, second = run_against(claim, claim)

    assert first == second
