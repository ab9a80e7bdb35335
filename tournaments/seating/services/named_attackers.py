"""Store the attackers that the captains of quartets and matches name."""

from collections.abc import Mapping

from django.db import transaction

from accounts.models import User
from tournaments.base.queries.sessions import current_session
from tournaments.events.services.events import lock_tournament
from tournaments.models import Attacker, EntryMember, Round, Tournament
from tournaments.trace.services.trace import record_event

Periods = Mapping[tuple[int, tuple[int, ...]], EntryMember | None]
"""Attackers by entry id and round numbers; None for a period without an attacker."""


@transaction.atomic
def name_attackers(*, tournament: Tournament, wanted: Periods, named_by: User | None) -> None:
    """Store the attackers of some periods of the current session. Other periods stay as they are.

    Args:
        wanted: the new attacker of each period; None removes the attacker.
    """
    locked = lock_tournament(tournament)
    rounds: dict[int, list[Round]] = {}
    for row in Round.objects.filter(section__session=current_session(locked)):
        rounds.setdefault(row.number, []).append(row)
    for (entry_id, numbers), member in wanted.items():
        period_rounds = [row for number in numbers for row in rounds.get(number, ())]
        Attacker.objects.filter(entry=entry_id, round__in=period_rounds).delete()
        if member is not None:
            Attacker.objects.bulk_create(
                Attacker(round=row, entry_id=member.entry_id, member=member) for row in period_rounds
            )
    record_event(
        club=locked.club,
        tournament=locked,
        actor=named_by,
        action="attackers.named",
        subject=locked.name,
        after={
            f"{entry_id}:{numbers[0]}": str(member or "") for (entry_id, numbers), member in wanted.items()
        },
    )
