"""Options of a game in words: the name of each option, and the meaning of each of its values."""

from collections.abc import Callable

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.core.outcome import Bid
from games.core.rules import FFT, TRADITIONAL, OptionValue, RuleSet
from games.core.tarot_rules import (
    CODES_FOR_ALL,
    CODES_FOR_PARTNERS,
    FLAT_POINTS,
    LOWEST_AFTER_PAROLE,
    NO_CODES,
)
from games.core.variant import VARIANTS
from games.core.variants.contrat import LADDER, deal_sizes
from games.core.variants.papayou_terms import DEALER
from games.core.variants.registry import find_variant
from games.core.variants.tarot_table import TAROT_TABLE

RULE_NAMES: dict[str, Promise] = {
    FFT: gettext_lazy("de la fédération"),
    TRADITIONAL: gettext_lazy("traditionnelles"),
}
"""Names of the rule-sets."""
PLAIN_RULES = gettext_lazy("usuelles")
"""Name of the first rules of a game that the federation does not play."""

OPTION_NAMES: dict[str, Promise] = {
    "ladder": gettext_lazy("Enchères"),
    "parole": gettext_lazy("Parole"),
    "misere": gettext_lazy("Misère d’atouts ou de têtes"),
    "petit_slam": gettext_lazy("Petit chelem"),
    "mouche": gettext_lazy("Mouche"),
    "petit_sec": gettext_lazy("Petit sec"),
    "slam_bid": gettext_lazy("Chelem demandé aux enchères"),
    "kings_in_discard": gettext_lazy("Rois à l’écart"),
    "dogless_bids": gettext_lazy("Garde sans et garde contre"),
    "handfuls": gettext_lazy("Poignées"),
    "handfuls_at_two": gettext_lazy("Poignées"),
    "codes": gettext_lazy("Annonces codées entre équipiers"),
    "shares": gettext_lazy("Partage de l’attaque"),
    "call": gettext_lazy("Appel du roi"),
    "cards_each": gettext_lazy("Cartes de chacun"),
    "exchange": gettext_lazy("Échange"),
    "exchange_cards": gettext_lazy("Cartes échangées avec chaque voisin"),
    "draw": gettext_lazy("Pioche après chaque levée"),
    "must_trump": gettext_lazy("Couper à défaut de la couleur"),
}
"""Names of the options."""
VALUE_NAMES: dict[tuple[str, OptionValue], Promise] = {
    ("ladder", "fft"): gettext_lazy("prise, garde, garde sans, garde contre : × 1, 2, 4 et 6"),
    ("parole", False): gettext_lazy("un seul tour d’enchères"),
    ("parole", True): gettext_lazy("on peut attendre un second tour d’enchères"),
    ("parole", LOWEST_AFTER_PAROLE): gettext_lazy("un second tour d’enchères, où l’on ne dit plus que prise"),
    ("misere", 0): gettext_lazy("ne compte pas"),
    ("petit_slam", False): gettext_lazy("ne compte pas"),
    ("petit_slam", True): gettext_lazy("300 points annoncé et réussi, −150 annoncé et manqué"),
    ("mouche", False): gettext_lazy("sans cagnotte"),
    ("mouche", True): gettext_lazy("une cagnotte passe d’une donne à la suivante"),
    ("petit_sec", "redeal"): gettext_lazy("la donne est annulée"),
    ("petit_sec", "play"): gettext_lazy("la donne est jouée"),
    ("slam_bid", False): gettext_lazy("non, il s’annonce avant l’entame"),
    ("slam_bid", True): gettext_lazy("oui, c’est une garde contre avec chelem : +400 ou −200"),
    ("kings_in_discard", "never"): gettext_lazy("jamais"),
    ("kings_in_discard", "announced"): gettext_lazy("permis, en les montrant"),
    ("dogless_bids", False): gettext_lazy("interdites"),
    ("dogless_bids", True): gettext_lazy("permises, × 4 et × 6"),
    ("handfuls_at_two", False): gettext_lazy("aucune"),
    ("codes", NO_CODES): gettext_lazy("aucune"),
    ("codes", CODES_FOR_ALL): gettext_lazy("deux au plus avant sa première carte, que tous entendent"),
    ("codes", CODES_FOR_PARTNERS): gettext_lazy(
        "deux au plus avant sa première carte, que seuls les équipiers entendent"
    ),
    ("shares", "thirds"): gettext_lazy("deux tiers au preneur, un tiers à l’appelé"),
    ("shares", "halves"): gettext_lazy("la moitié chacun"),
    ("call", "before_dog"): gettext_lazy("avant de retourner le chien"),
    ("call", "after_dog"): gettext_lazy("après avoir vu le chien"),
    ("exchange", "none"): gettext_lazy("aucun"),
    ("exchange", "left"): gettext_lazy("avec le voisin de gauche"),
    ("exchange", "right"): gettext_lazy("avec le voisin de droite"),
    ("exchange", "both"): gettext_lazy("avec les deux voisins"),
    ("draw", 0): gettext_lazy("aucune"),
    ("must_trump", True): gettext_lazy("obligatoire"),
    ("must_trump", False): gettext_lazy("libre"),
}
"""Words for the values without a figure, by option and value."""

COUNTING: dict[str, Promise] = {
    "nullo": gettext_lazy("Points des plis de chacun ; le plus petit total gagne."),
    "papayou": gettext_lazy(
        "50 par dame, et le numéro de chaque atout : 431 en tout par jeu de cartes. Qui prend tout marque"
        " ces points en moins, et chacun des autres en plus. Le plus petit total gagne."
    ),
    "grelin": gettext_lazy(
        "Les jetons reçus, et 1 par carte restante ; 4 de moins pour le gagnant. Le plus petit total gagne."
    ),
    "contrat": gettext_lazy(
        "0 si le contrat est tenu, sinon 1 par pli d’écart, le double avec l’Excuse."
        " Le plus petit total gagne."
    ),
    "cold-poker": gettext_lazy("Somme des atouts gagnés ; le plus grand total gagne."),
}
"""Score of a deal of a side game, by the first part of the game's stored name."""
LASTING: dict[str, Promise] = {
    "contrat": gettext_lazy("La troisième Excuse d’un joueur dans la partie lui coûte 1."),
}
"""Rules that concern all deals of a match together."""


def counting_words(game: str, *, is_match: bool) -> str:
    """Return the scoring of a deal in a line for its sheet; "" for Tarot, which has a table of its own.

    Args:
        is_match: True if the deals of the sheet form one game.
    """
    word_tables = (COUNTING, LASTING) if is_match else (COUNTING,)
    sentences = (
        words for word_table in word_tables for family, words in word_table.items() if game.startswith(family)
    )
    return " ".join(map(str, sentences))


def _flat_ladder(_value: OptionValue) -> str:
    points = ", ".join(str(FLAT_POINTS[bid]) for bid in Bid)
    return _("avec la pousse : %(points)s points, sans multiplier") % {"points": points}


def _cards(value: OptionValue) -> str:
    assert isinstance(value, int)
    return ngettext("%(count)d carte", "%(count)d cartes", value) % {"count": value}


_COUNTED: dict[str, Callable[[OptionValue], str]] = {
    "ladder": _flat_ladder,
    "misere": lambda value: _("%(points)s points") % {"points": value},
    "cards_each": _cards,
    "exchange_cards": _cards,
    "draw": _cards,
}
"""Functions for the words of values with a figure, by option."""


def rules_name(game: str, name: str) -> str:
    """Return the name of a rule-set: "de la fédération", or "usuelles" for a game that it does not know."""
    return str(PLAIN_RULES if name == FFT and game not in VARIANTS else RULE_NAMES[name])


def value_words(game: str, option: str, value: OptionValue) -> str:
    """Return the words for a value of an option in a game: "13, 15 et 18 atouts"."""
    # The word "dealer" has the same meaning in all options of Papayou.
    if value == DEALER:
        return _("au choix du donneur, à chaque donne")
    if option in ("handfuls", "handfuls_at_two") and value is not False:
        return _handful_sizes(game, is_traditional=value == TRADITIONAL)
    if value == LADDER:
        most = deal_sizes(find_variant(game).player_count)
        return _("de 1 à %(most)s et retour ; %(most)s pour une donne seule") % {"most": max(most)}
    value_name = VALUE_NAMES.get((option, value))
    return _COUNTED[option](value) if value_name is None else str(value_name)


def _handful_sizes(game: str, *, is_traditional: bool) -> str:
    row = next(row for row in TAROT_TABLE if row.name == game)
    sizes = (row.traditional_handful_sizes if is_traditional else None) or row.handful_sizes
    simple, double, triple = sizes
    return _("%(simple)d, %(double)d et %(triple)d atouts") % {
        "simple": simple,
        "double": double,
        "triple": triple,
    }


def describe_rules(game: str, rules: RuleSet) -> list[tuple[str, str]]:
    """Return the names and values in words of all options of a game under a rule-set; [] without options."""
    values = find_variant(game).option_values(rules)
    return [(str(OPTION_NAMES[name]), value_words(game, name, value)) for name, value in values.items()]


def describe_rule_changes(game: str, rules: RuleSet) -> list[tuple[str, str]]:
    """Return the options, in words, in which the rule-set differs from the first rules of the game."""
    variant = find_variant(game)
    plain = variant.option_values(RuleSet())
    return [
        (str(OPTION_NAMES[name]), value_words(game, name, value))
        for name, value in variant.option_values(rules).items()
        if value != plain[name]
    ]
