"""Every game that can be played, by its stored name."""

from games.core.errors import InvalidRules
from games.core.play import GameVariant

_ALL: tuple[GameVariant, ...] = ()

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
            "unknown_game", f"game {name!r} not in {', '.join(GAMES)}", field="game", game=name
        )
    return variant
