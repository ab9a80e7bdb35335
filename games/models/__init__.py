"""Models of the games app: sets of deals and their deals. Tables played on the site are in `play`."""

from games.models.deal_sets import Deal, DealSet

__all__ = [
    "Deal",
    "DealSet",
]
