"""Paper: each kind of document of a large evening, and the packs, beside another checkout if asked for.

Documents are made as by a worker: their parts in processes of their own, each within its limits. Times are
those of the processor.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks import paper_figures
from benchmarks.paper_figures import Figures, Papers
from benchmarks.sites.laptop_site import make_site

SIZES = (32, 60)
"""Tables of the evenings: 128 and 240 players, twenty rounds, 64 boards."""
KINDS: tuple[str, ...] = ()
"""Kinds of documents to make. Empty for all."""
PACKS: tuple[str, ...] = ("evening_pack", "missing_now")
PACK_SECONDS, DOCUMENT_SECONDS, PREVIEW_SECONDS, MEGABYTES = 16.0, 30.0, 0.2, 600
"""Goals: the pack of the smaller evening, any document of the larger one, a preview, the memory."""

Measure = Callable[[str], Figures]


def measure(table_count: int, kinds: list[str], measures: list[Measure]) -> list[str]:
    """Print the figures of documents. Return those that miss a goal.

    Args:
        measures: function that makes a document here, and perhaps another that makes it beside.
    """
    missed: list[str] = []
    for kind in kinds:
        figures, *other_figures = [work(kind) for work in measures]
        name = f"{table_count} tables: {kind:<20}"
        if figures.problem:
            print(f"{name} not made: {figures.problem}", flush=True)
            continue
        print(
            f"{name} {words_of(figures)}{''.join(compared(figures, theirs) for theirs in other_figures)}",
            flush=True,
        )
        missed += [f"{name} {goal}" for goal in missed_goals(table_count, kind, figures)]
    return missed


def words_of(figures: Figures) -> str:
    return (
        f"{figures.pages:4} pages {figures.seconds:6.2f} s of a core,"
        f" {figures.seconds / max(1, figures.pages):.3f} a page, {figures.elapsed:5.1f} s by the clock,"
        f" {figures.memory:4} MB, preview {figures.preview:.2f} s"
    )


def compared(figures: Figures, other: Figures) -> str:
    if other.problem:
        return f"; beside: not made: {other.problem}"
    return (
        f"; beside: {other.pages:4} pages {other.seconds:6.2f} s, {other.memory:4} MB,"
        f" preview {other.preview:.2f} s: {other.seconds / figures.seconds:.1f} times"
    )


def missed_goals(table_count: int, kind: str, figures: Figures) -> Iterator[str]:
    """Yield the goals that the figures of a document miss."""
    is_large = table_count == max(SIZES)
    limit = DOCUMENT_SECONDS if is_large else PACK_SECONDS
    if (is_large or kind in PACKS) and figures.seconds > limit:
        yield f"{figures.seconds:.1f} s, {limit:.0f} s at most"
    if figures.preview > PREVIEW_SECONDS:
        yield f"preview {figures.preview:.2f} s, {PREVIEW_SECONDS} s at most"
    if figures.memory > MEGABYTES:
        yield f"{figures.memory} MB, {MEGABYTES} MB at most"


@contextmanager
def beside(folder: str, table_count: int) -> Iterator[Measure]:
    """Start the same measuring in another checkout, with this interpreter."""
    command = [sys.executable, str(Path(paper_figures.__file__).resolve()), str(table_count)]
    with subprocess.Popen(  # noqa: S603
        command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        requests, answers = process.stdin, process.stdout

        def work(kind: str) -> Figures:
            print(kind, file=requests, flush=True)
            line = next((line for line in answers if line.startswith("{")), None)
            return Figures(**json.loads(line)) if line else Figures(problem="the other checkout has stopped")

        yield work
        requests.close()


def chosen_kinds(names: list[str], *, with_kinds: bool) -> list[str]:
    """Return the names of the documents to make, the packs first."""
    from tournaments.paper.documents.registry import DOCUMENTS

    if names:
        return names
    other_kinds = [str(kind) for kind, document_type in DOCUMENTS.items() if not document_type.holds]
    return [*PACKS, *((kind for kind in other_kinds if not KINDS or kind in KINDS) if with_kinds else ())]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("kinds", nargs="*", help="kinds of documents, all without any")
    parser.add_argument("--packs", action="store_true", help="the packs alone")
    parser.add_argument("--tables", type=int, action="append", help="tables of an evening")
    parser.add_argument("--beside", metavar="FOLDER", help="another checkout, measured in the same run")
    options = parser.parse_args()
    make_site()
    missed: list[str] = []
    for table_count in options.tables or SIZES:
        kinds = chosen_kinds(options.kinds, with_kinds=not options.packs)
        papers = Papers(table_count)
        if options.beside:
            with beside(options.beside, table_count) as other_program:
                missed += measure(table_count, kinds, [papers.figures, other_program])
        else:
            missed += measure(table_count, kinds, [papers.figures])
    print("Goals missed:", *(missed or ["none"]), sep="\n  ")


if __name__ == "__main__":
    main()
