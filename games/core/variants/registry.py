"""Every game that can be played, by its stored name."""

from games.core.errors import InvalidRules, shown
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
"""Every variant by name, in the order in which lists show them."""


def find_variant(name: str) -> GameVariant:
    """The variant of a stored name.

    Raises:
        InvalidRules: `unknown_game`.
    """
    variant = GAMES.get(name)
    if variant is None:
        raise InvalidRules(
            "unknown_game", f"game {shown(name)} not in {', '.join(GAMES)}", field="game", game=name
        )
    return variant
