"""What people read of a check of deals: one French sentence for each fault."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.core.dealing.verification import CheckedBoard, SetFault
from games.core.errors import NotationError

FAULTS: dict[SetFault, str | Promise] = {
    SetFault.GAME: gettext_lazy("Ce jeu n’existe pas sous ces règles, ou n’a pas de preneur imposé."),
    SetFault.ALGORITHM: gettext_lazy("La méthode de donne est inconnue."),
    SetFault.SEED_SEALED: gettext_lazy("La graine n’est pas encore révélée : rien ne peut être refait."),
    SetFault.SEED: gettext_lazy("La graine n’est pas celle de ces donnes."),
    SetFault.CONSTRAINTS: gettext_lazy("Les contraintes ne sont pas celles de ces donnes."),
    SetFault.BOARDS: gettext_lazy("Le nombre d’étuis n’est pas celui du scellement."),
    SetFault.NUMBERS: gettext_lazy("Les étuis ne sont pas numérotés 1, 2, 3… dans l’ordre."),
    SetFault.COMMITMENT: gettext_lazy("L’empreinte n’est pas celle de ces donnes."),
    SetFault.PUBLISHED: gettext_lazy("L’empreinte n’est pas celle qui a été publiée."),
    SetFault.DEALER: gettext_lazy("Le donneur n’est pas celui de cet étui."),
    SetFault.TAKER: gettext_lazy("Le preneur n’est pas celui de cet étui."),
    SetFault.DEAL: gettext_lazy("Les cartes ne sont pas celles que donne la graine."),
}


def board_sentence(board: CheckedBoard) -> str:
    """What is wrong with one étui, or that it is right."""
    faults = " ".join(str(FAULTS[fault]) for fault in board.faults)
    found = faults or _("Conforme.")
    return _("Étui %(number)d : %(found)s") % {"number": board.number, "found": found}


def unreadable_sentence(error: NotationError) -> str:
    """Where a document cannot be read, with the reason as programs give it."""
    if error.line:
        place = _("ligne %(line)d, colonne %(column)d") % {"line": error.line, "column": error.column}
    else:
        place = error.field or _("document")
    return _("Ce document ne se lit pas (%(place)s) : %(reason)s") % {"place": place, "reason": error}
