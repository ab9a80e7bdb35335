"""Coded announcements of robots: true ones, where only their partners understand them.

Robots read the codes of their partners as likelihoods (`code_truths`), and no codes of opponents.
"""

from dataclasses import replace

from games.core.actions import Announce
from games.core.announcements import CODES
from games.core.bots.knowledge.code_truths import CODED_BOUTS, is_code_true
from games.core.bots.knowledge.tarot_sight import TarotSight
from games.core.play import View
from games.core.tarot_rules import CODES_FOR_PARTNERS
from games.core.tricks import card_set

_SPOKEN = (*CODED_BOUTS, "code_trumps")
"""Codes that a robot makes, the most important for its partners first."""


def choose_code(sight: TarotSight) -> Announce | None:
    """Return the next true code of a robot; None where opponents understand codes or none is left."""
    if sight.rules.codes != CODES_FOR_PARTNERS:
        return None
    hand, hand_size = card_set(sight.view.hand), sight.row.hand_size
    codes = (Announce(name) for name in _SPOKEN if is_code_true(name, hand, hand_size))
    return next((code for code in codes if code in sight.view.legal), None)


def without_codes(view: View) -> View:
    """Return a view in which no coded announcement is legal."""
    legal = tuple(
        action for action in view.legal if not (isinstance(action, Announce) and action.name in CODES)
    )
    return view if len(legal) == len(view.legal) else replace(view, legal=legal)
