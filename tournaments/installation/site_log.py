"""The log of a laptop for people: its last entries, without personal data, as a page and as a text to send.

The lines are masked when they are written (common/installation/log_lines.py). Here everything that could
point to a person is removed as well, because the text leaves the house.
"""

import platform
import re
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import django
from django.conf import settings
from django.db import connection
from django.urls import Resolver404, resolve

from etui.places import is_installed
from etui.version import program_version

READ_BYTES = 400_000
"""Bytes read from the end of each file."""
MOST_ENTRIES = 300
BEGINNING = re.compile(r"^(?P<at>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d),\d+ (?P<level>[A-Z]+) (?P<text>.*)$")
"""Pattern of the first line of an entry."""
PERSONAL = (
    (re.compile(r"[\w.+%-]+@[\w-]+(?:\.[\w-]+)+"), "(adresse)"),
    (re.compile(r"(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])"), "(réseau)"),
    (re.compile(r"(?<![\w:])(?:[0-9a-fA-F]{1,4}:){3,7}[0-9a-fA-F]{0,4}(?![\w:])"), "(réseau)"),
    (re.compile(r"(?<=\?)[^\s'\"]+"), "…"),
    (re.compile(r"(=\()[^)]*(\))"), r"\1…\2"),
    (re.compile(r"/(?:home|Users)/[^/\s'\"]+"), "~"),
    (re.compile(r"(?<=[A-Za-z]:\\Users\\)[^\\\s'\"]+"), "…"),
    (re.compile(r"«[^»]*»|(?<!\w)'[^'\n]*'|\"[^\"\n]*\""), "…"),
)
"""Patterns of what may point to a person, and what stands in its place.

Mail and network addresses, the query of a request, values in messages of the database, the folder of a user,
quoted text. File names of a traceback are quoted, too, and are kept by TRACE.
"""
ADDRESS = re.compile(r"(?<![\w/.:<])/[\w./%-]*")
"""Pattern of the address of a page. Its parts may be the name of a club or of an event."""
RAISED = re.compile(
    r"^(?P<type>(?:[a-z_]\w*\.)+[A-Z]\w*|[A-Z]\w*(?:Error|Exception|Warning|Interrupt|Exit))(?::.*)?$"
)
"""Pattern of the end of a traceback. The message of an exception may hold any value."""
CONSTANT = ("Traceback ", "During handling ", "The above exception ")
"""Beginnings of other lines of a traceback that hold no value."""
TRACE = re.compile(
    r'^\s+File "(?:.*?[/\\])?(?P<file>(?:[\w.-]+[/\\]){0,3}[\w.-]+\.py)", '
    r"line (?P<line>\d+), in (?P<name>\S+)$"
)


@dataclass(frozen=True, slots=True)
class LogEntry:
    """An entry of the log."""

    at: str
    process: str
    """Name of the file without its suffix: the process that wrote it."""
    level: str
    text: str
    """First line, without personal data."""
    rest: tuple[str, ...] = ()
    """Further lines of a traceback."""


def log_folder() -> Path:
    return Path(settings.VAR_DIR) / "logs"


def has_log_files() -> bool:
    """Return whether this site writes its log to files, as a laptop does once there is a line."""
    return bool(settings.ETUI_IS_IN_HALL) or any(log_folder().glob("*.log"))


def recent_entries() -> list[LogEntry]:
    """Return the last entries of all processes, the latest first."""
    entries = [entry for path in sorted(log_folder().glob("*.log")) for entry in _entries_of(path)]
    # the sort keeps the order of a file within a second
    return sorted(entries, key=lambda entry: entry.at)[: -MOST_ENTRIES - 1 : -1]


def log_text() -> str:
    """Return the log as a text to send: what the program runs on, then its last entries, the oldest first."""
    lines = [f"{name}: {value}" for name, value in _facts()] + [""]
    for entry in reversed(recent_entries()):
        lines += [f"{entry.at} {entry.process} {entry.level} {entry.text}", *entry.rest]
    return "\n".join(lines) + "\n"


def without_personal_data(line: str) -> str:
    """Return the first line of an entry without what may point to a person."""
    for pattern, replacement in PERSONAL:
        line = pattern.sub(replacement, line)
    return ADDRESS.sub(_shape_of_address, line)


def traceback_line(line: str) -> str:
    """Return a further line of an entry without what may point to a person."""
    if match := TRACE.match(line):
        return f"  {match['file'].replace(chr(92), '/')}:{match['line']} {match['name']}"
    if match := RAISED.match(line):
        return match["type"]
    # a line of the source, or of a message with several lines
    return without_personal_data(line) if line.startswith((" ", *CONSTANT)) else "…"


def _shape_of_address(match: re.Match[str]) -> str:
    """Return the pattern of an address of the site, such as /t/<slug:slug>/, or a sign for any other one."""
    try:
        return f"/{resolve(match[0]).route}"
    except Resolver404:
        return "/…"


def _facts() -> Iterator[tuple[str, object]]:
    """Yield the version, the platform and the settings that matter, without names, addresses or secrets."""
    yield "Étui", f"{program_version()} ({'wheel' if is_installed() else 'checkout'})"
    yield "Python", platform.python_version()
    yield "Django", django.get_version()
    yield "Système", platform.platform()
    yield (
        "Base de données",
        f"{connection.vendor} {sqlite3.sqlite_version if connection.vendor == 'sqlite' else ''}",
    )
    yield "Dans une salle", settings.ETUI_IS_IN_HALL
    yield "Fuseau", settings.TIME_ZONE
    yield "Courriel réglé", settings.EMAIL_BACKEND.split(".")[-2]
    yield "Debug", settings.DEBUG


def _entries_of(path: Path) -> Iterator[LogEntry]:
    """Yield the entries at the end of a file. A part of an entry at the beginning is left out."""
    entry: LogEntry | None = None
    rest: list[str] = []
    for line in _last_lines(path):
        if match := BEGINNING.match(line):
            if entry is not None:
                yield LogEntry(entry.at, entry.process, entry.level, entry.text, tuple(rest))
            entry, rest = (
                LogEntry(match["at"], path.stem, match["level"], without_personal_data(match["text"])),
                [],
            )
        elif entry is not None and line.strip():
            rest.append(traceback_line(line))
    if entry is not None:
        yield LogEntry(entry.at, entry.process, entry.level, entry.text, tuple(rest))


def _last_lines(path: Path) -> list[str]:
    with suppress(OSError), open(path, "rb") as file:
        file.seek(0, 2)
        file.seek(max(file.tell() - READ_BYTES, 0))
        return file.read().decode("utf-8", errors="replace").splitlines()
    return []
