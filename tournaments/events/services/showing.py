"""Store the organiser's choice of the parts of a tournament that the public sees, and when."""

from dataclasses import replace

from django.db import transaction

from accounts.models import User
from tournaments.base.services.public_pages import renew_pages
from tournaments.core.showing import Moment, Part, Showing, read_showing, showing_document
from tournaments.enums import TournamentState
from tournaments.events.services.events import lock_tournament
from tournaments.models import Tournament
from tournaments.trace.services.trace import record_event
from tournaments.work.kinds import request_records


@transaction.atomic
def set_showing(*, tournament: Tournament, showing: Showing, set_by: User | None) -> Tournament:
    """Set when each part is shown, also for an archived event. Pages follow at once.

    Seasons and ratings are computed again if the ranking of a finished event appears or disappears.
    """
    locked = lock_tournament(tournament, may_be_archived=True)
    _store(locked, showing, set_by)
    return locked


@transaction.atomic
def show_now(*, tournament: Tournament, part: Part, set_by: User | None) -> Tournament:
    """Show a part from now on. For the ranking, also stop hiding it in the last rounds."""
    locked = lock_tournament(tournament, may_be_archived=True)
    new_showing = replace(read_showing(locked.showing), **{part.value: Moment.LIVE})  # type: ignore[arg-type]
    _store(locked, replace(new_showing, held_rounds=0) if part is Part.RANKING else new_showing, set_by)
    return locked


@transaction.atomic
def hide_now(*, tournament: Tournament, part: Part, set_by: User | None) -> Tournament:
    """Hide a part until the organiser shows it."""
    locked = lock_tournament(tournament, may_be_archived=True)
    new_showing = replace(read_showing(locked.showing), **{part.value: Moment.HIDDEN})  # type: ignore[arg-type]
    _store(locked, new_showing, set_by)
    return locked


def _store(locked: Tournament, showing: Showing, set_by: User | None) -> None:
    old_showing, new_showing = showing_document(read_showing(locked.showing)), showing_document(showing)
    if old_showing == new_showing:
        return
    locked.showing = new_showing
    locked.save(update_fields=["showing"])
    renew_pages(Tournament.objects.filter(pk=locked.pk))
    changed_names = {name for name in new_showing if old_showing[name] != new_showing[name]}
    record_event(
        club=locked.club,
        tournament=locked,
        actor=set_by,
        action="tournament.showing",
        subject=locked.name,
        before={name: old_showing[name] for name in sorted(changed_names)},
        after={name: new_showing[name] for name in sorted(changed_names)},
    )
    # seasons and ratings leave out an event with a hidden ranking
    if locked.state == TournamentState.FINISHED and Part.RANKING.value in changed_names:
        request_records(tournament=locked)
