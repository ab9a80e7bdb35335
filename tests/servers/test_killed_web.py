"""The web server killed while a user saves a result, the broker gone: PostgreSQL, Redis, real processes."""

import socket
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest
from django.urls import reverse
from kombu import Connection
from kombu.exceptions import OperationalError

from accounts.services import make_sign_in_link
from config.celery import app as celery_app
from tests.factories.sheets import make_seated_sheets
from tests.factories.tournaments import list_plays, make_user
from tests.processes import find_port, wait_until
from tests.servers.contention import Call, Held, all_at_once, kill_group, waiting_count
from tests.servers.ledger import phone_tables
from tests.servers.phones import Pace, Phone, Sent
from tests.servers.sweeping import age_requests, is_caught_up, snapshots
from tests.servers.visitor import Visitor
from tournaments.base.services.link_keys import store_missing_keys
from tournaments.models import (
    AuditEvent,
    Play,
    ResultSlip,
    StandingsRequest,
    TablePhone,
    Tournament,
)
from tournaments.rankings.services.standings import refresh_standings
from tournaments.work.kinds import send_again

Process = "subprocess.Popen[str]"
StartWeb = Callable[..., Process]
PEOPLE = ("Ana", "Bob", "Chloé", "Driss", "Ève", "Fred")
LOCK_PLAY = "SELECT 1 FROM tournaments_play FOR UPDATE"


@pytest.fixture
def start_web(
    launch: Callable[..., Process], real_environment: dict[str, str], free_port: int
) -> Callable[..., Process]:
    """`start_web(**changes)` starts a web server on the test's database, environment changed; it answers."""

    def start(**changes: str) -> Process:
        process = launch(
            "uvicorn",
            "config.asgi:application",
            f"--port={free_port}",
            env=real_environment | {"ETUI_WEB_THREADS": "8", **changes},
        )
        assert wait_until(lambda: answers(free_port)), process.log_path.read_text()
        return process

    return start


@pytest.fixture
def typist(evening: Tournament, free_port: int) -> Callable[[str], Visitor]:
    """Return `typist(name)`, which signs in a user of the club."""

    def sign_in(name: str) -> Visitor:
        visitor = Visitor(f"http://localhost:{free_port}")
        visitor.sign_in(make_sign_in_link(user=make_user(name, club=evening.club)))
        return visitor

    return sign_in


@pytest.fixture
def silent_broker() -> Iterator[socket.socket]:
    """A broker that lets itself be called and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(30)
        yield listening


def answers(port: int) -> bool:
    with suppress(OSError):
        return Visitor(f"http://localhost:{port}").get("/healthz") == "ok"
    return False


def traveller(evening: Tournament, play: Play) -> str:
    return reverse("organiser-traveller", args=[evening.slug, play.board])


def redis_url(port: int) -> str:
    return f"redis://127.0.0.1:{port}/0"


@pytest.mark.parametrize(
    "window",
    [
        pytest.param(LOCK_PLAY, id="before the result is written", marks=pytest.mark.nights),
        pytest.param(
            "LOCK TABLE tournaments_auditevent IN SHARE MODE", id="after the result, before the trace"
        ),
        pytest.param(
            "LOCK TABLE tournaments_standingsrequest IN SHARE MODE",
            id="before the ranking is asked for",
            marks=pytest.mark.nights,
        ),
    ],
)
def test_what_is_sent_to_a_killed_web_server_is_stored_once_and_ranked_when_a_lost_broker_is_back(
    window: str,
    evening: Tournament,
    free_port: int,
    hold: Callable[..., Held],
    launch: Callable[..., Process],
    real_environment: dict[str, str],
    start_web: StartWeb,
    typist: Callable[[str], Visitor],
) -> None:
    """A server killed at the moment at which it waits for a lock; phones send sheets of both kinds.

    The server that follows loses its broker.
    """
    # an earlier test emptied the table of the keys that both processes need for the links
    store_missing_keys()
    web = start_web()
    evenings = [
        make_seated_sheets(evening.club, round_count=1, deals=1, options={"sheet": sheet})
        for sheet in ("deals", "totals")
    ]
    pace = Pace()
    phones = [
        Phone(free_port, number, phone_tables(free, 1), pace, versions=1, gives_up=0, seed=44)
        for number, free in enumerate(evenings, 1)
    ]
    for phone in phones:
        phone.start()
    # seats are claimed with a line in the trace, so the phones wait for their turn first
    assert wait_until(lambda: TablePhone.objects.count() == 2), [phone.log for phone in phones]
    play, visitor = list_plays(evening)[0], typist("Ana")
    page = traveller(evening, play)
    line = visitor.line(page, f"p{play.pk}", 62)
    holder = hold(window)
    sending = Call(lambda: visitor.post(page, line))
    pace.add(2)
    assert wait_until(lambda: waiting_count() >= 3)

    kill_group(web)
    assert isinstance(sending.answer(), OSError)
    assert wait_until(lambda: all(phone.log.lost_answers for phone in phones))
    holder.release()

    assert wait_until(lambda: waiting_count() == 0)
    assert [rows.objects.exists() for rows in (ResultSlip, StandingsRequest)] == [False, False]
    redis_port = find_port()
    environment = real_environment | {"CELERY_BROKER_URL": redis_url(redis_port)}
    redis = ("redis-server", "--port", str(redis_port), "--bind", "127.0.0.1", "--save", "")
    broker = launch(*redis, env=environment)
    start_web(CELERY_BROKER_URL=redis_url(redis_port))
    assert [visitor.post(page, line)[0] for _ in range(2)] == [200, 200]
    assert wait_until(lambda: all(phone.is_done for phone in phones))
    slip_row = ResultSlip.objects.get(play=play)
    assert (slip_row.score, slip_row.version, str(slip_row.token)) == (62, 1, line[f"p{play.pk}-token"])
    assert [phone.log.refusals for phone in phones] == [[], []]
    for phone, free in zip(phones, evenings, strict=True):
        slip = ResultSlip.objects.get(play__round__section__session__tournament=free)
        result = Sent(slip.play_id, 1, list(slip.seat_scores or []))
        assert phone.log.acknowledged == {str(slip.token): result}
        assert (slip.version, sum(result.scores), len(result.scores)) == (1, 0, 4)
    for event in (evening, *evenings):
        assert AuditEvent.objects.filter(action="result.entered", tournament=event).count() == 1
        refresh_standings(session=event.sessions.get())
    assert is_caught_up()
    ranked_once = [(1, 1)] * 3
    assert snapshots() == ranked_once

    worker = launch("celery", "--app=config.celery", "worker", "--concurrency=1", env=environment)
    first, *other_plays = list_plays(evening)[1:5]
    assert enter(visitor, evening, first, 56) == 200
    assert wait_until(is_caught_up), worker.log_path.read_text()
    assert snapshots() == [*ranked_once, (2, 2)]

    kill_group(broker)
    statuses = [
        enter(visitor, evening, play, score) for play, score in zip(other_plays, (62, 58, 70), strict=True)
    ]
    stored = ResultSlip.objects.filter(play__in=other_plays).count()
    assert (statuses, stored, snapshots()) == ([200] * 3, 3, [*ranked_once, (2, 2)])

    launch(*redis, env=environment)
    age_requests()
    with Connection(redis_url(redis_port)) as connection:
        assert wait_until(lambda: sends_sweep(connection))
    assert wait_until(is_caught_up)
    assert snapshots() == [*ranked_once, (2, 2), (3, 5)]


@pytest.mark.nights  # by day: killed before the trace above, and messages lost by a laptop (test_campaign)
def test_web_server_killed_between_commit_and_nudge_keeps_the_result_and_the_sweep_ranks_it(
    evening: Tournament,
    silent_broker: socket.socket,
    start_web: StartWeb,
    start_worker: Callable[[], Process],
    typist: Callable[[str], Visitor],
) -> None:
    web = start_web(CELERY_BROKER_URL=redis_url(silent_broker.getsockname()[1]))
    play, visitor = list_plays(evening)[0], typist("Ana")
    page = traveller(evening, play)
    line = visitor.line(page, f"p{play.pk}", -58)
    sending = Call(lambda: visitor.post(page, line))
    nudge, _ = silent_broker.accept()

    kill_group(web)
    nudge.close()

    assert isinstance(sending.answer(), OSError)
    assert ResultSlip.objects.get().score == -58
    assert (StandingsRequest.objects.count(), snapshots()) == (1, [])
    start_web()
    assert visitor.post(page, line)[0] == 200
    assert ResultSlip.objects.count() == 1
    start_worker()
    age_requests()
    assert send_again() == 1
    assert wait_until(is_caught_up)
    assert snapshots() == [(1, 1)]


@pytest.mark.nights  # by day test_same_moment, without pages
def test_six_people_at_their_pages_one_saves_and_five_read_who_and_what(
    evening: Tournament, hold: Callable[..., Held], start_web: StartWeb, typist: Callable[[str], Visitor]
) -> None:
    start_web()
    play = list_plays(evening)[0]
    page = traveller(evening, play)
    people = {name: typist(name) for name in PEOPLE}
    lines = {
        name: visitor.line(page, f"p{play.pk}", 50 + 2 * number)
        for number, (name, visitor) in enumerate(people.items())
    }
    holder = hold(LOCK_PLAY)

    post_answers = all_at_once(
        [lambda name=name: people[name].post(page, lines[name]) for name in PEOPLE], holder
    )

    answers_by_name = dict(zip(PEOPLE, post_answers, strict=True))
    slip_row = ResultSlip.objects.get()
    winner = str(slip_row.entered_by)
    status, response_text = answers_by_name.pop(winner)
    assert (status, "1 résultat enregistré." in response_text) == (200, True)
    assert slip_row.score == 50 + 2 * PEOPLE.index(winner)
    for status, response_text in answers_by_name.values():
        assert status == 422
        assert f"{winner} a déjà enregistré « +{slip_row.score} » à " in response_text


def sends_sweep(broker: Connection) -> bool:
    """Send the worker of a broker to its sweep; False while the broker is away."""
    try:
        celery_app.send_task("tournaments.sweep", connection=broker)
    except OperationalError:
        return False
    return True


def enter(visitor: Visitor, evening: Tournament, play: Play, score: int) -> int:
    """Type one result on its traveller and save; the status of the answer."""
    page = traveller(evening, play)
    return visitor.post(page, visitor.line(page, f"p{play.pk}", score))[0]
