"""Layouts of whole deals."""

from games.core.cards import sort_hand
from games.core.deals import Deal
from games.core.layouts import Layout


def layout_with_one_dog(deal: Deal) -> Layout:
    """Return the layout of a deal with one dog, sorted."""
    return Layout(deal.hands, (sort_hand(deal.dog),))
