"""Base of the commands for other programs: a JSON line in, a JSON line out, errors included."""

import json
import logging
import os
import sys
from collections.abc import Callable, Iterable
from typing import Any

from django.core.management.base import BaseCommand

from games.core.errors import GameError
from games.core.exchange.fields import InvalidRequest
from games.core.notation import load_json

logger = logging.getLogger(__name__)


class JsonLinesCommand(BaseCommand):
    """A command that answers each line of the standard input as soon as it is read.

    A line with an error gives `{"error": {"code", "message"}}`, and the next one is read; the exit code is 0.
    Lines end with LF. An empty line is an error, too, so that input and output lines keep the same numbers.
    """

    requires_system_checks = []
    stealth_options = ("stdin",)

    def answer(self, request: object) -> dict[str, object]:
        """Return the response to one request; raises `GameError`."""
        raise NotImplementedError

    def handle(self, *args: Any, stdin: Iterable[bytes] | None = None, **options: Any) -> None:
        try:
            for line in sys.stdin.buffer if stdin is None else stdin:
                self.stdout.write(json.dumps(answer_line(line, self.answer)))
                self.stdout.flush()
        except BrokenPipeError:  # the reader is gone: leave nothing to flush at exit
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def answer_line(line: bytes, answer: Callable[[object], dict[str, object]]) -> dict[str, object]:
    """Return the response to one line, or its error.

    A fault of the program (`internal_error`) is logged and does not stop the lines after it.
    """
    try:
        if not line.strip():
            raise InvalidRequest("empty_line", "the line is empty")
        return answer(load_json(line))
    except GameError as error:
        return _error(error.code, str(error))
    except Exception:
        logger.exception("no answer to %.200r", line)
        return _error("internal_error", "this line cannot be answered; please report it")


def _error(code: str, message: str) -> dict[str, object]:
    return {"error": {"code": code, "message": message}}
