"""Arrivals that players announce themselves, and the choice of the organiser to take them."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.base.words.dates import date_format
from tournaments.entries.queries.announcing import (
    AnnouncingPhase,
    announcing_opens_at,
    announcing_phase,
)
from tournaments.events.services.events import lock_tournament
from tournaments.models import Entry, EntryOpening, Tournament
from tournaments.trace.services.trace import record_event


@transaction.atomic
def set_announcing(*, tournament: Tournament, is_taken: bool, set_by: User | None) -> Tournament:
    """Let players announce their arrival, or not. Arrivals already announced stay."""
    locked_tournament = lock_tournament(tournament)
    EntryOpening.objects.update_or_create(tournament=locked_tournament, defaults={"takes_arrivals": is_taken})
    record_event(
        club=locked_tournament.club,
        tournament=locked_tournament,
        actor=set_by,
        action="entries.announcing",
        subject=locked_tournament.name,
        after={"taken": is_taken},
    )
    return locked_tournament


@transaction.atomic
def announce_arrival(*, entry: Entry) -> Entry:
    """Mark an arrival that the player announces. Fees do not change, and the reception may undo it.

    The caller has checked that the entry is that of the reader. Nothing is written for an arrival that is
    marked already.

    Raises:
        AppError: `arrivals_not_taken`, `arrivals_early` or `arrivals_over`; those of `lock_tournament`.
    """
    tournament = lock_tournament(entry.tournament, may_be_cancelled=True, may_be_archived=True)
    _refuse_unless_open(tournament)
    entry = tournament.entries.select_related("person").get(pk=entry.pk)
    if entry.arrived_at is not None:
        return entry
    entry.arrived_at, entry.is_announced = timezone.now(), True
    entry.save(update_fields=["arrived_at", "is_announced"])
    # without an actor: the club's trace must not name the account of a player
    record_event(
        club=tournament.club,
        tournament=tournament,
        actor=None,
        action="entry.announced",
        subject=str(entry),
    )
    return entry


def _refuse_unless_open(tournament: Tournament) -> None:
    phase = announcing_phase(tournament, timezone.now())
    if phase is AnnouncingPhase.OFF:
        raise AppError("arrivals_not_taken", _("À ce tournoi, c’est l’accueil qui note les arrivées."))
    if phase is AnnouncingPhase.EARLY:
        opens_at = timezone.localtime(announcing_opens_at(tournament))
        values = {"day": date_format(opens_at, "j F"), "time": date_format(opens_at, "H:i")}
        raise AppError(
            "arrivals_early",
            _("Vous pourrez annoncer votre arrivée le %(day)s à partir de %(time)s.") % values,
        )
    if phase is AnnouncingPhase.CLOSED:
        raise AppError("arrivals_over", _("Ce tournoi ne prend plus d’arrivées : voyez avec l’accueil."))
