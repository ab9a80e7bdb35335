"""The clock that tests set in the processes of a site."""

import subprocess
import sys
from pathlib import Path

HELD_UP = """
import sys, time, time_machine
from sitecustomize import SetClock

set_to, held_up = time_machine.Traveller.move_to, iter((0.1, 0.1))

def set_late(*arguments, **options):
    time.sleep(next(held_up, 0))
    set_to(*arguments, **options)

time_machine.Traveller.move_to = set_late
SetClock(sys.argv[1])
looks = [time_machine.escape_hatch.time.time() + 3600 - time.time() for _ in range(20)]
print(min(map(abs, looks)), next(held_up, "held up twice"))
"""


def test_process_that_is_held_up_while_its_clock_is_set_is_not_behind_for_good(tmp_path: Path) -> None:
    file = tmp_path / "clock"
    file.write_text("3600", encoding="ascii")
    environment = {"PYTHONPATH": str(Path(__file__).parent / "set_clock")}

    output = subprocess.run(
        [sys.executable, "-c", HELD_UP, str(file)],
        env=environment,
        stdout=subprocess.PIPE,
        check=True,
        text=True,
    ).stdout

    behind, _space, times = output.strip().partition(" ")
    assert float(behind) < 0.02
    assert times == "held up twice"
