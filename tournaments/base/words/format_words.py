"""Displayed words of the tournament formats, by code."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.core.formats.event_options import FirstDealer, MovementKind, RoundWord, SheetOf, TeamsOf


@dataclass(frozen=True, slots=True)
class FormatWords:
    """The words of one format."""

    name: Promise
    evening: Promise
    """Kind of evening in plain words, for readers who do not know the name."""
    explained: Promise


FORMAT_WORDS = {
    "duplicate_individual": FormatWords(
        name=_("Duplicate individuel"),
        evening=_("Chacun pour soi, les mêmes donnes pour tous"),
        explained=_(
            "Les donnes passent de table en table dans des étuis : la chance ne compte plus, on est comparé à"
            " ceux qui ont tenu les mêmes cartes. C’est le duplicate de la fédération."
        ),
    ),
    "free_deals": FormatWords(
        name=_("Donnes libres"),
        evening=_("Chacun pour soi, on distribue à chaque table"),
        explained=_(
            "Comme à la maison : chaque table bat et distribue, les points s’additionnent. Rien à préparer."
        ),
    ),
    "triplets": FormatWords(
        name=_("Triplettes"),
        evening=_("Par équipes de trois"),
        explained=_("Les triplettes : un attaquant contre les trois d’en face, les mêmes donnes pour tous."),
    ),
    "quartets": FormatWords(
        name=_("Quadrettes"),
        evening=_("Par équipes de quatre"),
        explained=_(
            "Les quadrettes : chaque équipe garde sa table et en rencontre d’autres sur les mêmes donnes."
        ),
    ),
    "friendly_total": FormatWords(
        name=_("Rencontre amicale, aux points"),
        evening=_("Soirée amicale, à un jeu de votre choix"),
        explained=_(
            "Tarot à trois ou à cinq, Papayou, Nullo… : on change de table et on additionne les points."
        ),
    ),
    "free_deals_pairs": FormatWords(
        name=_("Donnes libres par équipes de deux"),
        evening=_("Par deux, on distribue à chaque table"),
        explained=_("Les deux associés jouent à des tables différentes ; on additionne leurs points."),
    ),
    "free_deals_fours": FormatWords(
        name=_("Donnes libres par équipes de quatre"),
        evening=_("Par quatre, on distribue à chaque table"),
        explained=_("Les quatre associés jouent à des tables différentes ; on additionne leurs points."),
    ),
    "teams": FormatWords(
        name=_("Équipes"),
        evening=_("Match de deux équipes"),
        explained=_("Deux équipes de quatre, les mêmes donnes des deux côtés."),
    ),
    "triangular": FormatWords(
        name=_("Triangulaire"),
        evening=_("Match de trois équipes"),
        explained=_("Trois équipes de quatre, chacune contre les deux autres."),
    ),
    "friendly": FormatWords(
        name=_("Rencontre amicale, mêmes donnes"),
        evening=_("Amical, les mêmes donnes pour tous"),
        explained=_(
            "Un jeu de votre choix dans des étuis, comparé entre ceux qui ont tenu les mêmes cartes."
        ),
    ),
}

SHEET_CHOICES = (
    (SheetOf.DEALS.value, _("donne par donne")),
    (SheetOf.TOTALS.value, _("totaux de chaque position seulement")),
)
"""Choices of a form field: content of a sheet of free deals."""
DRAWN = "drawn"
"""Value of the choice that rounds are drawn one by one."""
PLACING_CHOICES = (
    ("movement", _("Par le mouvement, pour toutes les positions")),
    (
        DRAWN,
        _(
            "Par un tirage avant chaque position : au sort, meilleurs contre meilleurs, ou la suite du"
            " mouvement"
        ),
    ),
)
"""Choices of a form field: how players are placed round by round."""
TEAMS_CHOICES = (
    (TeamsOf.TABLES.value, _("tirées à chaque table, à chaque position")),
    (TeamsOf.EVENING.value, _("les mêmes toute la séance : les équipiers changent de table ensemble")),
)
"""Choices of a form field: duration of a partnership."""
DEALER_CHOICES = (
    (FirstDealer.NORTH.value, _("le joueur assis en Nord")),
    (FirstDealer.DRAWN.value, _("un tirage de cartes : la plus basse donne, l’Excuse retire")),
)
"""Choices of a form field: first dealer at a table."""
ROUND_WORD_CHOICES = (
    (RoundWord.POSITION.value, pgettext_lazy("round", "une position")),
    (RoundWord.TOUR.value, pgettext_lazy("round", "un tour")),
    (RoundWord.PARTIE.value, pgettext_lazy("round", "une partie")),
    (RoundWord.SEQUENCE.value, pgettext_lazy("round", "une séquence")),
)
"""Choices of a form field: word of an event for a round. The names of words stay as they are in any event."""
MOVEMENT_CHOICES = (
    ("", _("inchangé")),
    (MovementKind.LINES.value, _("en ligne : chacun garde son orientation")),
    (MovementKind.TURNING.value, _("Howell : on change d’orientation")),
)
"""Choices of a form field: movement of a session after the first."""
