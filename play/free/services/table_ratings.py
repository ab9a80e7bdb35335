"""Ratings of free tables: updated once per match, by the rank of the totals.

If a match ends early because all players have left, its finished deals count.
"""

from datetime import datetime
from fractions import Fraction

from django.db import transaction
from django.db.models import Count, F, Q, QuerySet

from games.core.variants.registry import find_variant
from play.free.models import FreeTable, RatedMatch, TableRating
from play.free.queries.free_tables import load_deal_points
from play.free.services.kept_ratings import lock_ratings, store_rating
from tournaments.core.ranking.places import assign_places
from tournaments.core.ranking.rating import Game, RatingSystem


def due_matches() -> QuerySet[RatedMatch]:
    """Return the rated matches that are over and not settled."""
    of_match = Q(table__deals__match=F("match"), table__deals__table__ended_at__isnull=False)
    matches = RatedMatch.objects.filter(settled_at=None).annotate(
        finished=Count("table__deals", filter=of_match)
    )
    # a match cut short by the end of its table counts if at least one deal is finished
    return matches.filter(
        Q(finished__gte=F("table__deal_count")) | Q(table__ended_at__isnull=False, finished__gte=1)
    )


def settle_matches(*, now: datetime, table: FreeTable | None = None) -> int:
    """Settle the matches that are over, of one table or of all. Return their number."""
    matches = due_matches() if table is None else due_matches().filter(table=table)
    return sum(_settle(pk, now) for pk in list(matches.values_list("pk", flat=True)))


@transaction.atomic
def _settle(pk: int, now: datetime) -> bool:
    """Update the ratings of a match, once. Each pair of players is one game, won by the higher total."""
    match_row = RatedMatch.objects.select_for_update(of=("self",)).select_related("table").get(pk=pk)
    # settled while this transaction waited for the lock
    if match_row.settled_at is not None:
        return False
    seats = list(match_row.seats.all())
    deals = load_deal_points(match_row.table, match_row.match)
    sign = -1 if find_variant(match_row.table.game).lowest_wins else 1
    totals = [sign * sum((deal[seat.seat] for deal in deals), Fraction()) for seat in seats]
    owners = [seat.owner_id for seat in seats]
    rows = lock_ratings(TableRating, owners)
    previous_ratings = [rows[owner].rating for owner in owners]
    places = assign_places([(total,) for total in totals])
    for number, seat in enumerate(seats):
        opponents = [opponent for opponent in range(len(seats)) if opponent != number]
        # all games use the ratings from before the match
        games = [
            Game(
                previous_ratings[opponent].value,
                previous_ratings[opponent].deviation,
                _game_result(totals[number], totals[opponent]),
            )
            for opponent in opponents
        ]
        new_rating = RatingSystem().rate(previous_ratings[number], games)
        store_rating(rows[seat.owner_id], new_rating)
        seat.place, seat.before, seat.after = places[number], previous_ratings[number].value, new_rating.value
        seat.save(update_fields=["place", "before", "after"])
    match_row.settled_at = now
    match_row.save(update_fields=["settled_at"])
    return True


def _game_result(mine: Fraction, other: Fraction) -> float:
    """Return 1 for a win, 0.5 for a draw, 0 for a loss."""
    return 0.5 if mine == other else float(mine > other)
