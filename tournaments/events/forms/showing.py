"""Form for the parts of a tournament that the public sees, and when."""

from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.base.forms.merged import MergedForm
from tournaments.core.showing import MOST_HELD, Moment, Part, Showing, showing_document

PART_LABELS: dict[Part, Any] = {
    Part.RANKING: _("Le classement"),
    Part.OWN_RESULTS: _("Les résultats de chaque joueur"),
    Part.OWN_MARKS: _("Les notes de chaque joueur"),
    Part.BOARDS: _("Les résultats de toutes les tables, donne par donne"),
    Part.HANDS: _("Les mains des étuis que vous ouvrez"),
}
"""Names of the parts, in the order of the page."""
PART_HELP: dict[Part, Any] = {
    Part.RANKING: _("Places et totaux : pages, groupes, prix, écran de la salle, programmes, courriels."),
    Part.OWN_RESULTS: _("Sur la page d’un joueur, la marque de chacune de ses donnes."),
    Part.OWN_MARKS: _("Sur la page d’un joueur, ce que vaut chaque donne et le calcul de sa note."),
    Part.BOARDS: _("Qui a joué quoi, les fréquences, la comparaison sur les téléphones."),
    Part.HANDS: _("Les quatre jeux et le chien, une fois l’étui joué partout."),
}
_MOMENTS: dict[Moment, Any] = {
    Moment.LIVE: _("en direct"),
    Moment.SESSION: _("après la séance"),
    Moment.END: _("à la fin du tournoi"),
    Moment.HIDDEN: _("quand vous le déciderez"),
}

PRESET_WORDS: dict[str, tuple[Any, Any]] = {
    "club": (
        _("Soirée de club"),
        _("Tout est montré en direct : chacun suit sa place et ses résultats sur son téléphone."),
    ),
    "competition": (
        _("Compétition"),
        _(
            "Le classement disparaît pendant les deux dernières positions. Les joueurs voient les résultats "
            "des autres tables après la séance, le reste à la fin : personne ne joue d’après eux."
        ),
    ),
    "school": (
        _("École"),
        _("Pas de classement : chacun compare ses résultats, personne n’est dernier."),
    ),
}
"""Name and consequence of each choice of `tournaments.core.showing.PRESETS`."""


class ShowingForm(MergedForm):
    """One choice for every part, and two fields that restrict them."""

    held_rounds = forms.IntegerField(
        label=_("Cacher le classement pendant les dernières positions"),
        min_value=0,
        max_value=MOST_HELD,
        help_text=_(
            "Combien de positions ; 0 pour aucune. Le classement revient quand vous terminez le"
            " tournoi ou la séance."
        ),
    )
    is_own_alone = forms.BooleanField(
        label=_("Chacun est seul à lire ses résultats et ses notes"),
        required=False,
        help_text=_("Par son compte ou son lien privé. Les autres ne voient que son classement sur sa page."),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        part_fields = {
            part.value: forms.ChoiceField(
                label=label,
                help_text=PART_HELP[part],
                choices=[(moment.value, label) for moment, label in _MOMENTS.items()],
            )
            for part, label in PART_LABELS.items()
        }
        # the parts come first on the page
        self.fields = {**part_fields, **self.fields}

    @property
    def showing(self) -> Showing:
        """The moments and restrictions of the form. The form must be valid."""
        values = self.cleaned_data
        moments = {part.value: Moment(values[part.value]) for part in Part}
        restrictions = {name: values[name] for name in ("held_rounds", "is_own_alone")}
        return Showing(**cast("dict[str, Any]", moments | restrictions))

    @staticmethod
    def initial_of(showing: Showing) -> dict[str, object]:
        """Return the initial values of the form for a stored `Showing`."""
        return showing_document(showing)
