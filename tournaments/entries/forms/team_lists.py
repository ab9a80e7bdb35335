"""Form for a list of teams: its members are looked up in the register of the club."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.base.services.public_pages import NAME_LENGTH
from tournaments.core.exchange.full_names import FullName, split_full_name, with_capitals
from tournaments.core.exchange.team_lists import TeamListLine, read_team_lines
from tournaments.core.formats.registry import find_format
from tournaments.core.naming import PERSON_NAME_LENGTH
from tournaments.entries.services.team_lists import ListedTeam
from tournaments.models import Person, Tournament
from tournaments.people.services.identity import Register

LONGEST_LIST = 20_000
MOST_NAMESAKES = 8
"""Largest number of namesakes that a problem names: thousands may share a name."""
MOST_PROBLEMS = 60
"""Largest number of problems that are shown at once."""


class TeamListForm(forms.Form):
    """Teams, one on a line, and whether unknown members are added to the register."""

    teams = forms.CharField(
        label=gettext_lazy("Équipes, une par ligne"),
        max_length=LONGEST_LIST,
        widget=forms.Textarea(attrs={"rows": 10}),
        help_text=gettext_lazy(
            "Le nom de l’équipe (ou rien), le capitaine, puis les autres joueurs, séparés par des"
            " points-virgules ou collés d’un tableur. Un numéro de licence peut remplacer un nom."
        ),
    )
    adds_unknown = forms.BooleanField(
        label=gettext_lazy("Ajouter au registre les joueurs qui n’y sont pas"), required=False
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, tournament: Tournament) -> None:
        super().__init__(data)
        self._tournament = tournament
        self.listed_teams: tuple[ListedTeam, ...] = ()

    def clean(self) -> dict[str, Any]:
        """Look all members up. Report every line that has a problem."""
        values = super().clean() or self.cleaned_data
        if "teams" not in values:
            return values
        reader = _Reader(self._tournament, adds_unknown=values["adds_unknown"])
        self.listed_teams = tuple(map(reader.read, read_team_lines(values["teams"])))
        for problem in reader.problems[:MOST_PROBLEMS]:
            self.add_error("teams", problem)
        if not self.listed_teams:
            self.add_error("teams", _("Aucune équipe n’est lue : écrivez-en une par ligne."))
        return values


class _Reader:
    """Reader of the lines of a list. It collects their problems."""

    def __init__(self, tournament: Tournament, *, adds_unknown: bool) -> None:
        self._register = Register(tournament.known_people())
        self._sizes: Sequence[int] = find_format(tournament.format).plan.unit_sizes
        self._adds_unknown = adds_unknown
        self.problems: list[ValidationError] = []

    def read(self, line: TeamListLine) -> ListedTeam:
        """Return the team of a line. What cannot be read is a problem, and left out."""
        cells = line.cells
        # a name stands before at least as many members as a team needs
        may_have_name = len(cells) > self._sizes[0]
        has_name = may_have_name and (len(cells) > self._sizes[-1] or not self._register.find_named(cells[0]))
        name, texts = (cells[0], cells[1:]) if has_name else ("", cells)
        if len(name) > NAME_LENGTH:
            self._report(
                line,
                _("le nom de l’équipe est trop long (%(most)d lettres au plus).") % {"most": NAME_LENGTH},
            )
        members = [member for text in texts if (member := self._member(line, text)) is not None]
        return ListedTeam(line.line, name, tuple(members))

    def _member(self, line: TeamListLine, text: str) -> Person | FullName | None:
        people = self._register.find_named(text)
        if len(people) == 1:
            return people[0]
        if people:
            shown_people = ", ".join(map(str, people[:MOST_NAMESAKES]))
            if len(people) > MOST_NAMESAKES:
                shown_people = _("%(people)s et d’autres") % {"people": shown_people}
            message = _(
                "plusieurs joueurs s’appellent « %(name)s » : écrivez le numéro de licence,"
                " ou l’un de ceux-ci : %(people)s."
            )
            self._report(line, message % {"name": text, "people": shown_people})
            return None
        if not self._adds_unknown:
            message = _(
                "« %(name)s » n’est pas dans le registre : corrigez le nom,"
                " ou cochez « Ajouter au registre »."
            )
            self._report(line, message % {"name": text})
            return None
        return self._unknown(line, text)

    def _unknown(self, line: TeamListLine, text: str) -> FullName | None:
        name = split_full_name(text)
        if any(sign.isdigit() for sign in text):
            message = _("le numéro « %(name)s » n’est pas dans le registre : écrivez le nom du joueur.")
        elif not name.is_certain or not name.first_name:
            message = _(
                "« %(name)s » : écrivez le nom de famille en capitales, puis le prénom (DUPONT Jean)."
            )
        elif max(len(name.last_name), len(name.first_name)) > PERSON_NAME_LENGTH:
            message = _("« %(name)s » est trop long.")
        else:
            return FullName(with_capitals(name.last_name), with_capitals(name.first_name))
        self._report(line, message % {"name": text})
        return None

    def _report(self, line: TeamListLine, message: str) -> None:
        values = {"line": line.line, "message": message}
        self.problems.append(ValidationError(_("Ligne %(line)d : %(message)s") % values))
