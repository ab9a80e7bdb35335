"""How far the questions of a new evening are answered, read from one address."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import cast

from django import forms
from django.utils.translation import gettext as _

from tournaments.core.formats.proposals import Proposal
from tournaments.core.formats.tournament_format import TournamentFormat
from tournaments.core.showing import PRESETS, showing_document
from tournaments.evening.forms.wizard import DetailsForm, KindForm, MovementForm, PeopleForm, SummaryForm
from tournaments.evening.queries.past_events import UsualEvening
from tournaments.evening.services.evening_proposals import EveningProposal, usual_people
from tournaments.evening.services.event_choices import EventChoices

KIND, PEOPLE, MOVEMENT, DETAILS, SUMMARY = range(1, 6)
MARKERS = {KIND: "kind", PEOPLE: "most", MOVEMENT: "shape", DETAILS: "date"}
"""The field whose presence says that a question was answered."""
BEGIN, END = datetime.time(20), datetime.time(23, 30)
"""Of an evening that nobody has said anything of."""
FIELDS = (
    "kind", "game", "fewest", "most", "begin", "end", "board_limit", "shape", "date", "name", "fee",
    "visibility", "preset", "saved_as",
)  # fmt: skip


@dataclass
class Answers:
    """What is answered, and the question to show."""

    data: Mapping[str, str]
    step: int
    """From 1; `SUMMARY` when nothing is left to ask."""
    answered: dict[int, forms.Form] = field(default_factory=dict)
    """Those up to the step shown; all but the last are valid."""

    @property
    def shown(self) -> forms.Form:
        """The form to fill in."""
        return self.answered[self.step]

    @property
    def carried(self) -> list[tuple[str, str]]:
        """Answers to other questions, for hidden fields."""
        here = self.shown.fields
        return [(name, self.data[name]) for name in FIELDS if name in self.data and name not in here]

    @property
    def kind(self) -> KindForm:
        return cast("KindForm", self.answered[KIND])

    @property
    def people(self) -> PeopleForm:
        return cast("PeopleForm", self.answered[PEOPLE])

    @property
    def movement(self) -> MovementForm:
        return cast("MovementForm", self.answered[MOVEMENT])

    @property
    def details(self) -> DetailsForm:
        return cast("DetailsForm", self.answered[DETAILS])

    @property
    def ends_at(self) -> datetime.time:
        """When the last card falls, as the adviser reckons."""
        return self.people.ends_at(self.proposal.minutes)

    @property
    def summary(self) -> SummaryForm:
        return cast("SummaryForm", self.answered[SUMMARY])

    @property
    def offers(self) -> list[tuple[EveningProposal, datetime.time]]:
        """The proposals, each with the hour at which its last card falls."""
        shown = self.movement.advice.proposals
        return [(row, self.people.ends_at(row.proposal.minutes)) for row in shown]

    @property
    def usual_people(self) -> list[int]:
        """How many people such evenings usually have."""
        return usual_people(self.kind.played)

    @property
    def proposal(self) -> Proposal:
        """The one that was chosen."""
        chosen = self.movement.cleaned_data["shape"]
        return next(row.proposal for row in self.movement.advice.proposals if row.choice == chosen)

    def choices(self) -> EventChoices:
        """What all answers say, once nothing is left to ask."""
        details = self.details.cleaned_data
        return EventChoices(
            format_code=self.kind.cleaned_data["kind"],
            game=self.kind.played_game,
            shape=self.movement.cleaned_data["shape"],
            rates={_("Inscription"): details["fee"]} if details["fee"] else {},
            is_fee_per_member=self.kind.played.has_teams,
            visibility=details["visibility"],
            showing=showing_document(PRESETS[details["preset"]]),
        )


def read_answers(data: Mapping[str, str], *, usual: UsualEvening, today: datetime.date) -> Answers:
    """The answers of an address or of a form; the step is the one asked for, or the first one left open.

    Args:
        usual: what stands in the questions until somebody answers.
    """
    asked = data.get("step", "")
    answers = Answers(data, int(asked) if asked in map(str, range(KIND, SUMMARY + 1)) else KIND)
    for step in range(KIND, answers.step + 1):
        form = answers.answered[step] = _form(answers, step, usual, today)
        if step < answers.step and not form.is_valid():
            answers.step = step
            break
    return answers


def _form(answers: Answers, step: int, usual: UsualEvening, today: datetime.date) -> forms.Form:
    """The form of a question: with its answer, or with what is usual."""
    if step == SUMMARY:
        return SummaryForm(answers.data)
    given = answers.data if MARKERS[step] in answers.data else None
    if step == KIND:
        return KindForm(given, initial={"kind": usual.format_code, "game": usual.game})
    if step == PEOPLE:
        count = _likely_people(answers.kind.played, usual)
        return PeopleForm(given, initial={"fewest": count, "most": count, "begin": BEGIN, "end": END})
    if step == MOVEMENT:
        advice = answers.people.advice(answers.kind.played)
        is_passed = answers.step > MOVEMENT
        form = MovementForm(given, advice=advice)
        return form if is_passed or form.is_valid() else MovementForm(None, advice=advice)
    return DetailsForm(
        given,
        initial={
            "date": today,
            "fee": usual.fee_cents,
            "visibility": usual.visibility,
            "preset": usual.preset,
        },
    )


def _likely_people(played: TournamentFormat, usual: UsualEvening) -> int:
    """As many as last time; the nearest usual number where the kind of evening is another one."""
    if played.code == usual.format_code:
        return usual.person_count
    return min(usual_people(played), key=lambda count: abs(count - usual.person_count))
