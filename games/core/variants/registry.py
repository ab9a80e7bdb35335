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


def variant_for(name: str, player_count: int) -> GameVariant | None:
    """Return the same game for another number of players; None if there is none.

    >>> variant_for("papayou-5", 4).name, variant_for("nullo-5", 6)
    ('papayou-4', None)

    Raises:
        InvalidRules: `unknown_game`.
    """
    variant = find_variant(name)
    if variant.player_count == player_count:
        return variant
    # a form of its own, such as "tarot-5-flambeuse", exists for its number only
    stem = name.removesuffix(str(variant.player_count))
    return GAMES.get(f"{stem}{player_count}") if stem != name else None
