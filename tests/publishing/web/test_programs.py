"""Addresses of the site for laptops: rights of a laptop, and requests that no Étui sends."""

import gzip
import json
import os
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit
from urllib.request import Request

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from publishing.models import ClubSite, Laptop, PairingCode, SharedEvent
from publishing.services import site_client
from publishing.services.keys import new_key_pair, sign
from publishing.services.pairing import make_pairing_code, pair_laptop, revoke_laptop
from publishing.services.publishing import publish_event, share_event
from publishing.services.site_client import LAYOUT
from publishing.web import programs
from tests.factories.tournaments import make_club, make_seated_tournament, make_user
from tests.publishing.elsewhere import Elsewhere
from tournaments.enums import MembershipRole, PrizeRanking
from tournaments.models import Club, PrizePlan, PrizeRule, Tournament

Send = Callable[..., Any]
IS_WHOLE = bool(os.environ.get("ETUI_WHOLE_WALKS"))
"""True if every field is spoilt, not one in four."""
UID = "7d3f7c4e-3a52-4b6f-9a7e-0d1c2b3a4f5e"


@pytest.fixture
def club(db: None) -> Club:
    return make_club()


@pytest.fixture
def owner(club: Club) -> User:
    return make_user("Odile", club=club)


@pytest.fixture
def key(club: Club, owner: User) -> tuple[Laptop, str]:
    private_key, public_key = new_key_pair()
    laptop = Laptop.objects.create(club=club, name="Portable", public_key=public_key, paired_by=owner)
    return laptop, private_key


@pytest.fixture
def send(client: Client, key: tuple[Laptop, str]) -> Send:
    """Send a signed request as the laptop of the club."""
    laptop, private_key = key

    def request(path: str, content: Any = None, *, body: bytes | None = None, method: str = "POST") -> Any:
        path = f"/api/hall/{path}"
        payload = body if body is not None else gzip.compress(json.dumps(content).encode())
        if method == "GET":
            payload = b""
        headers = {"Etui-Laptop": str(laptop.pk), "Etui-Signature": sign(private_key, method, path, payload)}
        return client.generic(method, path, payload, content_type="application/json", headers=headers)

    return request


def test_request_without_a_signature_is_refused(client: Client, key: tuple[Laptop, str]) -> None:
    for headers in ({}, {"Etui-Laptop": "x"}, {"Etui-Laptop": str(key[0].pk), "Etui-Signature": "AAAA"}):
        answer = client.get("/api/hall/events/", headers=headers)

        assert (answer.status_code, answer.json()["code"]) == (403, "laptop_unknown")


def test_signature_of_another_request_is_refused(client: Client, key: tuple[Laptop, str]) -> None:
    laptop, private_key = key
    for method, path in (("POST", "/api/hall/events/"), ("GET", f"/api/hall/events/{UID}/")):
        headers = {"Etui-Laptop": str(laptop.pk), "Etui-Signature": sign(private_key, method, path, b"")}

        assert client.get("/api/hall/events/", headers=headers).status_code == 403


def test_revoked_laptop_is_refused(send: Send, key: tuple[Laptop, str], owner: User) -> None:
    assert send("events/", method="GET").status_code == 200

    revoke_laptop(laptop=key[0], revoked_by=owner)

    answer = send("events/", method="GET")
    assert (answer.status_code, answer.json()["code"]) == (403, "laptop_revoked")


def test_event_of_another_club_is_not_listed_taken_or_read(send: Send) -> None:
    foreign = make_seated_tournament(make_club("Autre club"))
    SharedEvent.objects.create(tournament=foreign, club=foreign.club, uid=UID, turn=3, version=7)

    assert send("events/", method="GET").json()["events"] == []
    response = send(
        f"events/{foreign.slug}/take/", {"layout": LAYOUT, "turn": 3, "mark": "0" * 16, "is_forced": True}
    )
    assert (response.status_code, response.json()["code"]) == (400, "event_unknown")
    # as for an event that nobody has published
    assert send(f"events/{UID}/", method="GET").json() == {"turn": 1, "version": 0, "digests": {}}


STATE = {
    "layout": LAYOUT,
    "turn": 1,
    "version": 0,
    "follows": [],
    "mark": "0123456789abcdef",
    "digests": {},
    "texts": {},
    "sealed": None,
    "is_whole": False,
}


@pytest.mark.parametrize(
    "content",
    [
        [],
        {"layout": LAYOUT},
        STATE | {"turn": "1"},
        STATE | {"turn": True},
        STATE | {"version": 2**40},
        STATE | {"digests": [1]},
        STATE | {"digests": {"Tournament": "0"}},
        STATE | {"texts": {"Tournament": "[]"}},
        STATE | {"texts": {"Tournament": 3}},
        STATE | {"sealed": "*"},
        STATE | {"mark": 3},
        STATE | {"mark": "0" * 17},
        STATE | {"follows": "0"},
        STATE | {"follows": [0]},
        {name: value for name, value in STATE.items() if name != "follows"},
        STATE,
    ],
)
def test_state_that_no_etui_sends_changes_nothing(send: Send, content: Any) -> None:
    answer = send(f"events/{UID}/", content)

    assert (answer.status_code, answer.json()["code"]) == (400, "state_malformed")
    assert not Tournament.objects.exists()


@pytest.mark.parametrize("body", [b"x", gzip.compress(b"x"), gzip.compress(b"[" * 100_000), b"\x1f\x8b\x08"])
def test_body_that_cannot_be_read_is_refused(send: Send, body: bytes) -> None:
    answer = send(f"events/{UID}/", body=body)

    assert (answer.status_code, answer.json()["code"]) == (400, "state_malformed")


def test_body_that_grows_without_end_is_refused(send: Send, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "LARGEST_CONTENT", 1000)

    answer = send(f"events/{UID}/", STATE | {"texts": {"x": "0" * 10_000}})

    assert answer.json()["code"] == "state_malformed"


def test_stranger_cannot_make_the_site_unpack_more_than_a_pairing_needs(client: Client, db: None) -> None:
    """A hundred kilobytes unpack to a hundred megabytes, and JSON takes many times that in memory."""
    answer = pair(client, code="aaaa-aaaa", public_key=new_key_pair()[1], name="0" * programs.LARGEST_PAIRING)

    assert (answer.status_code, answer.json()["code"]) == (400, "state_malformed")


def test_newer_laptop_is_told_to_have_the_site_updated(send: Send) -> None:
    answer = send(f"events/{UID}/", STATE | {"layout": LAYOUT + 1})

    assert (answer.status_code, answer.json()["code"]) == (400, "site_older")


class Shared:
    """A published event as its laptop sends it, and a site that answers."""

    def __init__(self, site: ClubSite, server: Elsewhere, request: Request) -> None:
        self.site, self.server, self.request = site, server, request
        self.content = json.loads(gzip.decompress(request.data))  # type: ignore[arg-type]
        self._state = server.kept()

    def answer(self, texts: dict[str, str]) -> tuple[int, str]:
        """Send these texts with a valid signature. Return the status and the code of the answer."""
        self.request.data = gzip.compress(json.dumps(_with_digests(self.content, texts)).encode())
        path = urlsplit(self.request.full_url).path
        signature = sign(self.site.private_key, "POST", path, self.request.data)
        self.request.add_header("Etui-signature", signature)
        status, answer = self.server.answer(self.request)
        return status, json.loads(answer).get("code", "")

    def restore(self) -> None:
        """Restore the site as it was before any answer."""
        self.server.put_back(self._state)


@pytest.fixture
def shared(site: ClubSite, server: Elsewhere, organiser: User, monkeypatch: pytest.MonkeyPatch) -> Shared:
    tournament = make_seated_tournament(site.club, table_count=3)
    PrizeRule.objects.create(
        plan=PrizePlan.objects.create(tournament=tournament),
        position=1,
        name="Tous",
        ranking=PrizeRanking.OVERALL,
        amounts=[5000],
        gifts=[{"name": "Jambon", "cents": 3500}, {"name": "", "cents": None}],
    )
    event = share_event(tournament=tournament, site=site, shared_by=organiser)
    requests: list[Request] = []
    monkeypatch.setattr(site_client, "send", lambda request: requests.append(request) or (503, b""))
    publish_event(event_id=event.pk)
    (request,) = requests
    return Shared(site, server, request)


def test_one_spoilt_row_of_a_state_changes_nothing(shared: Shared) -> None:
    """Fields of a row of each kind are spoilt in turn: the site answers with a sentence."""
    content = shared.content
    answers, broken = set(), set[str]()
    fields = [
        (name, text, field)
        for name, text in content["texts"].items()
        for row in json.loads(text)[:1]
        for field in row[1]
    ]
    for name, text, field in fields if IS_WHOLE else fields[::4]:
        spoilt = json.loads(text)
        spoilt[0][1][field] = {"none": "such"}
        texts = content["texts"] | {name: json.dumps(spoilt)}
        status, code = shared.answer(texts)
        answers.add((status, code))
        if status == 200:
            broken |= {f"{name}.{field}: {page}" for page in broken_pages(shared.server)}
        shared.restore()

    assert answers <= {(400, "state_malformed"), (400, "state_whole"), (200, "")}
    assert (400, "state_malformed") in answers
    assert broken == set()


UNSHOWABLE: tuple[tuple[str, str, object], ...] = (
    ("Entry", "start_seat", 2**31),
    ("Section", "first_table", 98),
    ("PrizeRule", "gifts", 7),
    ("PrizeRule", "gifts", [{"name": 7, "cents": None}]),
    ("PrizeRule", "gifts", [{"name": "Jambon", "cents": "7"}]),
    ("PrizeRule", "amounts", ["7"]),
)
"""Values that a page of the site could not show: part, field, value."""


def test_value_that_no_page_can_show_is_refused(shared: Shared) -> None:
    texts = shared.content["texts"]
    answers = set()
    for part, field, value in UNSHOWABLE:
        name = next(name for name in texts if name.partition("/")[0] == part)
        rows = json.loads(texts[name])
        rows[0][1][field] = value
        status, code = shared.answer(texts | {name: json.dumps(rows)})
        answers.add((part, field, status, code))
        shared.restore()

    assert answers == {(part, field, 400, "state_malformed") for part, field, _value in UNSHOWABLE}
    assert shared.answer(texts) == (200, "")


PAGES = ("desk", "seats", "deals")


def broken_pages(server: Elsewhere) -> list[str]:
    """Pages of the site that fail with a state that it accepted."""
    with server.entered():
        tournament = Tournament.objects.get()
        organiser = Client(raise_request_exception=False)
        organiser.force_login(User.objects.get())
        names = ["public-standings", *(f"organiser-{name}" for name in PAGES)]
        return [
            name for name in names if organiser.get(reverse(name, args=[tournament.slug])).status_code >= 500
        ]


def _with_digests(content: dict[str, Any], texts: dict[str, str]) -> dict[str, Any]:
    from publishing.queries.states import digest_of

    digests = {name: digest_of(text) for name, text in texts.items()}
    return content | {"texts": texts, "digests": content["digests"] | digests}


# --- pairing --------------------------------------------------------------------------------------


def pair(client: Client, **content: Any) -> Any:
    body = gzip.compress(json.dumps({"layout": LAYOUT, "name": "Portable"} | content).encode())
    return client.generic("POST", "/api/hall/pair/", body, content_type="application/json")


def test_code_pairs_one_laptop_once(client: Client, club: Club, owner: User) -> None:
    code = make_pairing_code(club=club, made_by=owner)
    _private, public_key = new_key_pair()

    first = pair(client, code=f" {code.upper()} ".replace("-", " "), public_key=public_key)
    repeated = pair(client, code=code, public_key=public_key)
    second_pairing = pair(client, code=code, public_key=new_key_pair()[1])

    assert first.status_code == repeated.status_code == 200
    assert first.json() == repeated.json() == {"laptop": Laptop.objects.get().pk, "club": club.name}
    assert (second_pairing.status_code, second_pairing.json()["code"]) == (400, "code_expired")


def test_new_code_ends_the_earlier_one(client: Client, club: Club, owner: User) -> None:
    code = make_pairing_code(club=club, made_by=owner)
    make_pairing_code(club=club, made_by=owner)

    assert pair(client, code=code, public_key=new_key_pair()[1]).json()["code"] == "code_unknown"


def test_code_of_an_owner_who_was_removed_pairs_no_laptop(client: Client, club: Club, owner: User) -> None:
    code = make_pairing_code(club=club, made_by=owner)
    owner.memberships.update(role=MembershipRole.ORGANISER)

    response = pair(client, code=code, public_key=new_key_pair()[1])

    assert (response.status_code, response.json()["code"]) == (400, "code_expired")
    assert not Laptop.objects.exists()


def test_code_expires(club: Club, owner: User) -> None:
    from common.errors import AppError

    code = make_pairing_code(club=club, made_by=owner)
    expires_at = PairingCode.objects.get().expires_at

    with pytest.raises(AppError, match="code_expired"):
        pair_laptop(code=code, name="", public_key=new_key_pair()[1], now=expires_at)


@pytest.mark.parametrize("content", [{}, {"code": 1}, {"code": "x", "public_key": "zz"}, {"code": "a\0b"}])
def test_pairing_that_no_etui_sends_is_refused(client: Client, db: None, content: dict[str, Any]) -> None:
    assert pair(client, **content).status_code == 400


def test_codes_cannot_be_guessed_quickly(client: Client, db: None, one_moment: None) -> None:
    answers = [pair(client, code=f"aaaa-{n:04}", public_key=new_key_pair()[1]).status_code for n in range(25)]

    assert answers[-1] == 429
