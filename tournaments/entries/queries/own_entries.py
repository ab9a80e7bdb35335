"""Entries by the people who play for them: of a tournament, or the latest of all."""

from collections.abc import Collection
from typing import Any

from django.db.models import BooleanField, ExpressionWrapper, Q, QuerySet

from tournaments.enums import TournamentState, Visibility
from tournaments.models import Entry, EntryMember, Substitution, Tournament

MOST_UNDER_WAY = 60
"""Rows read beside the reader's own: whom one follows, at most."""
OwnPeople = Collection[int] | QuerySet[Any, Any]


def own_entry_ids(tournament: Tournament, people: OwnPeople) -> frozenset[int]:
    """Ids of the entries for which somebody of `people` (ids) plays, alone, in a team or as a substitute.

    One query.
    """
    plays = Q(person__in=people) | Q(members__person__in=people) | Q(substitutions__person__in=people)
    return frozenset(tournament.entries.filter(plays).values_list("pk", flat=True))


def list_evenings(
    own: Collection[int], followed: Collection[int], most: int
) -> tuple[list[Entry], list[Entry]]:
    """Entries of the reader (`own`, ids of people) and of those he follows, latest first, with tournament.

    Of public events that are seated, under way or over: the `most` latest of his own, and of the others those
    that are played now. One query, none for nobody.
    """
    if not own and not followed:
        return [], []
    playing = Q(tournament__state=TournamentState.PLAYING)
    shown = (
        Entry.objects.filter(tournament__visibility=Visibility.PUBLIC, tournament__is_practice=False)
        .exclude(tournament__state=TournamentState.DRAFT)
        .annotate(is_own=ExpressionWrapper(_plays(own), BooleanField()))
        .filter(Q(is_own=True) | _plays(followed) & playing)
        .select_related("tournament", "person")
        .order_by("-tournament__starts_on", "-pk")
    )
    rows: list[Entry] = list(shown[: most + MOST_UNDER_WAY])
    mine = {row.pk for row in rows if row.is_own}  # type: ignore[attr-defined]  # annotated
    return [row for row in rows if row.pk in mine][:most], [row for row in rows if row.pk not in mine]


def _plays(people: Collection[int]) -> Q:
    """For entries: somebody of `people` (ids) plays for them."""
    in_teams, in_place = (
        EntryMember.objects.filter(person__in=people),
        Substitution.objects.filter(person__in=people),
    )
    return Q(person__in=people) | Q(pk__in=in_teams.values("entry")) | Q(pk__in=in_place.values("entry"))
