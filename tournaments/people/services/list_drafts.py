"""A list that waits in the session while its questions are answered."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from tournaments.core.exchange.csv_text import CsvLine
from tournaments.core.exchange.player_columns import ListTable
from tournaments.core.exchange.player_row import LineProblem
from tournaments.core.exchange.players_csv import Cells, ListRefused, Mending, PlayersFile, read_list
from tournaments.people.services.identity import Register
from tournaments.people.services.list_reading import NamedTable, read_tables
from tournaments.people.services.people_import import BOTH


@dataclass(frozen=True, slots=True)
class ListDraft:
    """A file as it was read, and what was answered about it until now."""

    name: str
    tables: tuple[NamedTable, ...] = ()
    refusal: LineProblem | None = None
    """Why nothing of it can be read."""
    sheet: int | None = None
    """Place of the table that is taken; None while several may be meant."""
    columns: Mapping[int, str] = field(default_factory=dict)
    cells: Mapping[int, Cells] = field(default_factory=dict)
    answers: Mapping[int, str] = field(default_factory=dict)
    """By line; as `plan_import` takes them."""
    dropped: frozenset[int] = frozenset()
    done: Mapping[int, int] = field(default_factory=dict)
    """Number in the register of the person of each line that was imported."""

    @property
    def table(self) -> NamedTable | None:
        return None if self.sheet is None else self.tables[self.sheet]

    @property
    def met(self) -> dict[int, int]:
        """Line by the number in the register of the people of earlier imports of the file."""
        return {key: line for line, key in self.done.items()}

    def read(self, register: Register) -> PlayersFile:
        """Return what the list says with the answers given. Lines that were imported are no rows of it."""
        if self.refusal:
            return PlayersFile(problems=(self.refusal,))
        if self.table is None:
            return PlayersFile()
        distinct = frozenset(line for line, answer in self.answers.items() if answer == BOTH)
        mending = Mending(self.columns, self.cells, self.dropped, distinct)
        players = read_list(self.table.table, mending, register.split_name)
        return replace(players, rows=tuple(row for row in players.rows if row.line not in self.done))


def read_draft(content: bytes, name: str) -> ListDraft:
    """Return a file as a draft; the sentence that refuses it is part of it."""
    try:
        tables = read_tables(content)
    except ListRefused as refusal:
        return ListDraft(name=name[:100], refusal=refusal.problem)
    return ListDraft(name=name[:100], tables=tables, sheet=0 if len(tables) == 1 else None)


def to_session(draft: ListDraft) -> dict[str, Any]:
    """Return a draft as plain JSON values."""
    plain = asdict(draft)
    plain["dropped"] = sorted(draft.dropped)
    return plain


def from_session(kept: Mapping[str, Any]) -> ListDraft:
    """Return the draft of `to_session`, whose numbers became texts where they were keys."""
    return ListDraft(
        name=kept["name"],
        tables=tuple(NamedTable(table["name"], _table(table["table"])) for table in kept["tables"]),
        refusal=LineProblem(**kept["refusal"]) if kept["refusal"] else None,
        sheet=kept["sheet"],
        columns={int(place): field for place, field in kept["columns"].items()},
        cells={int(line): cells for line, cells in kept["cells"].items()},
        answers={int(line): answer for line, answer in kept["answers"].items()},
        dropped=frozenset(kept["dropped"]),
        done={int(line): key for line, key in kept["done"].items()},
    )


def _table(kept: Mapping[str, Any]) -> ListTable:
    records = tuple(CsvLine(record["number"], tuple(record["cells"])) for record in kept["records"])
    return ListTable(
        tuple(kept["titles"]), kept["title_line"], records, tuple(kept["above"]), kept["unreadable"]
    )
