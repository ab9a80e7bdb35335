"""A user's involvement in a tournament: its club, roles, the sealed cards, playing in it."""

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
    """All facts that decide a user's rights in a tournament. One query reads them: every page needs them."""

    keeps_club: bool
    is_named: bool
    """True for a named reader of the sealed cards."""
    entry_ids: frozenset[int]
    """Entries for which the user plays: alone, in a team or as a substitute."""
    is_said_to_play: bool
    """True if the club has sent a tie request for a player to the user's address, even if it was refused.

    Such a user does not see sealed cards.
    """
    roles: tuple[tuple[str, int | None], ...]
    """Roles in force, each with the id of the invitation that gave it, None for a permanent role."""


def involvement_of(user: User, tournament: Tournament) -> Involvement:
    """Return the involvement of a user. One query."""
    moment = timezone.now()
    latest = latest_end(LONGEST_INVITATION, moment)
    # one union costs less than half of as many subqueries
    rows = _INVOLVEMENT.rows(user.pk, tournament.pk, tournament.club_id, moment, latest)
    kinds = {kind for kind, _role, _number in rows}
    return Involvement(
        keeps_club=_KEEPS_CLUB in kinds,
        is_named=_IS_NAMED in kinds,
        entry_ids=frozenset(number for kind, _role, number in rows if kind == _PLAYS),
        is_said_to_play=_SAID_TO_PLAY in kinds,
        roles=tuple((role, number or None) for kind, role, number in rows if kind == _HAS_ROLE),
    )


def _involvement(
    user: int, tournament: int, club: int, moment: datetime, latest: datetime
) -> QuerySet[Any, Any]:
    """Return the rows of `_rows`. A role has its invitation instead of the number, 0 for none."""
    substitutions = Substitution.objects.filter(person__user=user, session__tournament=tournament)
    roles = Role.objects.in_force(moment, latest).filter(user=user, tournament=tournament)
    first, *other_rows = (
        _rows(_KEEPS_CLUB, Membership.objects.filter(user=user, club=club)),
        _rows(_IS_NAMED, DealReader.objects.filter(user=user, tournament=tournament)),
        _rows(_PLAYS, Entry.objects.filter(person__user=user, tournament=tournament), "pk"),
        _rows(_PLAYS, EntryMember.objects.filter(person__user=user, tournament=tournament), "entry_id"),
        _rows(_PLAYS, substitutions, "entry_id"),
        _rows(_SAID_TO_PLAY, _requests_about_players(user, tournament, club)),
        roles.values_list(Value(_HAS_ROLE), "role", Coalesce(F("invitation"), Value(0))),
    )
    return first.union(*other_rows)


def _requests_about_players(user: int, tournament: int, club: int) -> QuerySet[TieRequest]:
    """Return the tie requests that the club sent to the user's address about players of the tournament."""
    address = User.objects.filter(pk=user).values_list(Lower("email"))
    same_person = {"person": OuterRef("person")}
    return TieRequest.objects.filter(
        Exists(Entry.objects.filter(**same_person, tournament=tournament))
        | Exists(EntryMember.objects.filter(**same_person, tournament=tournament))
        | Exists(Substitution.objects.filter(**same_person, session__tournament=tournament)),
        email__in=address,
        person__club=club,
    )


def _rows(kind: str, rows: QuerySet[Any], number: str = "") -> QuerySet[Any, Any]:
    """Return rows as (kind, "", number of one of their columns or 0): a part of the union."""
    number_value = F(number) if number else Value(0)
    return rows.order_by().values_list(Value(kind), Value("", output_field=CharField()), number_value)


_INVOLVEMENT = PreparedQuery(_involvement, int, int, int, datetime, datetime)
