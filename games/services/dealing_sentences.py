"""French sentences for failures of dealing and for the faults that a check of deals finds."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.core.dealing.verification import CheckedBoard, SetFault
from games.core.errors import GameError, NotationError

DEALING_SENTENCES: dict[str, Promise] = {
    "constraints_not_met": gettext_lazy(
        "La donne %(number)s ne remplit pas les conditions après %(attempts)s essais."
    ),
    "unmet_no_bare_petit": gettext_lazy("Presque toujours, quelqu’un a le petit sec : acceptez-le."),
    "unmet_taker_bids": gettext_lazy(
        "La main du preneur vaut très rarement ces enchères : acceptez-en d’autres, plus basses."
    ),
    "unmet_taker_points": gettext_lazy(
        "La main du preneur a très rarement ces points : élargissez l’intervalle."
    ),
    "unmet_taker_saves_petit": gettext_lazy(
        "Le preneur a très rarement un petit à sauver : retirez ce thème, ou acceptez d’autres enchères."
    ),
    "unmet_defender_saves_petit": gettext_lazy(
        "La défense a très rarement un petit à sauver : retirez ce thème, ou acceptez d’autres enchères."
    ),
    "unmet_missing_21": gettext_lazy(
        "Le 21 manque très rarement au preneur : retirez ce thème, ou acceptez d’autres enchères."
    ),
    "theme_needs_hands": gettext_lazy(
        "Ce thème dépend des mains de la défense, qui ne sont pas distribuées : retirez-le,"
        " ou distribuez toutes les mains."
    ),
    "constraints_malformed": gettext_lazy(
        "Ces contraintes sont illisibles : leurs noms et leurs valeurs sont dans docs/dealing.md."
    ),
    "seed_too_short": gettext_lazy("La graine a %(size)s octets : il en faut %(least)s au moins."),
    "taker_needed": gettext_lazy(
        "Sans preneur imposé, vous ne pouvez rien demander de sa main, ni la distribuer seule."
    ),
    "takers_of_tarot_4": gettext_lazy("Les preneurs ne sont imposés qu’au tarot à quatre."),
    "unknown_rules": gettext_lazy("Il n’y a pas de règles « %(name)s » : écrivez fft ou traditional."),
}
FAULTS: dict[SetFault, str | Promise] = {
    SetFault.GAME: gettext_lazy("Ce jeu n’existe pas sous ces règles, ou n’a pas de preneur imposé."),
    SetFault.ALGORITHM: gettext_lazy("La méthode de donne est inconnue."),
    SetFault.SEED_SEALED: gettext_lazy(
        "La graine n’est pas encore révélée : personne ne peut refaire les donnes."
    ),
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


def dealing_sentence(error: GameError) -> str:
    """Return the reason why no deals were made, with the constraint to loosen; else the error's text."""
    if error.code not in DEALING_SENTENCES:
        return str(error)
    sentence = str(DEALING_SENTENCES[error.code]) % error.values
    advice = DEALING_SENTENCES.get(f"unmet_{error.field}")
    return f"{sentence} {advice}" if error.code == "constraints_not_met" and advice else sentence


def board_sentence(board: CheckedBoard) -> str:
    """Return the faults of one étui in words, or the words for a correct one."""
    faults = " ".join(str(FAULTS[fault]) for fault in board.faults)
    verdict = faults or _("Conforme.")
    return _("Étui %(number)d : %(found)s") % {"number": board.number, "found": verdict}


def unreadable_sentence(error: NotationError) -> str:
    """Return the place where a document is unreadable, with the reason of the parser."""
    if error.line:
        place = _("ligne %(line)d, colonne %(column)d") % {"line": error.line, "column": error.column}
    else:
        place = error.field or _("document")
    return _("Ce document est illisible (%(place)s) : %(reason)s") % {"place": place, "reason": error}
