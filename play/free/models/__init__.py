"""Rows of free tables: seats, deals, claims, phrases; étuis of an evening; rated matches and ratings."""

from play.free.models.ratings import RatedMatch, RatedSeat, TableRating
from play.free.models.tables import EveningTable, FreeDeal, FreeTable, SaidPhrase, TableClaim, TableSeat

__all__ = [
    "EveningTable",
    "FreeDeal",
    "FreeTable",
    "RatedMatch",
    "RatedSeat",
    "SaidPhrase",
    "TableClaim",
    "TableRating",
    "TableSeat",
]
