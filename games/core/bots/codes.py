"""Coded announcements of robots: true ones, where only their partners understand them.

Robots draw no conclusion from the codes of other players, which may be untrue.
"""

from collections.abc import Iterator
from dataclasses import replace

from games.core.actions import Announce
from games.core.announcements import CODES
from games.core.bots.tarot_sight import TarotSight
from games.core.cards import EXCUSE, PETIT, TRUMP_COUNT, face, trump_card
from games.core.play import View
from games.core.tarot_rules import CODES_FOR_PARTNERS
from games.core.tricks import TRUMPS, card_set

MANY_TRUMPS = 2
"""Divisor of the hand size that gives the number of trumps from which a robot announces many."""


def choose_code(sight: TarotSight) -> Announce | None:
    """Return the next true code of a robot; None where opponents understand codes or none is left."""
    if sight.rules.codes != CODES_FOR_PARTNERS:
        return None
    codes = map(Announce, _true_codes(sight))
    return next((code for code in codes if code in sight.view.legal), None)


def without_codes(view: View) -> View:
    """Return a view in which no coded announcement is legal."""
    legal = tuple(
        action for action in view.legal if not (isinstance(action, Announce) and action.name in CODES)
    )
    return view if len(legal) == len(view.legal) else replace(view, legal=legal)


def _true_codes(sight: TarotSight) -> Iterator[str]:
    """Yield the codes that a hand makes true and that partners need most, the most important first."""
    hand = sight.view.hand
    faces = set(map(face, hand))
    bouts = {"code_petit": PETIT, "code_21": trump_card(TRUMP_COUNT), "code_excuse": EXCUSE}
    yield from (name for name, bout in bouts.items() if bout in faces)
    if (card_set(hand) & TRUMPS).bit_count() * MANY_TRUMPS >= sight.row.hand_size:
        yield "code_trumps"
