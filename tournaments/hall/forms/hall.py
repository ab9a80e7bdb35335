"""Forms of the hall: the clock, messages, calls for the referee and the parts of the screen."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.base.forms.beside import FormBeside
from tournaments.base.words.section_colours import colour_name
from tournaments.core.hall.halls import EventHall
from tournaments.hall.services.hall_messages import MOST_MINUTES
from tournaments.models import Section, Session, Table
from tournaments.models.hall import TEXT_LENGTH

TO_ALL, TO_SECTION, TO_TABLE = "all", "section", "table"
USUAL_STAY = 10
"""Default display time of a message, in minutes."""


class ClockForm(forms.Form):
    """The round that the clock is set for, and its length in minutes."""

    round_number = forms.TypedChoiceField(label=gettext_lazy("Position"), coerce=int)
    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes par position"),
        min_value=1,
        max_value=999,
        help_text=gettext_lazy("Proposé : étuis par position × minutes par donne."),
    )

    def __init__(self, data: Mapping[str, Any] | None, *, round_count: int, **initial: int) -> None:
        super().__init__(data, initial=initial)
        choices = [(number, str(number)) for number in range(1, round_count + 1)]
        cast("forms.TypedChoiceField", self.fields["round_number"]).choices = choices


class ExtensionForm(forms.Form):
    """Minutes to add to the present round; negative to shorten it."""

    minutes = forms.IntegerField(min_value=-999, max_value=999)


class MessageForm(FormBeside):
    """A message to the hall: its text, its receivers and its display time."""

    text = forms.CharField(label=gettext_lazy("Message"), max_length=TEXT_LENGTH)
    to = forms.ChoiceField(label=gettext_lazy("Pour"))
    minutes = forms.IntegerField(
        label=gettext_lazy("Reste affiché (minutes)"),
        min_value=1,
        max_value=MOST_MINUTES,
        initial=USUAL_STAY,
    )

    def __init__(self, data: Mapping[str, Any] | None, *, session: Session, to: str = TO_ALL) -> None:
        super().__init__(data, initial={"to": to})
        self.sections = {str(section.number): section for section in session.sections.all()}
        tables = Table.objects.filter(section__session=session).order_by("number")
        self.tables = {str(table.number): table for table in tables}
        # a single section is the whole hall, which the first choice covers
        sections = self.sections if len(self.sections) > 1 else {}
        cast("forms.ChoiceField", self.fields["to"]).choices = [
            (TO_ALL, _("toute la salle")),
            *(
                (f"{TO_SECTION}-{number}", _("section %(colour)s") % {"colour": colour_name(int(number))})
                for number in sections
            ),
            *((f"{TO_TABLE}-{number}", _("table %(number)s") % {"number": number}) for number in self.tables),
        ]

    def receivers(self) -> dict[str, Section | Table | None]:
        """Return the section or the table that receives the message, neither for all. Needs a valid form."""
        kind, _dash, number = self.cleaned_data["to"].partition("-")
        return {
            "section": self.sections[number] if kind == TO_SECTION else None,
            "table": self.tables[number] if kind == TO_TABLE else None,
        }


class CallForm(forms.Form):
    """A table's reason for calling the referee, optional."""

    reason = forms.CharField(required=False, max_length=TEXT_LENGTH)


class ScreenForm(forms.Form):
    """Parts that the hall's screen shows, and the display time of each of its pages.

    The field names are query parameters of the screen's address.
    """

    PARTS = (
        ("horloge", gettext_lazy("horloge")),
        ("places", gettext_lazy("places de la position suivante")),
        ("classement", gettext_lazy("classement")),
        ("messages", gettext_lazy("messages")),
        ("qr", gettext_lazy("QR code des résultats")),
    )
    """Parts of the screen as (code in the address, label)."""
    SECONDS, SHORTEST, LONGEST = 12, 5, 120
    """Display time of a page in seconds: default, shortest, longest."""

    montrer = forms.MultipleChoiceField(
        label=gettext_lazy("Montrer"),
        required=False,
        choices=PARTS,
        initial=[name for name, _label in PARTS],
        widget=forms.CheckboxSelectMultiple,
    )
    secondes = forms.IntegerField(
        label=gettext_lazy("Secondes par page"),
        required=False,
        min_value=SHORTEST,
        max_value=LONGEST,
        initial=SECONDS,
    )
    clair = forms.BooleanField(label=gettext_lazy("Fond clair"), required=False)
    salle = forms.TypedChoiceField(
        label=gettext_lazy("Salle"), required=False, coerce=int, empty_value=None, choices=()
    )

    def __init__(self, *args: Any, halls: Sequence[EventHall] = (), **kwargs: Any) -> None:
        """Offer the halls of the event, if it has any."""
        super().__init__(*args, **kwargs)
        self._halls = halls
        if halls:
            choices = [("", _("toutes")), *((row, hall.name) for row, hall in enumerate(halls, 1))]
            self.fields["salle"].choices = choices  # type: ignore[attr-defined]
        else:
            del self.fields["salle"]

    @property
    def hall(self) -> EventHall | None:
        """The hall whose seats are shown; None for all."""
        number = self.cleaned_data.get("salle")
        return self._halls[number - 1] if number else None

    @property
    def parts(self) -> frozenset[str]:
        """Codes of the parts to show; all parts if none is chosen. Needs a form that was validated."""
        return frozenset(self.cleaned_data.get("montrer") or [name for name, _label in self.PARTS])

    @property
    def seconds(self) -> int:
        """Display time of a page; the default if the field is empty or wrong."""
        return int(self.cleaned_data.get("secondes") or self.SECONDS)

    @property
    def is_light(self) -> bool:
        return bool(self.cleaned_data.get("clair"))
