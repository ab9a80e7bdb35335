"""What of a tournament shows and when, as the organiser chooses."""

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
    """Choose what shows and when, in archives too; pages follow at once.

    Seasons and ratings are made again when a finished event's ranking appears or disappears.
    """
    locked = lock_tournament(tournament, may_be_archived=True)
    before, after = showing_document(read_showing(locked.showing)), showing_document(showing)
    if before == after:
        return locked
    locked.showing = after
    locked.save(update_fields=["showing"])
    renew_pages(Tournament.objects.filter(pk=locked.pk))
    changed = {name for name in after if before[name] != after[name]}
    record_event(
        club=locked.club,
        tournament=locked,
        actor=set_by,
        action="tournament.showing",
        subject=locked.name,
        before={name: before[name] for name in sorted(changed)},
        after={name: after[name] for name in sorted(changed)},
    )
    if locked.state == TournamentState.FINISHED and Part.RANKING.value in changed:
        request_records(tournament=locked)
    return locked


def show_now(*, tournament: Tournament, part: Part, set_by: User | None) -> Tournament:
    """Show a part from now on; a ranking is not held back in the last rounds any more."""
    chosen = replace(read_showing(tournament.showing), **{part.value: Moment.LIVE})  # type: ignore[arg-type]
    chosen = replace(chosen, held_rounds=0) if part is Part.RANKING else chosen
    return set_showing(tournament=tournament, showing=chosen, set_by=set_by)


def hide_now(*, tournament: Tournament, part: Part, set_by: User | None) -> Tournament:
    """Hide a part until the organiser shows it."""
    chosen = replace(read_showing(tournament.showing), **{part.value: Moment.HIDDEN})  # type: ignore[arg-type]
    return set_showing(tournament=tournament, showing=chosen, set_by=set_by)
