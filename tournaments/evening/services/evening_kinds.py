"""The kinds of evening in plain words, for somebody who knows no format by its name."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.core.formats.registry import find_format


@dataclass(frozen=True, slots=True)
class EveningKind:
    """One kind of evening; its code is that of its format."""

    code: str
    name: Promise
    explained: Promise

    @property
    def is_for_any_game(self) -> bool:
        """The organiser chooses the game, too."""
        return find_format(self.code).plan.is_for_any_game


USUAL_KINDS = (
    EveningKind(
        "duplicate_individual",
        _("Chacun pour soi, les mêmes donnes pour tous"),
        _(
            "Les donnes passent de table en table dans des étuis : la chance ne compte plus, on est comparé à"
            " ceux qui ont tenu les mêmes cartes. C’est le duplicate de la fédération."
        ),
    ),
    EveningKind(
        "free_deals",
        _("Chacun pour soi, on distribue à chaque table"),
        _("Comme à la maison : chaque table bat et distribue, les points s’additionnent. Rien à préparer."),
    ),
    EveningKind(
        "triplets",
        _("Par équipes de trois"),
        _("Les triplettes : un attaquant contre les trois d’en face, les mêmes donnes pour tous."),
    ),
    EveningKind(
        "quartets",
        _("Par équipes de quatre"),
        _("Les quadrettes : chaque équipe garde sa table et en rencontre d’autres sur les mêmes donnes."),
    ),
    EveningKind(
        "friendly_total",
        _("Soirée amicale, à un jeu de votre choix"),
        _("Tarot à trois ou à cinq, Papayou, Nullo… : on change de table et on additionne les points."),
    ),
)
"""What most clubs play."""

OTHER_KINDS = (
    EveningKind(
        "free_deals_pairs",
        _("Par deux, on distribue à chaque table"),
        _("Les deux associés jouent à des tables différentes ; on additionne leurs points."),
    ),
    EveningKind(
        "free_deals_fours",
        _("Par quatre, on distribue à chaque table"),
        _("Les quatre associés jouent à des tables différentes ; on additionne leurs points."),
    ),
    EveningKind(
        "teams",
        _("Match de deux équipes"),
        _("Deux équipes de quatre, les mêmes donnes des deux côtés."),
    ),
    EveningKind(
        "triangular",
        _("Match de trois équipes"),
        _("Trois équipes de quatre, chacune contre les deux autres."),
    ),
    EveningKind(
        "friendly",
        _("Amical, les mêmes donnes pour tous"),
        _("Un jeu de votre choix dans des étuis, comparé entre ceux qui ont tenu les mêmes cartes."),
    ),
)

KINDS = {kind.code: kind for kind in (*USUAL_KINDS, *OTHER_KINDS)}
