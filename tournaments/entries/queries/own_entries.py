"""Entries by the people who play for them: in one tournament, or in all."""

from collections.abc import Collection
from typing import Any

from django.db.models import BooleanField, ExpressionWrapper, Q, QuerySet

from tournaments.enums import TournamentState, Visibility
from tournaments.models import Entry, EntryMember, Substitution, Tournament

MOST_UNDER_WAY = 60
"""Number of entries loaded beyond `most`, for followed people."""
OwnPeople = Collection[int] | QuerySet[Any, Any]


def own_entry_ids(tournament: Tournament, people: OwnPeople) -> frozenset[int]:
    """Return the ids of the entries for which `people` (ids) play: alone, in a team or as a substitute.

    One query.
    """
    plays = Q(person__in=people) | Q(members__person__in=people) | Q(substitutions__person__in=people)
    return frozenset(tournament.entries.filter(plays).values_list("pk", flat=True))


def list_evenings(
    own: Collection[int], followed: Collection[int], most: int
) -> tuple[list[Entry], list[Entry]]:
    """Return the user's entries and the entries of followed people, latest first, with tournament.

    One query, or none without people.

    Args:
        own: ids of the user's people.
        followed: ids of followed people.
        most: largest number of the user's entries.

    Returns:
        The latest `most` entries of the user in public events that are seated, under way or over. Then the
            entries of followed people in events that are under way.
    """
    if not own and not followed:
        return [], []
    is_under_way = Q(tournament__state=TournamentState.PLAYING)
    entries = (
        Entry.objects.filter(tournament__visibility=Visibility.PUBLIC, tournament__is_practice=False)
        .exclude(tournament__state=TournamentState.DRAFT)
        .annotate(is_own=ExpressionWrapper(_plays(own), BooleanField()))
        .filter(Q(is_own=True) | _plays(followed) & is_under_way)
        .select_related("tournament", "person")
        .order_by("-tournament__starts_on", "-pk")
    )
    # one query and one limit for both lists, which are separated below
    rows: list[Entry] = list(entries[: most + MOST_UNDER_WAY])
    own_ids = {row.pk for row in rows if row.is_own}  # type: ignore[attr-defined]  # annotated
    return [row for row in rows if row.pk in own_ids][:most], [row for row in rows if row.pk not in own_ids]


def list_entered(people: Collection[int], events: QuerySet[Tournament]) -> list[Entry]:
    """Return the entries for which `people` (ids) play in events, with tournament and club.

    One query, none without people.
    """
    if not people:
        return []
    entries = Entry.objects.filter(_plays(people), tournament__in=events.order_by())
    return list(entries.select_related("tournament__club"))


def _plays(people: Collection[int]) -> Q:
    """Return a filter for entries for which `people` (ids) play."""
    memberships, substitutions = (
        EntryMember.objects.filter(person__in=people),
        Substitution.objects.filter(person__in=people),
    )
    # subqueries instead of joins, which would repeat an entry for each member
    return (
        Q(person__in=people) | Q(pk__in=memberships.values("entry")) | Q(pk__in=substitutions.values("entry"))
    )
