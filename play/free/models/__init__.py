"""Rows of free tables: seats, deals, claims, phrases; rated matches and ratings."""

from play.free.models.ratings import RatedMatch, RatedSeat, TableRating
from play.free.models.tables import FreeDeal, FreeTable, SaidPhrase, TableClaim, TableSeat

__all__ = [
    "FreeDeal",
    "FreeTable",
    "RatedMatch",
    "RatedSeat",
    "SaidPhrase",
    "TableClaim",
    "TableRating",
    "TableSeat",
]
