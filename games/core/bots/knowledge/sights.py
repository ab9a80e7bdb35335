"""Readers of views, one for each game."""

from games.core.bots.knowledge.other_sights import ColdPokerSight, ContratSight, GrelinSight, NulloSight
from games.core.bots.knowledge.papayou_sight import PapayouSight
from games.core.bots.knowledge.sight import Sight
from games.core.bots.knowledge.tarot_sight import TarotSight
from games.core.play import View

_READERS: dict[str, type[Sight]] = {
    "tarot": TarotSight,
    "nullo": NulloSight,
    "papayou": PapayouSight,
    "grelin": GrelinSight,
    "contrat": ContratSight,
    "cold-poker": ColdPokerSight,
}
"""Reader for the variants whose names begin with the key."""


def read_view(view: View) -> Sight:
    """Return the knowledge of a seat, read from its view.

    Raises:
        InvalidRules: `unknown_game`.
    """
    return next(reader for game, reader in _READERS.items() if view.game.startswith(game))(view)
