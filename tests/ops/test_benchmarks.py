"""Every benchmark runs, at a tiny size."""

import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.sites.laptop_site import EMPTY_DATABASE
from benchmarks.smoke import SIZES
from tests.processes import PROJECT, laptop_environment, put_empty_database

QUICK = (
    *("ranking", "movements", "games", "dealing", "fairness", "legal_deals"),
    *("robots", "robot_matches", "counting"),
)
"""Those without a database."""
OF_AN_EVENING = ("evening", "paper", "publishing")
OF_A_SITE = ("load", "viewers", "stalled", "uploads", "play", "rooms")


def run(folder: Path, *names: str, around: tuple[str, ...] = ()) -> None:
    command = [*around, sys.executable, "-m", "benchmarks.smoke", *names]
    put_empty_database(folder)
    environment = laptop_environment(folder) | {
        "DJANGO_SETTINGS_MODULE": "config.settings.test",
        EMPTY_DATABASE: str(folder / "etui.sqlite3"),
    }
    finished = subprocess.run(
        command, cwd=PROJECT, env=environment, check=False, capture_output=True, text=True
    )
    assert finished.returncode == 0, finished.stdout[-2000:] + finished.stderr[-4000:]


def test_every_benchmark_has_a_tiny_size() -> None:
    """`script/bench` names them all."""
    script_text = (PROJECT / "script" / "bench").read_text()
    modules = {path.stem for path in (PROJECT / "benchmarks").glob("*.py")}

    started = {
        name for name in modules if "def main()" in (PROJECT / "benchmarks" / f"{name}.py").read_text()
    }

    assert started == set(SIZES)
    assert [name for name in SIZES if name not in script_text] == []


def test_benchmarks_of_one_process_run(tmp_path: Path) -> None:
    run(tmp_path, *QUICK, *OF_AN_EVENING)


@pytest.mark.nights
@pytest.mark.parametrize("name", ["refresh", "hosts"])
def test_benchmark_of_a_server_runs(tmp_path: Path, name: str) -> None:
    run(tmp_path, name, around=("script/with-servers",))


@pytest.mark.nights
@pytest.mark.parametrize("name", OF_A_SITE)
def test_benchmark_of_a_site_runs(tmp_path: Path, name: str) -> None:
    run(tmp_path, name)
