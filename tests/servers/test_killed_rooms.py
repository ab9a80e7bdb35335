"""A room's round while its processes are killed one by one: acknowledged cards are stored once, clocks are
fair.

People play alone against robots, then together at tables. A player repeats each form until it is answered,
like a person who taps again.
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
SITTERS, SHARED_DEALS, SHARED_STEP = 6, 2, 6
"""Players at two tables of four. Robots have the other seats."""
LOOK = 0.8
"""Seconds between two polls of a player who waits for others."""
BEATS = 0.3
"""Probability that a poll also sends a sign of life."""
MINUTES_DOWN = 2
AGAIN = 0.3
"""Seconds before a form is sent once more."""
LATER = (429, 502, 503, 504)
END = 'class="end"'


def next_form(page: str, rng: Random) -> tuple[str, dict[str, str]]:
    """Return the address of the form of the turn with a random choice, or nothing while robots play."""
    form = re.search(r'<form method="post"\s+class="turn.*?</form>', page, re.DOTALL)
    assert form is not None, page
    address = re.search(r'action="(/jouer/tables?/[^"]*)"', form[0])
    assert address is not None, form[0]
    fields = dict(re.findall(r'type="hidden" name="(numero|depuis)" value="(\d+)"', form[0]))
    if offered := re.findall(r'name="(action|carte)"\s+value="([^"]+)"', form[0]):
        name, value = rng.choice(offered)
        fields[name] = html.unescape(value)
    return address[1], fields


def number_of(page: str) -> int:
    """Rows of the log that a page shows."""
    number_match = re.search(r'name="numero" value="(\d+)"', page)
    return int(number_match[1]) if number_match else 0


class Patient(threading.Thread):
    """Player who repeats a request until it is answered."""

    def __init__(self, site: Site, of: dict[str, Any], number: int) -> None:
        super().__init__(daemon=True)
        self.refusals: list[str] = []
        self.lost_answers = 0
        self._visitor = Visitor(f"http://localhost:{site.port}")
        self._of, self._random = of, Random(number)

    def enter(self) -> None:
        """Take a place in the round."""
        room, of = self._of["slug"], self._of["round"]
        self._get(reverse("rooms-room", args=[room]))
        self._post(reverse("rooms-enter", args=[room]), {"round": str(of)})

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


class Player(Patient):
    """Player of all deals of a round. Acknowledged cards are recorded by table and number in its log."""

    def __init__(self, site: Site, of: dict[str, Any], number: int) -> None:
        super().__init__(site, of, number)
        self.acknowledged: dict[tuple[str, int], str] = {}

    def run(self) -> None:
        self.enter()
        of = self._of["round"]
        round_page, play = reverse("rooms-round", args=[of]), reverse("rooms-round-play", args=[of])
        for _deal in range(DEALS):
            while play not in self._get(round_page):
                time.sleep(AGAIN)
            page = self._post(play, {})
            while END not in page:
                page = self._act(page)

    def _act(self, page: str) -> str:
        address, fields = next_form(page, self._random)
        next_page = self._post(address, fields)
        text = fields.get("action") or fields.get("carte")
        number_shown = int(fields.get("numero", "0"))
        if text and (END in next_page or number_of(next_page) > number_shown):
            self.acknowledged[address.split("/")[3], number_shown + 1] = text
        return next_page


class Sitter(Patient):
    """Player of all deals of a round at its tables, with acknowledged cards by table, deal and number."""

    def __init__(self, site: Site, of: dict[str, Any], number: int) -> None:
        super().__init__(site, of, number)
        self.acknowledged: dict[tuple[str, int, int], str] = {}
        self.ended: set[tuple[str, int]] = set()

    def run(self) -> None:
        while len(self.ended) < SHARED_DEALS:
            self._play(self._table())
            time.sleep(LOOK)

    def listen(self) -> Iterator[str]:
        """Yield the lines of the stream of the player's table."""
        return self._visitor.listen(f"{self._table()}moment/")

    def _table(self) -> str:
        """Return the address of the player's table, once they have one."""
        round_page = reverse("rooms-round", args=[self._of["round"]])
        while (table_link := re.search(r'href="(/jouer/tables/[^"]+)"', self._get(round_page))) is None:
            time.sleep(LOOK)
        return table_link[1]

    def _play(self, table: str) -> None:
        """Until the deals of a table are over."""
        secret, page = table.split("/")[3], self._get(table)
        while True:
            deal_match = re.search(r'data-deal="(\d+)"', page)
            if deal_match is None:  # the table was closed: the page of the round
                return
            deal = int(deal_match[1])
            self.ended |= {(secret, earlier) for earlier in range(1, deal)}  # others may begin the next one
            if END in page:
                self.ended.add((secret, deal))
                over = re.search(r'name="donne" value="(\d+)"', page)
                if over is None:
                    return
                page = self._post(f"{table}donner/", {"donne": over[1]})
                continue
            address, fields = next_form(page, self._random)
            text = fields.get("action")
            if text is None:  # others are to act
                time.sleep(LOOK)
                is_beat = self._random.random() < BEATS
                page = self._post(address, fields) if is_beat else self._get(table)
                continue
            next_page = self._post(address, fields)
            number_shown, is_same = int(fields["numero"]), f'data-deal="{deal}"' in next_page
            if is_same and (END in next_page or number_of(next_page) > number_shown):
                self.acknowledged[secret, deal, number_shown + 1] = text
            page = next_page


def naive_ranking(points: list[list[Any]]) -> dict[int, tuple[int, Fraction]]:
    """Return place and percentage of the players with all deals.

    Each deal is compared with each other player, half for equals.
    """
    of_deal: dict[int, dict[int, Fraction]] = {}
    for entry, deal, score in points:
        of_deal.setdefault(deal, {})[entry] = Fraction(score)
    marks: dict[int, list[Fraction]] = {}
    for scores in of_deal.values():
        for entry, values in scores.items():
            rival_scores = [score for rival, score in scores.items() if rival != entry]
            halves = sum(2 * (values > score) + (values == score) for score in rival_scores)
            marks.setdefault(entry, []).append(Fraction(100 * halves, 2 * len(rival_scores)))
    means = {entry: sum(values) / Fraction(len(values)) for entry, values in marks.items()}
    return {entry: (1 + sum(rival > mean for rival in means.values()), mean) for entry, mean in means.items()}


@pytest.fixture(params=[LaptopSite, ServerSite], ids=["laptop", "server"])
def site(request: pytest.FixtureRequest, tmp_path: Path, launch: Launch) -> Iterator[Site]:
    new_site: Site = request.param(tmp_path, launch, megabytes=400)
    try:
        if new_site.has_database_server:
            collect = [sys.executable, "manage.py", "collectstatic", "--no-input", "--verbosity=0"]
            subprocess.run(collect, check=True, env=new_site.environment())
        new_site.start()
        yield new_site
    finally:
        new_site.close()


def test_round_of_a_room_outlives_every_killed_process_with_its_cards_its_time_and_its_ranking(
    site: Site,
) -> None:
    ledger = Ledger(site.environment())
    try:
        assert wait_until(lambda: ledger.ask("has_noted_life"), 60), site.output()
        of = ledger.ask("begin_room_round", deals=DEALS)
        people = [Player(site, of, number) for number in range(PEOPLE)]
        state = lambda: ledger.ask("room_round", number=of["round"]) or {}  # noqa: E731
        done = lambda: sum(len(player.acknowledged) for player in people)  # noqa: E731
        describe = lambda: "\n".join([*(refusal for p in people for refusal in p.refusals), site.output()])  # noqa: E731

        for player in people:
            player.start()
        roles = ["web", "worker", "database", "broker"] if site.has_database_server else ["web", "worker"]
        for number, role in enumerate(roles, 1):
            assert wait_until(lambda number=number: done() >= number * STEP, 120), describe()
            site.kill(role)
        assert wait_until(lambda: done() >= (len(roles) + 1) * STEP, 120), describe()
        site.clock.set(MINUTES_DOWN / 60)  # while nobody lives: the site finds that it was down for so long
        site.kill("web")
        site.kill("worker")
        assert wait_until(lambda: not any(player.is_alive() for player in people), 240), site.output()
        every_deal = (PEOPLE + 1) * DEALS
        assert wait_until(lambda: state().get("ended") == every_deal, 120), site.output()
        state_played = state()
        site.clock.set(4)
        assert wait_until(lambda: state().get("is_settled"), 60), site.output()
        final_state = state()
    finally:
        ledger.close()

    assert [player.refusals for player in people] == [[]] * PEOPLE
    assert sum(player.lost_answers for player in people) > 0
    acknowledged = [
        [secret, number, text] for player in people for (secret, number), text in player.acknowledged.items()
    ]
    assert sorted(final_state["cards"]) == sorted(acknowledged)
    assert final_state["gaps"] == []
    assert 30 + MINUTES_DOWN <= state_played["minutes"] < 30 + 2 * MINUTES_DOWN
    assert final_state["minutes"] == state_played["minutes"]
    results = {entry: (place, Fraction(percent)) for entry, place, percent in final_state["places"]}
    assert results == naive_ranking(final_state["points"])


def naive_shared_ranking(final_state: dict[str, Any]) -> dict[int, tuple[int | None, Fraction]]:
    """Place and percentage of each entry: the hands of one deal and seat compared, places among people.

    The fewest points are the best at Contrat.
    """
    hands: dict[tuple[int, int], dict[int, Fraction]] = {}
    for entry, deal, seat, score in final_state["points"]:
        hands.setdefault((deal, seat), {})[entry] = Fraction(score)
    marks: dict[int, list[Fraction]] = {}
    for scores in hands.values():
        for entry, values in scores.items():
            rival_scores = [score for rival, score in scores.items() if rival != entry]
            halves = sum(2 * (values < score) + (values == score) for score in rival_scores)
            marks.setdefault(entry, []).append(Fraction(100 * halves, 2 * len(rival_scores)))
    means = {entry: sum(values) / Fraction(len(values)) for entry, values in marks.items()}
    people = [entry for entry, _place, _percent, is_robot in final_state["places"] if not is_robot]
    return {
        entry: (1 + sum(means[rival] > mean for rival in people) if entry in people else None, mean)
        for entry, mean in means.items()
    }


def test_tables_of_a_round_outlive_every_killed_process_with_their_cards_their_clocks_and_their_ranking(
    site: Site,
) -> None:
    ledger = Ledger(site.environment())
    try:
        assert wait_until(lambda: ledger.ask("has_noted_life"), 60), site.output()
        of = ledger.ask("begin_shared_round", deals=SHARED_DEALS)
        people = [Sitter(site, of, number) for number in range(SITTERS)]
        for sitter in people:
            sitter.enter()
        ledger.ask("start_shared_round", number=of["round"])
        state = lambda: ledger.ask("shared_round", number=of["round"]) or {}  # noqa: E731
        done = lambda: sum(len(sitter.acknowledged) for sitter in people)  # noqa: E731

        for sitter in people:
            sitter.start()
        roles = ["web", "worker", "database", "broker"] if site.has_database_server else ["web", "worker"]
        for number, role in enumerate(roles, 1):
            assert wait_until(lambda number=number: done() >= number * SHARED_STEP, 120), site.output()
            site.kill(role)
        assert wait_until(lambda: done() >= (len(roles) + 1) * SHARED_STEP, 120), site.output()
        site.clock.set(MINUTES_DOWN / 60)  # longer than anybody may think: no robot takes a seat for it
        site.kill("web")
        site.kill("worker")
        assert wait_until(lambda: not any(sitter.is_alive() for sitter in people), 400), site.output()
        assert wait_until(lambda: state().get("ended") == 2 * SHARED_DEALS, 120), site.output()
        state_played = state()
        site.clock.set(4)
        assert wait_until(lambda: state().get("is_settled"), 60), site.output()
        final_state = state()
    finally:
        ledger.close()

    assert [sitter.refusals for sitter in people] == [[]] * SITTERS
    assert sum(sitter.lost_answers for sitter in people) > 0
    acknowledged = [[*where, text] for sitter in people for where, text in sitter.acknowledged.items()]
    assert sorted(final_state["cards"]) == sorted(acknowledged)
    assert final_state["gaps"] == []
    assert final_state["replaced"] == 0
    assert 60 + MINUTES_DOWN <= state_played["minutes"] < 60 + 2 * MINUTES_DOWN
    results = {
        entry: (place, Fraction(percent))
        for entry, place, percent, _is_robot in final_state["places"]
        if percent
    }
    assert results == naive_shared_ranking(final_state)
