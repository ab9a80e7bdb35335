"""Children end with their parent, by the kernel or by a thread that waits for its end."""

import os
import subprocess
import sys
import threading
import time

from common.system.children import die_with_parent


def test_child_whose_parent_ended_before_it_asked_ends_at_once() -> None:
    program = """
import os, time
from common.system.children import die_with_parent
parent = os.getpid()
if os.fork():
    print(flush=True)
    os._exit(0)
while os.getppid() == parent:
    time.sleep(0.01)
print("orphan", flush=True)
die_with_parent()
print("goes on", flush=True)
"""

    finished = subprocess.run(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, check=True, timeout=60
    )

    assert finished.stdout.split() == ["orphan"]


def test_process_that_another_thread_forked_outlives_that_thread() -> None:
    """The kernel would take the end of the thread for the end of the parent."""
    reading_end, telling = os.pipe()

    def fork() -> None:
        if os.fork() == 0:
            try:
                die_with_parent()
                time.sleep(0.2)
                os.write(telling, b"alive")
            finally:
                os._exit(0)

    forking = threading.Thread(target=fork)
    forking.start()
    forking.join()
    os.close(telling)

    with open(reading_end, "rb") as reading:
        assert reading.read() == b"alive"
    os.wait()
