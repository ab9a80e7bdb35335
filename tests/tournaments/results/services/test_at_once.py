"""Requests that meet in the database of a server: none fails, and a result waits for no desk."""

import datetime
import uuid
from functools import partial

import pytest
from django.utils import timezone

from tests.factories.concurrent import run_against
from tests.factories.tournaments import enter_result, list_plays, make_club, make_seated_tournament
from tournaments.core.ranking.season import Band
from tournaments.enums import ClaimSource
from tournaments.events.services.events import lock_tournament
from tournaments.models import RankingClaim, Round, TableAccess, TablePhone, Tournament
from tournaments.rankings.services.claims import announce_claims, make_claim
from tournaments.results.services.slip_versions import lock_play
from tournaments.results.services.table_access import open_phones
from tournaments.results.services.table_phones import Device, claim_seat
from tournaments.seasons.services.seasons import SeasonPlan, keep_season, keep_tariff

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


def test_phone_that_sits_down_at_two_tables_at_once_sits_at_the_second(tournament: Tournament) -> None:
    open_phones(session=tournament.sessions.get(), opened_by=None)
    this_round = Round.objects.order_by("number")[0]
    device = Device(uuid.uuid4(), "Téléphone")
    first, second = TableAccess.objects.select_related("table").order_by("table__number")[:2]

    _first_phone, phone = run_against(
        *[
            partial(claim_seat, access=access, this_round=this_round, seat=0, device=device)
            for access in (first, second)
        ]
    )

    assert TablePhone.objects.get() == phone
    assert phone.table == second.table


def test_second_of_two_seasons_or_tables_of_points_is_told_at_its_field(tournament: Tournament) -> None:
    club, day = tournament.club, datetime.date(2026, 9, 1)
    plan = SeasonPlan(name="2026-2027", starts_on=day, ends_on=datetime.date(2027, 6, 30))
    season = partial(keep_season, club=club, season=None, plan=plan, kept_by=None)
    tariff = partial(
        keep_tariff, club=club, tariff=None, valid_from=day, bands=[Band(1, (10, 5), 1)], kept_by=None
    )

    refusals = [run_against(keep, keep)[1] for keep in (season, tariff)]

    assert [refusal.code for refusal in refusals] == ["season_exists", "tariff_exists"]
