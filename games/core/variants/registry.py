"""All games that can be played, by their stored names."""

from games.core.errors import InvalidRules, quote_value
from games.core.play import GameVariant
from games.core.variants.cold_poker import COLD_POKER
from games.core.variants.contrat import CONTRAT
from games.core.variants.grelin import GRELIN
from games.core.variants.nullo import NULLO
from games.core.variants.papayou import PAPAYOU
from games.core.variants.tarot.game import Tarot
from games.core.variants.tarot_table import TAROT_TABLE

_ALL: tuple[GameVariant, ...] = (*map(Tarot, TAROT_TABLE), *NULLO, *PAPAYOU, *GRELIN, *CONTRAT, *COLD_POKER)

GAMES: dict[str, GameVariant] = {variant.name: variant for variant in _ALL}
"""All games by name, in the order of lists on pages."""


def find_variant(name: str) -> GameVariant:
    """Return the game with a stored name.

    Raises:
        InvalidRules: `unknown_game`.
    """
    variant = GAMES.get(name)
    if variant is None:
        raise InvalidRules(
            "unknown_game", f"game {quote_value(name)} not in {', '.join(GAMES)}", field="game", game=name
        )
    return variant
