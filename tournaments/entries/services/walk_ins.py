"""Entry, arrival and payment in one step, for people who come to the door without an entry."""

from collections.abc import Mapping

from django.db import transaction

from accounts.models import User
from tournaments.entries.services.entries import enter_visitor, mark_arrival
from tournaments.entries.services.fees import settle_fee
from tournaments.events.services.events import enter_people
from tournaments.models import Entry, Person, Tournament


@transaction.atomic
def enter_walk_in(
    *,
    tournament: Tournament,
    who: Person | Mapping[str, object],
    has_paid: bool,
    entered_by: User | None,
    means: str | None = None,
) -> Entry:
    """Enter a person at the door and mark their arrival.

    Args:
        who: a person of the register, or the fields of a new one by name.
        has_paid: True if they pay the full amount.
        means: means of this payment, as `settle_fee`.

    Raises:
        AppError: as `enter_people`, `enter_visitor` and `settle_fee`.
    """
    if isinstance(who, Person):
        enter_people(tournament=tournament, people=[who], entered_by=entered_by)
        # `enter_people` returns new entries only, and the person may be entered already
        entry = tournament.entries.get(person=who)
    else:
        entry = enter_visitor(tournament=tournament, values=who, entered_by=entered_by)
    if has_paid:
        settle_fee(entry=entry, is_paid=True, means=means, recorded_by=entered_by)
    return mark_arrival(entry=entry, is_here=True, marked_by=entered_by)
