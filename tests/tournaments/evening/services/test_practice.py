"""Practice events: filled step by step, apart from everything that counts, deleted whole."""

import datetime
import random

import pytest
from django.apps import apps

from common.errors import AppError
from tests.factories.stored_again import stored_again
from tests.factories.tournaments import (
    EVENING,
    SEED,
    give_penalty,
    make_club,
    make_people,
    make_reader,
    make_tournament,
    make_user,
)
from tournaments.core.ranking.season import Band
from tournaments.deals.queries.seen_deals import reusable_sessions
from tournaments.deals.services.deals import deal_boards
from tournaments.entries.services.entries import enter_visitor
from tournaments.enums import CompetitionKind, TournamentState, Visibility
from tournaments.evening.queries.desk import DeskStep, load_desk
from tournaments.evening.services.event_templates import repeat_event
from tournaments.evening.services.practice import (
    create_practice,
    delete_practice,
    next_practice_step,
    play_round_at_random,
    take_practice_step,
)
from tournaments.events.services.events import enter_people, set_visibility
from tournaments.events.services.states import finish_tournament
from tournaments.models import AuditEvent, Club, EventRecord, LinkKey, Person, PhoneRules, RecordsRequest
from tournaments.results.services.table_access import open_phones
from tournaments.seasons.queries.homologation import Obstacle, load_homologation
from tournaments.seasons.queries.records import player_records
from tournaments.seasons.queries.seasons import counted_tournaments, load_ladder, showing_clubs
from tournaments.seasons.services.competitions import CompetitionPlan, add_tournament, create_competition
from tournaments.seasons.services.ratings import refresh_records
from tournaments.seasons.services.seasons import SeasonPlan, keep_season, keep_tariff

pytestmark = pytest.mark.django_db


def make_practice(format_code="duplicate_individual", club=None):
    return create_practice(
        club=club or make_club(), name="Essai", format_code=format_code, starts_on=EVENING, created_by=None
    )


def take(tournament, steps=1):
    steps_taken = []
    for number in range(steps):
        tournament.refresh_from_db()
        steps_taken.append(
            take_practice_step(tournament=tournament, rng=random.Random(number), taken_by=None)
        )
    tournament.refresh_from_db()
    return steps_taken


def play_out(tournament):
    while next_practice_step(load_desk(tournament)):
        take(tournament)
    return tournament


@pytest.mark.once
@pytest.mark.parametrize(
    "format_code",
    [
        "duplicate_individual",
        pytest.param("triplets", marks=pytest.mark.nights),
        "free_deals_pairs",
    ],
)
def test_every_step_is_taken_up_to_the_last_result(format_code):
    tournament = make_practice(format_code)

    play_out(tournament)
    finish_tournament(tournament=tournament, finished_by=None)

    summary = load_desk(tournament)
    assert summary.results_missing == 0 < summary.results_counted
    assert not Person.objects.filter(club=tournament.club).exists()
    people = Person.everybody.filter(entries__tournament=tournament)
    assert all(people.values_list("is_fictitious", flat=True))


def test_one_round_is_played_at_a_time():
    tournament = make_practice()

    steps = take(tournament, 5)

    assert steps == [DeskStep.ENTRIES, DeskStep.PLACES, DeskStep.DEALS, DeskStep.SEATING, DeskStep.RESULTS]
    summary = load_desk(tournament)
    assert summary.results_counted * summary.round_count == summary.results_expected
    assert play_round_at_random(tournament=tournament, rng=random.Random(1), played_by=None) == 2


@pytest.mark.postgres
def test_a_step_taken_by_hand_is_completed():
    tournament = make_practice()
    enter_visitor(tournament=tournament, values={"last_name": "Passant"}, entered_by=None)

    take(tournament)

    assert tournament.entries.count() == 20
    assert Person.everybody.get(last_name="Passant").is_fictitious


def test_random_play_needs_every_hand():
    tournament = make_practice()
    take(tournament, 2)
    deal_boards(session=tournament.sessions.get(), dealt_by=None, seed=SEED, takers_only=True)
    take(tournament)

    with pytest.raises(AppError) as caught:
        take(tournament)

    assert caught.value.code == "hands_missing"


def test_nothing_is_played_at_random_in_a_real_event():
    tournament = make_tournament(make_club())

    for act in (
        lambda: take(tournament),
        lambda: play_round_at_random(tournament=tournament, rng=random.Random(1), played_by=None),
        lambda: delete_practice(tournament=tournament, deleted_by=None),
    ):
        with pytest.raises(AppError) as caught:
            act()
        assert caught.value.code == "not_practice"


@pytest.mark.postgres
def test_real_people_and_fictitious_ones_are_never_mixed():
    club = make_club()
    practice, real = make_practice(club=club), make_tournament(club)
    take(practice)
    people = make_people(club, 2)
    fictitious = list(Person.everybody.filter(is_fictitious=True)[:1])

    with pytest.raises(AppError) as real_refused:
        enter_people(tournament=practice, people=people, entered_by=None)
    with pytest.raises(AppError) as fictitious_refused:
        enter_people(tournament=real, people=fictitious, entered_by=None)

    assert (real_refused.value.code, fictitious_refused.value.code) == ("practice_people",) * 2
    assert list(club.people.order_by("pk")) == people


@stored_again
def make_played_practice(club):
    tournament = play_out(make_practice(club=club))
    set_visibility(tournament=tournament, visibility=Visibility.PUBLIC, set_by=None)
    finish_tournament(tournament=tournament, finished_by=None)
    tournament.refresh_from_db()
    return tournament


@pytest.fixture
def played_practice():
    """Return a practice event that is played out, finished and public."""
    tournament = make_played_practice(make_club())
    assert (tournament.state, tournament.visibility) == (TournamentState.FINISHED, "public")
    return tournament


@pytest.mark.postgres
def test_it_counts_in_no_season_and_no_rating(played_practice):
    club = played_practice.club
    keep_tariff(club=club, tariff=None, valid_from=EVENING, bands=[Band(1, (10, 5), 1)], kept_by=None)
    plan = SeasonPlan(
        name="Saison", starts_on=EVENING, ends_on=EVENING + datetime.timedelta(days=1), best_events=None
    )
    season = keep_season(club=club, season=None, plan=plan, kept_by=None)
    RecordsRequest.objects.create(tournament=played_practice)

    refresh_records(club=club)

    assert not counted_tournaments(club).exists()
    assert not EventRecord.objects.exists()
    assert load_ladder(season).rows == load_ladder(season).events == ()
    assert player_records(club, EVENING)[0] == []
    assert not showing_clubs().filter(pk=club.pk).exists()


def test_it_counts_in_no_competition(played_practice):
    plan = CompetitionPlan(name="Championnat", kind=CompetitionKind.CHAMPIONSHIP)
    competition = create_competition(club=played_practice.club, plan=plan, created_by=None)

    with pytest.raises(AppError) as caught:
        add_tournament(competition=competition, tournament=played_practice, added_by=None)

    assert caught.value.code == "practice_counts_nowhere"


def test_it_is_not_homologated(played_practice):
    assert Obstacle.PRACTICE in load_homologation(played_practice).obstacles


def test_its_deals_are_used_in_no_real_event(played_practice):
    real = make_tournament(played_practice.club)

    assert not reusable_sessions(real.sessions.get(), 1).exists()


def test_played_again_it_stays_practice(played_practice):
    new_event = repeat_event(
        tournament=played_practice, name="Encore", starts_on=EVENING, with_entries=True, repeated_by=None
    )

    assert new_event.is_practice
    assert new_event.entries.count() == 20


@pytest.mark.postgres
def test_it_is_deleted_whole():
    tournament = make_practice()
    take(tournament, 5)
    user = make_user(club=tournament.club)
    make_reader(user, tournament)
    give_penalty(tournament.sessions.get(), tournament.entries.all()[0], user=user)
    PhoneRules.objects.create(tournament=tournament)
    open_phones(session=tournament.sessions.get(), opened_by=user)

    delete_practice(tournament=tournament, deleted_by=user)

    remaining_rows = {
        model.__name__: count
        for label in ("tournaments", "games")
        for model in apps.get_app_config(label).get_models()
        if model is not LinkKey and (count := model._base_manager.count())
    }
    assert remaining_rows == {"Club": 1, "Membership": 1, "AuditEvent": 1}
    trace_row = AuditEvent.objects.get()
    assert (trace_row.club, trace_row.action, trace_row.subject) == (
        Club.objects.get(),
        "practice.deleted",
        "Essai",
    )
    assert trace_row.actor == user


def test_deleting_one_leaves_the_people_of_another():
    club = make_club()
    first, second = make_practice(club=club), make_practice(club=club)
    take(first)
    take(second)

    delete_practice(tournament=first, deleted_by=None)

    assert second.entries.count() == 20
