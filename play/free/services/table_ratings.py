"""Ratings of free tables: they move once for a match, by the rank of the totals.

Where the match ends early because everybody has gone, the deals that were finished count.
"""

from datetime import datetime
from fractions import Fraction

from django.db import transaction
from django.db.models import Count, F, Q, QuerySet

from games.core.variants.registry import find_variant
from play.free.models import FreeTable, RatedMatch, TableRating
from play.free.queries.free_tables import points_of
from tournaments.core.ranking.places import assign_places
from tournaments.core.ranking.rating import Game, Rating, RatingSystem


def due_matches() -> QuerySet[RatedMatch]:
    """Rated matches that are over and not yet counted."""
    of_match = Q(table__deals__match=F("match"), table__deals__table__ended_at__isnull=False)
    finished = RatedMatch.objects.filter(settled_at=None).annotate(
        finished=Count("table__deals", filter=of_match)
    )
    return finished.filter(
        Q(finished__gte=F("table__deal_count")) | Q(table__ended_at__isnull=False, finished__gte=1)
    )


def settle_matches(*, now: datetime, table: FreeTable | None = None) -> int:
    """Count the matches that are over, of one table or of all; how many moved ratings."""
    due = due_matches() if table is None else due_matches().filter(table=table)
    return sum(_settle(pk, now) for pk in list(due.values_list("pk", flat=True)))


@transaction.atomic
def _settle(pk: int, now: datetime) -> bool:
    """Move the ratings of a match, once; each pair at the table is a game that the higher total wins."""
    rated = RatedMatch.objects.select_for_update(of=("self",)).select_related("table").get(pk=pk)
    if rated.settled_at is not None:
        return False
    seats = list(rated.seats.all())
    deals = points_of(rated.table, rated.match)
    sign = -1 if find_variant(rated.table.game).lowest_wins else 1
    totals = [sign * sum((deal[each.seat] for deal in deals), Fraction()) for each in seats]
    owners = [each.owner_id for each in seats]
    rows = TableRating.objects.select_for_update().filter(user__in=owners).order_by("pk")
    kept = {row.user_id: row.rating for row in rows}
    before = [kept.get(owner, Rating()) for owner in owners]
    places = assign_places([(total,) for total in totals])
    for number, each in enumerate(seats):
        others = [other for other in range(len(seats)) if other != number]
        games = [
            Game(before[other].value, before[other].deviation, _won(totals[number], totals[other]))
            for other in others
        ]
        after = RatingSystem().rate(before[number], games)
        TableRating.objects.update_or_create(
            user_id=each.owner_id,
            defaults={
                "value": after.value,
                "deviation": after.deviation,
                "volatility": after.volatility,
                "games": after.games,
            },
        )
        each.place, each.before, each.after = places[number], before[number].value, after.value
        each.save(update_fields=["place", "before", "after"])
    rated.settled_at = now
    rated.save(update_fields=["settled_at"])
    return True


def _won(mine: Fraction, other: Fraction) -> float:
    return 0.5 if mine == other else float(mine > other)
