"""No request makes the API fail, and every refusal is JSON: every operation of the schema.

Bodies are written from the schema and spoilt, or are missing; identities, methods, ids and content types too.
The request is in the failure. `script/test --long` sends ETUI_API_REQUESTS of them.
"""

import json
import os
import random
import uuid
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import pytest
import yaml
from django.conf import settings
from django.db import transaction
from django.test import Client
from rest_framework.throttling import SimpleRateThrottle

from tests.factories.tables import make_device, open_table, sit_down
from tests.factories.tournaments import enter_result, list_plays, make_user
from tests.tournaments.walks.test_fuzzed_forms import NASTY
from tournaments.enums import EventRole
from tournaments.results.services.table_access import table_secret

pytestmark = pytest.mark.postgres

REQUESTS = int(os.environ.get("ETUI_API_REQUESTS", "200"))
SEED = int(os.environ.get("ETUI_SEED", "18"))
SHARES = 2 if REQUESTS > 1000 else 1
SCHEMA = yaml.safe_load((Path(settings.PROJECT_DIR) / "docs/api/schema.yml").read_text(encoding="utf-8"))
METHODS = ("get", "put", "post", "patch", "delete", "head", "options")
SHAPE = {"code", "message", "fields", "extra"}
VALUES: list[Any] = [
    *NASTY,
    *range(-2, 12),
    10**18,
    2**63,
    -(2**63) - 1,
    10**30,
    1.5,
    -0.0,
    1e300,
    True,
    False,
    None,
    [],
    {},
    [[]],
    [None],
    {"a": {"b": [1, "x"]}},
    ["x"] * 300,
    "\ud83d\ude00",
    "50.5",
    "1/2",
    [1, 2, 3, 4],
    {"": 1},
    {"token": 1},
]
BODIES = [
    b"",
    b"{",
    b"null",
    b"[]",
    b'"x"',
    b"\xff\xfe",
    b'{"a":1,"a":2}',
    b'{"seat": 1e999}',
    b'{"seat": NaN}',
    b'{"seat":"\\ud800"}',
    b"[" * 4000,
    b'{"a":' * 90 + b"1" + b"}" * 90,
    b"9" * 5000,
    b" " * 300_000,
    b'{"token":"\\u0000"}',
    b"a=1&b=2",
    b"--x\r\n\r\n--x--",
]
KINDS = [
    "application/json; charset=utf-16",
    "application/json; charset=nope",
    "text/plain",
    "",
    "multipart/form-data; boundary=x",
    "multipart/form-data",
    "application/x-www-form-urlencoded",
    "application/json;;;",
    "a/b",
    "json",
    "\x7f",
]


class Programs:
    """Client of random requests from a seed, whose changes are undone."""

    def __init__(self, evening: Any, seed: int) -> None:
        self.draw = random.Random(seed)
        plays = list_plays(evening)
        enter_result(plays[0], 56)
        access, device = open_table(evening, plays[0].table.number), make_device()
        sit_down(access, 0, device=device, number=plays[0].round.number)
        self.known = {"slug": [evening.slug], "id": [play.pk for play in plays[:8]], "number": [1, 2, 3]}
        self.phone = {"Authorization": f"Bearer {table_secret(access)}", "Etui-Phone": str(device.key)}
        self.scorer, self.visitor = Client(), Client()
        self.strict = Client(enforce_csrf_checks=True)
        scorer = make_user("Marc", tournament=evening, role=EventRole.SCORER)
        for client in (self.scorer, self.strict):
            client.force_login(scorer)
        for client in (self.scorer, self.visitor, self.strict):
            client.raise_request_exception = False
        self.failures: dict[tuple[str, str], object] = {}

    def send(self) -> None:
        """Send one request. Record it if it fails, or if an error has another shape."""
        path, operations = self.draw.choice(list(SCHEMA["paths"].items()))
        method = self.draw.choice([*(candidate for candidate in operations if candidate in METHODS)])
        operation = operations[method]
        if self.draw.random() < 0.08:
            method = self.draw.choice(METHODS)
        where = self.path_of(path)
        kind, body = self.body_of(operation)
        client = self.draw.choices([self.scorer, self.visitor, self.strict], [10, 4, 1])[0]
        headers = self.headers() if "/table/" in path or self.draw.random() < 0.1 else {}
        with transaction.atomic():
            response = client.generic(method.upper(), where, body, kind, headers=headers)
            content = b"".join(response.streaming_content) if response.streaming else response.content  # type: ignore[attr-defined]
            transaction.set_rollback(True)
        fault = self.fault_of(response, content) if method != "head" or response.status_code >= 500 else ""
        if fault:
            request = where[:300], kind, body[:300], {name: value[:60] for name, value in headers.items()}
            self.failures.setdefault((f"{method} {path}", fault), request)

    def fault_of(self, response: Any, content: bytes) -> str:
        if response.status_code >= 500:
            error = getattr(response, "exc_info", None)
            return repr(error[1])[:300] if error else "500"
        if response.status_code < 400:
            return ""
        try:
            body = json.loads(content)
        except ValueError:
            return f"{response.status_code} that is no JSON: {content[:80]!r}"
        return "" if set(body) == SHAPE else f"{response.status_code} of another shape: {content[:80]!r}"

    def path_of(self, path: str) -> str:
        """Return a path with values for its parts, and a query string."""
        for name in ("slug", "id", "number"):
            values = self.known[name]
            value = self.draw.choice(values) if self.draw.random() < 0.8 else self.draw.choice(NASTY)
            path = path.replace(f"{{{name}}}", quote(str(value)[:2000], safe="", errors="surrogatepass"))
        if self.draw.random() < 0.3:
            names = self.draw.sample(
                ["page", "board", "missing", "format", "scope", "shown", "session", "x"], 2
            )
            path += "?" + urlencode(
                {name: str(self.value())[:3000] for name in names}, errors="surrogatepass"
            )
        return path

    def headers(self) -> dict[str, str]:
        """Those of a phone, sometimes spoilt."""
        spoilt_headers = dict(self.phone)
        if self.draw.random() < 0.15:
            spoilt_headers[
                self.draw.choice([*spoilt_headers, "Accept", "If-None-Match", "Accept-Language", "Origin"])
            ] = self.draw.choice(
                [
                    "",
                    "Bearer",
                    "Bearer ",
                    "Bearer 1-x",
                    "Bearer " + "x" * 3000,
                    "9" * 40,
                    "-1",
                    "é",
                    "*/*",
                    "text/html",
                    "x",
                    "null",
                ]
            )
        return spoilt_headers

    def body_of(self, operation: dict[str, Any]) -> tuple[str, bytes]:
        """Content type and body: as the schema has it, spoilt, or another one."""
        if self.draw.random() < 0.1:
            return self.draw.choice(["application/json", *KINDS]), self.draw.choice(BODIES)
        content = (
            operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
        )
        body = self.made(content)
        if isinstance(body, dict):
            for name in self.draw.sample(sorted(body), min(len(body), self.draw.choice([0, 0, 1, 1, 2, 5]))):
                if self.draw.random() < 0.85:
                    body[name] = self.value()
                else:
                    del body[name]
        kind = "application/json" if self.draw.random() < 0.97 else self.draw.choice(KINDS)
        return kind, json.dumps(body).encode()

    def value(self) -> Any:
        return self.draw.choice(VALUES)

    def made(self, schema: dict[str, Any]) -> Any:
        """Return a value that is valid for a schema."""
        if "$ref" in schema:
            return self.made(SCHEMA["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]])
        for part in ("allOf", "oneOf", "anyOf"):
            if part in schema:
                return self.made(self.draw.choice(schema[part]))
        if "enum" in schema:
            return self.draw.choice(schema["enum"])
        kind = schema.get("type", "object")
        if kind == "object":
            return {name: self.made(part) for name, part in schema.get("properties", {}).items()}
        if kind == "array":
            return [self.made(schema["items"]) for _ in range(self.draw.randint(0, 4))]
        if kind == "integer":
            least, most = schema.get("minimum", 0), schema.get("maximum", 20)
            return self.draw.choice([least, most, self.draw.randint(least, min(most, least + 6))])
        if kind == "boolean":
            return self.draw.choice([True, False])
        if schema.get("format") == "uuid":
            return str(uuid.UUID(int=self.draw.getrandbits(128)))
        return self.draw.choice(["", "51", "a"])


@pytest.fixture(autouse=True)
def _unlimited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SimpleRateThrottle, "allow_request", lambda *_: True)


@pytest.mark.parametrize("share", range(SHARES))
def test_no_request_makes_the_api_fail(evening: Any, share: int) -> None:
    programs = Programs(evening, SEED * SHARES + share)
    for _ in range(REQUESTS // SHARES):
        programs.send()

    assert programs.failures == {}
