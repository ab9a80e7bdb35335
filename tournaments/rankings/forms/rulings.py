"""Forms of rulings: the fault and its deal, guilty players and effects, withdrawal."""

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any, cast

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.base.forms.decimals import DecimalField
from tournaments.base.words.wording import sentence
from tournaments.core.formats.ranking_plan import Measure
from tournaments.core.formats.ruling_effects import (
    AMOUNTS,
    KNOWN_EFFECTS,
    PERCENT_UNIT,
    known_targets,
    needs_play,
)
from tournaments.core.ranking.faults import Tariff
from tournaments.core.ranking.rulings import Effect, EffectKind, Who
from tournaments.models import Entry, Play, Session
from tournaments.rankings.queries.rulings import RulingRules, find_plays, list_seated_entries
from tournaments.rankings.words.ruling_wording import (
    FAULT_GROUPS,
    KIND_NAMES,
    NO_FAULT,
    WHO_NAMES,
    amount_number,
)

REASON_LENGTH = 200
MOST_OCCURRENCES = 20
HAS_TARGET = frozenset(
    {
        EffectKind.MARK,
        EffectKind.CAP,
        EffectKind.POINTS,
        EffectKind.POINTS_CAP,
        EffectKind.POINTS_FLOOR,
        EffectKind.PENALTY,
    }
)
"""Effects with a target. The others concern the deal, or the guilty player."""


class FaultForm(forms.Form):
    """A form for the fault and its deal."""

    faute = forms.ChoiceField(label=gettext_lazy("Faute"), required=False)
    etui = forms.IntegerField(label=gettext_lazy("Étui"), required=False, min_value=1, max_value=9999)
    table = forms.IntegerField(label=gettext_lazy("Table"), required=False, min_value=1, max_value=9999)
    position = forms.IntegerField(
        label=gettext_lazy("Position"),
        required=False,
        min_value=1,
        max_value=9999,
        help_text=gettext_lazy("Seulement si l’étui revient à cette table."),
    )
    fois = forms.IntegerField(
        required=False, min_value=1, max_value=MOST_OCCURRENCES, widget=forms.HiddenInput
    )

    def __init__(self, data: Mapping[str, Any] | None, *, session: Session, rules: RulingRules) -> None:
        super().__init__(data)
        self.session, self.rules = session, rules
        if not rules.has_boards:
            self.fields["etui"].label = _("Donne")
            self.fields["position"].help_text = ""
        cast("forms.ChoiceField", self.fields["faute"]).choices = [
            ("", NO_FAULT),
            *(
                (group, [(code, name) for code, name in faults.items() if rules.tariffs(code)])
                for group, faults in FAULT_GROUPS
                if any(map(rules.tariffs, faults))
            ),
        ]

    @property
    def tariff(self) -> Tariff:
        """Return the tariff of this occurrence; () for a decision without a fault. The form must be valid."""
        fault = self.cleaned_data["faute"]
        return self.rules.tariff(fault, self.occurrence) if fault else ()

    @property
    def occurrence(self) -> int:
        """Return the number of the occurrence, from 1. The form must be valid."""
        return self.cleaned_data.get("fois") or 1

    def clean(self) -> dict[str, Any]:
        """Find the deal; require one if the tariff changes a deal."""
        cleaned = super().clean() or {}
        board, table, play = cleaned.get("etui"), cleaned.get("table"), None
        if self.errors:
            return cleaned
        if (board is None) != (table is None):
            self.add_error(
                "etui" if board is None else "table", _("Donnez l’étui et la table, ou aucun des deux.")
            )
        elif board is not None and table is not None:
            play = self._find_play(board, table, cleaned.get("position"))
        elif needs_play(self.tariff):
            self.add_error("etui", sentence("ruling_without_play", {}))
        return cleaned | {"play": play}

    def _find_play(self, board: int, table: int, round_number: int | None) -> Play | None:
        plays = find_plays(self.session, board=board, table=table, round_number=round_number)
        if not plays:
            self.add_error("etui", _("Cet étui n’est pas joué à cette table."))
        elif len(plays) > 1:
            self.add_error("position", _("Cette table joue cet étui plusieurs fois : donnez la position."))
        return plays[0] if len(plays) == 1 else None


class EffectForm(forms.Form):
    """A form for one effect; an empty kind means none."""

    kind = forms.ChoiceField(label=gettext_lazy("Effet"), required=False)
    amount = DecimalField(label=gettext_lazy("Montant"), required=False, max_digits=9)
    who = forms.ChoiceField(label=gettext_lazy("Pour qui"), required=False)

    def __init__(
        self, data: Mapping[str, Any] | None, *, prefix: str, measure: Measure, effect: Effect | None = None
    ) -> None:
        initial = {} if effect is None else _initial(effect, measure)
        super().__init__(data, prefix=prefix, initial=initial)
        self.measure = measure
        known_kinds = [kind for kind in EffectKind if kind in KNOWN_EFFECTS[measure]]
        cast("forms.ChoiceField", self.fields["kind"]).choices = [
            ("", "–"),
            *((kind.value, KIND_NAMES[kind]) for kind in known_kinds),
        ]
        cast("forms.ChoiceField", self.fields["who"]).choices = [
            (who.value, WHO_NAMES[who]) for who in Who if who in known_targets(measure)
        ]
        amount = self.fields["amount"]
        amount.widget.attrs |= {"inputmode": "decimal", "autocomplete": "off"}
        # amounts in per cent are stored as hundredths
        cast("forms.DecimalField", amount).decimal_places = 2 if measure is Measure.PERCENT else 0

    def clean(self) -> dict[str, Any]:
        """Check that the amount is within the bounds of its effect."""
        cleaned = super().clean() or {}
        bounds = AMOUNTS.get((self.measure, EffectKind(cleaned["kind"]))) if cleaned.get("kind") else None
        if bounds is not None and "amount" in cleaned:
            least, most = (Decimal(bound) / self._unit for bound in bounds)
            if cleaned["amount"] is None or not least <= cleaned["amount"] <= most:
                self.add_error("amount", sentence("ruling_amount", {"least": least, "most": most}))
        return cleaned

    def effect(self) -> Effect | None:
        """Return the effect, or None for an empty row. The form must be valid."""
        values = self.cleaned_data
        if not values["kind"]:
            return None
        kind = EffectKind(values["kind"])
        has_amount = (self.measure, kind) in AMOUNTS
        return Effect(
            kind,
            int(values["amount"] * self._unit) if has_amount else 0,
            Who(values["who"]) if values["who"] and kind in HAS_TARGET else Who.GUILTY,
        )

    @property
    def _unit(self) -> int:
        return PERCENT_UNIT if self.measure is Measure.PERCENT else 1


class EffectRows:
    """The effects of a ruling or a tariff, row by row, with an empty row to add one."""

    def __init__(
        self, data: Mapping[str, Any] | None, *, name: str, measure: Measure, effects: Iterable[Effect]
    ) -> None:
        self.forms = [
            EffectForm(data, prefix=f"{name}-{number}", measure=measure, effect=effect)
            for number, effect in enumerate([*effects, None])
        ]

    def is_valid(self) -> bool:
        return not any(form.errors for form in self.forms)

    @property
    def effects(self) -> Tariff:
        """Return the effects of all rows. The rows must be valid."""
        return tuple(effect for form in self.forms if (effect := form.effect()) is not None)


class RulingForm(forms.Form):
    """A form for the guilty players and the reason."""

    guilty = forms.ModelMultipleChoiceField(
        Entry.objects.none(),
        label=gettext_lazy("En faute"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    reason = forms.CharField(
        label=gettext_lazy("Motif"),
        required=False,
        max_length=REASON_LENGTH,
        help_text=gettext_lazy("Il figure sur la feuille de route du joueur."),
    )
    last_seen = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)

    def __init__(self, data: Mapping[str, Any] | None, *, session: Session) -> None:
        super().__init__(data)
        self.seated = list_seated_entries(session)
        cast("forms.ModelMultipleChoiceField[Entry]", self.fields["guilty"]).queryset = self.seated


class WithdrawalForm(forms.Form):
    """A form for the reason of a withdrawal."""

    reason = forms.CharField(
        label=gettext_lazy("Motif du retrait"),
        max_length=REASON_LENGTH,
        error_messages={"required": gettext_lazy("Donnez le motif du retrait.")},
    )


def _initial(effect: Effect, measure: Measure) -> dict[str, str]:
    has_amount = (measure, effect.kind) in AMOUNTS
    return {
        "kind": effect.kind.value,
        "amount": amount_number(effect.amount, measure) if has_amount else "",
        "who": effect.who.value,
    }
