"""Cards drawn at a free table for its first deal. They follow from the table and are stored nowhere."""

from random import Random

from django.utils.crypto import salted_hmac

from games.core.facts.over_deals import DealerDraw, draw_dealer
from games.core.variants.registry import find_variant
from play.free.models import FreeDeal, FreeTable


def draw_first_dealer(table: FreeTable) -> DealerDraw:
    """Return the cards of a table: always the same, and not to be foreseen from its address."""
    seed = salted_hmac("first dealer of a free table", table.secret).hexdigest()
    return draw_dealer(Random(seed), find_variant(table.game).player_count)  # noqa: S311 - the key is secret


def find_dealer_draw(table: FreeTable, deal: FreeDeal) -> DealerDraw | None:
    """Return the draw that decided the dealer of a deal; None for a later deal, one of a set, or an étui."""
    if deal.number != 1 or table.deal_set_id is not None or hasattr(table, "evening_table"):
        return None
    draw = draw_first_dealer(table)
    # a table from before draws, or from before the server's key was changed
    return draw if draw.dealer == deal.table.dealer else None
