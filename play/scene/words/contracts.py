"""The contract of a deal of Tarot, in words for the line above the table."""

from collections.abc import Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.core.announcements import PETIT_SLAM, SLAM
from games.core.calls import copies
from games.core.variants.tarot.preparation import Preparation
from play.scene.words.steps import NAMES
from tournaments.base.words.cards import the_cards
from tournaments.base.words.wording import begins_with_vowel

SLAMS: dict[str, Promise] = {
    SLAM: gettext_lazy("chelem annoncé"),
    PETIT_SLAM: gettext_lazy("petit chelem annoncé"),
}
"""Announced slams, which all players keep in mind until the end."""


def contract_above_table(preparation: Preparation, me: int | None, names: Sequence[str]) -> str:
    """Return taker, bid, called cards and announced slam, for seat `me`, with the `names` of all seats.

    For a called player: "Garde de Nora, avec vous · appel : le roi de carreau".
    """
    parts = [_bid_words(preparation, me, names)]
    if preparation.called:
        parts.append(_("appel : %(cards)s") % {"cards": the_cards(preparation.called)})
    if preparation.announced:
        parts.append(str(SLAMS[preparation.announced]))
    return " · ".join(parts)


def _bid_words(preparation: Preparation, me: int | None, names: Sequence[str]) -> str:
    taker = preparation.taker
    values = {"bid": str(NAMES[preparation.bid.value]).capitalize(), "seat": names[taker]}
    if taker == me:
        return _("%(bid)s, par vous") % values
    if me is not None and _is_called(preparation, me):
        if begins_with_vowel(values["seat"]):
            return _("%(bid)s d’%(seat)s, avec vous") % values
        return _("%(bid)s de %(seat)s, avec vous") % values
    if begins_with_vowel(values["seat"]):
        return _("%(bid)s d’%(seat)s") % values
    return _("%(bid)s de %(seat)s") % values


def _is_called(preparation: Preparation, seat: int) -> bool:
    """Return whether a seat was dealt a called card, so that its player attacks.

    Where the first player of the card joins, no hand tells it.
    """
    hand = preparation.setting.dealt_hands()[seat]
    return not preparation.setting.row.joins_when_played and any(
        hand & copies(card) for card in preparation.called
    )
