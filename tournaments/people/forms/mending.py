"""Forms for the open questions of an imported list: faulty lines, columns, the sheet of a workbook."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from tournaments.base.words.wording import ASIDE_WORDS, COLUMN_NAMES, FULL_NAME_NAMES
from tournaments.core.exchange.player_columns import ColumnUse
from tournaments.core.exchange.player_row import COLUMNS, LineProblem
from tournaments.core.exchange.players_csv import PlayersFile
from tournaments.models import Person
from tournaments.people.services.list_drafts import ListDraft
from tournaments.people.services.people_import import BOTH, NEW, ImportPlan, ToldProblem, describe_problem

MOST_MENDED = 40
"""Largest number of lines on one page of corrections. The next lines follow when these are done."""
LONGEST_CELL = 400
_NAME_COLUMNS = ("last_name", "first_name", "number")
_QUESTION_CODES = {
    "number_of_other",
    "name_ambiguous",
    "name_similar",
    "two_people",
    "person_twice",
    "name_twice",
}
"""Codes of the problems that an answer settles without a change of the cells."""


@dataclass(frozen=True, slots=True)
class LineToMend:
    """A faulty line with its problems and its form fields."""

    line: int
    problems: tuple[ToldProblem, ...]
    fields: tuple[forms.BoundField, ...]

    @property
    def name(self) -> str:
        """Name of the person of the line, as far as the line has it."""
        return self.problems[0].name


class MendingForm(forms.Form):
    """Questions, names and faulty cells of the lines at fault. If a whole line is wrong, all its cells."""

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        draft: ListDraft,
        players: PlayersFile,
        plan: ImportPlan,
    ) -> None:
        super().__init__(data)
        self._draft, self._plan = draft, plan
        self._cells = players.cells
        self._problems: dict[int, list[LineProblem]] = {}
        for problem in sorted((*players.problems, *plan.problems), key=lambda problem: problem.line):
            if problem.line in self._cells:
                self._problems.setdefault(problem.line, []).append(problem)
        for line in self._page_lines:
            self._add_line(line)

    @cached_property
    def lines(self) -> frozenset[int]:
        """All lines with a problem that the form can correct."""
        # cached: the page of a list looks each of its problems up here
        return frozenset(self._problems)

    @property
    def groups(self) -> Iterator[LineToMend]:
        """The lines on this page."""
        for line in self._page_lines:
            fields = tuple(self[name] for name in self.fields if name.split("-")[1] == str(line))
            yield LineToMend(line, tuple(map(describe_problem, self._problems[line])), fields)

    def mended(self) -> ListDraft:
        """Return the draft with the entered corrections. The form must be valid."""
        cleaned = self.cleaned_data
        cells, answers = dict(self._draft.cells), dict(self._draft.answers)
        for line in self._page_lines:
            texts = {name: cleaned[f"cell-{line}-{name}"] for name in self._columns(line)}
            # an answered question leaves the cells of the file as they are
            if any(
                text != self._cells[line].get(name, "") for name, text in texts.items()
            ) or not self._is_question(line):
                cells[line] = {**self._cells[line], **texts}
            if answer := cleaned.get(f"answer-{line}"):
                answers[line] = answer
        dropped_lines = [line for line in self._page_lines if cleaned[f"drop-{line}"]]
        return replace(
            self._draft, cells=cells, answers=answers, dropped=self._draft.dropped | {*dropped_lines}
        )

    def without_lines(self) -> ListDraft:
        """Return the draft with all faulty lines set aside."""
        return replace(self._draft, dropped=self._draft.dropped | self.lines)

    @property
    def _page_lines(self) -> Sequence[int]:
        return list(self._problems)[:MOST_MENDED]

    def _is_question(self, line: int) -> bool:
        """Return whether an answer settles all problems of a line."""
        return all(problem.code in _QUESTION_CODES for problem in self._problems[line])

    def _columns(self, line: int) -> list[str]:
        faulty_columns = {problem.column for problem in self._problems[line]}
        # a problem without a column concerns the whole line
        is_whole_line = "" in faulty_columns and not self._is_question(line)
        return [name for name in COLUMNS if is_whole_line or name in faulty_columns or name in _NAME_COLUMNS]

    def _add_line(self, line: int) -> None:
        if answers := self._answers(line):
            self.fields[f"answer-{line}"] = forms.ChoiceField(
                label=_("Qui est-ce ?"),
                required=False,
                choices=[("", _("À décider")), *answers],
                initial=self._draft.answers.get(line, ""),
            )
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

    def _answers(self, line: int) -> list[tuple[str, str]]:
        """Return (value, label) of the answers to a line's question; empty if the line has none."""
        codes = {problem.code for problem in self._problems[line]}
        people = self._plan.candidates.get(line, ())
        if "number_of_other" in codes:
            # the holder of the number comes first: `PersonMatch.candidates`
            holder, *namesakes = people
            namesake_choices = [
                (str(person.pk), _("%(person)s, sans ce numéro") % {"person": _label(person)})
                for person in namesakes
            ]
            holder_label = _("La même personne : %(person)s") % {"person": _label(holder)}
            return [
                (str(holder.pk), holder_label),
                *namesake_choices,
                (NEW, _("Quelqu’un d’autre, à ajouter sans ce numéro")),
            ]
        if "name_similar" in codes:
            return [
                *(
                    (str(person.pk), _("La même personne : %(person)s") % {"person": _label(person)})
                    for person in people
                ),
                (NEW, _("Quelqu’un d’autre, à ajouter")),
            ]
        if "name_ambiguous" in codes:
            return [
                *((str(person.pk), _label(person)) for person in people),
                (NEW, _("Quelqu’un d’autre, à ajouter")),
            ]
        if "two_people" in codes:
            return [(NEW, _("Une seule personne, à ajouter ainsi"))]
        if "person_twice" in codes:
            return [(NEW, _("Quelqu’un d’autre, à ajouter"))]
        return (
            [(BOTH, _("Deux personnes du même nom : prendre aussi cette ligne"))]
            if "name_twice" in codes
            else []
        )


class ColumnsForm(forms.Form):
    """The field that each column of a list stands for."""

    def __init__(self, data: Mapping[str, Any] | None = None, *, uses: Sequence[ColumnUse]) -> None:
        super().__init__(data)
        self._uses = uses
        for place, use in enumerate(uses):
            self.fields[f"column-{place}"] = forms.ChoiceField(
                label=use.title or _("colonne sans titre %(number)d") % {"number": place + 1},
                choices=[("", _("laissée de côté")), *FULL_NAME_NAMES.items(), *COLUMN_NAMES.items()],
                required=False,
                initial=use.field,
                help_text=self._help(use),
            )

    @property
    def chosen(self) -> dict[int, str]:
        """Field of each column, by the place of the column. The form must be valid."""
        return {place: self.cleaned_data[f"column-{place}"] for place in range(len(self._uses))}

    @staticmethod
    def _help(use: ColumnUse) -> str:
        why = f"{ASIDE_WORDS[use.aside]} " if use.aside in ASIDE_WORDS else ""
        samples = (
            _("Exemples : %(samples)s.") % {"samples": ", ".join(use.samples)}
            if use.samples
            else _("Colonne vide.")
        )
        return f"{why}{samples}"


class WorkbookSheetForm(forms.Form):
    """The sheet of a workbook that holds the list."""

    def __init__(self, data: Mapping[str, Any] | None = None, *, draft: ListDraft) -> None:
        super().__init__(data)
        self.fields["sheet"] = forms.TypedChoiceField(
            label=_("Feuille à importer"),
            coerce=int,
            choices=[
                (
                    place,
                    _("%(name)s : %(count)d lignes")
                    % {"name": table.name, "count": len(table.table.records)},
                )
                for place, table in enumerate(draft.tables)
            ],
        )


def _label(person: Person) -> str:
    """Return the name of a person, with facts that distinguish them from namesakes for an organiser."""
    facts = ", ".join(
        filter(None, [person.federation_number, person.home_club, str(person.birth_year or "")])
    )
    return f"{person.full_name} ({facts})" if facts else person.full_name
