"""The choices of an evening without people and results: read them, store them, make an event from them."""

import datetime
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Self

from django.db import transaction

from accounts.models import User
from tournaments.core.showing import read_showing
from tournaments.entries.services.fees import RateLine, set_fee_rates
from tournaments.enums import Visibility
from tournaments.events.services.events import create_tournament, set_visibility
from tournaments.events.services.showing import set_showing
from tournaments.models import (
    Club,
    EntryOpening,
    EntryQuestion,
    FeeRate,
    OwnTariff,
    PhoneRules,
    PrizePlan,
    PrizeRule,
    Section,
    Tournament,
)
from tournaments.movements.services.movement_choices import COLOURS, read_choice, section_choice
from tournaments.seating.services.movements import choose_draws

HOUR = "%H:%M"
"""Format of an hour."""
OF_ENTRIES = ("bonuses",)
"""Options that name entries, and so belong to one evening alone."""
QUESTION_FIELDS = ("position", "text", "kind", "choices", "is_required")
"""Fields of `EntryQuestion` that are copied."""
PLAN_FIELDS = ("redistribution", "extra_cents", "sharing", "cumulation", "showing")
"""Fields of `PrizePlan` that are copied."""
RULE_FIELDS = (
    "position", "name", "ranking", "group", "amounts", "fund_share", "prize_count", "step_cents",
    "gifts",
)  # fmt: skip
"""Fields of `PrizeRule` that are copied."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventChoices:
    """The choices of an evening, as plain JSON values."""

    format_code: str
    game: str = ""
    """Stored name of the game; blank for the format's own."""
    shape: str
    """Movements as forms name them; see `movement_choices`."""
    options: Mapping[str, Any] = field(default_factory=dict)
    rates: Mapping[str, int] = field(default_factory=dict)
    """Name of a rate → cents, the usual rate first."""
    is_fee_per_member: bool = False
    visibility: str = Visibility.PRIVATE.value
    is_drawn: bool = False
    """True if each round is drawn when it is due; see `choose_draws`."""
    showing: Mapping[str, Any] = field(default_factory=dict)
    """Settings of what shows; see `tournaments.core.showing`. {} for the usual ones."""
    needs_confirmation: bool = False
    """Rule of phones: the opponents confirm each result; see `PhoneRules`."""
    shows_comparison: bool = False
    """Rule of phones: a phone that gave a result sees other tables' results at once; see `PhoneRules`."""
    prize_plan: Mapping[str, Any] = field(default_factory=dict)
    prize_rules: tuple[Mapping[str, Any], ...] = ()
    tariffs: Mapping[str, Any] = field(default_factory=dict)
    """Fault → the tournament's own tariff."""
    hour: str = ""
    """Hour such as "20:30"; "" for none."""
    place: str = ""
    """Place of the event; "" for the usual place of the club."""
    note: str = ""
    """Text to read before registering."""
    takes_arrivals: bool = False
    """True if players announce their arrival themselves."""
    questions: tuple[Mapping[str, Any], ...] = ()
    """The organiser's own questions to players; see `EntryQuestion`."""

    def to_json(self) -> dict[str, Any]:
        """Return a document for `from_json`."""
        return asdict(self)

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Self:
        """Return the choices of a document from `to_json`."""
        # JSON has no tuples; documents before 30 November 2026 have no questions
        tuples = {"prize_rules": document["prize_rules"], "questions": document.get("questions", ())}
        return cls(**{**document, **{name: tuple(rows) for name, rows in tuples.items()}})


def load_event_choices(tournament: Tournament) -> EventChoices:
    """Return the choices of a tournament and its first session. Eight queries, for any size."""
    sections = Section.objects.filter(session__tournament=tournament, session__number=1)
    plan = PrizePlan.objects.filter(tournament=tournament).prefetch_related("rules").first()
    phones = PhoneRules.objects.filter(tournament=tournament).first() or PhoneRules()
    rates = FeeRate.objects.filter(tournament=tournament)
    opening = EntryOpening.objects.filter(tournament=tournament).first()
    section_rows = list(sections.select_related("movement"))
    return EventChoices(
        format_code=tournament.format,
        game=tournament.game,
        shape=COLOURS.join(section_choice(section) for section in section_rows),
        is_drawn=any(section.is_drawn for section in section_rows),
        options={name: value for name, value in tournament.options.items() if name not in OF_ENTRIES},
        rates={rate.name: rate.cents for rate in rates},
        is_fee_per_member=plan is not None and plan.fee_per_member,
        visibility=tournament.visibility,
        showing=dict(tournament.showing),
        needs_confirmation=phones.needs_confirmation,
        shows_comparison=phones.shows_comparison,
        prize_plan={name: getattr(plan, name) for name in PLAN_FIELDS} if plan else {},
        prize_rules=tuple(_rule_values(rule) for rule in plan.rules.all()) if plan else (),
        tariffs=dict(OwnTariff.objects.filter(tournament=tournament).values_list("fault", "tariffs")),
        hour=tournament.starts_at.strftime(HOUR) if tournament.starts_at else "",
        place=tournament.place,
        note=opening.note if opening else "",
        takes_arrivals=opening.takes_arrivals if opening else False,
        questions=tuple(EntryQuestion.objects.filter(tournament=tournament).values(*QUESTION_FIELDS)),
    )


@transaction.atomic
def make_event(
    *,
    club: Club,
    name: str,
    starts_on: datetime.date,
    choices: EventChoices,
    created_by: User | None,
    starts_at: datetime.time | None = None,
    is_practice: bool = False,
) -> Tournament:
    """Make a tournament in preparation from these choices, without people.

    Args:
        starts_at: hour of the event; None for the hour of the choices.

    Raises:
        AppError: as `read_choice`, if a movement no longer exists, as `create_tournament`, and as
            `choose_draws`.
    """
    tournament = create_tournament(
        club=club,
        name=name,
        starts_on=starts_on,
        # a stored template may have an hour of its own
        starts_at=starts_at or _read_hour(choices.hour),
        place=choices.place or None,
        format_code=choices.format_code,
        sections=[movement.plan for movement in read_choice(club, choices.shape)],
        created_by=created_by,
        game=choices.game,
        options=choices.options,
        is_practice=is_practice,
    )
    if choices.is_drawn:
        choose_draws(tournament=tournament, is_drawn=True, chosen_by=created_by)
    if choices.rates:
        set_fee_rates(
            tournament=tournament,
            rates=[RateLine(None, rate, cents) for rate, cents in choices.rates.items()],
            is_per_member=choices.is_fee_per_member,
            set_by=created_by,
        )
    _copy_rows(tournament, choices)
    if choices.showing:
        showing = read_showing(dict(choices.showing))
        tournament = set_showing(tournament=tournament, showing=showing, set_by=created_by)
    if choices.visibility != tournament.visibility:
        visibility = Visibility(choices.visibility)
        tournament = set_visibility(tournament=tournament, visibility=visibility, set_by=created_by)
    return tournament


def _copy_rows(tournament: Tournament, choices: EventChoices) -> None:
    """Store note, questions to players, rules of phones, prizes and tariffs.

    These rows get no trace of their own: the trace of the creation covers them.
    """
    if choices.note or choices.takes_arrivals:
        EntryOpening.objects.create(
            tournament=tournament, note=choices.note, takes_arrivals=choices.takes_arrivals
        )
    EntryQuestion.objects.bulk_create(
        EntryQuestion(tournament=tournament, **question) for question in choices.questions
    )
    if choices.needs_confirmation or choices.shows_comparison:
        PhoneRules.objects.create(
            tournament=tournament,
            needs_confirmation=choices.needs_confirmation,
            shows_comparison=choices.shows_comparison,
        )
    if choices.prize_plan:
        values = {**choices.prize_plan, "fee_per_member": choices.is_fee_per_member}
        # setting the rates may have created the plan already
        plan, _is_new = PrizePlan.objects.update_or_create(tournament=tournament, defaults=values)
        PrizeRule.objects.bulk_create(PrizeRule(plan=plan, **rule) for rule in choices.prize_rules)
    OwnTariff.objects.bulk_create(
        OwnTariff(tournament=tournament, fault=fault, tariffs=tariffs)
        for fault, tariffs in choices.tariffs.items()
    )


def _read_hour(text: str) -> datetime.time | None:
    """Return the time of a text such as "20:30"; None for an empty text."""
    return datetime.time.fromisoformat(text) if text else None


def _rule_values(rule: PrizeRule) -> dict[str, Any]:
    return {name: getattr(rule, name) for name in RULE_FIELDS}
