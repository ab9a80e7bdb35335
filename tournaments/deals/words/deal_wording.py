"""What people read of a set of deals: where it comes from, and what its hands are."""

from django.utils.functional import Promise
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.dates import date_format
from games.core.dealing.balance import Difficulty
from games.core.dealing.commitment import LISTED_1
from games.core.dealing.constraints import DealConstraints
from games.core.outcome import Bid
from games.enums import DealSetOrigin, DealSetScope, DealTheme
from games.models import DealSet

DIFFICULTY_NAMES: dict[Difficulty, Promise] = {
    Difficulty.VERY_HARD: gettext_lazy("très difficile"),
    Difficulty.HARD: gettext_lazy("difficile"),
    Difficulty.FAIR: gettext_lazy("moyenne"),
    Difficulty.EASY: gettext_lazy("facile"),
    Difficulty.VERY_EASY: gettext_lazy("très facile"),
}


def origin_sentence(deal_set: DealSet, board_count: int) -> str:
    """Where the deals of a session come from, since when."""
    values = {"count": board_count, "when": date_format(localtime(deal_set.created_at), "j F Y, H:i")}
    if deal_set.origin == DealSetOrigin.RECORDED:
        return _("Les mains sont distribuées à la table, et relevées depuis le %(when)s.") % values
    if deal_set.origin == DealSetOrigin.IMPORTED:
        return _("%(count)d donnes importées d’un fichier et scellées le %(when)s.") % values
    if deal_set.origin == DealSetOrigin.REUSED:
        return _("%(count)d donnes reprises d’une autre séance le %(when)s.") % values
    if deal_set.scope == DealSetScope.TAKERS:
        return _("%(count)d mains de preneurs distribuées et scellées le %(when)s.") % values
    return _("%(count)d donnes distribuées et scellées le %(when)s.") % values


def guarantees(deal_set: DealSet | None) -> list[str]:
    """What is sure of the hands; before the dealing, of those that are dealt when nothing is chosen."""
    by_number = _("Donneur et preneur suivent le numéro de l’étui (tableau de la fédération).")
    if deal_set is None:
        return [*_wanted(DealConstraints()), by_number]
    if deal_set.origin == DealSetOrigin.RECORDED:
        return [by_number]
    if deal_set.algorithm == LISTED_1:
        unchanged = _("Chaque carte est à une seule place, et rien n’a changé depuis l’empreinte.")
        return [unchanged, by_number]
    return [*_wanted(DealConstraints.from_json(deal_set.constraints)), by_number]


def _wanted(constraints: DealConstraints) -> list[str]:
    sentences = [_("Dix-huit cartes par main, six au chien.")]
    if constraints.no_bare_petit:
        sentences.append(_("Aucun petit sec."))
    sentences.append(_taker_sentence(constraints))
    themes = [str(DealTheme(theme.value).label) for theme in constraints.themes]
    if themes:
        sentences.append(_("Chaque donne montre : %(themes)s.") % {"themes": ", ".join(themes)})
    return sentences


def _taker_sentence(constraints: DealConstraints) -> str:
    if constraints.taker_points is not None:
        least, most = constraints.taker_points
        return _("La main du preneur imposé vaut de %(least)d à %(most)d points.") % {
            "least": least,
            "most": most,
        }
    if constraints.taker_bids == (Bid.GARDE,):
        return _(
            "Le preneur imposé a une main qui vaut une garde ; les autres mains sont laissées au hasard."
        )
    if constraints.taker_bids:
        return _("Le preneur imposé a une main qui vaut une prise ou une garde.")
    return _("La main du preneur imposé est laissée au hasard.")
