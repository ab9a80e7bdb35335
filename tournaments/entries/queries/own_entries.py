"""Entries of a tournament by the people who play for them."""

from collections.abc import Collection
from typing import Any

from django.db.models import Q, QuerySet

from tournaments.models import Tournament


def own_entry_ids(tournament: Tournament, people: Collection[int] | QuerySet[Any, Any]) -> frozenset[int]:
    """Ids of the entries for which somebody of `people` (ids) plays, alone, in a team or as a substitute.

    One query.
    """
    plays = Q(person__in=people) | Q(members__person__in=people) | Q(substitutions__person__in=people)
    return frozenset(tournament.entries.filter(plays).values_list("pk", flat=True))
