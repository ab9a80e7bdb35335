"""A laptop killed in the middle of a deal of the site: the deal goes on, no card is played twice."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

from django.urls import reverse

from tests.processes import Laptop, wait_until
from tests.servers.contention import Call, kill_group
from tests.servers.visitor import Visitor

MOST_TURNS = 40


def next_form(page: str) -> tuple[str, dict[str, str]]:
    """Return the address of the form of the turn, and its fields with the first choice if there is one."""
    form = re.search(r'<form method="post"\s+class="turn.*?</form>', page, re.DOTALL)
    assert form is not None, page
    fields = dict(re.findall(r'type="hidden" name="(numero|depuis)" value="(\d+)"', form[0]))
    if action_match := re.search(r'name="action"\s+value="([^"]*)"', form[0]):
        fields["action"] = action_match[1]
    address = re.search(r'action="([^"]*)"', form[0])
    assert address is not None
    return address[1], fields


def log_of(database: Path) -> list[tuple[int, str]]:
    """Return the rows of the only table: number, author."""
    with closing(sqlite3.connect(database, timeout=20)) as connection:
        return connection.execute("SELECT number, made_by FROM games_tableaction ORDER BY number").fetchall()


def by_person(database: Path) -> int:
    return sum(made_by == "person" for _number, made_by in log_of(database))


def test_deal_goes_on_after_web_and_worker_were_killed(laptop: Laptop) -> None:
    database = laptop.folder / "etui.sqlite3"
    player, home = Visitor(f"http://localhost:{laptop.port}"), reverse("rooms-home")
    player.get(home)
    _status, page = player.post(home, {"kind": "game", "game": "papayou-3", "level": "debutant"})
    while by_person(database) < 3 or "action" not in next_form(page)[1]:  # some forms only look on
        _status, page = player.post(*next_form(page))
    form = next_form(page)

    sending = Call(lambda: player.post(*form))
    assert wait_until(lambda: by_person(database) == 4)
    kill_group(laptop.server.process)  # the card is written, the robots may have answered or not
    sending.answer()
    laptop.start()

    assert [player.post(*form)[0] for _again in range(2)] == [200, 200]
    assert by_person(database) == 4
    address = re.search(r'data-address="([^"]*)"', page)
    assert address is not None
    page, sent_count = player.get(address[1]), 4
    while 'class="end"' not in page and sent_count < MOST_TURNS:
        form = next_form(page)
        sent_count += "action" in form[1]
        _status, page = player.post(*form)
    rows = log_of(database)
    assert 'class="end"' in page
    assert [number for number, _made_by in rows] == list(range(1, len(rows) + 1))
    assert by_person(database) == sent_count
