"""What ties a user to a tournament: the club, roles, the cards, playing in it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import CharField, F, QuerySet, Value
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts.models import User
from common.prepared import PreparedQuery
from tournaments.models import DealReader, Entry, EntryMember, Membership, Role, Substitution, Tournament

_KEEPS_CLUB, _IS_NAMED, _PLAYS, _HAS_ROLE = "keeps_club", "is_named", "plays", "has_role"


@dataclass(frozen=True, slots=True)
class Ties:
    """Everything at once, because every page asks for it."""

    keeps_club: bool
    is_named: bool
    """Among the readers of the sealed cards."""
    entry_ids: frozenset[int]
    """Entries for which the user plays: alone, in a team or in somebody's place."""
    roles: tuple[tuple[str, int | None], ...]
    """Roles in force, each with the invitation (id) that gave it, None for good."""


def ties_of(user: User, tournament: Tournament) -> Ties:
    """The ties of a user. One query, a union: it costs less than half of as many subqueries on every page."""
    found = _TIES.rows(user.pk, tournament.pk, tournament.club_id, timezone.now())
    kinds = {kind for kind, _role, _number in found}
    return Ties(
        keeps_club=_KEEPS_CLUB in kinds,
        is_named=_IS_NAMED in kinds,
        entry_ids=frozenset(number for kind, _role, number in found if kind == _PLAYS),
        roles=tuple((role, number or None) for kind, role, number in found if kind == _HAS_ROLE),
    )


def _ties(user: int, tournament: int, club: int, now: datetime) -> QuerySet[Any, Any]:
    """Rows as of `_rows`; of a role, with the invitation in the place of the number, 0 for none."""
    playing = Substitution.objects.filter(person__user=user, session__tournament=tournament)
    roles = Role.objects.in_force(now).filter(user=user, tournament=tournament)
    first, *others = (
        _rows(_KEEPS_CLUB, Membership.objects.filter(user=user, club=club)),
        _rows(_IS_NAMED, DealReader.objects.filter(user=user, tournament=tournament)),
        _rows(_PLAYS, Entry.objects.filter(person__user=user, tournament=tournament), "pk"),
        _rows(_PLAYS, EntryMember.objects.filter(person__user=user, tournament=tournament), "entry_id"),
        _rows(_PLAYS, playing, "entry_id"),
        roles.values_list(Value(_HAS_ROLE), "role", Coalesce(F("invitation"), Value(0))),
    )
    return first.union(*others)


def _rows(kind: str, rows: QuerySet[Any], number: str = "") -> QuerySet[Any, Any]:
    """Rows as (kind, role, number): no role, and the number of one of their columns."""
    told = F(number) if number else Value(0)
    return rows.order_by().values_list(Value(kind), Value("", output_field=CharField()), told)


_TIES = PreparedQuery(_ties, 3, moments=1)
