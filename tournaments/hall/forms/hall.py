"""What the director sets in the hall: the clock, a message, the hall's screen."""

from collections.abc import Mapping
from typing import Any, cast

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.base.forms.beside import FormBeside
from tournaments.base.words.section_colours import colour_name
from tournaments.hall.services.hall_messages import MOST_MINUTES
from tournaments.models import Section, Session, Table
from tournaments.models.hall import TEXT_LENGTH

TO_ALL, TO_SECTION, TO_TABLE = "all", "section", "table"
USUAL_STAY = 10
"""Minutes."""


class ClockForm(forms.Form):
    """Which round, and how long it takes."""

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
    """Minutes more, or less."""

    minutes = forms.IntegerField(min_value=-999, max_value=999)


class MessageForm(FormBeside):
    """What is said, to whom, how long it stays."""

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
        """The section or the table that is meant, neither for all; once the form is valid."""
        kind, _dash, number = self.cleaned_data["to"].partition("-")
        return {
            "section": self.sections[number] if kind == TO_SECTION else None,
            "table": self.tables[number] if kind == TO_TABLE else None,
        }


class CallForm(forms.Form):
    """Why a table calls the referee, if it says so."""

    reason = forms.CharField(required=False, max_length=TEXT_LENGTH)


class ScreenForm(forms.Form):
    """What the hall's screen shows, and how long each of its pages stays."""

    PARTS = (
        ("horloge", gettext_lazy("horloge")),
        ("places", gettext_lazy("places de la position suivante")),
        ("classement", gettext_lazy("classement")),
        ("messages", gettext_lazy("messages")),
        ("qr", gettext_lazy("QR code des résultats")),
    )
    SECONDS, SHORTEST, LONGEST = 12, 5, 120

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

    @property
    def parts(self) -> frozenset[str]:
        """What is shown: everything unless something is chosen. Once the form was validated."""
        return frozenset(self.cleaned_data.get("montrer") or [name for name, _label in self.PARTS])

    @property
    def seconds(self) -> int:
        """How long a page stays; the usual time for none or a wrong one."""
        return int(self.cleaned_data.get("secondes") or self.SECONDS)

    @property
    def is_light(self) -> bool:
        return bool(self.cleaned_data.get("clair"))
