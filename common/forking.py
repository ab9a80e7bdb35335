"""Work done in children of this process, a few at once: each forks, answers once and is gone with its memory.

A fork takes nothing along but the thread that asks for it: a lock that another thread holds at that moment
stays locked in the child for ever. So only the main thread may fork: tasks run there, requests never do.
"""

import gc
import multiprocessing
import os
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

from django.conf import settings

Question = TypeVar("Question")
Answer = TypeVar("Answer")

SECONDS_BETWEEN_SIGNS = 5.0
_context = multiprocessing.get_context("fork")


class WorkFailed(Exception):
    """A child was killed, or its work raised something: the message says what."""


def core_count() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def do_apart(
    work: Callable[[Question], Answer],
    questions: Iterable[Question],
    *,
    waiting: Callable[[], object],
    at_once: int | None = None,
) -> Generator[tuple[int, Answer]]:
    """The answer to each question with its place, from 0, as soon as it is ready.

    The next question is drawn while children work. Whoever stops listening ends those still at work. Asked
    from another thread than the main one, everything is done here, one after the other.

    Args:
        waiting: called whenever no answer came for a few seconds; what it raises stops everything.
        at_once: children at work together; None for one a core.

    Raises:
        WorkFailed: a child was killed or raised something.
    """
    if threading.current_thread() is threading.main_thread():
        return _ask_children(work, enumerate(questions), at_once or core_count(), waiting)
    return ((place, _done_here(work, question)) for place, question in enumerate(questions))


def _ask_children(
    work: Callable[[Question], Answer],
    upcoming: Iterator[tuple[int, Question]],
    at_once: int,
    waiting: Callable[[], object],
) -> Generator[tuple[int, Answer]]:
    at_work: dict[Connection, tuple[int, BaseProcess]] = {}
    drawn = next(upcoming, None)
    try:
        while drawn is not None or at_work:
            while drawn is not None and len(at_work) < at_once:
                place, question = drawn
                listening, child = _start(work, question)
                at_work[listening] = place, child
                drawn = next(upcoming, None)
            ready = [
                each for each in wait(list(at_work), SECONDS_BETWEEN_SIGNS) if isinstance(each, Connection)
            ]
            if not ready:
                waiting()
            for listening in ready:
                place, child = at_work.pop(listening)
                yield place, _received(listening, child)
    finally:
        for listening, (_place, child) in at_work.items():
            _end(listening, child)


def _done_here(work: Callable[[Question], Answer], question: Question) -> Answer:
    try:
        return work(question)
    except Exception as error:
        raise WorkFailed(_told(error)) from error


def _told(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"


def _start(work: Callable[[Question], Answer], question: Question) -> tuple[Connection, BaseProcess]:
    listening, telling = _context.Pipe(duplex=False)
    child = _context.Process(target=_answer, args=(work, question, listening, telling), daemon=True)
    child.start()
    telling.close()
    return listening, child


def _answer(
    work: Callable[[Question], Answer], question: Question, listening: Connection, telling: Connection
) -> None:
    """In the child. Without the collector, which costs more than the memory it would find until the end."""
    gc.disable()
    try:
        listening.close()
        os.nice(max(0, settings.ETUI_CHILD_NICENESS - os.nice(0)))
        telling.send(_said(work, question))
    finally:
        os._exit(0)  # at once: nothing is put away, no connection of the parent is closed


def _said(work: Callable[[Question], Answer], question: Question) -> tuple[Answer | None, str]:
    try:
        return work(question), ""
    except BaseException as error:  # whatever it is, the parent must hear of it
        return None, _told(error)


def _received(listening: Connection, child: BaseProcess) -> Any:
    try:
        answer, failure = listening.recv()
    except (EOFError, OSError):  # nothing, or only the beginning
        child.join()
        raise WorkFailed(f"killed, exit code {child.exitcode}") from None
    finally:
        _end(listening, child)
    if failure:
        raise WorkFailed(failure)
    return answer


def _end(listening: Connection, child: BaseProcess) -> None:
    child.kill()
    child.join()
    listening.close()
