"""Forms for dealing, readers of the cards, opened étuis, the revealed seed and its proof."""

from collections.abc import Mapping
from typing import Any, ClassVar, cast

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.core.dealing.constraints import MOST_POINTS, DealConstraints
from games.core.dealing.dealt_set import Takers
from games.core.dealing.themes import Theme
from games.core.outcome import Bid
from games.enums import DealTheme
from tournaments.base.access import possible_readers
from tournaments.base.forms.limits import most_bytes, most_signs, too_large_message
from tournaments.models import Tournament


class DealForm(forms.Form):
    """Constraints of a dealing. A new dealing needs a confirmation, since étuis may already be printed."""

    GARDE, PRISE_OR_GARDE, ANY, POINTS = "garde", "prise_or_garde", "any", "points"
    ALL, TAKERS = "all", "takers"
    BIDS: ClassVar = {GARDE: (Bid.GARDE,), PRISE_OR_GARDE: (Bid.PRISE, Bid.GARDE), ANY: (), POINTS: ()}

    taker_bids = forms.ChoiceField(
        label=_("La main du preneur imposé vaut"),
        choices=[
            (GARDE, _("une garde, comme en tournoi fédéral")),
            (PRISE_OR_GARDE, _("une prise ou une garde")),
            (POINTS, _("un nombre de points, à donner ci-dessous")),
            (ANY, _("sans condition")),
        ],
        initial=GARDE,
        required=False,
        widget=forms.RadioSelect,
    )
    least = forms.IntegerField(
        label=_("Points, de"),
        min_value=0,
        max_value=MOST_POINTS,
        required=False,
        help_text=_("Une prise vaut 40 points au moins, une garde 56, une garde sans 71."),
    )
    most = forms.IntegerField(label=_("Points, à"), min_value=0, max_value=MOST_POINTS, required=False)
    themes = forms.MultipleChoiceField(
        label=_("Chaque donne montre"),
        choices=DealTheme.choices,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Pour une soirée d’école. Un thème et une garde ensemble prennent quelques secondes."),
    )
    scope = forms.ChoiceField(
        label=_("Distribuer"),
        choices=[
            (ALL, _("toutes les mains et le chien")),
            (TAKERS, _("la main du preneur seulement ; le reste se distribue à la première table")),
        ],
        initial=ALL,
        required=False,
        widget=forms.RadioSelect,
    )
    replace = forms.BooleanField(
        label=_("Remplacer les donnes actuelles ; les papiers déjà imprimés ne vaudront plus rien."),
        error_messages={"required": _("Cochez la case pour confirmer le remplacement.")},
    )

    OF_TAKER: ClassVar = ("taker_bids", "least", "most", "themes", "scope")

    def __init__(self, data: Mapping[str, Any] | None, *, is_first: bool, takers: Takers) -> None:
        """Build the form without the fields that do not apply.

        Args:
            is_first: True if there are no deals to replace.
            takers: takers that the format imposes; `Takers.NONE` leaves no constraint to choose.
        """
        super().__init__(data)
        unused_fields = ("replace",) if is_first else ()
        for name in (*unused_fields, *(self.OF_TAKER if takers is Takers.NONE else ())):
            del self.fields[name]

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        if self.errors or values.get("taker_bids") != self.POINTS:
            return values
        least, most = values.get("least"), values.get("most")
        if least is None or most is None:
            self.add_error("least", _("Donnez le moins et le plus de points."))
        elif least > most:
            self.add_error("least", _("Le premier nombre ne peut pas dépasser le second."))
        return values

    @property
    def constraints(self) -> DealConstraints | None:
        """Constraints of each deal; None for the default ones. The form must be valid."""
        values = self.cleaned_data
        if "taker_bids" not in self.fields:
            return None
        taker_bids = values["taker_bids"] or self.GARDE
        return DealConstraints(
            taker_bids=self.BIDS[taker_bids],
            taker_points=(values["least"], values["most"]) if taker_bids == self.POINTS else None,
            themes=tuple(map(Theme, values["themes"])),
        )

    @property
    def takers_only(self) -> bool:
        """True if only the takers' hands are dealt. The form must be valid."""
        return bool(self.cleaned_data.get("scope") == self.TAKERS)


class ReaderForm(forms.Form):
    """A new reader of the sealed cards."""

    reader = forms.ModelChoiceField(
        User.objects.none(),
        empty_label=_("Choisir…"),
        error_messages={
            "required": _("Choisissez qui lira les mains."),
            "invalid_choice": _("Seuls les directeurs, les arbitres et le club lisent des mains."),
        },
    )

    def __init__(self, data: Mapping[str, Any] | None, *, tournament: Tournament) -> None:
        super().__init__(data)
        reader_field = cast("forms.ModelChoiceField[User]", self.fields["reader"])
        reader_field.queryset = possible_readers(tournament)


class BoardOpeningForm(forms.Form):
    """The number of the étui to open or close, or the word for all of them."""

    EVERY_BOARD = "tous"

    board = forms.RegexField(
        rf"^({EVERY_BOARD}|[1-9][0-9]{{0,3}})$",
        error_messages={"required": _("Choisissez un étui."), "invalid": _("Cet étui n’existe pas.")},
    )

    @property
    def boards(self) -> list[int] | None:
        """Numbers of the étuis, None for all. The form must be valid."""
        board = self.cleaned_data["board"]
        return None if board == self.EVERY_BOARD else [int(board)]


class RevealForm(forms.Form):
    """Reason for revealing the seed. The service requires it before the end of the tournament."""

    reason = forms.CharField(
        label=_("Motif, si le tournoi n’est pas terminé"), max_length=200, required=False
    )


class ProofForm(forms.Form):
    """The document of a revealed set, as a file or as text, and the published fingerprint."""

    MOST_BYTES = 100_000

    file = forms.FileField(label=_("Fichier des donnes"), required=False, help_text=most_bytes(MOST_BYTES))
    document = forms.CharField(
        label=_("ou son texte, collé ici"),
        max_length=MOST_BYTES,
        required=False,
        help_text=most_signs(MOST_BYTES),
        widget=forms.Textarea(attrs={"rows": 5, "spellcheck": "false"}),
    )
    commitment = forms.RegexField(
        r"^[0-9a-fA-F]{64}$",
        label=_("Empreinte publiée avant le tournoi"),
        required=False,
        help_text=_("Sans elle, cette page ne peut pas déceler un document entièrement refait."),
        error_messages={"invalid": _("Une empreinte a 64 chiffres hexadécimaux.")},
    )

    def clean_file(self) -> "UploadedFile[bytes] | None":
        file: UploadedFile[bytes] | None = self.cleaned_data["file"]
        if file is not None and (file.size or 0) > self.MOST_BYTES:
            message = _("Ce fichier est trop grand pour un document de donnes.")
            raise forms.ValidationError(too_large_message(message, most_bytes(self.MOST_BYTES)))
        return file

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        if not self.errors and not values.get("file") and not values.get("document"):
            raise forms.ValidationError(_("Choisissez un fichier, ou collez le texte du document."))
        return values

    @property
    def source(self) -> str | bytes:
        """The document to read. A file takes precedence over the text. The form must be valid."""
        file: UploadedFile[bytes] | None = self.cleaned_data["file"]
        return file.read() if file else str(self.cleaned_data["document"])

    @property
    def published(self) -> str | None:
        """The published fingerprint, None if not given. The form must be valid."""
        return str(self.cleaned_data["commitment"]).lower() or None
