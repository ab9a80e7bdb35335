"""Faults, effects and roles of rulings as text, by code of the core."""

from collections.abc import Iterable
from decimal import Decimal

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.base.words.lists import join_with_semicolons
from tournaments.core.formats.ranking_plan import Measure
from tournaments.core.formats.ruling_effects import PERCENT_UNIT, WHOLE_PERCENT
from tournaments.core.ranking.rulings import Effect, EffectKind, Who

FAULT_GROUPS: tuple[tuple[Promise, dict[str, Promise]], ...] = (
    (
        gettext_lazy("Conduite"),
        {
            "slow_play": gettext_lazy("Jeu lent"),
            "slow_play_deal_lost": gettext_lazy("Jeu lent, donne perdue"),
            "moving_about": gettext_lazy("Déplacement non autorisé"),
            "smoking": gettext_lazy("Tabac dans la salle"),
            "drunkenness_repeated": gettext_lazy("Ivresse répétée"),
            "wrong_seat": gettext_lazy("Mauvaise place"),
            "wrong_board_howell": gettext_lazy("Mauvais étui joué (Howell)"),
        },
    ),
    (
        gettext_lazy("Cartes et étuis"),
        {
            "wrong_card_count": gettext_lazy("Nombre de cartes faux à la table qui distribue"),
            "weak_hand_made": gettext_lazy("Main de preneur anormalement faible"),
            "rebuilt_wrong_played": gettext_lazy("Mauvaise reconstitution, donne jouée"),
            "rebuilt_wrong_not_played": gettext_lazy("Mauvaise reconstitution, donne injouable"),
            "wrong_cards_mended": gettext_lazy("Cartes fausses réparées avant le jeu"),
            "wrong_cards_one_camp": gettext_lazy("Cartes fausses, injouable, un camp en faute"),
            "wrong_cards_both_camps": gettext_lazy("Cartes fausses, injouable, les deux camps en faute"),
            "unchecked_one_camp": gettext_lazy("Jouée sans vérifier, un camp en faute"),
            "unchecked_one_camp_hinge": gettext_lazy(
                "Jouée sans vérifier à la position charnière, un camp en faute"
            ),
            "unchecked_both_camps": gettext_lazy("Jouée sans vérifier, les deux camps en faute"),
            "card_left_in_board": gettext_lazy("Carte oubliée dans l’étui"),
            "misdeal_hidden": gettext_lazy("Maldonne cachée par le donneur"),
            "diagram_consulted": gettext_lazy("Diagramme consulté après la première carte"),
        },
    ),
    (
        gettext_lazy("Jeu de la carte"),
        {
            "revoke": gettext_lazy("Renonce consommée"),
            "revoke_on_revoke": gettext_lazy("Renonce sur renonce"),
            "wrong_discard": gettext_lazy("Faux écart"),
            "card_exposed_playable": gettext_lazy("Carte exposée par la défense, jouable"),
            "card_exposed_unplayable": gettext_lazy("Carte exposée par la défense, non jouable"),
            "card_exposed_by_taker": gettext_lazy("Carte exposée par le preneur"),
            "hesitation": gettext_lazy("Hésitation reconnue"),
            "handful_fault": gettext_lazy("Faute de poignée"),
            "handful_fault_grave": gettext_lazy("Faute de poignée grave"),
            "fault_of_play": gettext_lazy("Faute de jeu"),
            "fault_not_mendable": gettext_lazy("Faute irréparable"),
        },
    ),
    (
        gettext_lazy("Feuilles"),
        {
            "traveller_error_mended": gettext_lazy("Erreur de feuille ambulante, réparée"),
            "traveller_error_lost": gettext_lazy("Erreur de feuille ambulante, irréparable"),
            "score_forgotten": gettext_lazy("Marque oubliée"),
            "traveller_read": gettext_lazy("Feuille ambulante consultée avant de jouer"),
            "traveller_read_play_falsified": gettext_lazy("Feuille ambulante consultée, jeu faussé"),
            "sheet_unbalanced": gettext_lazy("Feuille de marque dont le total n’est pas nul"),
            "sheet_incomplete": gettext_lazy("Feuille de marque incomplète"),
            "sheet_not_returned": gettext_lazy("Feuille de marque non rendue"),
        },
    ),
    (
        gettext_lazy("Attaque en triplettes"),
        {
            "attacker_out_of_turn": gettext_lazy("Attaquant hors de son tour"),
            "badge_hidden": gettext_lazy("Badge caché"),
            "badge_swapped": gettext_lazy("Badge échangé"),
        },
    ),
)
"""All faults by family of incident, in the order in which a referee looks for them."""

FAULT_NAMES: dict[str, Promise] = {code: name for _, group in FAULT_GROUPS for code, name in group.items()}
NO_FAULT = gettext_lazy("Décision de l’arbitre")
"""Name of a ruling without a fault."""

KIND_NAMES: dict[EffectKind, Promise] = {
    EffectKind.WARNING: gettext_lazy("Avertissement"),
    EffectKind.STANDS: gettext_lazy("La marque reste"),
    EffectKind.NEUTRALISE: gettext_lazy("Donne neutralisée"),
    EffectKind.COLLECTIVE_ZERO: gettext_lazy("Zéro aux deux camps"),
    EffectKind.CANCEL: gettext_lazy("Donne annulée"),
    EffectKind.CANCEL_IF_WON: gettext_lazy("Donne annulée si le fautif l’a gagnée"),
    EffectKind.REPLAY: gettext_lazy("Donne rejouée au retour"),
    EffectKind.MARK: gettext_lazy("Note imposée sur la donne (en %)"),
    EffectKind.CAP: gettext_lazy("Note plafonnée, au moins le complément pour l’autre camp (en %)"),
    EffectKind.POINTS: gettext_lazy("Points de match imposés sur la donne"),
    EffectKind.POINTS_CAP: gettext_lazy("Points de match forcés, en plus et en moins"),
    EffectKind.POINTS_FLOOR: gettext_lazy("Points de match au moins à l’autre, rien au fautif"),
    EffectKind.PENALTY: gettext_lazy("Pénalité sur le total"),
    EffectKind.EXPEL: gettext_lazy("Exclusion du classement"),
}
"""Names of effects in a list of choices."""

WHO_NAMES: dict[Who, Promise] = {
    Who.GUILTY: gettext_lazy("au fautif"),
    Who.OTHERS: gettext_lazy("à l’autre camp"),
    Who.TAKER: gettext_lazy("à l’attaque"),
    Who.DEFENCE: gettext_lazy("à la défense"),
    Who.ALL: gettext_lazy("aux deux camps"),
}

_CAMP_OF_GUILTY = gettext_lazy("au camp du fautif")

_SENTENCES: dict[EffectKind, Promise] = {
    EffectKind.WARNING: gettext_lazy("avertissement"),
    EffectKind.STANDS: gettext_lazy("la marque reste"),
    EffectKind.NEUTRALISE: gettext_lazy("donne neutralisée"),
    EffectKind.COLLECTIVE_ZERO: gettext_lazy("zéro aux deux camps"),
    EffectKind.CANCEL: gettext_lazy("donne annulée"),
    EffectKind.CANCEL_IF_WON: gettext_lazy("donne annulée si le fautif l’a gagnée"),
    EffectKind.REPLAY: gettext_lazy("donne rejouée au retour"),
    EffectKind.MARK: gettext_lazy("note de %(amount)s %(whom)s"),
    EffectKind.CAP: gettext_lazy("note de %(amount)s au plus %(whom)s, de %(rest)s au moins en face"),
    EffectKind.POINTS: gettext_lazy("%(amount)s %(whom)s sur la donne"),
    EffectKind.POINTS_CAP: gettext_lazy("−%(amount)s au plus %(whom)s, +%(amount)s au moins en face"),
    EffectKind.POINTS_FLOOR: gettext_lazy("rien %(whom)s, %(amount)s au moins en face"),
    EffectKind.PENALTY: gettext_lazy("pénalité de %(amount)s %(whom)s"),
    EffectKind.EXPEL: gettext_lazy("exclusion du classement"),
}


def fault_name(code: str) -> str:
    """Return the name of a fault; for "" the name of a ruling without one."""
    return str(FAULT_NAMES.get(code, NO_FAULT))


def effect_text(effect: Effect, measure: Measure) -> str:
    """Return an effect as text, in the unit of the format."""
    # a cap applies to the whole camp of the guilty player
    is_camp = effect.kind is EffectKind.CAP and effect.who is Who.GUILTY
    values = {
        "amount": amount_text(effect.amount, measure),
        "rest": amount_text(WHOLE_PERCENT - effect.amount, measure),
        "whom": str(_CAMP_OF_GUILTY if is_camp else WHO_NAMES[effect.who]),
    }
    return str(_SENTENCES[effect.kind] % values)


def effects_text(effects: Iterable[Effect], measure: Measure) -> str:
    """Return all effects of a ruling or a tariff as one text."""
    return join_with_semicolons(effect_text(effect, measure) for effect in effects)


def amount_text(amount: int, measure: Measure) -> str:
    """Return an amount of a ruling with its unit: "0,5 %", "100 points", "−10 PM"."""
    number = amount_number(amount, measure)
    if measure is Measure.PERCENT:
        return _("%(number)s %%") % {"number": number}
    if measure is Measure.MATCH_POINTS:
        return _("%(number)s PM") % {"number": number}
    return ngettext("%(number)s point", "%(number)s points", amount) % {"number": number}


def amount_number(amount: int, measure: Measure) -> str:
    """Return an amount without its unit, in the form in which people type it."""
    if measure is not Measure.PERCENT:
        return number_format(amount).replace("-", "−")
    # normalize may write 100 as 1E+2: adding zero brings the digits back
    return number_format((Decimal(amount) / PERCENT_UNIT).normalize() + Decimal(0))
