"""Messages to other programs: what they hold, when they go, where they never go."""

import base64
import hashlib
import hmac
import json
import random
import socket
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from pytest_django.fixtures import Settings

from common.errors import AppError
from tests.factories.concurrent import run_against
from tests.factories.receivers import Receiver, receiving_program
from tests.factories.tournaments import (
    enter_result,
    list_plays,
    make_club,
    make_entered_tournament,
    make_seated_tournament,
    make_tournament,
    make_user,
    place_entry,
)
from tournaments.core.slips.traveller import LineKind
from tournaments.enums import DeliveryState, HookKind, LineUpMethod, MembershipRole, TournamentState
from tournaments.evening.organiser.desk_notices import desk_notices
from tournaments.incidents.services.result_steps import set_aside
from tournaments.models import Tournament, Webhook, WebhookDelivery, WebhookRequest
from tournaments.seating.services.line_ups import line_up
from tournaments.seating.services.starting_places import draw_places
from tournaments.site.services import deliveries, outbound
from tournaments.site.services.deliveries import (
    DELIVERIES_KEPT,
    forget_deliveries,
    gather_changes,
    hook_secret,
    send_deliveries,
)
from tournaments.site.services.outbound import Posting, SendResult, is_public, post, send_apart
from tournaments.site.services.webhooks import (
    MOST_HOOKS,
    make_webhook,
    set_webhook_paused,
    try_webhook,
)
from tournaments.trace.services.trace import record_event
from tournaments.work.hooks import ABANDONED_AFTER, PAUSES
from tournaments.work.kinds import DELIVERIES

pytestmark = pytest.mark.django_db

PROJECT = Path(__file__).parents[4]
ALL_KINDS = [HookKind.RANKING, HookKind.RESULTS, HookKind.STATE, HookKind.ENTRIES]


@pytest.fixture
def program(settings: Settings) -> Iterator[Receiver]:
    settings.ETUI_LOCAL_WEBHOOKS = True
    with receiving_program() as receiver:
        yield receiver


@pytest.fixture
def evening() -> Tournament:
    return make_tournament(make_club())


def hook_of(evening: Tournament, address: str, kinds: list[HookKind] = ALL_KINDS) -> Webhook:
    owner = make_user(club=evening.club, role=MembershipRole.OWNER)
    site = "https://tarot.example"
    return make_webhook(club=evening.club, address=address, kinds=kinds, site=site, made_by=owner)


def change(evening: Tournament, action: str = "result.entered") -> None:
    record_event(club=evening.club, tournament=evening, actor=None, action=action, subject="1/1/1")


def documented_example() -> Callable[[str, dict[str, str], bytes], bool]:
    """Return the function with which docs/programs.md verifies a message."""
    text = (PROJECT / "docs" / "programs.md").read_text(encoding="utf-8")
    names: dict[str, Any] = {}
    exec(text.split("```python\n")[1].split("```")[0], names)  # noqa: S102 - our own page
    function: Callable[[str, dict[str, str], bytes], bool] = names["is_from_etui"]
    return function


def age(delivery: WebhookDelivery, span: timedelta) -> None:
    """Set the clock forward for a message and its webhook."""
    moment = timezone.now() - span - timedelta(seconds=1)
    WebhookDelivery.objects.filter(pk=delivery.pk).update(changed_at=moment, created_at=moment)
    Webhook.objects.exclude(failed_at=None).update(failed_at=moment)


@pytest.mark.postgres
def test_message_is_signed_and_names_the_event_alone(evening: Tournament, program: Receiver) -> None:
    hook = hook_of(evening, program.address)
    for action in ("result.entered", "result.corrected", "tournament.finished", "result.disputed"):
        change(evening, action)

    assert gather_changes(tournament_id=evening.pk) == 2
    assert send_deliveries(hook_id=hook.pk) == 2

    headers, body = program.messages[0]
    secret = base64.b64decode(hook_secret(hook).removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    expected = base64.b64encode(hmac.digest(secret, signed, hashlib.sha256)).decode()
    assert headers["webhook-signature"] == f"v1,{expected}"
    example = documented_example()
    assert example(hook_secret(hook), headers, body)
    assert not example(hook_secret(hook), headers, body + b" ")
    assert not example(hook_secret(hook), headers | {"webhook-timestamp": "1"}, body)
    contents = [json.loads(text) for _headers, text in program.messages]
    assert {content["type"] for content in contents} == {"results", "state"}
    assert contents[0].keys() == {"id", "type", "event", "version", "timestamp"}
    assert contents[0]["event"] == f"https://tarot.example/api/v1/tournaments/{evening.slug}/"
    assert contents[0]["id"] == headers["webhook-id"]
    assert {row.state for row in hook.deliveries.all()} == {DeliveryState.DELIVERED}
    assert {row.code for row in hook.deliveries.all()} == {204}


@pytest.mark.postgres
def test_changes_are_put_together_until_a_message_is_tried(evening: Tournament) -> None:
    hook = hook_of(evening, "https://program.example/", [HookKind.RESULTS])
    for _number in range(3):
        change(evening)
        gather_changes(tournament_id=evening.pk)

    delivery = hook.deliveries.get()
    assert not WebhookRequest.objects.exists()
    hook.deliveries.update(attempts=1)
    change(evening)
    gather_changes(tournament_id=evening.pk)

    assert hook.deliveries.count() == 2
    assert max(row.version for row in hook.deliveries.all()) > delivery.version


def test_first_result_begins_the_event_and_is_told_once() -> None:
    evening = make_seated_tournament(make_club())
    hook_of(evening, "https://program.example/", [HookKind.STATE])
    first, second = list_plays(evening)[:2]

    enter_result(first, 62)
    assert WebhookRequest.objects.filter(kind=HookKind.STATE).count() == 1

    enter_result(second, -54)
    assert WebhookRequest.objects.filter(kind=HookKind.STATE).count() == 1


def test_event_that_begins_with_a_line_that_is_not_played_is_told() -> None:
    evening = make_seated_tournament(make_club())
    hook_of(evening, "https://program.example/", [HookKind.STATE])

    set_aside(list_plays(evening)[:2], LineKind.NOT_PLAYED, "", make_user())

    evening.refresh_from_db()
    assert evening.state == TournamentState.PLAYING
    assert WebhookRequest.objects.filter(kind=HookKind.STATE).count() == 1


def test_starting_places_are_told_as_changes_of_the_entries() -> None:
    evening = make_entered_tournament(make_club())
    hook_of(evening, "https://program.example/", [HookKind.ENTRIES])

    place_entry(evening.entries.all()[0], None)
    draw_places(tournament=evening, rng=random.Random(4), drawn_by=None)
    line_up(
        tournament=evening,
        method=LineUpMethod.LOT,
        is_apart=False,
        rng=random.Random(4),
        placed_by=None,
    )

    assert WebhookRequest.objects.filter(kind=HookKind.ENTRIES).count() == 3


def test_nothing_is_requested_without_a_webhook_for_the_change(evening: Tournament) -> None:
    change(evening)
    hook = hook_of(evening, "https://program.example/", [HookKind.STATE])
    change(evening)
    set_webhook_paused(hook=hook, is_paused=True, set_by=make_user())
    change(evening, "tournament.finished")

    assert not WebhookRequest.objects.exists()


def test_failed_message_is_sent_again_after_each_pause_then_given_up(
    evening: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[Posting] = []

    def fail(posting: Posting) -> SendResult:
        tries.append(posting)
        return SendResult(code=503)

    monkeypatch.setattr(deliveries, "send_apart", fail)
    hook = hook_of(evening, "https://program.example/")
    change(evening)
    gather_changes(tournament_id=evening.pk)
    delivery = hook.deliveries.get()
    send_deliveries(hook_id=hook.pk)

    for number, pause in enumerate(PAUSES, start=1):
        age(delivery, pause - timedelta(seconds=30))
        assert send_deliveries(hook_id=hook.pk) == 0
        assert len(tries) == number
        assert not DELIVERIES.waiting().exists()
        age(delivery, pause)
        assert DELIVERIES.stale(timezone.now()) == [hook.pk]
        send_deliveries(hook_id=hook.pk)
        assert len(tries) == number + 1

    delivery.refresh_from_db()
    assert (delivery.state, delivery.attempts, delivery.code) == (DeliveryState.GIVEN_UP, 6, 503)
    assert len({posting.headers["webhook-id"] for posting in tries}) == 1


@pytest.mark.postgres
def test_last_attempt_that_died_with_its_worker_is_repeated(
    evening: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deliveries, "send_apart", lambda posting: SendResult(code=503))
    hook = hook_of(evening, "https://program.example/")
    change(evening)
    gather_changes(tournament_id=evening.pk)
    delivery = hook.deliveries.get()
    WebhookDelivery.objects.filter(pk=delivery.pk).update(attempts=len(PAUSES) + 1)

    age(delivery, ABANDONED_AFTER - timedelta(seconds=30))
    assert DELIVERIES.stale(timezone.now()) == []
    age(delivery, ABANDONED_AFTER)
    assert DELIVERIES.stale(timezone.now()) == [hook.pk]
    send_deliveries(hook_id=hook.pk)

    delivery.refresh_from_db()
    assert (delivery.state, delivery.code) == (DeliveryState.GIVEN_UP, 503)


def test_address_that_fails_rests_and_pauses_after_a_day_of_failures(
    evening: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deliveries, "send_apart", lambda posting: SendResult(problem="silent"))
    hook = hook_of(evening, "https://program.example/")
    for action in ("result.entered", "tournament.finished"):
        change(evening, action)
    gather_changes(tournament_id=evening.pk)

    send_deliveries(hook_id=hook.pk)
    assert sorted(row.attempts for row in hook.deliveries.all()) == [0, 1]
    send_deliveries(hook_id=hook.pk)
    assert sorted(row.attempts for row in hook.deliveries.all()) == [0, 1]
    assert desk_notices(evening) == []

    moment = timezone.now()
    Webhook.objects.update(failing_since=moment - timedelta(hours=25), failed_at=moment - timedelta(hours=2))
    send_deliveries(hook_id=hook.pk)

    hook.refresh_from_db()
    assert hook.paused_at is not None
    assert hook.was_paused_by_failures
    assert {row.state for row in hook.deliveries.all()} == {DeliveryState.GIVEN_UP}
    assert [notice.is_problem for notice in desk_notices(evening)] == [True]
    with pytest.raises(AppError, match="webhook_paused"):
        try_webhook(hook=hook)
    set_webhook_paused(hook=hook, is_paused=False, set_by=make_user())
    hook.refresh_from_db()
    assert (hook.failing_since, hook.failed_at) == (None, None)
    assert desk_notices(evening) == []


def test_one_failure_long_after_another_does_not_pause(
    evening: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deliveries, "send_apart", lambda posting: SendResult(code=500))
    hook = hook_of(evening, "https://program.example/")
    last_week = timezone.now() - timedelta(days=7)
    Webhook.objects.update(failing_since=last_week, failed_at=last_week)
    change(evening)
    gather_changes(tournament_id=evening.pk)

    send_deliveries(hook_id=hook.pk)

    hook.refresh_from_db()
    assert hook.paused_at is None
    assert hook.failing_since is not None
    assert hook.failing_since > last_week


def test_trial_goes_at_once_and_a_redirect_is_a_failure(evening: Tournament, program: Receiver) -> None:
    hook = hook_of(evening, program.address)
    Webhook.objects.update(failed_at=timezone.now())
    try_webhook(hook=hook)
    assert send_deliveries(hook_id=hook.pk) == 1
    assert json.loads(program.messages[0][1])["event"] is None

    program.status = 307
    try_webhook(hook=hook)
    assert send_deliveries(hook_id=hook.pk) == 0

    assert len(program.messages) == 2
    assert hook.deliveries.first().code == 307  # type: ignore[union-attr]


def test_message_given_up_by_a_pause_during_its_attempt_stays_given_up(
    evening: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    hook = hook_of(evening, "https://program.example/")
    change(evening)
    gather_changes(tournament_id=evening.pk)
    moment = timezone.now()
    Webhook.objects.update(failing_since=moment - timedelta(hours=25), failed_at=moment - timedelta(hours=2))

    def pause_and_fail(posting: Posting) -> SendResult:
        set_webhook_paused(hook=hook, is_paused=True, set_by=make_user())
        return SendResult(code=500)

    monkeypatch.setattr(deliveries, "send_apart", pause_and_fail)
    send_deliveries(hook_id=hook.pk)

    assert hook.deliveries.get().state == DeliveryState.GIVEN_UP
    hook.refresh_from_db()
    assert not hook.was_paused_by_failures


def test_change_before_a_pause_is_not_sent_after_it(evening: Tournament) -> None:
    hook = hook_of(evening, "https://program.example/")
    change(evening)
    set_webhook_paused(hook=hook, is_paused=True, set_by=make_user())

    assert gather_changes(tournament_id=evening.pk) == 0
    assert not hook.deliveries.exists()


@pytest.mark.postgres
@pytest.mark.postgres_alone
@pytest.mark.django_db(transaction=True)
def test_two_workers_two_trials_or_a_pause_at_once_leave_one_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deliveries, "send_apart", lambda _posting: SendResult(code=500))
    evening = make_tournament(make_club())
    hook = hook_of(evening, "https://program.example/")
    gather = partial(gather_changes, tournament_id=evening.pk)
    pause = partial(set_webhook_paused, hook=hook, is_paused=True, set_by=make_user())

    WebhookRequest.objects.create(tournament=evening, kind=HookKind.RESULTS)
    counts = run_against(gather, gather)
    run_against(*[partial(try_webhook, hook=hook)] * 2)
    waiting = hook.deliveries.filter(state=DeliveryState.WAITING)
    kinds = sorted(waiting.values_list("kind", flat=True))
    WebhookRequest.objects.create(tournament=evening, kind=HookKind.STATE)
    run_against(gather, pause)

    assert counts == (1, 0)
    assert kinds == [HookKind.RESULTS, HookKind.TEST]
    assert not waiting.exists()


def test_messages_are_forgotten_after_two_weeks(evening: Tournament) -> None:
    hook = hook_of(evening, "https://program.example/")
    for kept in (DELIVERIES_KEPT - timedelta(hours=1), DELIVERIES_KEPT + timedelta(hours=1)):
        hook.deliveries.create(kind=HookKind.TEST, created_at=timezone.now() - kept)

    assert forget_deliveries(now=timezone.now()) == 1
    assert hook.deliveries.count() == 1


def test_addresses_that_are_not_of_the_internet_are_refused() -> None:
    for text in (
        "127.0.0.1 10.1.2.3 172.16.0.1 192.168.1.1 169.254.169.254 0.0.0.0 100.64.0.1 192.0.2.1 224.0.0.1",
        "240.0.0.1 255.255.255.255 ::1 :: ::7f00:1 fe80::1 fc00::1 ff02::1 fec0::1 ::ffff:127.0.0.1",
        "::ffff:10.0.0.1 64:ff9b::7f00:1 2002:7f00:1:: 2001:db8::1",
    ):
        for address in text.split():
            assert not is_public(ip_address(address)), address


def test_addresses_of_the_internet_are_allowed() -> None:
    for address in ("9.9.9.9", "2620:fe::fe", "::ffff:9.9.9.9", "64:ff9b::909:909"):
        assert is_public(ip_address(address)), address


def test_every_answer_of_the_resolver_is_checked_before_a_connection(
    program: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = int(program.address.split(":")[2].split("/")[0])
    monkeypatch.setattr(outbound, "resolve_host", lambda host, port: [("9.9.9.9", port), ("127.0.0.1", port)])

    result = post(Posting(f"http://program.example:{port}/", {}, b"{}", may_be_local=False))

    assert result == SendResult(problem="local")
    assert program.messages == []
    for host in ("localhost", "127.1", "2130706433", "0x7f000001", "[::ffff:127.0.0.1]"):
        monkeypatch.undo()
        refused = post(Posting(f"http://{host}:{port}/", {}, b"{}", may_be_local=False))
        assert refused.problem in ("local", "unreachable"), host
    assert program.messages == []


def test_server_without_a_response_ends_at_the_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbound, "DEADLINE_SECONDS", 1)
    with socket.create_server(("127.0.0.1", 0)) as silent_server:
        port = silent_server.getsockname()[1]
        result = send_apart(Posting(f"http://127.0.0.1:{port}/", {}, b"{}", may_be_local=True))

    assert result == SendResult(problem="silent")
    closed = send_apart(Posting(f"http://127.0.0.1:{port}/", {}, b"{}", may_be_local=True))
    assert closed == SendResult(problem="unreachable")


def test_addresses_of_webhooks_are_checked_when_they_are_made(evening: Tournament) -> None:
    refusals = {
        "ftp://program.example/": "address_open",
        "http://program.example/": "address_open",
        "program.example": "address_malformed",
        "https://": "address_malformed",
        "https://program.example:99999/": "address_malformed",
        "https://user:word@program.example/": "address_malformed",
        "https://program.example/\r\nX: y": "address_malformed",
        "https://127.0.0.1/": "address_local",
        "https://[::1]/": "address_local",
        "https://localhost/": "address_local",
    }
    codes = {}
    for address in refusals:
        with pytest.raises(AppError) as refusal:
            hook_of(evening, address)
        codes[address] = refusal.value.code
    assert codes == refusals

    for number in range(MOST_HOOKS):
        hook_of(evening, f"https://program.example/{number}")
    with pytest.raises(AppError, match="too_many_webhooks"):
        hook_of(evening, "https://program.example/more")
