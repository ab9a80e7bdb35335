"""A laptop in a hall, a second one and the club's site, with cuts, kills and clocks that are wrong.

Now and then a backup of the laptop is restored on another machine, which then publishes with the same key.
After each run the public site shows exactly what the hall acknowledged: nothing lost, doubled or leaked.
`ETUI_HALL_RUNS` sets the number of runs.
"""

import json
import os
import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from tests.processes import find_port, is_free, laptop_environment, put_empty_database, wait_until
from tests.servers.cuts import CUTS, OPEN, Network
from tests.servers.hall_line import Installation, Life
from tests.servers.sites import Clock

RUNS = int(os.environ.get("ETUI_HALL_RUNS", "5"))
STEPS = 12
"""Random steps of a run."""
ACTS = (
    *["enter"] * 4,
    *["publish"] * 2,
    *["cut"] * 2,
    *["kill hall"] * 2,
    "kill site",
    "clock",
    "move",
    "double",
)
HOURS = (-30.0, -1.0, 0.0, 2.0, 30.0)
"""Errors of a clock."""


class Place:
    """One installation: its data, its clock, and a process that answers questions about it."""

    def __init__(self, folder: Path, name: str) -> None:
        self.var, self.name = folder / name, name
        put_empty_database(self.var)
        self.clock = Clock(folder / f"{name}-clock")
        self.environment = laptop_environment(self.var) | self.clock.environment
        self.environment["PYTHONPATH"] += f"{os.pathsep}{Path(__file__).parents[2]}"
        self._installation = Installation(self.environment)
        self.line = self.begin()

    def begin(self) -> Life:
        return self._installation.begin()

    def ask(self, question: str, **arguments: Any) -> Any:
        return self.line.ask(question, **arguments)

    def restore(self, other_site: "Place") -> None:
        """Put the data of another place here, as from a backup of this moment."""
        self.line.kill()
        paths = [place.var / "etui.sqlite3" for place in (other_site, self)]
        with closing(sqlite3.connect(paths[0])) as source, closing(sqlite3.connect(paths[1])) as target:
            source.backup(target)
        self.line = self.begin()

    def kill(self) -> None:
        """Send SIGKILL to its process at any moment, and start it again."""
        self.line.kill()
        self.line = self.begin()

    def close(self) -> None:
        self._installation.close()


class World:
    """A site that serves, the network to it, and two laptops that are paired with it."""

    def __init__(self, folder: Path) -> None:
        self.site, self.first, self.second = (Place(folder, name) for name in ("site", "first", "second"))
        self.places = (self.site, self.first, self.second)
        self.double = Place(folder, "double")
        """A machine with the key of a laptop."""
        self.port = find_port()
        self.network = Network(self.port)
        self.serve()
        for place in self.places:
            place.ask("make_club", name="Club")
        self.phrases = {
            laptop.name: laptop.ask(
                "pair",
                address=f"http://127.0.0.1:{self.network.port}",
                code=self.site.ask("pairing_code"),
                name=laptop.name,
            )
            for laptop in (self.first, self.second)
        }

    def serve(self) -> None:
        self._web = self.site.begin()
        self._web.begin("serve_pages", port=self.port)
        assert wait_until(self.answers, seconds=60)

    def answers(self) -> bool:
        with suppress(OSError), urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=2) as answer:
            return bool(answer.read() == b"ok")
        return False

    def kill_site(self) -> None:
        self._web.kill()
        # a child that was forked at that moment holds the port a little longer
        assert wait_until(lambda: is_free(self.port))
        self.serve()

    def public_ranking(self, slug: str) -> list[list[Any]]:
        """Return the public ranking: place and name of each line."""
        address = f"http://127.0.0.1:{self.port}/api/v1/tournaments/{slug}/standings"
        with urlopen(address, timeout=20) as answer:
            return [[row["overall_place"], row["name"]] for row in json.load(answer)["rows"]]

    def close(self) -> None:
        self.network.close()
        for place in (*self.places, self.double):
            place.close()


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    folder = tmp_path_factory.mktemp("hall and site")
    new_world = World(folder)
    yield new_world
    new_world.close()


@pytest.mark.parametrize("seed", range(RUNS))
def test_site_shows_exactly_what_the_hall_acknowledged(world: World, seed: int) -> None:
    chance = random.Random(seed)
    laptop, second_laptop = world.first, world.second
    uid = laptop.ask("begin_event", seed=seed)
    acknowledged: dict[tuple[int, int, int], int] = {}
    has_moved = False

    def enter(place: Place) -> None:
        board, round_number, table, score = place.ask("enter", uid=uid, seed=chance.randrange(2**32))
        acknowledged[board, round_number, table] = score

    story: list[str] = []
    for _step in range(STEPS):
        act = chance.choice(ACTS)
        story.append(act)
        if act == "enter":
            enter(laptop)
        elif act == "publish":
            laptop.ask("publish", uid=uid)
        elif act == "cut":
            world.network.state = chance.choice(CUTS)
            assert not laptop.ask("publish", uid=uid)
            world.network.state = OPEN
        elif act == "kill hall":
            laptop.line.begin("publish", uid=uid)
            chance.choice((lambda: None, laptop.line.answer))()
            laptop.kill()
        elif act == "kill site":
            laptop.line.begin("publish", uid=uid)
            world.kill_site()
            laptop.line.answer()
        elif act == "clock":
            chance.choice(world.places).clock.set(chance.choice(HOURS))
        elif act == "double":
            world.double.restore(laptop)
            earlier = dict(acknowledged)
            while acknowledged == earlier:
                enter(laptop)
            assert wait_until(partial(laptop.ask, "publish", uid=uid), seconds=30), story
            world.double.ask("enter", uid=uid, seed=chance.randrange(2**32))
            assert not world.double.ask("publish", uid=uid), story
            assert world.double.ask("problem", uid=uid) == "writer_twice", story
        elif not has_moved and laptop.ask("publish", uid=uid):
            # the laptop is lost with what it had not published: here nothing
            assert second_laptop.ask("take_over", uid=uid, phrase=world.phrases[laptop.name]), story
            assert not laptop.ask("publish", uid=uid)
            assert laptop.ask("let_go", uid=uid)
            laptop, second_laptop, has_moved = second_laptop, laptop, True
    for place in world.places:
        place.clock.set(0)

    assert wait_until(lambda: laptop.ask("publish", uid=uid), seconds=30), story

    expected = sorted([*place, score] for place, score in acknowledged.items())
    assert laptop.ask("lines", uid=uid) == expected, story
    assert world.site.ask("lines", uid=uid) == expected, story
    ranking = laptop.ask("ranking", uid=uid)
    assert world.site.ask("ranking", uid=uid) == ranking, story
    slug = next(slug for slug, of, writer in world.site.ask("copies") if of == uid and writer == laptop.name)
    assert world.public_ranking(slug) == [[place, name] for place, name, _value in ranking], story
    secrets = laptop.ask("secrets", uid=uid)
    assert len(secrets) >= 20
    files = [path.read_bytes() for path in world.site.var.rglob("*") if path.is_file()]
    assert [text for text in secrets if any(text.encode() in content for content in files)] == []
