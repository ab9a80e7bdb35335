"""A list of players in the session, until its questions are answered."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from tournaments.core.exchange.csv_text import CsvLine
from tournaments.core.exchange.player_columns import ListTable
from tournaments.core.exchange.player_row import LineProblem
from tournaments.core.exchange.players_csv import Cells, ListRefused, Mending, PlayersFile, read_player_lines
from tournaments.people.services.identity import Register
from tournaments.people.services.list_reading import NamedTable, read_tables
from tournaments.people.services.people_import import BOTH


@dataclass(frozen=True, slots=True)
class ListDraft:
    """A file with its tables, and the answers about it so far."""

    name: str
    tables: tuple[NamedTable, ...] = ()
    refusal: LineProblem | None = None
    """Reason why the whole file is unreadable."""
    sheet: int | None = None
    """Place of the chosen table; None as long as several are possible."""
    columns: Mapping[int, str] = field(default_factory=dict)
    cells: Mapping[int, Cells] = field(default_factory=dict)
    answers: Mapping[int, str] = field(default_factory=dict)
    """Answers by line, as `plan_import` takes them."""
    dropped: frozenset[int] = frozenset()
    adds_capitals: bool = False
    """True to write names without any capital with theirs."""
    done: Mapping[int, int] = field(default_factory=dict)
    """Id of the person of each imported line."""

    @property
    def table(self) -> NamedTable | None:
        return None if self.sheet is None else self.tables[self.sheet]

    @property
    def met(self) -> dict[int, int]:
        """Line of each person (by id) that an earlier import of this file took."""
        return {key: line for line, key in self.done.items()}

    def read(self, register: Register) -> PlayersFile:
        """Return the list with the answers applied, without the lines that are already imported."""
        if self.refusal:
            return PlayersFile(problems=(self.refusal,))
        if self.table is None:
            return PlayersFile()
        namesake_lines = frozenset(line for line, answer in self.answers.items() if answer == BOTH)
        mending = Mending(self.columns, self.cells, self.dropped, namesake_lines, self.adds_capitals)
        players = read_player_lines(self.table.table, mending, register.split_name)
        return replace(players, rows=tuple(row for row in players.rows if row.line not in self.done))


def read_draft(content: bytes, name: str) -> ListDraft:
    """Return a file as a draft. A refusal of the file is part of the draft."""
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


def from_session(stored: Mapping[str, Any]) -> ListDraft:
    """Return the draft of the values of `to_session`."""
    # JSON turned the integer keys into strings
    return ListDraft(
        name=stored["name"],
        tables=tuple(
            # a list begun before an update has no hidden rows
            NamedTable(table["name"], _table(table["table"]), tuple(table.get("hidden", ())))
            for table in stored["tables"]
        ),
        refusal=LineProblem(**stored["refusal"]) if stored["refusal"] else None,
        sheet=stored["sheet"],
        columns={int(place): field for place, field in stored["columns"].items()},
        cells={int(line): cells for line, cells in stored["cells"].items()},
        answers={int(line): answer for line, answer in stored["answers"].items()},
        dropped=frozenset(stored["dropped"]),
        # a list begun before an update has no such choice
        adds_capitals=stored.get("adds_capitals", False),
        done={int(line): key for line, key in stored["done"].items()},
    )


def _table(stored: Mapping[str, Any]) -> ListTable:
    records = tuple(CsvLine(record["number"], tuple(record["cells"])) for record in stored["records"])
    return ListTable(
        tuple(stored["titles"]), stored["title_line"], records, tuple(stored["above"]), stored["unreadable"]
    )
