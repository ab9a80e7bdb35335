"""The clock set forward or back, by hours and by years: no work waits for it, no right outlasts it."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.db.models import Model
from django.test import Client, RequestFactory
from django.utils import timezone
from time_machine import Traveller

from accounts.models import User
from accounts.services import make_sign_in_link, user_of_link
from common.errors import AppError
from common.requests.limits import LIMITS, By, Limit, seconds_to_wait
from tests.factories.invitations import make_invitation
from tests.factories.registrations import open_event, send_registration
from tests.factories.tables import make_device, open_table, sit_down
from tests.factories.tournaments import (
    enter_result,
    list_plays,
    make_club,
    make_seated_tournament,
    make_tournament,
    make_user,
)
from tournaments.base.access import Right, rights_in
from tournaments.base.queries.rounds import load_round
from tournaments.core.hall.clock import RoundPhase
from tournaments.entries.services.cancellations import cancel_registration
from tournaments.enums import (
    CompetitionKind,
    DocumentKind,
    EventRole,
    JobState,
    MailState,
    RegistrationState,
    SearchState,
)
from tournaments.hall.queries.hall import messages_to_all
from tournaments.hall.queries.wall import load_wall
from tournaments.hall.services import round_clock
from tournaments.hall.services.hall_messages import send_hall_message
from tournaments.models import (
    CompetitionRequest,
    MovementSearch,
    PrintedDocument,
    RecordsRequest,
    ResultMail,
    StandingsRequest,
    Tournament,
)
from tournaments.movements.services.movement_searches import request_search
from tournaments.people.services.invitations import accept_invitation, find_invitation
from tournaments.rankings.public.rendering import rendered_once
from tournaments.rankings.services.result_mails import send_mails
from tournaments.rankings.services.standings import refresh_standings
from tournaments.seasons.services.competitions import (
    CompetitionPlan,
    add_tournament,
    create_competition,
    refresh_competition,
)
from tournaments.tasks import sweep_task
from tournaments.work.kinds import COMPETITIONS, MOVEMENT_SEARCHES, PRINTED_DOCUMENTS, STANDINGS, send_again

pytestmark = pytest.mark.django_db

START = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
STEPS = [
    pytest.param(timedelta(hours=-3), id="three hours back"),
    pytest.param(timedelta(days=-3650), id="ten years back"),
    pytest.param(timedelta(hours=3), id="three hours forward"),
    pytest.param(timedelta(days=3650), id="ten years forward"),
]
BACK = STEPS[:2]


@pytest.fixture
def clock() -> Iterator[Traveller]:
    with time_machine.travel(START, tick=False) as traveller:
        yield traveller


@pytest.fixture(autouse=True)
def _empty_cache() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def evening(clock: Traveller) -> Tournament:
    return make_seated_tournament(make_club())


@pytest.mark.parametrize("step", STEPS)
def test_ranking_is_due_again(step: timedelta, clock: Traveller, evening: Tournament) -> None:
    session, plays = evening.sessions.get(), list_plays(evening)
    enter_result(plays[0], 56)
    refresh_standings(session=session)
    clock.move_to(START + step)

    enter_result(plays[1], 62)

    assert STANDINGS.delay(session.pk) == timedelta(0)
    refresh_standings(session=session)
    enter_result(plays[2], 62)
    assert STANDINGS.delay(session.pk) == STANDINGS.gap


@pytest.mark.parametrize("step", STEPS)
def test_ranking_of_a_competition_is_due_again(
    step: timedelta, clock: Traveller, evening: Tournament
) -> None:
    plan = CompetitionPlan(name="Coupe", kind=CompetitionKind.CHAMPIONSHIP)
    competition = create_competition(club=evening.club, plan=plan, created_by=None)
    add_tournament(competition=competition, tournament=evening, added_by=None)
    refresh_competition(competition=competition)
    clock.move_to(START + step)

    CompetitionRequest.objects.create(competition=competition)

    assert COMPETITIONS.delay(competition.pk) == timedelta(0)


def request_of_each_kind(evening: Tournament) -> list[Model]:
    """Something that waits for the worker, of each kind."""
    competition = create_competition(
        club=evening.club,
        plan=CompetitionPlan(name="Coupe", kind=CompetitionKind.CHAMPIONSHIP),
        created_by=None,
    )
    entry = evening.entries.select_related("person").first()
    assert entry is not None
    search = request_search(
        club=evening.club, player_count=20, table_count=5, round_count=6, seconds=1, requested_by=make_user()
    )
    paper = {"tournament": evening, "kind": DocumentKind.RANKING}
    running = {"state": JobState.RUNNING, "heartbeat_at": timezone.now()}
    silent = MovementSearch.objects.get(pk=search.pk)
    silent.pk, silent.state, silent.heartbeat_at = None, SearchState.RUNNING, timezone.now()
    silent.save()
    letter = {"tournament": evening, "entry": entry, "person": entry.person, "mark": "1", "language": "fr"}
    return [
        StandingsRequest.objects.create(session=evening.sessions.get()),
        CompetitionRequest.objects.create(competition=competition),
        RecordsRequest.objects.create(tournament=evening),
        PrintedDocument.objects.create(**paper, state=JobState.QUEUED),
        PrintedDocument.objects.create(**paper, **running),
        search,
        silent,
        ResultMail.objects.create(**letter, state=MailState.QUEUED),
    ]


@pytest.mark.parametrize("step", STEPS)
def test_all_that_waits_is_sent_again(step: timedelta, clock: Traveller, evening: Tournament) -> None:
    waiting = request_of_each_kind(evening)
    assert send_again() == 0
    clock.move_to(START + step)

    assert send_again() == len(waiting)


@pytest.mark.parametrize("step", STEPS)
def test_what_a_dead_worker_had_begun_is_taken_over(
    step: timedelta, clock: Traveller, evening: Tournament
) -> None:
    *_, running, _queued, silent, _letter = request_of_each_kind(evening)
    assert (PRINTED_DOCUMENTS.claim(running), MOVEMENT_SEARCHES.claim(silent)) == (None, None)
    clock.move_to(START + step)

    assert PRINTED_DOCUMENTS.claim(running) is not None
    assert MOVEMENT_SEARCHES.claim(silent) is not None


@pytest.mark.parametrize("step", STEPS)
def test_letter_whose_sending_broke_off_is_given_up(
    step: timedelta, clock: Traveller, evening: Tournament
) -> None:
    entry = evening.entries.select_related("person").first()
    assert entry is not None
    letter = ResultMail.objects.create(
        tournament=evening, entry=entry, person=entry.person, mark="1", language="fr", state=MailState.SENDING
    )
    clock.move_to(START + step)

    send_mails(tournament=evening)

    letter.refresh_from_db()
    assert letter.state == MailState.FAILED


def test_invitation_and_link_made_by_a_clock_years_ahead_are_not_good_for_years(clock: Traveller) -> None:
    tournament, user = make_tournament(make_club()), make_user("Ana")
    clock.move_to(START + timedelta(days=3650))
    _invitation, token = make_invitation(tournament, EventRole.DIRECTOR)
    _invitation, guest = accept_invitation(token=token, account=None)
    link = make_sign_in_link(user=user).rstrip("/").rpartition("/")[2]
    assert Right.RUN in rights_in(guest, tournament)
    assert user_of_link(link) == user

    clock.move_to(START)

    assert rights_in(guest, tournament) == frozenset()
    assert user_of_link(link) is None
    with pytest.raises(AppError) as refused:
        find_invitation(token)
    assert refused.value.code == "invitation_expired"


def test_invitation_and_link_outlast_a_clock_set_right_by_hours(clock: Traveller) -> None:
    tournament, user = make_tournament(make_club()), make_user("Ana")
    _invitation, token = make_invitation(tournament, EventRole.DIRECTOR)
    link = make_sign_in_link(user=user).rstrip("/").rpartition("/")[2]

    clock.move_to(START - timedelta(hours=3))

    assert find_invitation(token).tournament == tournament
    assert user_of_link(link) == user


def test_message_to_the_hall_does_not_stay_for_years(clock: Traveller, evening: Tournament) -> None:
    session = evening.sessions.get()
    send_hall_message(session=session, text="Pause", minutes=10, sent_by=None)
    assert messages_to_all(session, timezone.now()).exists()

    clock.move_to(START - timedelta(days=3650))

    assert not messages_to_all(session, timezone.now()).exists()


@pytest.mark.parametrize("step", BACK)
def test_a_phone_that_left_is_not_shown_as_present(
    step: timedelta, clock: Traveller, evening: Tournament
) -> None:
    sit_down(open_table(evening), 0, device=make_device())
    session = evening.sessions.get()

    def present() -> int:
        wall = load_wall(session, timezone.now())
        return sum(tile.phone_count for tile in wall.tiles)

    assert present() == 1
    clock.move_to(START + step)
    assert present() == 0


def tries() -> list[bool]:
    """Return whether each of three attempts of one visitor is accepted."""
    request = RequestFactory().post("/")
    request.user = AnonymousUser()
    return [seconds_to_wait(request, "test-clock") == 0 for _ in range(3)]


@pytest.mark.parametrize("step", STEPS)
def test_who_sent_often_may_send_again(
    step: timedelta, clock: Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LIMITS, "test-clock", (Limit(By.ADDRESS, 2, 60),))
    assert tries() == [True, True, False]

    clock.move_to(START + step)

    assert tries() == [True, True, False]


@pytest.mark.postgres
@pytest.mark.parametrize("step", STEPS)
def test_who_was_locked_out_signs_in(step: timedelta, clock: Traveller, client: Client) -> None:
    user = User.objects.create_user("claire@example.org", "un mot de passe long", name="Claire")
    for _ in range(5):
        client.post("/connexion/", {"username": user.email, "password": "non"})
    clock.move_to(START + step)

    client.post("/connexion/", {"username": user.email, "password": "un mot de passe long"})

    assert "_auth_user_id" in client.session


@pytest.mark.parametrize("step", BACK)
def test_round_goes_on_from_when_the_clock_was_set_back(
    step: timedelta, clock: Traveller, evening: Tournament
) -> None:
    session = evening.sessions.select_related("tournament__club").get()
    round_clock.turn_clock(session=session, round_number=1, minutes=30, turned_by=None)
    round_clock.start_round(session=session, started_by=None)
    clock.move_to(START + step)

    def left() -> timedelta:
        running_clock = load_round(session, timezone.now()).clock
        assert running_clock is not None
        return running_clock.remaining(timezone.now())

    assert left() == timedelta(minutes=30)
    sweep_task()
    clock.shift(600)
    assert left() == timedelta(minutes=20)


@pytest.mark.parametrize("step", BACK)
def test_pause_over_which_the_clock_was_set_back_takes_no_time_away(
    step: timedelta, clock: Traveller, evening: Tournament
) -> None:
    session = evening.sessions.select_related("tournament__club").get()
    round_clock.turn_clock(session=session, round_number=1, minutes=30, turned_by=None)
    round_clock.start_round(session=session, started_by=None)
    clock.shift(600)
    round_clock.pause_round(session=session, paused_by=None)
    clock.move_to(START + step)

    row = round_clock.resume_round(session=session, resumed_by=None)

    assert row.paused_for == timedelta(0)
    assert row.clock.phase(timezone.now()) is RoundPhase.RUNNING


def test_paused_round_stays_paused_though_it_began_at_a_time_still_to_come(clock: Traveller) -> None:
    session = make_seated_tournament(make_club()).sessions.get()
    round_clock.turn_clock(session=session, round_number=1, minutes=28, turned_by=None)
    round_clock.start_round(session=session, started_by=None)
    clock.shift(600)
    paused = round_clock.pause_round(session=session, paused_by=None)
    clock.move_to(START - timedelta(hours=3))

    assert round_clock.begin_rounds_ahead_again() == 0

    row = type(paused).objects.get(session=session)
    assert (row.started_at, row.paused_at) == (paused.started_at, paused.paused_at)
    assert row.clock.phase(timezone.now()) is RoundPhase.PAUSED


def test_round_begun_by_a_machine_a_few_seconds_ahead_goes_on(clock: Traveller) -> None:
    session = make_seated_tournament(make_club()).sessions.get()
    round_clock.turn_clock(session=session, round_number=1, minutes=28, turned_by=None)
    round_clock.start_round(session=session, started_by=None)

    clock.move_to(START - round_clock.SKEW)
    count_within_skew = round_clock.begin_rounds_ahead_again()
    clock.shift(-1)

    assert (count_within_skew, round_clock.begin_rounds_ahead_again()) == (0, 1)


def test_who_registered_first_is_first_though_the_clock_was_set_back(clock: Traveller) -> None:
    tournament = open_event(make_tournament(make_club()), places=1)
    inside = send_registration(tournament, "Durand Anne")
    first = send_registration(tournament, "Nomb Ana")
    clock.move_to(START - timedelta(hours=3))
    late = send_registration(tournament, "Petit Luc")

    cancel_registration(registration=inside)

    states = {first.pk: RegistrationState.RECEIVED, late.pk: RegistrationState.WAITING}
    assert {
        registration.pk: registration.state for registration in tournament.registrations.filter(pk__in=states)
    } == states


@pytest.mark.parametrize("step", BACK)
def test_page_of_a_ranking_is_rendered_again(step: timedelta, clock: Traveller) -> None:
    """A render that began and never ended delays no later one, in a cache on a server too."""
    rendered_once("page", "1", lambda: lambda: "first")
    cache.set("page:rendering", START.timestamp(), None)
    clock.move_to(START + step)

    assert rendered_once("page", "2", lambda: lambda: "second").html == "second"
