"""Lines of a players' file that cannot be taken as they are, mended in the page."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from tournaments.base.words.wording import COLUMN_NAMES
from tournaments.core.exchange.player_row import COLUMNS, LineProblem
from tournaments.core.exchange.players_csv import PlayersFile
from tournaments.people.services.people_import import ToldProblem, tell_problem

MOST_MENDED = 40
"""Lines that a page mends at once; the next ones come when these are done."""
LONGEST_CELL = 400
_WHO = ("last_name", "first_name", "number")


@dataclass(frozen=True, slots=True)
class LineToMend:
    """A line with what is wrong with it, and its fields."""

    line: int
    problems: tuple[ToldProblem, ...]
    fields: tuple[forms.BoundField, ...]

    @property
    def name(self) -> str:
        """Who the line is about, as far as it says."""
        return self.problems[0].name


class MendingForm(forms.Form):
    """Who each line is about and the cells at fault, all of them where the line as a whole is wrong."""

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        players: PlayersFile,
        problems: Iterable[LineProblem],
    ) -> None:
        super().__init__(data)
        self._players = players
        self._cells = players.cells
        self._problems: dict[int, list[LineProblem]] = {}
        for problem in problems:
            if problem.line in self._cells:
                self._problems.setdefault(problem.line, []).append(problem)
        for line in self._shown:
            self._add_line(line)

    @property
    def lines(self) -> frozenset[int]:
        """Every line with a problem that can be mended."""
        return frozenset(self._problems)

    @property
    def groups(self) -> Iterator[LineToMend]:
        """The lines that the page shows."""
        for line in self._shown:
            fields = tuple(self[name] for name in self.fields if name.split("-")[1] == str(line))
            yield LineToMend(line, tuple(map(tell_problem, self._problems[line])), fields)

    def mended(self) -> PlayersFile:
        """The file as it is with what was written, once the form is valid."""
        cleaned = self.cleaned_data
        cells = {
            line: {name: cleaned[f"cell-{line}-{name}"] for name in self._columns(line)}
            for line in self._shown
        }
        dropped = [line for line in self._shown if cleaned[f"drop-{line}"]]
        return self._players.mended(cells, dropped)

    @property
    def _shown(self) -> Sequence[int]:
        return list(self._problems)[:MOST_MENDED]

    def _columns(self, line: int) -> list[str]:
        wrong = {problem.column for problem in self._problems[line]}
        return [name for name in COLUMNS if "" in wrong or name in wrong or name in _WHO]

    def _add_line(self, line: int) -> None:
        for name in self._columns(line):
            self.fields[f"cell-{line}-{name}"] = forms.CharField(
                label=str(COLUMN_NAMES[name]),
                required=False,
                max_length=LONGEST_CELL,
                initial=self._cells[line].get(name, ""),
            )
        self.fields[f"drop-{line}"] = forms.BooleanField(
            label=_("Laisser cette ligne de côté"), required=False
        )
