"""A room's round while its site is killed part by part: cards acknowledged are there once, the clock is fair.

A player sends each form again until it is answered, as a person does who taps once more.
"""

import html
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from http.client import HTTPException
from pathlib import Path
from random import Random
from typing import Any
from urllib.error import HTTPError

import pytest
from django.urls import reverse

from tests.processes import wait_until
from tests.servers.ledger import Ledger
from tests.servers.sites import LaptopSite, Launch, ServerSite, Site
from tests.servers.visitor import Visitor

pytestmark = pytest.mark.nights
PEOPLE, DEALS = 3, 2
STEP = 12
"""Cards acknowledged between two faults."""
MINUTES_DOWN = 2
AGAIN = 0.3
"""Seconds before a form is sent once more."""
LATER = (429, 502, 503, 504)
END = 'class="end"'


def next_form(page: str, rng: Random) -> tuple[str, dict[str, str]]:
    """Where the form of the turn goes, with anything that it offers; nothing where robots are waited for."""
    form = re.search(r'<form method="post"\s+class="turn.*?</form>', page, re.DOTALL)
    assert form is not None, page
    address = re.search(r'action="(/jouer/table/[^"]*)"', form[0])
    assert address is not None, form[0]
    fields = dict(re.findall(r'type="hidden" name="(numero|depuis)" value="(\d+)"', form[0]))
    if offered := re.findall(r'name="(action|carte)"\s+value="([^"]+)"', form[0]):
        name, value = rng.choice(offered)
        fields[name] = html.unescape(value)
    return address[1], fields


def number_of(page: str) -> int:
    """Rows of the log that a page shows."""
    found = re.search(r'name="numero" value="(\d+)"', page)
    return int(found[1]) if found else 0


class Player(threading.Thread):
    """Plays all deals of a round; what the site acknowledged is kept by table and number in its log."""

    def __init__(self, site: Site, of: dict[str, Any], number: int) -> None:
        super().__init__(daemon=True)
        self.acknowledged: dict[tuple[str, int], str] = {}
        self.refusals: list[str] = []
        self.lost_answers = 0
        self._visitor = Visitor(f"http://localhost:{site.port}")
        self._of, self._random = of, Random(number)

    def run(self) -> None:
        room, of = self._of["slug"], self._of["round"]
        self._get(reverse("rooms-room", args=[room]))
        self._post(reverse("rooms-enter", args=[room]), {"round": str(of)})
        round_page, play = reverse("rooms-round", args=[of]), reverse("rooms-round-play", args=[of])
        while play in self._get(round_page):
            page = self._post(play, {})
            while END not in page:
                page = self._act(page)

    def _act(self, page: str) -> str:
        address, fields = next_form(page, self._random)
        after = self._post(address, fields)
        text = fields.get("action") or fields.get("carte")
        seen = int(fields.get("numero", "0"))
        if text and (END in after or number_of(after) > seen):
            self.acknowledged[address.split("/")[3], seen + 1] = text
        return after

    def _get(self, path: str) -> str:
        return self._ask(lambda: (200, self._visitor.get(path)))

    def _post(self, path: str, fields: dict[str, str]) -> str:
        return self._ask(lambda: self._visitor.post(path, fields))

    def _ask(self, question: Callable[[], tuple[int, str]]) -> str:
        """The page that the site answers at last."""
        while True:
            try:
                status, page = question()
            except HTTPError as error:
                status, page = error.code, str(error)
            except (OSError, HTTPException):
                self.lost_answers += 1
                status, page = 0, ""
            if status == 200:
                return page
            if status not in (0, *LATER):
                self.refusals.append(f"{status} {page[:300]}")
            time.sleep(AGAIN)


def naive_ranking(points: list[list[Any]]) -> dict[int, tuple[int, Fraction]]:
    """Place and percentage of who has all deals: each deal against each other player, half for equals."""
    of_deal: dict[int, dict[int, Fraction]] = {}
    for entry, deal, score in points:
        of_deal.setdefault(deal, {})[entry] = Fraction(score)
    marks: dict[int, list[Fraction]] = {}
    for scores in of_deal.values():
        for entry, own in scores.items():
            others = [score for other, score in scores.items() if other != entry]
            halves = sum(2 * (own > score) + (own == score) for score in others)
            marks.setdefault(entry, []).append(Fraction(100 * halves, 2 * len(others)))
    means = {entry: sum(own) / Fraction(len(own)) for entry, own in marks.items()}
    return {entry: (1 + sum(other > mean for other in means.values()), mean) for entry, mean in means.items()}


@pytest.fixture(params=[LaptopSite, ServerSite], ids=["laptop", "server"])
def site(request: pytest.FixtureRequest, tmp_path: Path, launch: Launch) -> Iterator[Site]:
    made: Site = request.param(tmp_path, launch, megabytes=400)
    try:
        if made.has_database_server:
            collect = [sys.executable, "manage.py", "collectstatic", "--no-input", "--verbosity=0"]
            subprocess.run(collect, check=True, env=made.environment())
        made.start()
        yield made
    finally:
        made.close()


def test_round_of_a_room_outlives_every_killed_process_with_its_cards_its_time_and_its_ranking(
    site: Site,
) -> None:
    ledger = Ledger(site.environment())
    try:
        of = ledger.ask("begin_room_round", deals=DEALS)
        people = [Player(site, of, number) for number in range(PEOPLE)]
        state = lambda: ledger.ask("room_round", number=of["round"]) or {}  # noqa: E731
        done = lambda: sum(len(player.acknowledged) for player in people)  # noqa: E731

        for player in people:
            player.start()
        roles = ["web", "worker", "database", "broker"] if site.has_database_server else ["web", "worker"]
        for number, role in enumerate(roles, 1):
            assert wait_until(lambda number=number: done() >= number * STEP, 120), site.output()
            site.kill(role)
        assert wait_until(lambda: done() >= (len(roles) + 1) * STEP, 120), site.output()
        site.clock.set(MINUTES_DOWN / 60)  # while nobody lives: the site finds that it was down for so long
        site.kill("web")
        site.kill("worker")
        assert wait_until(lambda: not any(player.is_alive() for player in people), 240), site.output()
        every_deal = (PEOPLE + 1) * DEALS
        assert wait_until(lambda: state().get("ended") == every_deal, 120), site.output()
        played = state()
        site.clock.set(4)
        assert wait_until(lambda: state().get("is_settled"), 60), site.output()
        counted = state()
    finally:
        ledger.close()

    assert [player.refusals for player in people] == [[]] * PEOPLE
    assert sum(player.lost_answers for player in people) > 0
    acknowledged = [
        [secret, number, text] for player in people for (secret, number), text in player.acknowledged.items()
    ]
    assert sorted(counted["cards"]) == sorted(acknowledged)
    assert counted["gaps"] == []
    assert 30 + MINUTES_DOWN <= played["minutes"] < 30 + 2 * MINUTES_DOWN
    assert counted["minutes"] == played["minutes"]
    found = {entry: (place, Fraction(percent)) for entry, place, percent in counted["places"]}
    assert found == naive_ranking(counted["points"])
