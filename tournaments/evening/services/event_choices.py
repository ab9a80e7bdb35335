"""What was chosen for an evening, apart from its people and results: to be kept, and to make one like it."""

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
    FeeRate,
    OwnTariff,
    PhoneRules,
    PrizePlan,
    PrizeRule,
    Section,
    Tournament,
)
from tournaments.movements.services.movement_choices import COLOURS, read_choice, section_choice

HOUR = "%H:%M"
OF_ENTRIES = ("bonuses",)
"""Options that name entries: they are of one evening alone."""
PLAN_FIELDS = ("redistribution", "extra_cents", "sharing", "cumulation", "showing")
RULE_FIELDS = (
    "position", "name", "ranking", "group", "amounts", "fund_share", "prize_count", "step_cents",
    "gifts",
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class EventChoices:
    """The choices of an evening, as plain values that JSON can hold."""

    format_code: str
    game: str = ""
    """Blank for the format's own."""
    shape: str
    """Its movements, as forms name them: see `movement_choices`."""
    options: Mapping[str, Any] = field(default_factory=dict)
    rates: Mapping[str, int] = field(default_factory=dict)
    """Name → cents, the usual one first."""
    is_fee_per_member: bool = False
    visibility: str = Visibility.PRIVATE.value
    showing: Mapping[str, Any] = field(default_factory=dict)
    """See `tournaments.core.showing`; {} for the usual."""
    needs_confirmation: bool = False
    shows_comparison: bool = False
    """Both of the phones: see `PhoneRules`."""
    prize_plan: Mapping[str, Any] = field(default_factory=dict)
    prize_rules: tuple[Mapping[str, Any], ...] = ()
    tariffs: Mapping[str, Any] = field(default_factory=dict)
    """Fault → the tournament's own tariff."""
    hour: str = ""
    """As "20:30"; "" where none is fixed."""
    place: str = ""
    """Where it is played; "" for the usual place of the club."""
    note: str = ""
    """Text to read before registering."""

    def to_json(self) -> dict[str, Any]:
        """As `from_json` reads it."""
        return asdict(self)

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Self:
        """What `to_json` wrote."""
        return cls(**{**document, "prize_rules": tuple(document["prize_rules"])})


def choices_of(tournament: Tournament) -> EventChoices:
    """Return the choices of a tournament, of its first session. Seven queries, whatever the size."""
    sections = Section.objects.filter(session__tournament=tournament, session__number=1)
    plan = PrizePlan.objects.filter(tournament=tournament).prefetch_related("rules").first()
    phones = PhoneRules.objects.filter(tournament=tournament).first() or PhoneRules()
    rates = FeeRate.objects.filter(tournament=tournament)
    opening = EntryOpening.objects.filter(tournament=tournament).first()
    return EventChoices(
        format_code=tournament.format,
        game=tournament.game,
        shape=COLOURS.join(section_choice(section) for section in sections.select_related("movement")),
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
    """Make a tournament in preparation of these choices, without people.

    Args:
        starts_at: its hour; None for that of the choices.

    Raises:
        AppError: as `read_choice` and `create_tournament`: a movement is not there any more.
    """
    tournament = create_tournament(
        club=club,
        name=name,
        starts_on=starts_on,
        starts_at=starts_at or _read_hour(choices.hour),
        place=choices.place or None,
        format_code=choices.format_code,
        sections=[chosen.plan for chosen in read_choice(club, choices.shape)],
        created_by=created_by,
        game=choices.game,
        options=choices.options,
        is_practice=is_practice,
    )
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
    """Store note, phones' rules, prizes and tariffs: the trace of the creation covers them."""
    if choices.note:
        EntryOpening.objects.create(tournament=tournament, note=choices.note)
    if choices.needs_confirmation or choices.shows_comparison:
        PhoneRules.objects.create(
            tournament=tournament,
            needs_confirmation=choices.needs_confirmation,
            shows_comparison=choices.shows_comparison,
        )
    if choices.prize_plan:
        values = {**choices.prize_plan, "fee_per_member": choices.is_fee_per_member}
        plan, _made = PrizePlan.objects.update_or_create(tournament=tournament, defaults=values)
        PrizeRule.objects.bulk_create(PrizeRule(plan=plan, **rule) for rule in choices.prize_rules)
    OwnTariff.objects.bulk_create(
        OwnTariff(tournament=tournament, fault=fault, tariffs=tariffs)
        for fault, tariffs in choices.tariffs.items()
    )


def _read_hour(written: str) -> datetime.time | None:
    return datetime.time.fromisoformat(written) if written else None


def _rule_values(rule: PrizeRule) -> dict[str, Any]:
    return {name: getattr(rule, name) for name in RULE_FIELDS}
