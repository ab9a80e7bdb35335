"""Paper: packs of a large evening and one document of each kind, seconds and memory.

Packs are made as by a worker: their parts in processes of their own, each within its limits.
"""

import argparse
import datetime
import resource
import time
from collections.abc import Callable
from typing import Any

from django.conf import settings

from benchmarks.laptop_site import make_site

TABLES = 32
"""Tables of the evening: 128 players, twenty rounds, 64 boards."""
KINDS: tuple[str, ...] = ()
"""Kinds of documents to make. Empty for all."""
PACKS: tuple[str, ...] = ("evening_pack", "missing_now")
FIRST_SHEETS = 3
"""Sheets of a preview."""


def seconds_of(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def core_seconds() -> float:
    """Return the processor time of this process and its children. It hardly depends on other load of the
    machine.
    """
    usages = [resource.getrusage(whose) for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def megabytes(whose: int) -> int:
    return resource.getrusage(whose).ru_maxrss // 1024  # Linux counts in kilobytes


def printed(kind: Any, tournament: Any, pages: list[int]) -> Callable[[], bytes]:
    """Return a function that prints a document as the worker does.
    It appends the number of pages to `pages`.
    """
    from tournaments.deals.door import Machine, paper_by
    from tournaments.paper.documents.document import document_pdf
    from tournaments.paper.documents.options import DocumentOptions
    from tournaments.paper.documents.registry import DOCUMENTS

    def print_it() -> bytes:
        with paper_by(Machine.PRINTING):
            return document_pdf(
                DOCUMENTS[kind],
                tournament,
                language="fr",
                options=DocumentOptions(site="http://192.0.2.20:8000"),
                started=lambda sheets: None,
                progress=pages.append,
            )

    return print_it


def measure_packs(tournament: Any) -> None:
    for kind in PACKS:
        pages: list[int] = []
        work = printed(kind, tournament, pages)
        core_time = core_seconds()
        duration = seconds_of(work)
        core_time = core_seconds() - core_time
        memory = megabytes(resource.RUSAGE_CHILDREN), megabytes(resource.RUSAGE_SELF)
        print(
            f"{TABLES} tables: {kind:<20} {max(pages):4} pages {duration:6.1f} s,"
            f" {core_time:.1f} s of a core; a part {memory[0]} MB, the worker {memory[1]} MB",
            flush=True,
        )


def measure_kinds(tournament: Any) -> None:
    from common.errors import AppError
    from tournaments.deals.door import Machine, paper_by
    from tournaments.paper.documents.document import preview_html
    from tournaments.paper.documents.registry import DOCUMENTS

    for kind, document_type in DOCUMENTS.items():
        if document_type.holds or (KINDS and kind not in KINDS):  # a pack, or not asked for
            continue
        pages: list[int] = []
        try:
            with paper_by(Machine.PRINTING):
                first = seconds_of(
                    lambda row=document_type: preview_html(row, tournament, language="fr", first=FIRST_SHEETS)
                )
            print_seconds = seconds_of(printed(kind, tournament, pages))
        except AppError as error:
            print(f"{TABLES} tables: {kind:<20} not made: {error.message}")
        else:
            print(
                f"{TABLES} tables: {kind:<20} {max(pages):4} pages {print_seconds:6.1f} s,"
                f" first sheets {first:5.2f} s",
                flush=True,
            )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--packs", action="store_true", help="the packs alone")
    options = parser.parse_args()
    make_site()
    settings.ETUI_CHILD_NICENESS = 0  # other load of the machine then affects all parts alike
    from tournaments.demo.services.demo import DemoStage, ensure_demo_club, make_demo_tournament

    club, _organiser = ensure_demo_club()
    evening = {"club": club, "format_code": "duplicate_individual", "table_count": TABLES, "seed": 1}
    evening |= {"starts_on": datetime.date(2026, 11, 21)}
    seated_evening = make_demo_tournament(**evening, stage=DemoStage.SEATED, name="Grand prix")
    printed("board_labels", seated_evening, [])()  # a worker loads WeasyPrint and the fonts once
    measure_packs(seated_evening)
    if not options.packs:
        measure_kinds(make_demo_tournament(**evening, stage=DemoStage.FINISHED, name="Grand prix joué"))


if __name__ == "__main__":
    main()
