"""Figures of printed documents: pages, processor time, memory, first preview.

Run as a program in any checkout, also an earlier one, it reads names of documents from standard input, one on
a line, and writes the figures of each as a line of JSON. It needs only names of checkouts since 6e8b4da1:

    cd FOLDER && python …/benchmarks/paper_figures.py 32
"""

import datetime
import json
import os
import resource
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict, dataclass
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

FIRST_SHEETS = 3
"""Sheets of a preview."""
SECONDS_BETWEEN_LOOKS = 0.2
"""Seconds between two looks at the memory of a worker and its children."""
FORMATS = ("duplicate_individual", "quartets", "free_deals")
"""Formats of the evenings, in the order in which they are tried for a document."""
TABLES_LESS = {"quartets": 1}
"""Tables fewer, where no movement has an even number of them."""
SITE = "http://192.0.2.20:8000"


@dataclass(frozen=True, slots=True)
class Figures:
    """Figures of one document."""

    pages: int = 0
    seconds: float = 0.0
    """Processor time of the worker and its children. It hardly depends on other load of the machine."""
    elapsed: float = 0.0
    memory: int = 0
    """Largest megabytes of the worker and its children together. Shared pages count once."""
    preview: float = 0.0
    """Processor time of the first sheets, in a process that has shown them before."""
    problem: str = ""
    """Reason why there is no document, "" for none."""


class Papers:
    """Documents of an evening: seated for the packs, played for the others.

    It is one of individual duplicate, or of the first other format that has the document.
    """

    def __init__(self, table_count: int) -> None:
        from django.conf import settings

        from tournaments.demo.services.demo import DemoStage, ensure_demo_club, make_demo_tournament

        settings.ETUI_CHILD_NICENESS = 0  # other load of the machine then affects all parts alike
        club, _organiser = ensure_demo_club()

        @cache
        def event(format_code: str, stage: DemoStage) -> Any:
            tournament = make_demo_tournament(
                club=club,
                format_code=format_code,
                table_count=table_count - TABLES_LESS.get(format_code, 0),
                seed=1,
                starts_on=datetime.date(2026, 11, 21),
                stage=stage,
                name=f"{format_code} {table_count} {stage}",
            )
            if stage is DemoStage.FINISHED:
                _add_prizes(tournament)
            return tournament

        self._event = event
        self._stages = DemoStage.SEATED, DemoStage.FINISHED
        # a worker loads WeasyPrint and the fonts once
        printed("board_labels", event(FORMATS[0], DemoStage.SEATED), [])()

    def event_of(self, document_type: Any) -> Any:
        """Return the evening of a document."""
        from tournaments.core.formats.registry import find_format

        seated, played_event = self._stages
        format_code = next(code for code in FORMATS if document_type.is_for(find_format(code)))
        return self._event(format_code, seated if document_type.holds else played_event)

    def figures(self, kind: str) -> Figures:
        """Print a document and show its preview."""
        from tournaments.paper.documents.registry import DOCUMENTS

        document_type = {str(key): row for key, row in DOCUMENTS.items()}.get(kind)
        if document_type is None:
            return Figures(problem="no such document")
        try:
            tournament = self.event_of(document_type)
            preview = min(_preview_seconds(document_type, tournament) for _time in range(2))
            return _measured(kind, tournament, preview)
        except Exception as error:  # one document must not end the run
            return Figures(problem=str(getattr(error, "message", error)) or type(error).__name__)


def _add_prizes(tournament: Any) -> None:
    """Add a prize plan, without which there are no lists of prizes."""
    from tournaments.models import PrizePlan

    plan = PrizePlan.objects.create(tournament=tournament)
    plan.rules.create(position=1, name="Général", ranking="overall", amounts=[5000, 3000, 2000])


def printed(kind: str, tournament: Any, pages: list[int]) -> Callable[[], bytes]:
    """Return a function that prints a document as the worker does.
    It appends the number of pages to `pages`.
    """
    from tournaments.paper.documents.making.document import document_pdf
    from tournaments.paper.documents.making.options import DocumentOptions
    from tournaments.paper.documents.registry import DOCUMENTS

    def print_it() -> bytes:
        with _door():
            return document_pdf(
                DOCUMENTS[kind],
                tournament,
                language="fr",
                options=DocumentOptions(site=SITE),
                started=lambda sheets: None,
                progress=pages.append,
            )

    return print_it


def _door() -> AbstractContextManager[None]:
    """Return the permission to read cards, in checkouts that have one."""
    try:
        from tournaments.deals.door import Machine, paper_by
    except ImportError:
        return nullcontext()
    return paper_by(Machine.PRINTING)


def _preview_seconds(document_type: Any, tournament: Any) -> float:
    from tournaments.paper.documents.making.document import preview_html
    from tournaments.paper.documents.making.options import DocumentOptions

    start = time.process_time()
    with _door():
        preview_html(
            document_type, tournament, language="fr", options=DocumentOptions(site=SITE), first=FIRST_SHEETS
        )
    return time.process_time() - start


def _measured(kind: str, tournament: Any, preview: float) -> Figures:
    """Print a document in a process of its own, so that its memory is known."""
    from django.db import connections

    connections.close_all()
    context = get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_print_and_send, args=(kind, tournament, sender))
    start = time.perf_counter()
    process.start()
    sender.close()
    memory = 0
    while not receiver.poll(SECONDS_BETWEEN_LOOKS):
        memory = max(memory, sum(map(_megabytes, _family(process.pid))))
    elapsed = time.perf_counter() - start
    pages, seconds, problem = receiver.recv()
    process.join()
    return Figures(pages, seconds, elapsed, memory, preview, problem)


def _print_and_send(kind: str, tournament: Any, sender: Any) -> None:
    pages: list[int] = []
    problem = ""
    try:
        printed(kind, tournament, pages)()
    except Exception as error:  # the parent prints the reason
        problem = str(getattr(error, "message", error)) or type(error).__name__
    usages = [resource.getrusage(whose) for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    sender.send((max(pages, default=0), sum(usage.ru_utime + usage.ru_stime for usage in usages), problem))


def _family(pid: int | None) -> Iterator[int]:
    """Yield a process and those below it."""
    if pid is None:
        return
    yield pid
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
    except OSError:
        return
    for child in children.split():
        yield from _family(int(child))


def _megabytes(pid: int) -> int:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    except OSError:  # it has ended
        return 0
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) // 1024


def answer_requests() -> None:
    sys.path.insert(0, str(Path.cwd()))
    with TemporaryDirectory() as folder:
        os.environ |= {"ETUI_VAR_DIR": folder, "DJANGO_SETTINGS_MODULE": "config.settings.hall"}
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        papers = Papers(int(sys.argv[1]))
        for line in sys.stdin:
            print(json.dumps(asdict(papers.figures(line.strip()))), flush=True)


if __name__ == "__main__":
    answer_requests()
