"""What rights and roles allow, in words for those who give them."""

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
"""From the most to the least."""
CONTAINS = {Right.SEE_DEALS: Right.READ_HANDS, Right.ENTER_RESULTS: Right.ENTER_TABLE}
"""What goes without saying beside a right that is more."""


@dataclass(frozen=True, slots=True)
class RoleWords:
    """A role with what it allows."""

    role: EventRole
    sentences: list[Promise]
    """From the most to the least."""
    kept_back: list[Promise]
    """What it allows only where it is given for good, not by an invitation."""


def roles_in_words() -> list[RoleWords]:
    """Every role of a tournament with what it allows, in the order in which they are offered."""
    return [
        RoleWords(role, _words(RIGHTS_BY_ROLE[role]), _words(RIGHTS_BY_ROLE[role] - rights_of_role(role, 0)))
        for role in EventRole
    ]


def role_in_words(role: str) -> list[Promise]:
    """What an invitation to this role allows."""
    return _words(rights_of_role(role, 0))


def role_name(role: str, table_number: int | None) -> str:
    """A role with the table of a captain."""
    label = str(EventRole(role).label)
    if table_number is None:
        return label
    return gettext("capitaine de la table %(number)d") % {"number": table_number}


def _words(rights: frozenset[Right]) -> list[Promise]:
    unsaid = {less for more, less in CONTAINS.items() if more in rights}
    return [words for right, words in RIGHT_WORDS.items() if right in rights - unsaid]
