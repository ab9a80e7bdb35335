"""The log for people: its last entries, and that nothing in it points to a person."""

import logging
from pathlib import Path
from typing import Any

import pytest

from common.installation.log_lines import KeptFile, LineFormatter
from tournaments.installation import site_log
from tournaments.installation.site_log import (
    has_log_files,
    log_text,
    recent_entries,
    traceback_line,
    without_personal_data,
)


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Path) -> Path:
    settings.VAR_DIR = tmp_path
    (tmp_path / "logs").mkdir()
    return tmp_path / "logs"


def log_to(path: Path) -> logging.Logger:
    """Return a logger that writes to `path` as the processes of a laptop do."""
    logger = logging.Logger(f"tests.{path.stem}")
    handler = KeptFile(str(path))
    handler.setFormatter(LineFormatter())
    logger.addHandler(handler)
    return logger


def test_entries_of_all_processes_are_in_order_with_their_traceback(folder: Path) -> None:
    (folder / "site.log").write_text(
        "end of an older entry\n2026-11-28 20:00:01,123 WARNING django.request: Not Found: /t/soiree/\n"
        "2026-11-28 20:05:00,000 ERROR django.request: Internal Server Error: /organiser/\n"
        "Traceback (most recent call last):\n"
        '  File "/home/anne/etui/tournaments/evening/organiser/desk.py", line 12, in desk\n'
        "    raise ValueError(name)\n"
        "ValueError: Dupont\n"
    )
    (folder / "worker.log").write_text("2026-11-28 20:03:00,000 ERROR celery: lost\n")

    entries = recent_entries()

    assert [(entry.at, entry.process, entry.level) for entry in entries] == [
        ("2026-11-28 20:05:00", "site", "ERROR"),
        ("2026-11-28 20:03:00", "worker", "ERROR"),
        ("2026-11-28 20:00:01", "site", "WARNING"),
    ]
    assert entries[0].rest == (
        "Traceback (most recent call last):",
        "  tournaments/evening/organiser/desk.py:12 desk",
        "    raise ValueError(name)",
        "ValueError",
    )
    assert entries[2].text == "django.request: Not Found: /t/<slug:slug>/"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("mail to anne.dupont@example.org failed", "mail to (adresse) failed"),
        ("refused 192.168.1.20 and fe80:0:0:0:1:2:3:4", "refused (réseau) and (réseau)"),
        ("Étui 0.1.0 runs", "Étui 0.1.0 runs"),
        ("GET /organiser/clubs/garde-sans/joueurs/?q=Dupont", "GET /organiser/clubs/<slug:slug>/joueurs/?…"),
        ("Not Found: /jean-dupont/photo", "Not Found: /…"),
        ("Key (last_name)=(Dupont) already exists.", "Key (last_name)=(…) already exists."),
        ("cannot read '/home/anne/x' of \"Anne\" « Anne »", "cannot read … of … …"),
        ("doesn't matter, isn't it", "doesn't matter, isn't it"),
    ],
)
def test_what_points_to_a_person_is_removed(line: str, expected: str) -> None:
    assert without_personal_data(line) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("django.db.utils.IntegrityError: duplicate Dupont", "django.db.utils.IntegrityError"),
        ("ValueError", "ValueError"),
        ("DETAIL:  Key (last_name)=(Dupont) already exists.", "…"),
        ("Dupont: a line of a message", "…"),
        ("    seat(player)", "    seat(player)"),
        (
            r'  File "C:\Users\Anne\etui\play\rooms\web\rounds.py", line 3, in play',
            "  play/rooms/web/rounds.py:3 play",
        ),
    ],
)
def test_message_of_an_exception_is_removed(line: str, expected: str) -> None:
    assert traceback_line(line) == expected


def test_text_to_send_names_version_and_platform_and_no_person(folder: Path, settings: Any) -> None:
    settings.SECRET_KEY = "very-secret-key"
    logger = log_to(folder / "site.log")
    logger.warning("mail to %s failed, token=%s", "anne.dupont@example.org", "s3cret")
    try:
        raise ValueError("Anne Dupont")
    except ValueError:
        logger.exception("could not seat «Anne Dupont»")

    text = log_text()

    assert text.startswith("Étui: 0.")
    assert "Python: 3." in text
    assert "Base de données: " in text
    assert text.index("(adresse) failed") < text.index("could not seat …")
    for secret in ("Dupont", "Anne", "example.org", "s3cret", "very-secret-key", str(folder)):
        assert secret not in text


def test_only_the_end_of_a_long_file_is_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site_log, "READ_BYTES", 1000)
    monkeypatch.setattr(site_log, "MOST_ENTRIES", 5)
    lines = [f"2026-11-28 20:{number:02}:00,000 ERROR tests: line {number}\n" for number in range(60)]
    (folder / "site.log").write_text("".join(lines))

    assert [entry.text for entry in recent_entries()] == [
        f"tests: line {number}" for number in range(59, 54, -1)
    ]


def test_server_without_files_is_known(folder: Path, settings: Any) -> None:
    settings.ETUI_IS_IN_HALL = True
    assert has_log_files()
    settings.ETUI_IS_IN_HALL = False
    assert not has_log_files()
    assert recent_entries() == []
    (folder / "site.log").touch()
    assert has_log_files()
