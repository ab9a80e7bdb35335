"""Sentences for refused rulings, results and prizes, by error code of the core."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

RANKING_SENTENCES: dict[str, Promise] = {
    # rulings
    "ruling_empty": gettext_lazy("Une décision a au moins un effet : choisissez-en un."),
    "ruling_effect": gettext_lazy(
        "Cet effet ne s’applique pas à la formule de ce tournoi : choisissez-en un autre."
    ),
    "ruling_amount": gettext_lazy("Le montant de cet effet va de %(least)s à %(most)s."),
    "ruling_without_play": gettext_lazy("Cette décision porte sur une donne : indiquez laquelle."),
    "ruling_nobody": gettext_lazy("Cette décision vise quelqu’un : indiquez qui est en faute."),
    "ruling_guilty_elsewhere": gettext_lazy(
        "Cette décision change la donne de cette table : l’un au moins des fautifs y est assis."
    ),
    "ruling_who": gettext_lazy(
        "Ici personne n’est connu comme attaquant : visez le fautif ou toute la table."
    ),
    "ruling_unit": gettext_lazy("Le fautif n’a pas de place dans la séance."),
    "ruling_play": gettext_lazy("Cette donne n’est pas de la séance."),
    "ruling_fault": gettext_lazy("Une décision a soit une faute de la table, soit des effets."),
    "no_such_fault": gettext_lazy("Cette faute n’est pas dans la table : choisissez-la dans la liste."),
    "no_such_tariff": gettext_lazy("Cette faute n’a pas de tarif dans cette formule."),
    "fault_occurrence": gettext_lazy("Comptez les fois à partir de 1."),
    # results that do not make a ranking
    "grid_self": gettext_lazy("Une équipe se rencontre elle-même : vérifiez le mouvement."),
    "duel_twice": gettext_lazy("La même attaque figure deux fois sur un étui : vérifiez le mouvement."),
    "score_not_there": gettext_lazy("Cette marque n’est pas sur l’étui."),
    "match_self": gettext_lazy("Une équipe ne peut pas se rencontrer elle-même."),
    "match_points": gettext_lazy("Un match a soit ses quarts, soit ses points."),
    "parts_length": gettext_lazy(
        "Les séances n’ont pas les mêmes concurrents : elles ne s’additionnent pas."
    ),
    "mixed_values": gettext_lazy("Des points et des points de match ne s’additionnent pas."),
    "sites_format": gettext_lazy("Les donnes de ces formules ne se réunissent pas en un seul classement."),
    "no_such_plan": gettext_lazy("Cette formule de classement n’existe pas."),
    "finalist_count": gettext_lazy("Une finale réunit %(known)s joueurs."),
    # prizes and seasons
    "prizes_increase": gettext_lazy("Chaque prix est au plus égal au précédent."),
    "redistribution": gettext_lazy("De 1 à 100 %% des droits d’inscription sont redistribués."),
    "rewarded": gettext_lazy("De 20 à 25 %% des concurrents ont un prix."),
    "prize_fund_small": gettext_lazy(
        "La somme ne suffit pas à tant de prix : réduisez leur nombre ou l’arrondi."
    ),
    "no_season_tariff": gettext_lazy("Aucun barème n’est en vigueur à cette date : ajoutez-en un."),
    "no_season_band": gettext_lazy("Le barème ne prévoit pas de tournoi de %(number)s concurrents."),
}
