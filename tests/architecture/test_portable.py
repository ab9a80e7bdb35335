"""Calls that only some systems have stand in one module per subject, with their substitutes."""

import re
from pathlib import Path

import pytest

from tests.architecture.parsed import source_of

PROJECT = Path(__file__).parents[2]
PACKAGES = ("accounts", "common", "config", "counting", "etui", "games", "play", "publishing", "tournaments")
SOURCES = [
    PROJECT / "manage.py",
    *(path for package in (*PACKAGES, "tools") for path in sorted((PROJECT / package).rglob("*.py"))),
]
ALLOWED = {
    r"^\s*(?:import|from) (?:fcntl|msvcrt)\b": {
        "common/system/file_locks.py",
        "tournaments/management/interfaces.py",
    },
    r"^\s*(?:import|from) resource\b|\bSIGXCPU\b|\bos\.nice\b|\bsched_\w+": {"common/system/limits.py"},
    r"^\s*(?:import|from) (?:pwd|grp|termios|pty|tty)\b": set(),
    r"\bos\.fork\b|\bos\.waitpid\b|\bsend_fds\b": {
        "common/system/children.py",
        "common/workers/fork_helper.py",
    },
    r"\bprctl\b|\bregister_at_fork\b|\bWinDLL\b": {"common/system/children.py", "common/system/jobs.py"},
    r"\bSIGHUP\b|\bSIGALRM\b|\bsetitimer\b|\bpthread_sigmask\b|\bos\.setsid\b": {"common/system/signals.py"},
    r"\bSIGKILL\b|\bSIGSTOP\b|\bos\.killpg\b": {"common/system/children.py", "common/workers/fork_helper.py"},
    r"[\"']/(?:proc|dev|sys)/|\bO_NOCTTY\b": {
        "common/system/children.py",
        "tournaments/installation/vital_signs.py",
        "common/system/limits.py",
        "common/system/outputs.py",
    },
    r"\bos\.mkfifo\b": set(),
    r"\bclock_gettime\b": {"tournaments/installation/vital_signs.py"},
}
"""Patterns of such calls, and the modules that may contain them."""


@pytest.mark.parametrize("use", ALLOWED)
def test_use_of_one_system_stands_in_its_module(use: str) -> None:
    pattern = re.compile(use, re.MULTILINE)
    users = {str(path.relative_to(PROJECT)) for path in SOURCES if pattern.search(source_of(path))}

    assert users <= ALLOWED[use]
