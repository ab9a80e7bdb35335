"""How a user is involved in a tournament: its club, roles, the sealed cards, playing in it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import CharField, Exists, F, OuterRef, QuerySet, Value
from django.db.models.functions import Coalesce, Lower
from django.utils import timezone

from accounts.models import User
from common.text.moments import latest_end
from tournaments.base.prepared import PreparedQuery
from tournaments.enums import LONGEST_INVITATION
from tournaments.models import (
    DealReader,
    Entry,
    EntryMember,
    Membership,
    Role,
    Substitution,
    TieRequest,
    Tournament,
)

_KEEPS_CLUB, _IS_NAMED, _PLAYS, _HAS_ROLE = "keeps_club", "is_named", "plays", "has_role"
_SAID_TO_PLAY = "said_to_play"


@dataclass(frozen=True, slots=True)
class Involvement:
    """All that decides on a user's rights in a tournament; read in one query because every page needs it."""

    keeps_club: bool
    is_named: bool
    """Among the readers of the sealed cards."""
    entry_ids: frozenset[int]
    """Entries for which the user plays: alone, in a team or in somebody's place."""
    is_said_to_play: bool
    """The club asked the user's address about somebody who plays: no sealed cards, whatever he answered."""
    roles: tuple[tuple[str, int | None], ...]
    """Roles in force, each with the invitation (id) that gave it, None for good."""


def involvement_of(user: User, tournament: Tournament) -> Involvement:
    """How a user is involved. One query: a union, which costs less than half of as many subqueries."""
    now = timezone.now()
    latest = latest_end(LONGEST_INVITATION, now)
    found = _INVOLVEMENT.rows(user.pk, tournament.pk, tournament.club_id, now, latest)
    kinds = {kind for kind, _role, _number in found}
    return Involvement(
        keeps_club=_KEEPS_CLUB in kinds,
        is_named=_IS_NAMED in kinds,
        entry_ids=frozenset(number for kind, _role, number in found if kind == _PLAYS),
        is_said_to_play=_SAID_TO_PLAY in kinds,
        roles=tuple((role, number or None) for kind, role, number in found if kind == _HAS_ROLE),
    )


def _involvement(
    user: int, tournament: int, club: int, now: datetime, latest: datetime
) -> QuerySet[Any, Any]:
    """Rows as of `_rows`; of a role, with the invitation in the place of the number, 0 for none."""
    playing = Substitution.objects.filter(person__user=user, session__tournament=tournament)
    roles = Role.objects.in_force(now, latest).filter(user=user, tournament=tournament)
    first, *others = (
        _rows(_KEEPS_CLUB, Membership.objects.filter(user=user, club=club)),
        _rows(_IS_NAMED, DealReader.objects.filter(user=user, tournament=tournament)),
        _rows(_PLAYS, Entry.objects.filter(person__user=user, tournament=tournament), "pk"),
        _rows(_PLAYS, EntryMember.objects.filter(person__user=user, tournament=tournament), "entry_id"),
        _rows(_PLAYS, playing, "entry_id"),
        _rows(_SAID_TO_PLAY, _said_to_play(user, tournament, club)),
        roles.values_list(Value(_HAS_ROLE), "role", Coalesce(F("invitation"), Value(0))),
    )
    return first.union(*others)


def _said_to_play(user: int, tournament: int, club: int) -> QuerySet[TieRequest]:
    """What the club asked the user's address about people who play in a tournament."""
    address = User.objects.filter(pk=user).values_list(Lower("email"))
    own = {"person": OuterRef("person")}
    return TieRequest.objects.filter(
        Exists(Entry.objects.filter(**own, tournament=tournament))
        | Exists(EntryMember.objects.filter(**own, tournament=tournament))
        | Exists(Substitution.objects.filter(**own, session__tournament=tournament)),
        email__in=address,
        person__club=club,
    )


def _rows(kind: str, rows: QuerySet[Any], number: str = "") -> QuerySet[Any, Any]:
    """Rows as (kind, role, number): no role, and the number of one of their columns."""
    told = F(number) if number else Value(0)
    return rows.order_by().values_list(Value(kind), Value("", output_field=CharField()), told)


_INVOLVEMENT = PreparedQuery(_involvement, int, int, int, datetime, datetime)
