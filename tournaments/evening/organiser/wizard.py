"""The wizard: a new evening from a few questions, each on its own page. The answers travel in the address."""

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
from games.services.rule_words import OPTION_NAMES, describe_rule_changes
from tournaments.base.queries.sessions import DatedSession, dated_sessions
from tournaments.base.web.acting import add_success_message
from tournaments.base.web.finding import find_club, signed_in_user
from tournaments.base.words.event_language import use_event_words
from tournaments.base.words.format_words import PLACING_CHOICES
from tournaments.core.formats.event_options import SheetOf
from tournaments.core.formats.game_rules import (
    RULES_OPTION,
    has_rule_choice,
    parse_game_rules,
    suggested_dealer,
)
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
"""Keys of the questions in addresses. `PAGES` gives the order of the pages."""
MARKERS = {
    KIND: "kind",
    RULES: "rules",
    PEOPLE: "most",
    MOVEMENT: "shape",
    DETAILS: "date",
    SESSIONS: SESSION_FIELDS[0],
}
"""Field whose presence means that a question was answered, by question."""
BEGIN, END = datetime.time(20), datetime.time(23, 30)
"""Default beginning and end of an evening."""
QUARTER = 15
"""Step of the proposed ends of evenings, in minutes."""
RULE_FIELDS = ("rules", *(f"rule_{name}" for name in OPTION_NAMES))
"""Fields of the question about the rules of the game."""
FIELDS = (
    "kind", "game", *RULE_FIELDS, "fewest", "most", "begin", "end", "board_limit", "shape", "date", "name",
    "place", "fee", "visibility", "preset", "sheet", "teams", "first_dealer", "rounds",
    "session_count", *SESSION_FIELDS, "saved_as",
)  # fmt: skip
"""Fields of all questions, carried from page to page."""
PAGES = {
    KIND: "kind",
    RULES: "rules",
    PEOPLE: "people",
    MOVEMENT: "movement",
    DETAILS: "details",
    SESSIONS: "sessions",
    SUMMARY: "summary",
}
"""Template of each question, in the order of the pages."""
ORDER = tuple(PAGES)
"""Questions in the order of the pages."""


@dataclass
class Answers:
    """Answers so far, and the question to show."""

    data: Mapping[str, str]
    """Values of all fields, from the address or the form."""
    step: int
    """Question to show, a key of `PAGES`; `SUMMARY` if all questions are answered."""
    answered: dict[int, forms.Form] = field(default_factory=dict)
    """Forms of the questions up to `step`. All except the last are valid."""

    @property
    def shown(self) -> forms.Form:
        """Form of the question to show."""
        return self.answered[self.step]

    @property
    def carried(self) -> list[tuple[str, str]]:
        """Answers to other questions, for hidden fields."""
        # the form of the sessions has its fields in parts, the rules theirs only for the chosen game
        own_fields = {SESSIONS: SESSION_FIELDS, RULES: RULE_FIELDS}.get(self.step, tuple(self.shown.fields))
        return [(name, self.data[name]) for name in FIELDS if name in self.data and name not in own_fields]

    @property
    def kind(self) -> KindForm:
        return cast("KindForm", self.answered[KIND])

    @property
    def rules(self) -> GameRulesForm | None:
        """Form of the rules; None if the game has no choice, or before the question."""
        return cast("GameRulesForm | None", self.answered.get(RULES))

    @property
    def rules_name(self) -> str:
        """Name of the chosen rule-set; "" if the game has no choice."""
        return self.rules.base_name if self.rules else ""

    @property
    def told_rules(self) -> list[tuple[str, str]]:
        """Differences of the chosen rules from the usual ones, as (option, choice)."""
        return describe_rule_changes(self.rules.game, self.rules.chosen) if self.rules else []

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
        """Form of the sessions after the first; None for a single session, or before the question."""
        return cast("LaterSessionsForm | None", self.answered.get(SESSIONS))

    @property
    def later_sessions(self) -> list[DatedSession]:
        """Sessions planned after the first. Needs their answers."""
        first_day = self.details.cleaned_data["date"]
        plans = self.later.planned if self.later else []
        return dated_sessions(plans, first_day)

    @property
    def has_several_sessions(self) -> bool:
        """True if the wizard asks about later sessions."""
        return self.data.get("session_count", "") not in ("", "1")

    @property
    def steps(self) -> list[int]:
        """Questions of this evening, the summary last."""
        absent_steps = set() if self.has_several_sessions else {SESSIONS}
        if not self.has_rule_choice:
            absent_steps.add(RULES)
        return [step for step in ORDER if step not in absent_steps]

    @property
    def has_rule_choice(self) -> bool:
        """True if the game is known and has rules to choose from."""
        form = self.answered.get(KIND)
        if form is None or not form.is_valid():
            return False
        return has_rule_choice(self.kind.played, self.kind.played_game or self.kind.played.variant.name)

    @property
    def after(self) -> int:
        """Next question. If it does not apply, the wizard goes on to the one after it."""
        return ORDER[min(ORDER.index(self.step) + 1, len(ORDER) - 1)]

    @property
    def place(self) -> int:
        """Position of the present question among all, from 1."""
        return self.steps.index(self.step) + 1

    @property
    def before(self) -> int | None:
        """Previous question; None at the first one."""
        return self.steps[self.place - 2] if self.place > 1 else None

    @property
    def ends_at(self) -> datetime.time:
        """Time of the last card, as the adviser computes it."""
        return self.people.ends_at(self.proposal.minutes, self.details.cleaned_data["date"])

    @property
    def summary(self) -> SummaryForm:
        return cast("SummaryForm", self.answered[SUMMARY])

    @property
    def offers(self) -> list[tuple[EveningProposal, datetime.time]]:
        """The proposals, each with the time of its last card."""
        proposals = self.movement.advice.proposals
        return [(row, self.people.ends_at(row.proposal.minutes)) for row in proposals]

    @property
    def usual_people(self) -> list[int]:
        """Usual numbers of people for this kind of evening."""
        return usual_people(self.kind.played)

    @property
    def is_unusual(self) -> bool:
        """True if the expected number of people is none of the usual ones."""
        return self.people.cleaned_data["most"] not in self.usual_people

    @property
    def proposal(self) -> Proposal:
        """The chosen proposal."""
        choice = self.movement.cleaned_data["shape"]
        return next(row.proposal for row in self.movement.advice.proposals if row.choice == choice)

    def choices(self) -> EventChoices:
        """Return the choices of all answers. Needs answers to all questions."""
        details = self.details.cleaned_data
        return EventChoices(
            format_code=self.kind.cleaned_data["kind"],
            game=self.kind.played_game,
            shape=self.movement.cleaned_data["shape"],
            is_drawn=self.details.is_drawn,
            rates={_("Inscription"): details["fee"]} if details["fee"] else {},
            is_fee_per_member=self.kind.played.has_teams,
            visibility=details["visibility"],
            showing=showing_document(PRESETS[details["preset"]]),
            options=self._rules() | self._options(),
            hour=self.people.cleaned_data["begin"].strftime(HOUR),
            place=details["place"],
        )

    def _rules(self) -> dict[str, str]:
        """Return the option with the rules of the game; empty for the usual rules."""
        rule_set = self.rules.chosen if self.rules else RuleSet()
        return {} if rule_set == RuleSet() else {RULES_OPTION: format_rules(rule_set)}

    def _options(self) -> dict[str, Any]:
        """Return the options for the sheets, the rules of the tables and later sessions."""
        sheet = self.details.cleaned_data.get("sheet", SheetOf.DEALS)
        options = {"sheet": sheet} if sheet == SheetOf.TOTALS else {}
        plans = self.later.planned if self.later else []
        options |= self.details.table_rules
        return options | ({"later_sessions": [row.to_json() for row in plans]} if plans else {})


def read_answers(
    club: Club, data: Mapping[str, str], *, usual: UsualEvening, today: datetime.date
) -> Answers:
    """Read the answers of an address or a form. The step is the requested one, or the first open one.

    Args:
        usual: default answers.
    """
    step_text = data.get("step", "")
    target = ORDER.index(int(step_text)) if step_text in map(str, ORDER) else 0
    answers = Answers(data, KIND)
    for place, step in enumerate(ORDER):
        # which questions apply depends on the answers before them
        if step not in answers.steps and answers.answered:
            continue
        answers.step = step
        form = answers.answered[step] = _form(club, answers, usual, today, is_passed=place < target)
        if place >= target or not form.is_valid():
            break
        if step == KIND:
            # from here on the pages speak of one format, as those of the event will
            use_event_words(Tournament(format=answers.kind.cleaned_data["kind"]))
    return answers


def _form(
    club: Club, answers: Answers, usual: UsualEvening, today: datetime.date, *, is_passed: bool
) -> forms.Form:
    """Return the form of the present question, with its answer or with defaults.

    Args:
        is_passed: True if a later question is requested; an unsuitable answer is then shown with its error.
    """
    step = answers.step
    if step == SUMMARY:
        return SummaryForm(answers.data)
    answer_data = answers.data if MARKERS[step] in answers.data else None
    if step == KIND:
        return KindForm(answer_data, initial={"kind": usual.format_code, "game": usual.game})
    if step == RULES:
        return _rules_form(club, answers, answer_data, usual, is_passed=is_passed)
    if step == PEOPLE:
        count = _likely_people(answers.kind.played, usual)
        end = _likely_end(answers.kind.played, count)
        return PeopleForm(
            answer_data,
            played=answers.kind.played,
            initial={"fewest": count, "most": count, "begin": BEGIN, "end": end},
        )
    if step == MOVEMENT:
        advice = answers.people.advice(answers.kind.played)
        form = MovementForm(answer_data, advice=advice)
        # a choice of earlier numbers is dropped silently when the user changes these
        return form if is_passed or form.is_valid() else MovementForm(None, advice=advice)
    if step == SESSIONS:
        return _sessions_form(answers, answer_data)
    tournament_format = answers.kind.played
    requests = [section.request for section in answers.proposal.sections]
    return DetailsForm(
        answer_data,
        played=tournament_format,
        begin=answers.people.cleaned_data["begin"],
        game=answers.kind.played_game or tournament_format.variant.name,
        # players do not fill the tables exactly: some sit out, or a seat stays empty
        has_rest=any(
            request.player_count != request.table_count * tournament_format.units_per_table
            for request in requests
        ),
        initial={
            "date": today,
            "place": usual_place(club),
            "fee": usual.fee_cents,
            "visibility": usual.visibility,
            "preset": usual.preset,
            "sheet": usual.sheet,
            "first_dealer": suggested_dealer(tournament_format).value,
            "rounds": PLACING_CHOICES[0][0],
            "session_count": 1,
        },
    )


def _rules_form(
    club: Club,
    answers: Answers,
    answer_data: Mapping[str, str] | None,
    usual: UsualEvening,
    *,
    is_passed: bool,
) -> GameRulesForm:
    """Return the form of the rules. Its default is the rules of the last event, if of the same game."""
    game = answers.kind.played_game or answers.kind.played.variant.name
    last_rules = usual.rules if usual.game == game else ""
    house_rules = club.house_rules.filter(game=game)
    rule_set = parse_game_rules(game, last_rules) if last_rules else None
    form = GameRulesForm(answer_data, game=game, house_rules=house_rules, chosen=rule_set)
    # the user went past the question without an answer: bind the defaults, so that the form is valid
    if answer_data is None and is_passed:
        return GameRulesForm(form.initial, game=game, house_rules=house_rules)
    return form


def _sessions_form(answers: Answers, answer_data: Mapping[str, str] | None) -> LaterSessionsForm:
    """Return the form of later sessions. By default they are on the day of the first."""
    details = answers.details.cleaned_data
    return LaterSessionsForm(
        answer_data,
        played=answers.kind.played,
        starts=(details["date"], answers.people.cleaned_data["begin"]),
        units=sum(section.request.player_count or 0 for section in answers.proposal.sections) or None,
        shown=[{"day": details["date"]}] * (details["session_count"] - 1),
    )


def _likely_end(tournament_format: TournamentFormat, count: int) -> datetime.time:
    """Return the usual end, or a later one on the same day if the federation requires a longer evening."""
    begin, end = (datetime.datetime.combine(datetime.date.min, hour) for hour in (BEGIN, END))
    minutes = (end - begin) // datetime.timedelta(minutes=1)
    advice = propose_evening(tournament_format, fewest=count, most=count, minutes=minutes, board_limit=None)
    remark = advice.proposals[0].proposal.federal if advice.proposals else advice.reason
    minutes_needed = remark.values.get("minutes") if remark else None
    if not isinstance(minutes_needed, int) or minutes_needed <= minutes:
        return END
    # rounded up to a quarter of an hour
    proposed_end = begin + datetime.timedelta(minutes=-(-minutes_needed // QUARTER) * QUARTER)
    # an end after midnight is not proposed
    return proposed_end.time() if proposed_end.date() == begin.date() else END


def _likely_people(tournament_format: TournamentFormat, usual: UsualEvening) -> int:
    """Return the number of people of the last event; for another kind, the nearest usual number."""
    if tournament_format.code == usual.format_code:
        return usual.person_count
    return min(usual_people(tournament_format), key=lambda count: abs(count - usual.person_count))


@require_http_methods(["GET", "POST"])
def wizard(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the question of `?step=`, or the first open one. A POST of the summary makes the evening."""
    club = find_club(request, slug)
    data = (request.POST if request.method == "POST" else request.GET).dict()
    answers = read_answers(club, data, usual=usual_evening(club), today=timezone.localdate())
    if request.method == "POST" and answers.step == SUMMARY and answers.summary.is_valid():
        try:
            event = _make(club, answers, signed_in_user(request))
        except AppError as error:
            answers.summary.add_error("saved_as" if "name" in error.fields else None, str(error.message))
        else:
            add_success_message(
                request, _("Le tournoi est créé. Voici ce qu’il reste à faire, dans l’ordre.")
            )
            return redirect("organiser-desk", event.slug)
    return render(
        request, f"tournaments/evening/organiser/wizard/{PAGES[answers.step]}.html", _context(club, answers)
    )


@transaction.atomic
def _make(club: Club, answers: Answers, user: User) -> Tournament:
    """Make the tournament, and a template if the user gives a name for it."""
    choices, details = answers.choices(), answers.details
    # first: a refused name of the template must not leave a tournament behind
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
