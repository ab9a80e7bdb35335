"""Forms for the movements of a club: upload, edit, search, compare."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from common.errors import AppError
from tournaments.core.exchange.movement_file import (
    HIGHEST_NUMBER,
    MOST_BYTES,
    MovementReading,
    WrittenMovement,
    assemble,
)
from tournaments.core.formats.adviser import MOST_PLAYERS
from tournaments.core.formats.registry import USUAL_FORMAT
from tournaments.core.movements.movement import Movement
from tournaments.core.movements.numbering import printed_players
from tournaments.core.movements.search.search_problem import MOST_PLAYERS as MOST_SEARCHED
from tournaments.core.movements.search.search_problem import MOST_ROUNDS
from tournaments.core.movements.table_shape import INDIVIDUAL
from tournaments.models import Club
from tournaments.movements.queries.movements import kept_movements
from tournaments.movements.services.movement_choices import (
    ChosenMovement,
    catalogue_choices,
    choice_words,
    read_choice,
    stored_choice,
)

MOST_CELLS = 900
"""Largest number of tables, over all rounds, that one page can hold. Larger movements are edited as CSV."""
FIGURES = 5
"""Count of the numbers in one cell: N, S, E, O and the set."""


class MovementFileForm(forms.Form):
    """The file of a movement and the club's name for it."""

    file = forms.FileField(label=_("Fichier JSON, CSV, .ASC ou .MOV"))
    name = forms.CharField(
        label=_("Nom du mouvement"),
        max_length=80,
        required=False,
        help_text=_("Laissez vide pour garder celui du fichier."),
    )

    def clean_file(self) -> "UploadedFile[bytes]":
        file: UploadedFile[bytes] = self.cleaned_data["file"]
        if (file.size or 0) > MOST_BYTES:
            raise forms.ValidationError(_("Ce fichier est trop gros : un mouvement tient en 2 Mo."))
        return file


@dataclass(frozen=True, slots=True)
class TableCell:
    """One table of a round on the page."""

    name: str
    table: int
    value: str
    errors: list[str]


class MovementEditForm(forms.Form):
    """One field for each table of a round, named `t-<round>-<table>`.

    Its text is N S E O and the set, counted from 1; 0 is an empty seat or no set.
    """

    name = forms.CharField(label=_("Nom du nouveau mouvement"), max_length=80)
    boards_per_set = forms.IntegerField(label=_("Étuis par position"), min_value=1, max_value=12)

    def __init__(self, data: Mapping[str, Any] | None, *, movement: Movement, name: str, boards: int) -> None:
        super().__init__(data, initial={"name": name, "boards_per_set": boards})
        self._movement = movement
        players = printed_players(movement)
        for this_round, table in np.ndindex(movement.board_sets.shape):
            figures = (*players[this_round, table], movement.board_sets[this_round, table] + 1)
            field = cell_name(this_round + 1, table + 1)
            self.fields[field] = forms.CharField(max_length=40, required=False)
            self.initial[field] = " ".join(map(str, figures))

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        shape = self._movement.board_sets.shape
        figures = np.zeros((*shape, FIGURES), dtype=np.int64)
        for this_round, table in np.ndindex(shape):
            field = cell_name(this_round + 1, table + 1)
            numbers = _figures(values.get(field, ""))
            if numbers is None:
                self.add_error(field, _("Cinq nombres : N S E O et la série ; 0 pour personne."))
            else:
                figures[this_round, table] = numbers
        values["figures"] = figures
        return values

    def reading(self) -> MovementReading:
        """Return the movement in the form. The form must be valid."""
        figures = self.cleaned_data["figures"]
        return assemble(
            WrittenMovement(
                players=figures[:, :, :4],
                board_sets=figures[:, :, 4],
                shape=INDIVIDUAL,
                boards_per_set=self.cleaned_data["boards_per_set"],
                copies=self._movement.copies,
                name=self.cleaned_data["name"],
            )
        )

    def problems(self) -> list[str]:
        """Return what is wrong with the name and the étuis, then one sentence for all cells."""
        sentences = [
            _("%(name)s : %(why)s") % {"name": self[name].label, "why": error}
            for name in MovementEditForm.base_fields
            for error in self[name].errors
        ]
        if self.errors.keys() - MovementEditForm.base_fields.keys():
            sentences.append(
                str(_("Des cases sont illisibles : écrivez cinq nombres dans chacune, ou rien."))
            )
        return sentences

    def rounds(self) -> list[tuple[int, list[TableCell]]]:
        """Return the number of each round with its tables."""
        rounds, tables = self._movement.board_sets.shape
        return [
            (number, [self._cell(number, table) for table in range(1, tables + 1)])
            for number in range(1, rounds + 1)
        ]

    def _cell(self, this_round: int, table: int) -> TableCell:
        bound = self[cell_name(this_round, table)]
        return TableCell(bound.name, table, str(bound.value() or ""), [str(error) for error in bound.errors])


class SearchForm(forms.Form):
    """The size of a movement to search for, and the length of the search."""

    player_count = forms.IntegerField(label=_("Joueurs"), min_value=4, max_value=MOST_SEARCHED)
    table_count = forms.IntegerField(label=_("Tables"), min_value=1, max_value=MOST_SEARCHED // 4)
    round_count = forms.IntegerField(label=_("Positions"), min_value=1, max_value=MOST_ROUNDS)
    seconds = forms.TypedChoiceField(
        label=_("Durée de la recherche"),
        choices=[
            (30, _("30 secondes")),
            (120, _("2 minutes")),
            (600, _("10 minutes")),
            (1800, _("30 minutes")),
        ],
        coerce=int,
    )


class CompareForm(forms.Form):
    """Two movements of the club, or of the catalogue for a number of players, chosen in the address."""

    joueurs = forms.IntegerField(label=_("Joueurs"), min_value=4, max_value=MOST_PLAYERS, required=False)
    a = forms.CharField(label=_("Premier mouvement"), max_length=320, required=False)
    b = forms.CharField(label=_("Second mouvement"), max_length=320, required=False)

    def __init__(self, data: Mapping[str, Any], *, club: Club) -> None:
        super().__init__(data)
        self._club = club
        self.chosen: list[ChosenMovement] = []
        players = str(data.get("joueurs", ""))
        offered_choices = [
            (stored_choice(stored_movement), stored_movement.name) for stored_movement in kept_movements(club)
        ]
        # the form is not validated yet; four digits are enough for MOST_PLAYERS
        if players.isascii() and players.isdecimal() and len(players) < 5:
            offered_choices += catalogue_choices(USUAL_FORMAT.movement_format, int(players))
        for name in ("a", "b"):
            choices = dict([("", "–"), *offered_choices])
            choice = str(data.get(name, ""))[:320]
            # the choice of an old address may not be offered any more
            choices.setdefault(choice, self._words(choice))
            self.fields[name].widget = forms.Select(choices=list(choices.items()))

    def _words(self, choice: str) -> str:
        try:
            return choice_words(read_choice(self._club, choice)[0])
        except AppError:
            return choice

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        for name in ("a", "b"):
            if values.get(name):
                try:
                    self.chosen.append(read_choice(self._club, values[name])[0])
                except AppError as error:
                    self.add_error(name, str(error.message))
        return values


def cell_name(this_round: int, table: int) -> str:
    """Return the name of the field of a table in a round, both from 1."""
    return f"t-{this_round}-{table}"


def _figures(text: str) -> list[int] | None:
    """Return the five numbers of a cell; zeros for an empty one, None for an invalid one."""
    words = text.split() or ["0"] * FIGURES
    # the length is limited before `int`
    if len(words) != FIGURES or not all(
        word.isascii() and word.isdecimal() and len(word) < 6 for word in words
    ):
        return None
    figures = [int(word) for word in words]
    return figures if max(figures) <= HIGHEST_NUMBER else None
