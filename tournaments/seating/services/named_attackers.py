"""Who attacks for each team of quartets and matches, as the captains say."""

from collections.abc import Mapping

from django.db import transaction

from accounts.models import User
from tournaments.base.queries.sessions import current_session
from tournaments.events.services.events import lock_tournament
from tournaments.models import Attacker, EntryMember, Round, Tournament
from tournaments.trace.services.trace import record_event

Periods = Mapping[tuple[int, tuple[int, ...]], EntryMember | None]
"""By entry id and the numbers of the rounds: the member who attacks in them, None for nobody named."""


@transaction.atomic
def name_attackers(*, tournament: Tournament, wanted: Periods, named_by: User | None) -> None:
    """Keep who attacks in the rounds of the current session; those not wanted stay as they are."""
    locked = lock_tournament(tournament)
    rounds: dict[int, list[Round]] = {}
    for row in Round.objects.filter(section__session=current_session(locked)):
        rounds.setdefault(row.number, []).append(row)
    for (entry_id, numbers), member in wanted.items():
        touched = [row for number in numbers for row in rounds.get(number, ())]
        Attacker.objects.filter(entry=entry_id, round__in=touched).delete()
        if member is not None:
            Attacker.objects.bulk_create(
                Attacker(round=row, entry_id=member.entry_id, member=member) for row in touched
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
