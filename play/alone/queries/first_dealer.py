"""Cards drawn for the dealer of a practice deal. They follow from the table and are stored nowhere."""

from random import Random

from django.utils.crypto import salted_hmac

from games.core.facts.over_deals import DealerDraw, draw_dealer
from games.core.variants.registry import find_variant
from play.tables.enums import TableOrigin
from play.tables.models import PlayedTable

SEED_DIGITS = 12
"""Hexadecimal digits of a robot seed, 48 bits."""


def draw_practice_dealer(secret: str, game: str) -> DealerDraw:
    """Return the cards of a table: always the same, and not to be foreseen from its address.

    Args:
        secret: part of the address of the table.
    """
    seed = salted_hmac("first dealer of a practice deal", secret).hexdigest()
    return draw_dealer(Random(seed), find_variant(game).player_count)  # noqa: S311 - the key is secret


def drawn_robot_seed(secret: str) -> int:
    """Return the seed of the robots at a practice table whose dealer was drawn."""
    return int(salted_hmac("robots of a practice deal", secret).hexdigest()[:SEED_DIGITS], 16)


def find_practice_draw(table: PlayedTable) -> DealerDraw | None:
    """Return the draw that decided the dealer of a table; None where there was none.

    The robot seed proves the draw: tables of older versions and deals after passes have another one.
    """
    if table.origin != TableOrigin.PRACTICE or table.robot_seed != drawn_robot_seed(table.secret):
        return None
    return draw_practice_dealer(table.secret, table.game)
