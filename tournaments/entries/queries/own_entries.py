"""Entries by the people who play for them: of a tournament, or the latest of all."""

from collections.abc import Collection
from typing import Any

from django.db.models import Q, QuerySet

from tournaments.enums import TournamentState, Visibility
from tournaments.models import Entry, EntryMember, Substitution, Tournament

OwnPeople = Collection[int] | QuerySet[Any, Any]


def own_entry_ids(tournament: Tournament, people: OwnPeople) -> frozenset[int]:
    """Ids of the entries for which somebody of `people` (ids) plays, alone, in a team or as a substitute.

    One query.
    """
    plays = Q(person__in=people) | Q(members__person__in=people) | Q(substitutions__person__in=people)
    return frozenset(tournament.entries.filter(plays).values_list("pk", flat=True))


def list_own_evenings(people: Collection[int], most: int) -> list[Entry]:
    """Of the public events that are seated, under way or over, the `most` latest; each with its tournament.

    One query, none for nobody.
    """
    if not people:
        return []
    in_teams, in_place = (
        EntryMember.objects.filter(person__in=people),
        Substitution.objects.filter(person__in=people),
    )
    plays = Q(person__in=people) | Q(pk__in=in_teams.values("entry")) | Q(pk__in=in_place.values("entry"))
    shown = Entry.objects.filter(
        plays, tournament__visibility=Visibility.PUBLIC, tournament__is_practice=False
    ).exclude(tournament__state=TournamentState.DRAFT)
    return list(shown.select_related("tournament").order_by("-tournament__starts_on", "-pk")[:most])
