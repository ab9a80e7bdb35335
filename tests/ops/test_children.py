"""What forks children for requests, beside a site that is being used."""

import subprocess
import sys

from config.settings.base import ETUI_CHILD_NICENESS
from tests.processes import PROJECT


def test_it_loads_as_quietly_as_its_children_work(environment: dict[str, str]) -> None:
    asked = "import config.children, os; print(os.nice(0))"

    told = subprocess.run(
        [sys.executable, "-c", asked],
        cwd=PROJECT,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )

    assert int(told.stdout) == ETUI_CHILD_NICENESS > 0
