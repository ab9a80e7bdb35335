"""Sentences and names of score sheets."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from games.core.outcome import Bid

SHEET_SENTENCES: dict[str, Promise] = {
    "passed_with_figures": gettext_lazy(
        "Une donne passée n’a ni preneur, ni contrat, ni marque : effacez-les, ou choisissez « jouée »."
    ),
    "taker_missing": gettext_lazy("Dites qui a pris."),
    "taker_not_seated": gettext_lazy("Personne n’est assis à cette place : choisissez le preneur."),
    "bid_missing": gettext_lazy("Choisissez le contrat."),
    "partner_is_taker": gettext_lazy("Le preneur ne s’appelle pas lui-même : laissez « seul »."),
    "partner_not_seated": gettext_lazy("Personne n’est appelé à cette table : laissez « seul »."),
    "seat_score_missing": gettext_lazy("La marque de ce joueur manque."),
    "seat_not_at_table": gettext_lazy(
        "Personne n’est assis à cette place : n’écrivez que les marques des joueurs de la table."
    ),
    "seat_score_disagrees": gettext_lazy(
        "La marque écrite est %(written)s, mais le détail de la donne donne %(computed)s."
    ),
    "no_facts_here": gettext_lazy("À cette table, écrivez la marque de chaque joueur."),
    "scores_not_zero": gettext_lazy(
        "La somme des marques doit être 0 ; elle est %(total)s : cherchez l’erreur."
    ),
    "scores_sum": gettext_lazy(
        "À ce jeu, la somme des marques doit être %(sums)s ; elle est %(total)s : cherchez l’erreur."
    ),
    "scores_shape": gettext_lazy(
        "À ce jeu, tous les défenseurs ont la même marque, et l’attaque le reste : cherchez l’erreur."
    ),
    "score_not_whole": gettext_lazy("À ce jeu, les marques sont des nombres entiers."),
    "score_parts": gettext_lazy("À ce jeu, une marque est un multiple de 1/%(parts)s de point."),
    "score_out_of_range": gettext_lazy("À ce jeu, une marque ne descend pas sous %(least)s."),
    # records of plays
    "record_without_deal": gettext_lazy(
        "Les cartes de cette donne ne sont pas connues : écrivez la donne entière,"
        " de « etui-deal 1 » à « end »."
    ),
    "record_other_deal": gettext_lazy(
        "Ce texte n’est pas celui de cet étui : autres cartes ou autre preneur."
    ),
    "record_other_score": gettext_lazy(
        "Ce déroulement donne %(computed)s, le résultat enregistré est %(stored)s : corrigez l’un ou l’autre."
    ),
    # lines that may be misplaced
    "round_not_begun": gettext_lazy(
        "L’horloge en est à la position %(now)s : cette ligne est de la position %(round)s."
        " Est-ce la bonne ligne ?"
    ),
    "board_met_before": gettext_lazy(
        "%(players)s : cet étui est déjà noté à la position %(round)s, table %(table)s."
        " Est-ce la bonne ligne ?"
    ),
    "same_as_above": gettext_lazy(
        "C’est exactement la ligne du dessus : n’avez-vous pas recopié deux fois la même ?"
    ),
    # codes of sheets
    "sheet_code_empty": gettext_lazy("Écrivez le code imprimé en haut de la feuille."),
    "sheet_code_sign": gettext_lazy(
        "« %(sign)s » n’est dans aucun code : ils n’ont ni voyelle, ni 0, ni 1. Relisez la feuille."
    ),
    "sheet_code_length": gettext_lazy("Un code a %(right)s signes ; vous en avez écrit %(length)s."),
    "sheet_code_check": gettext_lazy(
        "%(typed)s n’est pas un code : un signe est faux, ou deux sont échangés. Relisez la feuille."
    ),
}
BID_NAMES: dict[Bid, Promise] = {
    Bid.PRISE: gettext_lazy("prise"),
    Bid.GARDE: gettext_lazy("garde"),
    Bid.GARDE_SANS: gettext_lazy("garde sans"),
    Bid.GARDE_CONTRE: gettext_lazy("garde contre"),
}
"""Displayed names of the federation's bids."""
SLAM_BID_NAME = gettext_lazy("garde contre avec chelem")
"""Displayed name of a slam that is asked in the auction."""
