"""Rows of the games app: sets of deals and their deals."""

from games.models.deal_sets import Deal, DealSet

__all__ = ["Deal", "DealSet"]
