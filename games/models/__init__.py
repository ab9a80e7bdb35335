"""Rows of the games app: sets of deals and their deals, tables played on the site."""

from games.models.deal_sets import Deal, DealSet
from games.models.free_tables import (
    FreeDeal,
    FreeTable,
    RatedMatch,
    RatedSeat,
    SaidPhrase,
    TableClaim,
    TableSeat,
)
from games.models.played_tables import PlayedTable, TableAction

__all__ = [
    "Deal",
    "DealSet",
    "FreeDeal",
    "FreeTable",
    "PlayedTable",
    "RatedMatch",
    "RatedSeat",
    "SaidPhrase",
    "TableAction",
    "TableClaim",
    "TableSeat",
]
