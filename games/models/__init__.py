"""Rows of the games app: sets of deals and their deals, tables played on the site."""

from games.models.deal_sets import Deal, DealSet
from games.models.played_tables import PlayedTable, TableAction

__all__ = ["Deal", "DealSet", "PlayedTable", "TableAction"]
