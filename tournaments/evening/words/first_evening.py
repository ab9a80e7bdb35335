"""Stops of the visit of a first evening: the page of each, and what to do there."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.evening.queries.desk import DeskStep


@dataclass(frozen=True, slots=True)
class VisitStop:
    """One page of the visit."""

    title: str | Promise
    page: str
    """URL name of the page, which takes the slug of the event."""
    words: str | Promise
    """What to do there, and what it is for."""
    step: DeskStep | None = None
    """Step of the evening that the stop takes; None for a page to look at."""


VISIT = (
    VisitStop(
        _("Inscrire les joueurs"),
        "organiser-entries",
        _(
            "Tapez les premières lettres d’un joueur fictif, par exemple « ab », puis « Inscrire ». "
            "Essayez avec un ou deux : le site inscrit ensuite ceux qui manquent."
        ),
        DeskStep.ENTRIES,
    ),
    VisitStop(
        _("Donner les places de départ"),
        "organiser-places",
        _(
            "Choisissez un joueur pour une place, ou placez tout le monde d’un coup, au hasard. "
            "Le jour venu, vous pourrez séparer les membres d’une même famille."
        ),
        DeskStep.PLACES,
    ),
    VisitStop(
        _("Distribuer les donnes"),
        "organiser-deals",
        _(
            "Le site distribue toutes les donnes et les scelle : vous pouvez jouer vous-même, "
            "puisque personne ne les voit avant la fin."
        ),
        DeskStep.DEALS,
    ),
    VisitStop(
        _("Fixer les places"),
        "organiser-places",
        _(
            "« Fixer les places de toute la soirée » donne à chaque joueur sa table et ses étuis, "
            "position par position. Avant le premier résultat, un clic défait tout."
        ),
        DeskStep.SEATING,
    ),
    VisitStop(
        _("Imprimer les papiers"),
        "organiser-documents",
        _(
            "« Tout pour ce soir » réunit ce que demande la salle. Ouvrez « Aperçu et options » : "
            "vous voyez chaque feuille sans rien imprimer."
        ),
    ),
    VisitStop(
        _("Mener la salle"),
        "organiser-hall",
        _(
            "Pendant le jeu, cette page montre chaque table, l’horloge et les appels des joueurs. "
            "Réglez l’horloge, puis commencez la position."
        ),
    ),
    VisitStop(
        _("Saisir les résultats"),
        "organiser-results",
        _(
            "Ouvrez la feuille proposée et inventez une ou deux marques : le site refuse celles qui sont "
            "impossibles. Il joue ensuite toutes les autres au hasard."
        ),
        DeskStep.RESULTS,
    ),
    VisitStop(
        _("Lire le classement"),
        "organiser-snapshots",
        _(
            "Le classement se recalcule après chaque résultat, et chaque version reste. "
            "Ouvrez-en une : chaque nombre mène à la donne d’où il vient."
        ),
    ),
    VisitStop(
        _("Terminer la soirée"),
        "organiser-desk",
        _(
            "« Terminer le tournoi » le ferme ; il se rouvre si une erreur se découvre. "
            "Ensuite viennent la clôture et, si vous voulez, la publication."
        ),
        DeskStep.FINISH,
    ),
)
