"""Texts about a set of deals: its origin and the guarantees for its hands."""

from django.utils.functional import Promise
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.core.dealing.balance import Difficulty
from games.core.dealing.commitment import LISTED_1
from games.core.dealing.constraints import DealConstraints
from games.core.dealing.dealt_game import DealtGame
from games.core.dealing.dealt_set import Takers
from games.core.outcome import Bid
from games.core.seats import list_seats_in_sheet_order
from games.enums import DealSetOrigin, DealSetScope, DealTheme
from games.models import DealSet
from tournaments.base.words.dates import date_format
from tournaments.core.sorting import Pocket
from tournaments.seating.words.seat_names import pocket_name

DIFFICULTY_NAMES: dict[Difficulty, Promise] = {
    Difficulty.VERY_HARD: gettext_lazy("très difficile"),
    Difficulty.HARD: gettext_lazy("difficile"),
    Difficulty.FAIR: gettext_lazy("moyenne"),
    Difficulty.EASY: gettext_lazy("facile"),
    Difficulty.VERY_EASY: gettext_lazy("très facile"),
}


def origin_sentence(deal_set: DealSet, board_count: int) -> str:
    """Return the origin and the date of the deals of a session, as a sentence."""
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


def guarantees(deal_set: DealSet | None, *, game: DealtGame, takers: Takers) -> list[str]:
    """Return the guarantees for the hands, one sentence each.

    Before the dealing, they are those of a dealing with the default constraints.
    """
    by_number = str(_BY_NUMBER[takers])
    if deal_set is not None and deal_set.origin == DealSetOrigin.RECORDED:
        return [by_number]
    # deals listed card by card come from elsewhere: the site guarantees no constraint
    if deal_set is not None and deal_set.algorithm == LISTED_1:
        proof = _("Chaque carte est à une seule place, et rien n’a changé depuis l’empreinte.")
        return [proof, by_number]
    if deal_set is not None:
        constraints = DealConstraints.from_json(deal_set.constraints)
    elif takers is Takers.NONE:
        constraints = DealConstraints(no_bare_petit=game.cancels_bare_petit, taker_bids=())
    else:
        constraints = DealConstraints()
    return [_sizes(game), *_constraint_sentences(constraints, takers), by_number]


_BY_NUMBER: dict[Takers, Promise] = {
    Takers.FFT: gettext_lazy("Donneur et preneur suivent le numéro de l’étui (tableau de la fédération)."),
    Takers.SOUTH: gettext_lazy("Le donneur suit le numéro de l’étui ; le preneur est toujours en Sud."),
    Takers.NONE: gettext_lazy("Le donneur suit le numéro de l’étui."),
}


def _sizes(game: DealtGame) -> str:
    pockets: list[tuple[Pocket, int]] = [
        *((seat, game.hand_sizes[seat]) for seat in list_seats_in_sheet_order(game.player_count)),
        *zip(game.pile_names, game.pile_sizes, strict=True),
    ]
    sizes = ", ".join(f"{pocket_name(pocket)} {size}" for pocket, size in pockets if size)
    return _("Cartes de chaque pochette de l’étui : %(sizes)s.") % {"sizes": sizes}


def _constraint_sentences(constraints: DealConstraints, takers: Takers) -> list[str]:
    sentences = []
    if constraints.no_bare_petit:
        sentences.append(_("Aucun petit sec."))
    if takers is not Takers.NONE:
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
