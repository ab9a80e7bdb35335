"""Acknowledged results are stored once after any kill, freeze, full disk, refusal, loss or change of the
clock.

`ETUI_RESULTS=10000 ETUI_KILLS=50` makes of the short form the long one (`script/test --long`).
"""

import os
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.servers import campaign
from tests.servers.campaign import ENOUGH, PATIENCE, FaultMaker, Report
from tests.servers.sites import LaptopSite, Launch, ServerSite, Site

RESULTS = int(os.environ.get("ETUI_RESULTS", "80"))
KILLS = int(os.environ.get("ETUI_KILLS", "0"))
"""Number of kills over the whole campaign. By default every kind of fault comes once."""
PARTS = 10 if KILLS else 1
MEGABYTES = 1500 if KILLS else 400
SEED = int(os.environ.get("ETUI_SEED", "18"))


def chosen(maker: FaultMaker, rng: random.Random) -> list[str]:
    """Every kind in any order; in the long form kills, with every other kind about once in two parts."""
    kinds = maker.kinds()
    if KILLS:
        kills = [maker.kills()[number % len(maker.kills())] for number in range(KILLS // PARTS)]
        other_kinds = [kind for kind in kinds if not kind.startswith("kill") and rng.random() < 0.5]
        kinds = kills + other_kinds
    rng.shuffle(kinds)
    return kinds


@pytest.fixture(
    params=[
        pytest.param(LaptopSite, id="laptop"),
        # by day its web server and worker are killed, its broker lost: test_killed_web, test_refresh
        pytest.param(ServerSite, id="server", marks=[] if KILLS else pytest.mark.nights),
    ]
)
def site(request: pytest.FixtureRequest, tmp_path: Path, launch: Launch) -> Iterator[Site]:
    new_site: Site = request.param(tmp_path, launch, megabytes=MEGABYTES)
    try:
        new_site.start()
        yield new_site
    finally:
        new_site.close()


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str]) -> Callable[[str], None]:
    def tell(text: str) -> None:
        if KILLS or os.environ.get("ETUI_SAY"):
            with capsys.disabled():
                sys.stdout.write(f"{text}\n")
                sys.stdout.flush()

    return tell


def test_what_was_acknowledged_is_there_once_and_rankings_are_right(
    site: Site, say: Callable[[str], None]
) -> None:
    report: Report = campaign.run(
        site,
        results=RESULTS,
        versions=5 if KILLS else 2,
        parts=PARTS,
        faults=chosen,
        seed=SEED,
        lasting=3.0 if KILLS else 1.0,
        say=say,
    )
    say(report.told())

    assert (report.lost, report.doubled, report.unexplained, report.refusals) == ([], [], [], [])
    assert len(report.acknowledged) + len(report.given_up) >= RESULTS * 0.9
    assert (report.inconsistent_plays, report.without_phone, report.damage) == ([], 0, [])
    assert sum(report.traces.values()) == len(report.stored)
    assert report.not_json == []
    assert report.lost_answers > 0
    slowest = ENOUGH if KILLS else PATIENCE  # in the ordinary run others want the machine, too
    assert max(report.ranking_seconds) <= slowest, report.told() + "\n" + site.output()
