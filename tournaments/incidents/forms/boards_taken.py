"""Forms for a late player and a slow table: the number of deals concerned, and their fate."""

from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tournaments.core.movements.table_shape import list_sheet_seats_with_fifth
from tournaments.enums import IncidentKind
from tournaments.incidents.forms.incidents import CaseForm, entry_field, round_field
from tournaments.incidents.services.boards_taken import BoardsTaken
from tournaments.incidents.services.plans import Case
from tournaments.incidents.services.seat_steps import plays_at
from tournaments.models import Entry, Play, Seating
from tournaments.movements.queries.movements import section_table_shape
from tournaments.rankings.queries.rulings import list_seated_entries
from tournaments.seating.words.seat_names import seat_name

LATER, LOST = "later", "lost"
"""Choices of the field `way`: the deals are played later, or lost."""
EVERYBODY = "all"
"""Choice of the field `guilty`: the tariff applies to the whole table."""


class BoardsForm(CaseForm):
    """Deals of one table in one round, and their fate."""

    first_round = round_field(_("Position"))
    count = forms.IntegerField(label=_("Combien de donnes"), min_value=1, max_value=99, initial=1)
    way = forms.ChoiceField(
        label=_("Elles seront"),
        widget=forms.RadioSelect,
        initial=LATER,
        choices=[(LATER, _("jouées plus tard")), (LOST, _("perdues : non jouées"))],
    )

    def prepare(self) -> None:
        self.begin("first_round")

    def open_plays(self, table: int) -> list[Play]:
        """Return the deals of a table in the chosen round that have no result yet."""
        rows = plays_at(self.session, [(self.cleaned_data["first_round"], table)])
        keys_with_result = set(
            Play.objects.filter(pk__in=[play.pk for play in rows], slips__is_current=True).values_list(
                "pk", flat=True
            )
        )
        return [play for play in rows if play.pk not in keys_with_result]

    def refuse_too_many(self, open_count: int) -> None:
        """Add an error if the count exceeds the number of open deals."""
        if self.cleaned_data["count"] > open_count:
            message = ngettext(
                "Il n’y a plus que %(count)d donne à jouer à cette table.",
                "Il n’y a plus que %(count)d donnes à jouer à cette table.",
                open_count,
            )
            self.add_error("count", message % {"count": open_count})


class LateForm(BoardsForm):
    """A late player: the first deals of the table are put off or lost."""

    entry = entry_field(_("Qui est en retard"))
    is_penalised = forms.BooleanField(
        label=_("Lui donner le tarif du jeu lent"),
        required=False,
        help_text=_("La fédération ne prévoit rien pour un retard : à vous d’en juger."),
    )

    field_order = ("entry", "first_round", "count", "way", "is_penalised")

    def prepare(self) -> None:
        super().prepare()
        self.offer("entry", list_seated_entries(self.session))

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        if self.errors:
            return values
        seat = Seating.objects.filter(
            round__section__session=self.session, round__number=values["first_round"], entry=values["entry"]
        ).select_related("table")[:1]
        if not seat:
            self.add_error("first_round", _("Personne de ce nom n’a de table à cette position."))
            return values
        plays = self.open_plays(seat[0].table.number)
        self.refuse_too_many(len(plays))
        # the first deals: the table starts late
        return values | {"plays": plays[: values.get("count")]}

    @property
    def chosen(self) -> Case:
        late_entry: Entry = self.cleaned_data["entry"]
        return BoardsTaken(
            kind=IncidentKind.LATE,
            plays=tuple(self.cleaned_data["plays"]),
            is_later=self.cleaned_data["way"] == LATER,
            late=late_entry,
            guilty=(late_entry,) if self.cleaned_data["is_penalised"] else (),
        )


class SlowForm(BoardsForm):
    """A slow table: its last deals of the round are put off or lost."""

    table = forms.IntegerField(label=_("Table"), min_value=1, max_value=9999)
    guilty = forms.ChoiceField(
        label=_("Tarif du jeu lent"),
        required=False,
        help_text=_("Celui du tournoi ; vous en lirez l’effet avant de confirmer."),
    )

    field_order = ("table", "first_round", "count", "way", "guilty")

    def prepare(self) -> None:
        super().prepare()
        seats = list_sheet_seats_with_fifth(
            section_table_shape(self.session.sections.select_related("movement")[0]).seat_count
        )
        cast("forms.ChoiceField", self.fields["guilty"]).choices = [
            ("", _("à personne")),
            (EVERYBODY, _("à toute la table")),
            *((str(seat), _("à %(seat)s") % {"seat": seat_name(seat)}) for seat in seats),
        ]

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        if self.errors:
            return values
        plays = self.open_plays(values["table"])
        if not plays:
            self.add_error("table", _("Cette table n’a plus de donne à jouer à cette position."))
            return values
        self.refuse_too_many(len(plays))
        # the last deals: the table runs out of time
        return values | {"plays": plays[-values.get("count", 0) :]}

    @property
    def chosen(self) -> Case:
        plays, guilty_choice = self.cleaned_data["plays"], self.cleaned_data["guilty"]
        return BoardsTaken(
            kind=IncidentKind.SLOW,
            plays=tuple(plays),
            is_later=self.cleaned_data["way"] == LATER,
            guilty=self._people(plays[0], guilty_choice) if guilty_choice else (),
        )

    def _people(self, play: Play, guilty_choice: str) -> tuple[Entry, ...]:
        """Return the entries at the table of a play that the choice means, each once."""
        rows = Seating.objects.filter(round=play.round_id, table=play.table_id).select_related(
            "entry__person"
        )
        guilty_rows = [row for row in rows.order_by("seat") if guilty_choice in (EVERYBODY, str(row.seat))]
        # a team holds several seats of a table, and pays once
        return tuple({row.entry.pk: row.entry for row in guilty_rows}.values())
