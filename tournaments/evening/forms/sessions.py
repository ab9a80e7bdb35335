"""Forms of the sessions after the first, planned with the event or opened later."""

import datetime
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.errors import AppError
from tournaments.base.forms.days import DayField
from tournaments.base.forms.decimals import CoefficientField
from tournaments.base.forms.hours import missing_hour_message
from tournaments.base.forms.merged import MergedForm
from tournaments.base.words.format_words import MOVEMENT_CHOICES, SHEET_CHOICES
from tournaments.core.formats.event_options import MOST_SESSIONS, MovementKind, PlannedSession, SheetOf
from tournaments.core.formats.finals import FINALISTS
from tournaments.core.formats.tournament_format import TournamentFormat
from tournaments.enums import SessionStart
from tournaments.movements.services.movement_choices import MOST_BOARDS
from tournaments.rankings.services.sessions import SessionPlan, SessionSize, find_size, no_such_size

FINEST_SHARE = 1_000
"""Largest denominator of the part of the points that is carried into a final."""
LATEST_DAY = 366
"""Most days from the first session to the last one."""


class CoefficientForm(forms.Form):
    """Coefficient of a session in the event."""

    coefficient = CoefficientField(
        help_text=gettext_lazy("Les séances s’additionnent, chacune multipliée par son coefficient.")
    )


class SizedSessionForm(CoefficientForm):
    """Size and coefficient of a session after the first.

    Fields depend on the format: movement, sheet, final and carried points exist only where the format has
    them.
    """

    rounds = forms.IntegerField(
        label=gettext_lazy("Positions"),
        min_value=1,
        max_value=100,
        required=False,
        help_text=gettext_lazy("Laissez vide si rien ne change."),
    )
    boards = forms.IntegerField(
        label=gettext_lazy("Donnes par position"),
        min_value=1,
        max_value=MOST_BOARDS,
        required=False,
        help_text=gettext_lazy("Laissez vide si rien ne change."),
    )
    qualified = forms.IntegerField(
        label=gettext_lazy("Qualifiés"),
        min_value=1,
        max_value=20_000,
        required=False,
        help_text=gettext_lazy("Les premiers du classement. Laissez vide si tous jouent."),
    )

    def __init__(self, *args: Any, played: TournamentFormat, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.played = played
        if played.has_alternated_ranking:
            self.fields["movement"] = forms.ChoiceField(
                label=gettext_lazy("Mouvement"), choices=MOVEMENT_CHOICES, required=False
            )
        if played.may_enter_totals:
            self.fields["sheet"] = forms.ChoiceField(
                label=gettext_lazy("Feuilles de marque"),
                choices=[("", gettext_lazy("comme le reste du tournoi")), *SHEET_CHOICES],
                required=False,
            )
        if not played.plan.may_have_final:
            return
        self.fields["is_final"] = forms.BooleanField(
            label=gettext_lazy("Finale"),
            required=False,
            help_text=gettext_lazy("Ses joueurs restent classés devant tous les autres."),
        )
        self.fields["carried"] = forms.CharField(
            label=gettext_lazy("Part des points gardée en finale"),
            max_length=9,
            required=False,
            initial="1",
            help_text=gettext_lazy("1 les garde tous, 1/2 la moitié, 0 aucun."),
        )
        self.fields["qualified"].help_text = gettext_lazy(
            "Les premiers du classement, %(known)s pour une finale. Laissez vide si tous jouent."
        ) % {"known": ", ".join(map(str, FINALISTS))}

    def clean_movement(self) -> MovementKind | None:
        return MovementKind(self.cleaned_data["movement"]) if self.cleaned_data["movement"] else None

    def clean_sheet(self) -> SheetOf | None:
        return SheetOf(self.cleaned_data["sheet"]) if self.cleaned_data["sheet"] else None

    def clean_carried(self) -> Fraction:
        """Return a fraction from 0 to 1."""
        # the organiser may write 0,5 with the French decimal comma
        text = self.cleaned_data["carried"].strip().replace(",", ".") or "1"
        try:
            share = Fraction(text)
        except (ValueError, ZeroDivisionError):
            # outside the range, so that the test below refuses it
            share = Fraction(-1)
        if not 0 <= share <= 1 or share.denominator > FINEST_SHARE:
            raise forms.ValidationError(gettext_lazy("Écrivez une part de 0 à 1, comme 1/2."))
        return share


class SessionForm(SizedSessionForm):
    """Size, coefficient and starting places of the next session."""

    seats = forms.ChoiceField(
        label=gettext_lazy("Places de départ"), choices=SessionStart.choices, initial=SessionStart.RANKING
    )

    def __init__(self, *args: Any, played: TournamentFormat, **kwargs: Any) -> None:
        super().__init__(*args, played=played, **kwargs)
        if not played.plan.may_have_final:
            choices = [(value, label) for value, label in SessionStart.choices if value != SessionStart.FINAL]
            self.fields["seats"] = forms.ChoiceField(label=gettext_lazy("Places de départ"), choices=choices)

    @property
    def plan(self) -> SessionPlan:
        """Plan of the session. Needs a valid form."""
        values = self.cleaned_data
        return SessionPlan(
            coefficient=values["coefficient"],
            qualified=values["qualified"],
            seats=SessionStart(values["seats"]),
            is_final=values.get("is_final", False),
            carried=values.get("carried", Fraction(1)),
            rounds=values["rounds"],
            boards=values["boards"],
            movement=values.get("movement"),
            sheet=values.get("sheet"),
        )


class PlannedSessionForm(SizedSessionForm):
    """A session that is planned with the event: its day and hour, size and coefficient."""

    day = DayField(label=gettext_lazy("Date"))
    hour = forms.TimeField(
        label=gettext_lazy("Heure"), required=False, widget=forms.TimeInput({"type": "time"}, "%H:%M")
    )
    field_order = (
        "day", "hour", "qualified", "rounds", "boards", "movement", "sheet", "is_final", "carried",
        "coefficient",
    )  # fmt: skip

    def __init__(self, *args: Any, played: TournamentFormat, **kwargs: Any) -> None:
        super().__init__(*args, played=played, **kwargs)
        self.order_fields(self.field_order)

    def clean(self) -> dict[str, Any]:
        """Refuse an hour that the clocks skip on this day."""
        values = super().clean() or {}
        if message := missing_hour_message(values.get("day"), values.get("hour")):
            self.add_error("hour", message)
        return values

    def planned(self, first_day: datetime.date) -> PlannedSession:
        """Return the planned session. Needs a valid form."""
        values = self.cleaned_data
        return PlannedSession(
            days_after=(values["day"] - first_day).days,
            hour=values["hour"],
            rounds=values["rounds"],
            boards=values["boards"],
            movement=values.get("movement"),
            sheet=values.get("sheet"),
            qualified=values["qualified"],
            coefficient=Fraction(values["coefficient"]),
            is_final=values.get("is_final", False),
            carried=values.get("carried", Fraction(1)),
        )


class StoredSessionForm(MergedForm, PlannedSessionForm):
    """A planned session of a stored event."""


class LaterSessionsForm(forms.Form):
    """All sessions planned after the first, each with a `PlannedSessionForm` in `rows`.

    Args:
        starts: day and hour of the first session.
        units: number of players, or teams, of a session in which all play; None if unknown.
        shown: initial values of the form of each session.
        row_form: class of these forms.
    """

    def __init__(
        self,
        data: Mapping[str, Any] | None,
        *,
        played: TournamentFormat,
        starts: tuple[datetime.date, datetime.time | None],
        units: int | None,
        shown: Sequence[Mapping[str, Any]],
        row_form: type[PlannedSessionForm] = PlannedSessionForm,
    ) -> None:
        super().__init__(data)
        self.starts, self.units = starts, units
        self.rows = [
            row_form(data, prefix=session_prefix(number), initial=dict(row), played=played)
            for number, row in enumerate(shown, start=2)
        ]

    def clean(self) -> dict[str, Any]:
        previous_start = self.starts
        for row in self.rows:
            if row.is_valid():
                self._playable(row)
                # only valid parts count: a part in error has no day to compare with
                previous_start = self._in_order(row, previous_start)
        if any(row.errors for row in self.rows):
            raise forms.ValidationError(_("Une séance est à compléter : voyez sous ses cases."))
        return super().clean() or {}

    def _in_order(
        self, row: PlannedSessionForm, previous_start: tuple[datetime.date, datetime.time | None]
    ) -> tuple[datetime.date, datetime.time | None]:
        """Refuse a session that begins before the previous one. Return its day and hour."""
        day, hour = row.cleaned_data["day"], row.cleaned_data["hour"]
        if day < previous_start[0]:
            row.add_error("day", _("Elle vient avant la séance précédente : choisissez un autre jour."))
        elif (day - self.starts[0]).days > LATEST_DAY:
            row.add_error("day", _("C’est plus d’un an après la première : choisissez un autre jour."))
        elif day == previous_start[0] and hour and previous_start[1] and hour <= previous_start[1]:
            row.add_error("hour", _("La séance précédente commence plus tard : changez l’heure ou le jour."))
        return day, hour

    def _playable(self, row: PlannedSessionForm) -> None:
        """Refuse a size for which the catalogue has no movement."""
        values = row.cleaned_data
        rounds, boards, count = values.get("rounds"), values.get("boards"), values.get("qualified")
        movement = values.get("movement")
        if count and self.units and count > self.units:
            message = _("Plus de qualifiés que d’inscrits attendus (%(count)d) : écrivez moins.")
            row.add_error("qualified", message % {"count": self.units})
            return
        units = count or self.units
        # without another size, `open_session` keeps the movement of the previous session
        if units is None or not (rounds or boards or count or movement):
            return
        size = SessionSize(units, rounds, boards, movement)
        if find_size(row.played, size) is None:
            error: AppError = no_such_size(row.played, size)
            for name, message in error.fields.items():
                row.add_error(name, message)

    @property
    def planned(self) -> list[PlannedSession]:
        """The planned sessions. Needs a valid form."""
        return [row.planned(self.starts[0]) for row in self.rows]


def session_prefix(number: int) -> str:
    """Return the prefix of the field names of a planned session."""
    return f"s{number}"


SESSION_FIELDS = tuple(
    f"{session_prefix(number)}-{name}"
    for number in range(2, MOST_SESSIONS + 1)
    for name in PlannedSessionForm.field_order
)
"""Names of the fields of all sessions that can be planned."""
