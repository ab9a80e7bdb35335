"""A new evening in a few questions, each on a page of its own; the answers travel in the address."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from django import forms
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.models import User
from common.errors import AppError
from games.core.rules import RuleSet, format_rules
from games.services.rule_words import OPTION_NAMES, told_changes
from tournaments.base.queries.sessions import DatedSession, dated_sessions
from tournaments.base.web.acting import tell
from tournaments.base.web.finding import find_club, signed_in
from tournaments.core.formats.event_options import SheetOf
from tournaments.core.formats.game_rules import RULES_OPTION, has_rule_choice, read_rules
from tournaments.core.formats.proposals import Proposal
from tournaments.core.formats.tournament_format import TournamentFormat
from tournaments.core.showing import PRESETS, showing_document
from tournaments.evening.forms.sessions import SESSION_FIELDS, LaterSessionsForm
from tournaments.evening.forms.wizard import DetailsForm, KindForm, MovementForm, PeopleForm, SummaryForm
from tournaments.evening.queries.past_events import UsualEvening, past_events, usual_evening
from tournaments.evening.services.evening_proposals import (
    KINDS,
    OTHER_KINDS,
    USUAL_KINDS,
    EveningProposal,
    propose_evening,
    usual_people,
)
from tournaments.evening.services.event_choices import HOUR, EventChoices, make_event
from tournaments.evening.services.event_templates import save_template
from tournaments.events.forms.game_rules import GameRulesForm
from tournaments.events.services.events import usual_place
from tournaments.models import Club, Tournament

KIND, PEOPLE, MOVEMENT, DETAILS, SESSIONS, SUMMARY, RULES = range(1, 8)
MARKERS = {
    KIND: "kind",
    RULES: "rules",
    PEOPLE: "most",
    MOVEMENT: "shape",
    DETAILS: "date",
    SESSIONS: SESSION_FIELDS[0],
}
"""The field whose presence says that a question was answered."""
BEGIN, END = datetime.time(20), datetime.time(23, 30)
"""Of an evening that nobody has said anything of."""
QUARTER = 15
"""Minutes: ends of evenings are proposed on these."""
RULE_FIELDS = ("rules", *(f"rule_{name}" for name in OPTION_NAMES))
FIELDS = (
    "kind", "game", *RULE_FIELDS, "fewest", "most", "begin", "end", "board_limit", "shape", "date", "name",
    "place", "fee", "visibility", "preset", "sheet", "teams", "first_dealer", "session_count",
    *SESSION_FIELDS, "saved_as",
)  # fmt: skip
PAGES = {
    KIND: "kind",
    RULES: "rules",
    PEOPLE: "people",
    MOVEMENT: "movement",
    DETAILS: "details",
    SESSIONS: "sessions",
    SUMMARY: "summary",
}
"""The questions in their order, each with its template."""
ORDER = tuple(PAGES)


@dataclass
class Answers:
    """What is answered, and the question to show."""

    data: Mapping[str, str]
    step: int
    """A key of `PAGES`; `SUMMARY` when nothing is left to ask."""
    answered: dict[int, forms.Form] = field(default_factory=dict)
    """Those up to the step shown; all but the last are valid."""

    @property
    def shown(self) -> forms.Form:
        """The form to fill in."""
        return self.answered[self.step]

    @property
    def carried(self) -> list[tuple[str, str]]:
        """Answers to other questions, for hidden fields."""
        here = {SESSIONS: SESSION_FIELDS, RULES: RULE_FIELDS}.get(self.step, tuple(self.shown.fields))
        return [(name, self.data[name]) for name in FIELDS if name in self.data and name not in here]

    @property
    def kind(self) -> KindForm:
        return cast("KindForm", self.answered[KIND])

    @property
    def rules(self) -> GameRulesForm | None:
        """None where there is nothing to choose, or before it is asked."""
        return cast("GameRulesForm | None", self.answered.get(RULES))

    @property
    def rules_name(self) -> str:
        """The rule-set that was chosen, as it is called; "" where there is nothing to choose."""
        return self.rules.base_name if self.rules else ""

    @property
    def told_rules(self) -> list[tuple[str, str]]:
        """What the rules chosen say otherwise than the usual ones."""
        return told_changes(self.rules.game, self.rules.chosen) if self.rules else []

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
    def later(self) -> LaterSessionsForm | None:
        """The sessions after the first; None where there is one session, or before it is asked."""
        return cast("LaterSessionsForm | None", self.answered.get(SESSIONS))

    @property
    def later_sessions(self) -> list[DatedSession]:
        """Those planned after the first, once they are answered."""
        first = self.details.cleaned_data["date"]
        planned = self.later.planned if self.later else []
        return dated_sessions(planned, first)

    @property
    def has_several_sessions(self) -> bool:
        """Later sessions are asked about, too."""
        return self.data.get("session_count", "") not in ("", "1")

    @property
    def steps(self) -> list[int]:
        """The questions that there are, the summary last."""
        left_out = set() if self.has_several_sessions else {SESSIONS}
        if not self.has_rule_choice:
            left_out.add(RULES)
        return [step for step in ORDER if step not in left_out]

    @property
    def has_rule_choice(self) -> bool:
        """The game, once it is known, has rules to choose from."""
        form = self.answered.get(KIND)
        if form is None or not form.is_valid():
            return False
        return has_rule_choice(self.kind.played, self.kind.played_game or self.kind.played.variant.name)

    @property
    def after(self) -> int:
        """The question to go on with; one that is not asked leads to the next that is."""
        return ORDER[min(ORDER.index(self.step) + 1, len(ORDER) - 1)]

    @property
    def place(self) -> int:
        """Of the question shown among all, from 1."""
        return self.steps.index(self.step) + 1

    @property
    def before(self) -> int | None:
        """The question before, None at the first one."""
        return self.steps[self.place - 2] if self.place > 1 else None

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
            options=self._rules() | self._options(),
            hour=self.people.cleaned_data["begin"].strftime(HOUR),
            place=details["place"],
        )

    def _rules(self) -> dict[str, str]:
        chosen = self.rules.chosen if self.rules else RuleSet()
        return {} if chosen == RuleSet() else {RULES_OPTION: format_rules(chosen)}

    def _options(self) -> dict[str, Any]:
        sheet = self.details.cleaned_data.get("sheet", SheetOf.DEALS)
        totals = {"sheet": sheet} if sheet == SheetOf.TOTALS else {}
        planned = self.later.planned if self.later else []
        totals |= self.details.table_rules
        return totals | ({"later_sessions": [row.to_json() for row in planned]} if planned else {})


def read_answers(
    club: Club, data: Mapping[str, str], *, usual: UsualEvening, today: datetime.date
) -> Answers:
    """The answers of an address or of a form; the step is the one asked for, or the first one left open.

    Args:
        usual: what stands in the questions until somebody answers.
    """
    asked = data.get("step", "")
    wanted = ORDER.index(int(asked)) if asked in map(str, ORDER) else 0
    answers = Answers(data, KIND)
    for place, step in enumerate(ORDER):
        if step not in answers.steps and answers.answered:
            continue
        answers.step = step
        form = answers.answered[step] = _form(club, answers, usual, today, is_passed=place < wanted)
        if place >= wanted or not form.is_valid():
            break
    return answers


def _form(
    club: Club, answers: Answers, usual: UsualEvening, today: datetime.date, *, is_passed: bool
) -> forms.Form:
    """The form of the question shown: with its answer, or with what is usual.

    Args:
        is_passed: a later question is asked for; an answer that does not do is shown with its error.
    """
    step = answers.step
    if step == SUMMARY:
        return SummaryForm(answers.data)
    given = answers.data if MARKERS[step] in answers.data else None
    if step == KIND:
        return KindForm(given, initial={"kind": usual.format_code, "game": usual.game})
    if step == RULES:
        return _rules_form(club, answers, given, usual, is_passed=is_passed)
    if step == PEOPLE:
        count = _likely_people(answers.kind.played, usual)
        end = _likely_end(answers.kind.played, count)
        return PeopleForm(
            given,
            played=answers.kind.played,
            initial={"fewest": count, "most": count, "begin": BEGIN, "end": end},
        )
    if step == MOVEMENT:
        advice = answers.people.advice(answers.kind.played)
        form = MovementForm(given, advice=advice)
        return form if is_passed or form.is_valid() else MovementForm(None, advice=advice)
    if step == SESSIONS:
        return _sessions_form(answers, given)
    played = answers.kind.played
    sections = [section.request for section in answers.proposal.sections]
    return DetailsForm(
        given,
        played=played,
        game=answers.kind.played_game or played.variant.name,
        has_rest=any(each.player_count != each.table_count * played.units_per_table for each in sections),
        initial={
            "date": today,
            "place": usual_place(club),
            "fee": usual.fee_cents,
            "visibility": usual.visibility,
            "preset": usual.preset,
            "sheet": usual.sheet,
            "session_count": 1,
        },
    )


def _rules_form(
    club: Club, answers: Answers, given: Mapping[str, str] | None, usual: UsualEvening, *, is_passed: bool
) -> GameRulesForm:
    """The rules of the last event of the game until somebody chooses others, or goes past the question."""
    game = answers.kind.played_game or answers.kind.played.variant.name
    last = usual.rules if usual.game == game else ""
    house_rules = club.house_rules.filter(game=game)
    chosen = read_rules(game, last) if last else None
    form = GameRulesForm(given, game=game, house_rules=house_rules, chosen=chosen)
    if given is None and is_passed:
        return GameRulesForm(form.initial, game=game, house_rules=house_rules)
    return form


def _sessions_form(answers: Answers, given: Mapping[str, str] | None) -> LaterSessionsForm:
    """Later sessions are on the day of the first until somebody says more."""
    details = answers.details.cleaned_data
    return LaterSessionsForm(
        given,
        played=answers.kind.played,
        starts=(details["date"], answers.people.cleaned_data["begin"]),
        units=sum(section.request.player_count or 0 for section in answers.proposal.sections) or None,
        shown=[{"day": details["date"]}] * (details["session_count"] - 1),
    )


def _likely_end(played: TournamentFormat, count: int) -> datetime.time:
    """The usual end, or later on the same day where the federation wants so long an evening."""
    begin, end = (datetime.datetime.combine(datetime.date.min, hour) for hour in (BEGIN, END))
    minutes = (end - begin) // datetime.timedelta(minutes=1)
    advice = propose_evening(played, fewest=count, most=count, minutes=minutes, board_limit=None)
    wanted = advice.proposals[0].proposal.federal if advice.proposals else advice.reason
    needed = wanted.values.get("minutes", wanted.values.get("needed")) if wanted else None
    if not isinstance(needed, int) or needed <= minutes:
        return END
    later = begin + datetime.timedelta(minutes=-(-needed // QUARTER) * QUARTER)
    return later.time() if later.date() == begin.date() else END


def _likely_people(played: TournamentFormat, usual: UsualEvening) -> int:
    """As many as last time; the nearest usual number where the kind of evening is another one."""
    if played.code == usual.format_code:
        return usual.person_count
    return min(usual_people(played), key=lambda count: abs(count - usual.person_count))


@require_http_methods(["GET", "POST"])
def wizard(request: HttpRequest, slug: str) -> HttpResponse:
    """The question that `?step=` names, or the first one open; posting makes the evening."""
    club = find_club(request, slug)
    data = (request.POST if request.method == "POST" else request.GET).dict()
    answers = read_answers(club, data, usual=usual_evening(club), today=timezone.localdate())
    if request.method == "POST" and answers.step == SUMMARY and answers.summary.is_valid():
        try:
            made = _make(club, answers, signed_in(request))
        except AppError as error:
            answers.summary.add_error("saved_as" if "name" in error.fields else None, str(error.message))
        else:
            tell(request, _("Le tournoi est créé. Voici ce qu’il reste à faire, dans l’ordre."))
            return redirect("organiser-desk", made.slug)
    return render(
        request, f"tournaments/evening/organiser/wizard/{PAGES[answers.step]}.html", _context(club, answers)
    )


@transaction.atomic
def _make(club: Club, answers: Answers, user: User) -> Tournament:
    """The tournament, and the template where a name for it is given."""
    choices, details = answers.choices(), answers.details
    if template := answers.summary.cleaned_data["saved_as"]:
        save_template(club=club, name=template, choices=choices, saved_by=user)
    return make_event(
        club=club,
        name=details.event_name,
        starts_on=details.cleaned_data["date"],
        starts_at=answers.people.cleaned_data["begin"],
        choices=choices,
        created_by=user,
    )


def _context(club: Club, answers: Answers) -> dict[str, Any]:
    step = answers.step
    context: dict[str, Any] = {
        "club": club,
        "tab": "club",
        "answers": answers,
        "form": answers.shown,
        "step": step,
        "before": answers.before,
        "after": answers.after,
    }
    if step == KIND:
        context |= {
            "usual_kinds": USUAL_KINDS,
            "other_kinds": OTHER_KINDS,
            "templates": club.event_templates.filter(deleted_at=None),
            "last": next(iter(past_events(club)), None),
        }
    if step > KIND:
        context["kind"] = KINDS[answers.kind.cleaned_data["kind"]]
    return context
