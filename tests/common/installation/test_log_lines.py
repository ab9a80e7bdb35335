"""Lines of the log: without a secret, short, never without bound."""

import errno
import io
import logging
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.exceptions import DisallowedHost
from django.http import UnreadablePostError
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from common.installation import log_lines
from common.installation.log_lines import (
    EQUAL_LINES,
    Console,
    Faults,
    KeptFile,
    LineFormatter,
    ShortLine,
    mask_secrets,
    stop_logging_to_file,
)
from common.requests.secret_addresses import ARGUMENT, SECRET_ARGUMENTS

SECRET = "a0b1c2d3-e4f5"
"""Short secret of small letters, which only its position distinguishes from a word."""
OPEN_ARGUMENTS = {
    "action", "app_label", "attempt", "code", "content_type_id", "day", "entry_id", "event", "fault",
    "file_pk",
    "form", "game", "id", "key", "kind", "lesson",
    "member_pk", "month", "name", "number", "object_id", "other_pk", "pk", "play_id", "pseudonym", "rest",
    "round_number", "seat", "slug", "step", "subject", "table_number", "task", "uid", "uidb64", "url",
    "version",
    "year",
}  # fmt: skip
"""Arguments of addresses that are no secret."""


def all_patterns(
    patterns: list[URLPattern | URLResolver], route: str = "/"
) -> Iterator[tuple[str, URLPattern]]:
    for pattern in patterns:
        full_route = route + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from all_patterns(pattern.url_patterns, full_route)
        else:
            yield full_route, pattern


ROUTES = dict(all_patterns(get_resolver().url_patterns))
SECRET_ROUTES = [route for route in ROUTES if set(ARGUMENT.findall(route)) & SECRET_ARGUMENTS]


def filled(route: str) -> str:
    """An address of a route, its secrets SECRET and all else `open`."""
    return ARGUMENT.sub(lambda found: SECRET if found[1] in SECRET_ARGUMENTS else "open", route)


@pytest.fixture
def written() -> Iterator[SimpleNamespace]:
    """Yield a logger of its own, and the output of its console."""
    stream = io.StringIO()
    console = Console(stream)
    console.setFormatter(LineFormatter())
    logger = logging.Logger("django.request")
    logger.addHandler(console)
    yield SimpleNamespace(logger=logger, console=console, lines=lambda: stream.getvalue().splitlines())
    console.close()


def test_there_are_addresses_with_secrets() -> None:
    names = {ROUTES[route].name for route in SECRET_ROUTES}

    assert {"table-page", "accounts-sign-in-link", "public-own-results", "public-registration"} <= names
    assert {"public-invitation", "accounts-password-reset-confirm", "accounts-sign-up-confirm"} <= names


def test_whoever_names_what_an_address_carries_says_whether_it_is_secret() -> None:
    arguments = {argument for route in ROUTES for argument in ARGUMENT.findall(route)}

    assert arguments - SECRET_ARGUMENTS - OPEN_ARGUMENTS == set()


@pytest.mark.parametrize("route", SECRET_ROUTES)
def test_secret_of_every_address_is_masked_wherever_it_stands(route: str) -> None:
    path = filled(route)
    texts = [
        f"Not Found: {path}",
        f"Forbidden (Referer checking failed - http://salle.example:8000{path} is no origin.): /x/",
        f"GET /connexion/?next={path} 302",
        f"GET /connexion/?next={path.replace('/', '%2F')} 302",
        f'<WSGIRequest: GET "{path}?tour=2">',
        path.rstrip("/"),
    ]

    for text in texts:
        assert SECRET in text
        assert SECRET not in mask_secrets(text), text
        assert "***" in mask_secrets(text)


def test_addresses_without_a_secret_are_told_as_they_are() -> None:
    for route, pattern in ROUTES.items():
        if route not in SECRET_ROUTES and pattern.name and not route.startswith("/api/v1/table/"):
            path = ARGUMENT.sub("open", route)
            assert mask_secrets(f"Not Found: {path}") == f"Not Found: {path}"


@pytest.mark.parametrize(
    "text",
    [
        "https://x/?token=s3cr-et&page=2",
        "{'password': 's3cr-et', 'name': 'Anne'}",
        "Authorization: Bearer s3cr-et",
        "DETAIL: Key (secret)=(s3cr-et) already exists.",
        "csrfmiddlewaretoken=s3cr-et",
        "Cookie: sessionid=s3cr-et",
        "redis://:s3cr-et@redis:6379/0",
        "postgres://etui:s3cr-et@db/etui",
        "SECRET_KEY = 's3cr-et'",
    ],
)
def test_what_is_named_as_a_secret_is_masked(text: str) -> None:
    assert "s3cr-et" not in mask_secrets(text)


@pytest.mark.parametrize(
    "text",
    [
        "Forbidden (CSRF token missing.): /organiser/",
        "Not Found: /static/css/theme.0a1b2c3d4e5f.css",
        'File "/srv/etui/tournaments/results/services/results.py", line 20, in record_result_at_table',
        "task 5f0f7f0e-3b3c-4a57-8a0b-0c3f9a7d1b2e ended",
    ],
)
def test_what_is_no_secret_is_kept(text: str) -> None:
    assert mask_secrets(text) == text


def test_token_is_masked_by_its_look_where_nothing_names_it() -> None:
    assert mask_secrets("cannot send 4Jk2_vQx8Zt1-Lm9Rb3Yw7Np5Hs0Dc6Fg2Ae") == "cannot send ***"


def test_line_written_while_addresses_are_read_is_masked_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def unfinished() -> object:
        raise ImportError

    monkeypatch.setattr(log_lines, "secret_addresses", unfinished)

    assert mask_secrets("Not Found: /table/0123456789abcdef0123/") == "Not Found: /table/***/"


def test_secret_is_masked_in_values_and_tracebacks(written: SimpleNamespace) -> None:
    path = reverse("table-page", args=[SECRET])
    try:
        raise ValueError(f"nothing at {path}")
    except ValueError:
        written.logger.exception("Internal Server Error: %s", path, extra={"status_code": 500})

    text = "\n".join(written.lines())
    assert "Traceback" in text
    assert "ValueError: nothing at /table/***/" in text
    assert SECRET not in text


@pytest.mark.parametrize(
    "error", [DisallowedHost("Invalid HTTP_HOST header: 'x'."), UnreadablePostError("cut")]
)
def test_refusal_is_one_short_line_without_a_traceback(written: SimpleNamespace, error: Exception) -> None:
    status = {"status_code": 400} if isinstance(error, DisallowedHost) else {"status_code": 500}
    try:
        raise error
    except (DisallowedHost, UnreadablePostError):
        written.logger.error("%s of %s", error, "x" * 5000, exc_info=sys.exc_info(), extra=status)

    (line,) = written.lines()
    assert len(line) <= log_lines.LONGEST_REFUSAL
    assert "Traceback" not in line


def test_a_stranger_cannot_write_a_second_line(written: SimpleNamespace) -> None:
    written.logger.warning(
        "Not Found: %s", "/x\n2026-01-01 ERROR forged\r\x1b[2J", extra={"status_code": 404}
    )

    (line,) = written.lines()
    assert "\\n2026-01-01 ERROR forged" in line
    assert "\x1b" not in line


def test_equal_lines_are_counted_and_summed_up(
    written: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = SimpleNamespace(now=100.0)
    monkeypatch.setattr(log_lines.time, "monotonic", lambda: clock.now)

    for number in range(1000):
        written.logger.warning("Not Found: %s", f"/scan/{number}/", extra={"status_code": 404})
    assert len(written.lines()) == EQUAL_LINES
    clock.now += log_lines.MINUTE
    written.logger.warning("Not Found: %s", "/after/", extra={"status_code": 404})

    assert len(written.lines()) == EQUAL_LINES + 2
    assert (
        f"{1000 - EQUAL_LINES} more such lines in 60 s, the first: Not Found: /scan/0/" in written.lines()[-2]
    )


def test_counted_lines_are_told_when_the_process_ends(written: SimpleNamespace) -> None:
    for _ in range(EQUAL_LINES + 3):
        written.logger.warning("Not Found: /", extra={"status_code": 404})

    written.console.close()

    assert "3 more such lines" in written.lines()[-1]


def test_kinds_of_lines_without_end_are_one_kind(written: SimpleNamespace) -> None:
    for number in range(5000):
        written.logger.error(f"fault {number}")

    assert len(written.lines()) <= log_lines.MOST_KINDS + EQUAL_LINES


def test_different_faults_are_not_taken_for_equal(written: SimpleNamespace) -> None:
    for _ in range(EQUAL_LINES + 1):
        written.logger.error("Internal Server Error: %s", "/a/")
    try:
        raise RuntimeError("another")
    except RuntimeError:
        written.logger.exception("Internal Server Error: %s", "/a/")

    assert any("RuntimeError: another" in line for line in written.lines())


def test_line_that_cannot_be_formatted_does_not_spill_its_values(
    written: SimpleNamespace, capsys: pytest.CaptureFixture[str]
) -> None:
    written.logger.error("%d", SECRET)

    output = capsys.readouterr().err
    assert "could not be logged" in output
    assert SECRET not in output


class FullDisk(io.StringIO):
    """A file of which nothing more is taken."""

    def write(self, text: str) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")


def test_line_that_cannot_be_written_anywhere_stops_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """The process goes on if standard error is on a full disk, which once ended the watch of `serve`."""
    monkeypatch.setattr(sys, "stderr", FullDisk())
    console = Console()
    console.setStream(FullDisk())

    console.handle(logging.LogRecord("etui", logging.ERROR, "", 0, "the watch goes on", None, None))

    console.setStream(io.StringIO())
    console.close()


def test_keyboard_gets_no_traceback() -> None:
    try:
        raise ValueError("broken")
    except ValueError:
        record = logging.LogRecord("x", logging.ERROR, __file__, 1, "fault", (), sys.exc_info())

    assert "Traceback" not in ShortLine().format(record)
    assert "Traceback" in LineFormatter().format(record)


def test_keyboard_is_told_of_faults_and_not_of_visitors() -> None:
    def record(name: str, **extra: int) -> logging.LogRecord:
        return logging.makeLogRecord({"name": name, "levelno": logging.ERROR, "msg": "x", **extra})

    let_through = [
        Faults().filter(log_record)
        for log_record in (
            record("django.security.DisallowedHost"),
            record("django.request", status_code=404),
            record("django.request", status_code=500),
            record("common.workers.supervision"),
        )
    ]

    assert let_through == [False, False, True, True]


def test_forked_process_leaves_the_file_of_its_parent_alone(tmp_path: Path) -> None:
    root = logging.getLogger()
    file, console = KeptFile(str(tmp_path / "site.log")), Console(io.StringIO())
    root.addHandler(file)
    root.addHandler(console)
    try:
        stop_logging_to_file()
        handlers = root.handlers[:]
        logging.getLogger("x").error("fault")
    finally:
        root.removeHandler(file)
        root.removeHandler(console)

    assert (file in handlers, console in handlers) == (False, True)
    assert not (tmp_path / "site.log").exists()


def test_file_is_for_its_owner_and_of_bounded_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_lines, "FILE_BYTES", 2_000)
    monkeypatch.setattr(log_lines, "EQUAL_LINES", 10**6)
    path = tmp_path / "logs" / "site.log"
    file = KeptFile(str(path))
    file.setFormatter(LineFormatter())

    for number in range(500):
        file.handle(logging.LogRecord("x", logging.ERROR, __file__, 1, "fault %s", (number,), None))
    file.close()

    files = sorted(path.parent.iterdir())
    assert len(files) == log_lines.FILES_KEPT + 1
    assert all(log_file.stat().st_size <= 2_000 for log_file in files)
    assert {stat.S_IMODE(log_file.stat().st_mode) for log_file in files} == {0o600}
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert "fault 499" in path.read_text()
