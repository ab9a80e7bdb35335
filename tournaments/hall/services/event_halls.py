"""Halls of an event and the tables of its referees."""

from collections.abc import Iterable, Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.core.hall.halls import EventHall, find_conflict, write_halls
from tournaments.models import RefereeTables, Tournament
from tournaments.trace.services.trace import record_event


@transaction.atomic
def set_halls(*, tournament: Tournament, halls: Mapping[int, EventHall], set_by: User) -> None:
    """Replace the halls of an event.

    Args:
        halls: by number of their row in the form, from 1.

    Raises:
        AppError: two halls have one name (`hall_named_twice`) or one table (`halls_overlap`). `fields` has
            the message at the field of the second one, `name_2` or `first_2` for the second row.
    """
    rows = list(halls)
    conflict = find_conflict([halls[row] for row in rows])
    if conflict is not None and conflict.table is None:
        message = _("Une autre salle s’appelle « %(name)s ».") % {"name": conflict.other.name}
        raise AppError("hall_named_twice", message, fields={f"name_{rows[conflict.row]}": message})
    if conflict is not None:
        message = _("La table %(table)d est déjà dans « %(name)s » : tables %(first)d à %(last)d.") % {
            "table": conflict.table,
            "name": conflict.other.name,
            "first": conflict.other.first_table,
            "last": conflict.other.last_table,
        }
        raise AppError("halls_overlap", message, fields={f"first_{rows[conflict.row]}": message})
    locked = Tournament.objects.select_for_update(of=("self",)).get(pk=tournament.pk)
    former_halls = locked.halls
    locked.halls = write_halls(sorted(halls.values(), key=lambda hall: hall.first_table))
    locked.save(update_fields=["halls"])
    _record(tournament, set_by, "hall.halls_set", {"halls": former_halls}, {"halls": locked.halls})


@transaction.atomic
def set_referee_tables(
    *, tournament: Tournament, tables: Mapping[User, Iterable[tuple[int, int]]], set_by: User
) -> None:
    """Replace the tables of the given referees.

    Args:
        tables: first and last number of each range, by referee.
    """
    # the lock of the tournament: two organisers who save at once leave the ranges of one of them
    Tournament.objects.select_for_update(of=("self",)).get(pk=tournament.pk)
    RefereeTables.objects.filter(tournament=tournament, referee__in=list(tables)).delete()
    rows = [
        RefereeTables(tournament=tournament, referee=referee, first_table=first, last_table=last)
        for referee, ranges in tables.items()
        for first, last in ranges
    ]
    RefereeTables.objects.bulk_create(rows)
    after = [[row.referee_id, row.first_table, row.last_table] for row in rows]
    _record(tournament, set_by, "hall.referees_set", {}, {"tables": after})


def _record(
    tournament: Tournament, actor: User, action: str, before: dict[str, object], after: dict[str, object]
) -> None:
    record_event(
        club=tournament.club,
        tournament=tournament,
        actor=actor,
        action=action,
        subject=str(tournament.pk),
        before=before,
        after=after,
    )
