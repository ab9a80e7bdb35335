"""Texts for the rights of roles, for the users who give roles."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.base.access import RIGHTS_BY_ROLE, Right, rights_of_role
from tournaments.enums import EventRole

RIGHT_WORDS: dict[Right, Promise] = {
    Right.PREPARE: _("prépare le tournoi : inscrits, places, mouvement, étuis, réglages, clôture"),
    Right.GIVE_ROLES: _("donne et retire les rôles, invite"),
    Right.RUN: _("mène la salle : horloge, messages, appels"),
    Right.RULE: _("donne et retire les décisions d’arbitrage"),
    Right.ENTER_RESULTS: _("saisit et corrige les résultats de toutes les tables"),
    Right.ENTER_TABLE: _("saisit les résultats d’une seule table"),
    Right.READ_RESULTS: _("lit les résultats saisis et leur historique"),
    Right.CHECK_RESULTS: _("relit les feuilles et les marque comme vérifiées"),
    Right.WELCOME: _("accueille : arrivées, inscriptions sur place, paiements"),
    Right.PRINT: _("imprime les papiers sans cartes"),
    Right.SEE_DEALS: _("peut être nommé pour lire et imprimer les cartes"),
    Right.READ_HANDS: _("peut être nommé pour lire les mains"),
    Right.READ_DESK: _("ouvre le bureau du tournoi"),
    Right.VIEW: _("voit le classement et les étuis, même avant leur publication"),
}
"""Text of each right, from the strongest to the weakest."""
CONTAINS = {Right.SEE_DEALS: Right.READ_HANDS, Right.ENTER_RESULTS: Right.ENTER_TABLE}
"""Weaker right that each stronger right includes. Its text is left out beside the stronger right."""


@dataclass(frozen=True, slots=True)
class RoleWords:
    """A role and the texts of its rights."""

    role: EventRole
    sentences: list[Promise]
    """Texts of the rights, from the strongest to the weakest."""
    kept_back: list[Promise]
    """Texts of the rights of a permanent role that an invitation does not give."""


def roles_in_words() -> list[RoleWords]:
    """Return all roles of a tournament with their rights, in the order of the form."""
    return [
        RoleWords(role, _words(RIGHTS_BY_ROLE[role]), _words(RIGHTS_BY_ROLE[role] - rights_of_role(role, 0)))
        for role in EventRole
    ]


def role_in_words(role: str) -> list[Promise]:
    """Return the texts of the rights that an invitation to this role gives."""
    return _words(rights_of_role(role, 0))


def name_role(role: str, table_number: int | None) -> str:
    """Return the name of a role, with the table of a captain."""
    label = str(EventRole(role).label)
    if table_number is None:
        return label
    return gettext("capitaine de la table %(number)d") % {"number": table_number}


def _words(rights: frozenset[Right]) -> list[Promise]:
    implied_rights = {weaker for stronger, weaker in CONTAINS.items() if stronger in rights}
    return [words for right, words in RIGHT_WORDS.items() if right in rights - implied_rights]
