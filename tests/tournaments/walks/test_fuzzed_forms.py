"""No form of the site makes a page fail with hostile or senseless values.

Each form is read from its page, filled in with the page's first offers, and sent with some fields spoilt: by
an organiser with every right, a player at a table, a visitor. Query strings of pages too. The request is in
the failure. `script/test --long` sends ETUI_FORMS of them.
"""

import copy
import os
import random
import traceback
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from rest_framework.throttling import SimpleRateThrottle

from tests.factories.page_forms import PageForm, Site, make_site, walk_forms
from tests.factories.photos import make_photo
from tests.tournaments.walks.matrix.evening import make_superuser

pytestmark = pytest.mark.django_db

FORMS = int(os.environ.get("ETUI_FORMS", "50"))
"""Sent in all."""
SEED = int(os.environ.get("ETUI_SEED", "18"))
SHARES = 2 if FORMS > 1000 else 1
"""Parts that processes take side by side."""
EACH = 1 if FORMS > 1000 else 5
"""One of so many pages is read for its forms. By day `test_nasty_input.py` requests every address."""

NUMBERS = [
    "0",
    "-1",
    "1",
    "2",
    "5",
    "99",
    "-99",
    "1000",
    "32767",
    "32768",
    "99999",
    "2147483647",
    "2147483648",
    "-2147483649",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775809",
    "9" * 18,
    "9" * 19,
    "9" * 5000,
    "1e9",
    "1e999999",
    "-0",
    "+5",
    " 7 ",
    "1_000",
    "0x10",
    "1.5",
    "1,5",
    "0.5",
    "NaN",
    "Infinity",
    "-Infinity",
    "1e-400",
    "١٢",
    "²",
    "Ⅷ",
    "½",
    "1e18",
    "99999999.99",
    "0.000000000000000001",
]
DATES = [
    "0000-01-01",
    "0001-01-01",
    "9999-12-31",
    "10000-01-01",
    "2026-02-30",
    "2026-13-01",
    "31/12/9999",
    "01/01/0001",
    "1/1/1",
    "2026-12-01T25:00",
    "9999-12-31T23:59",
    "0001-01-01T00:00",
    "23:59:60",
    "24:00",
    "-1:00",
    "2026-03-29 02:30",
    "2026-10-25T02:30",
]
TEXTS = [
    "",
    " ",
    "\x00",
    "a\x00b",
    "é" * 300,
    "x" * 5_000,
    "x" * 70_000,
    "\ud800",
    "a\udfffb",
    "\u202e\u200b\ufeff",
    "🂡" * 200,
    "\r\n\t\x0b\x1b",
    "%s%n{{x}}{%y%}<script>",
    "'; DROP TABLE x;--",
    "../../etc/passwd",
    "=cmd|' /C calc'!A0",
    "@",
    "a@b",
    "x" * 400 + "@example.org",
    "javascript:alert(1)",
    "None",
    "null",
    "true",
    "[]",
    "{}",
    "undefined",
    "🎴",
    "N" * 40,
    "S1 SR 21T EX",
    "1T 2T 3T",
    "1-2-3",
    "0:0",
    ",",
    ";;;",
    "\\",
    "00000000-0000-0000-0000-000000000000",
    "ffffffff-ffff-ffff-ffff-ffffffffffff",
    "#ffffff",
    "zz",
    "fr",
    "_" * 100,
    "%00",
    "%",
    "&",
    "=",
    "?page=1e9",
]
NASTY = [*NUMBERS, *DATES, *TEXTS]
ASKED = [
    "page",
    "seance",
    "q",
    "tour",
    "shown",
    "position",
    "etui",
    "table",
    "par",
    "seen",
    "voir",
    "once",
    "liste",
    "secondes",
    "nom",
    "a",
    "b",
    "entry",
    "faute",
]
"""Questions that pages read, besides those of their forms."""
FILES: list[tuple[str, bytes]] = [
    ("x.csv", b""),
    ("x.csv", b"\xff\xfe\x00\x01" * 50),
    ("liste.csv", "Nom;Prénom\nDurand;Anne\n".encode("latin-1")),
    ("x.json", b"[" * 5000),
    ("x.json", b'{"a":' * 50 + b"1" + b"}" * 50),
    ("x.json", b'{"format":"etui-movement","version":1,"players":9}'),
    ("x.pdf", b"%PDF-1.7\n%%EOF"),
    ("x.png", b"\x89PNG\r\n\x1a\n" + b"\x00" * 40),
    ("photo.jpg", make_photo()[:200]),
    ("photo.jpg", make_photo()),
    ("x" * 300 + ".csv", b"a"),
    ("\u202e.csv", b"Nom\n" + b";" * 5000),
    ("x.svg", b"<svg onload=alert(1)>"),
    ("x.csv", b"Nom;Prenom\n" + b"A;B\n" * 500),
    ("x.csv", b"\x00" * 100),
    ("x.txt", b"deal 1\n" * 200),
    ("deals.json", b'{"format":"etui-deals","version":1,"deals":[]}'),
]


class Fuzzer:
    """Client of random forms from a seed, whose changes are undone."""

    def __init__(self, site: Site, seed: int) -> None:
        self.draw = random.Random(seed)
        self.site = site
        self.failures: dict[tuple[str, str], object] = {}
        """What was sent, by address and error: the first of each."""
        self.clients = {name: Client() for name in ("organiser", "player", "stranger")}
        self.clients["organiser"].force_login(make_superuser(site.evening))
        self.clients["player"].get(site.evening.path("table-page"))
        self.forms: dict[str, list[PageForm]] = {}
        for name, client in self.clients.items():
            starts = (
                site.starts
                if name == "organiser"
                else [path for path in site.starts if "/organiser/" not in path]
            )
            kinds: dict[object, PageForm] = {}
            for form in walk_forms(client, starts[::EACH], most=1 if EACH == 1 else 0):
                kind = (
                    form.address,
                    form.method,
                    tuple(sorted(set(form.names))),
                    tuple(button.name for button in form.buttons),
                )
                kinds.setdefault(kind, form)
            self.forms[name] = list(kinds.values())
        self.cookies = {name: copy.deepcopy(client.cookies) for name, client in self.clients.items()}
        for client in self.clients.values():
            client.raise_request_exception = False

    def send(self) -> None:
        """Send one form in a role, and note a failing page with the request."""
        who = self.draw.choices(["organiser", "player", "stranger"], [8, 1, 1])[0]
        forms = self.forms[who] if self.draw.random() < 0.9 else self.forms["organiser"]
        form = self.draw.choice(forms)
        data = self.spoilt(form)
        client = self.clients[who]
        client.cookies = copy.deepcopy(self.cookies[who])
        if self.draw.random() < 0.03:
            client.cookies[
                self.draw.choice(["moi", "suivis", "clubs_suivis", "messages", "django_language"])
            ] = self.nasty_cookie()
        with transaction.atomic():
            status, error = self.answer(client, form, data)
            transaction.set_rollback(True)
        if status >= 500:
            short_values = {key: _short(value) for key, value in data.items()}
            self.failures.setdefault(
                (form.address, error), (who, form.method, form.action, form.page, short_values)
            )

    def answer(self, client: Client, form: PageForm, data: dict[str, Any]) -> tuple[int, str]:
        action = form.action
        if form.method == "get" or self.draw.random() < 0.15:
            query = {name: value for name, value in data.items() if not isinstance(value, SimpleUploadedFile)}
            query |= {name: self.nasty() for name in self.draw.sample(ASKED, self.draw.randint(0, 3))}
            response = client.get(f"{action.split('?')[0]}?{_query(query)}")
        elif self.draw.random() < 0.05:
            kind = self.draw.choice(
                [
                    "application/json",
                    "text/plain",
                    "multipart/form-data; boundary=x",
                    "multipart/form-data",
                    "application/x-www-form-urlencoded; charset=utf-16",
                    "application/x-www-form-urlencoded; charset=nope",
                    "",
                ]
            )
            body = self.draw.choice(
                [
                    b"",
                    b"\xff\xfe=\xff&%00",
                    b'{"a": 1}',
                    b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1',
                    _query(data).encode(),
                ]
            )
            response = client.generic("POST", action, body, kind)
        elif any(isinstance(value, SimpleUploadedFile) for value in data.values()):
            response = client.post(action, _encodable(data))
        else:
            response = client.generic("POST", action, _query(data), "application/x-www-form-urlencoded")
        if response.streaming:  # type: ignore[attr-defined]
            list(response.streaming_content)  # type: ignore[attr-defined]
        error = getattr(response, "exc_info", None)
        return response.status_code, _place_of(error) if error else ""

    def spoilt(self, form: PageForm) -> dict[str, Any]:
        """Return the fields: the page's offers, some of them spoilt, left out, sent twice, or invented."""
        data: dict[str, Any] = dict(form.filled())
        fields = [name for name in dict.fromkeys(form.names) if name != "csrfmiddlewaretoken"]
        for form_field in form.fields:
            if form_field.choices and self.draw.random() < 0.5:
                data[form_field.name] = [self.draw.choice(form_field.choices)]
        for button in form.buttons:
            if self.draw.random() < 0.3:
                data[button.name] = [button.value]
        for name in self.draw.sample(
            fields, min(len(fields), self.draw.choice([0, 1, 1, 1, 2, 3, len(fields)]))
        ):
            turn = self.draw.random()
            if turn < 0.75:
                data[name] = [self.nasty()]
            elif turn < 0.83:
                data.pop(name, None)
            elif turn < 0.93:
                data[name] = [self.nasty() for _ in range(self.draw.choice([2, 3, 50]))]
            else:
                data[name] = [*data.get(name, []), *data.get(name, [])]
        if self.draw.random() < 0.05:
            data[self.draw.choice(["preview", "withdraw", "next", "give", "all", "once", "token", "x"])] = [
                self.nasty()
            ]
        for name in form.files():
            content = self.draw.choice(FILES)
            data[name] = SimpleUploadedFile(*content)
        return data

    def nasty(self) -> str:
        return self.draw.choice(self.draw.choice([NUMBERS, DATES, TEXTS]))

    def nasty_cookie(self) -> str:
        return self.draw.choice(
            ["9" * 30, "1.2.9223372036854775808", "\xd9\xa1", "." * 500, "x" * 3000, "-1", "%00"]
        )


def _place_of(error: Any) -> str:
    """An error and the last lines of ours that it came through."""
    ours = [frame for frame in traceback.extract_tb(error[2]) if "site-packages" not in frame.filename]
    return " < ".join(
        [repr(error[1])[:200], *(f"{Path(frame.filename).name}:{frame.lineno}" for frame in ours[::-1][:4])]
    )


def _query(data: dict[str, Any]) -> str:
    return urlencode(
        {name: value for name, value in data.items() if not isinstance(value, SimpleUploadedFile)},
        doseq=True,
        errors="surrogatepass",
    )


def _encodable(data: dict[str, Any]) -> dict[str, Any]:
    """A part of a form is written in UTF-8: half a surrogate pair cannot come so."""
    return {
        name: [text.encode(errors="replace").decode() for text in value] if isinstance(value, list) else value
        for name, value in data.items()
    }


def _short(value: Any) -> Any:
    return [text[:60] for text in value] if isinstance(value, list) else repr(value)


@pytest.fixture(autouse=True)
def _unlimited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SimpleRateThrottle, "allow_request", lambda *_: True)


@pytest.mark.parametrize("share", range(SHARES))
def test_no_form_makes_a_page_fail(share: int) -> None:
    fuzzer = Fuzzer(make_site(), SEED * SHARES + share)
    for _ in range(FORMS // SHARES):
        fuzzer.send()

    assert fuzzer.failures == {}
