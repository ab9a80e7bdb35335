"""Ratings of accounts: locked while new ones are computed, then stored."""

from collections.abc import Iterable
from typing import TypeVar

from play.free.models.ratings import KeptRating
from tournaments.core.ranking.rating import Rating

Row = TypeVar("Row", bound=KeptRating)


def lock_ratings(model: type[Row], accounts: Iterable[int]) -> dict[int, Row]:
    """Return the ratings by key of the account, locked until the end of the transaction.

    An account without a rating gets that of a newcomer. Two queries.
    """
    keys = sorted(accounts)
    rows = [model(pk=key) for key in keys]
    for row in rows:
        _set_rating(row, Rating())
    # a row to lock for newcomers, too: of two matches that end at once, the second must see the first
    model._default_manager.bulk_create(rows, ignore_conflicts=True)
    # in one order, so that two matches with the same players do not deadlock
    locked_rows = model._default_manager.select_for_update().filter(pk__in=keys).order_by("pk")
    return {row.pk: row for row in locked_rows}


def store_rating(row: KeptRating, rating: Rating) -> None:
    """Store the new rating of an account."""
    _set_rating(row, rating)
    row.save()


def _set_rating(row: KeptRating, rating: Rating) -> None:
    row.value, row.deviation = rating.value, rating.deviation
    row.volatility, row.games = rating.volatility, rating.games
