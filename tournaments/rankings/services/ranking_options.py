"""Options of a ranking that an organiser chooses, beside those of its format."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.core.errors import TournamentError
from tournaments.core.formats.event_options import read_event_options
from tournaments.core.formats.registry import find_format
from tournaments.events.services.events import lock_tournament
from tournaments.models import Tournament
from tournaments.rankings.services.rulings import refuse_other_measure
from tournaments.trace.services.trace import record_event
from tournaments.work.kinds import request_standings


@transaction.atomic
def set_ranking_options(
    *, tournament: Tournament, changes: Mapping[str, Any], set_by: User | None
) -> Tournament:
    """Change options of a tournament and request new rankings of all its sessions.

    Args:
        changes: option → plain JSON value; None restores the value of the format.

    Raises:
        AppError: `option_invalid`, at the option concerned.
    """
    locked = lock_tournament(tournament)
    old_values = {name: locked.options.get(name) for name in changes}
    options = {name: value for name, value in {**locked.options, **changes}.items() if value is not None}
    if options == locked.options:
        return locked
    try:
        read_event_options(options, find_format(locked.format).plan)
    except TournamentError as error:
        message = _("Cette option n’existe pas, ou n’a pas cette valeur.")
        raise AppError("option_invalid", message, fields={error.field: message}) from None
    refuse_other_measure(locked, options)
    locked.options = options
    locked.save(update_fields=["options"])
    record_event(
        club=locked.club,
        tournament=locked,
        actor=set_by,
        action="tournament.ranking_options",
        subject=locked.name,
        before=old_values,
        after=dict(changes),
    )
    # rounds exist once the seats are fixed: a session in preparation has no ranking
    for session in locked.sessions.filter(sections__rounds__isnull=False).distinct():
        request_standings(session=session)
    return locked
