"""Taking a result back: withdrawn from the wrong line, or an earlier version in force again."""

import uuid

from django.db import transaction
from django.utils.translation import gettext as _

from common.errors import AppError
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import Sheet
from tournaments.core.slips.score_sheet import SheetLine
from tournaments.core.slips.traveller import LineInput
from tournaments.enums import SlipKind
from tournaments.models import Play, ResultSlip, Tournament
from tournaments.results.services.checking import require_unlocked
from tournaments.results.services.results import Author, record_result
from tournaments.results.services.slip_versions import (
    latest_slip,
    lock_play,
    require_playing,
    require_reason,
    require_seen,
    store_version,
    token_reused,
)
from tournaments.results.services.slips import line_of, sheet_line_of


@transaction.atomic
def withdraw_result(
    *, play: Play, seen_version: int, author: Author, reason: str, token: uuid.UUID | None = None
) -> ResultSlip:
    """Take a result back that was typed on the wrong line: its line is missing again everywhere.

    A new version says so and never counts. Sent twice with the same `token`, it is stored once.

    Returns:
        The version of kind `WITHDRAWN`.

    Raises:
        Conflict: somebody stored a version that the person has not seen (`slip_changed`).
        AppError: the line has no result (`nothing_to_withdraw`), no reason is given (`reason_missing`), the
            tournament takes no results (`not_playing`), the round is locked (`round_locked`), or the token
            was used otherwise (`token_reused`).
    """
    play = lock_play(play)
    last = latest_slip(play)
    if token is not None and (stored := ResultSlip.objects.filter(token=token).first()):
        if stored.play_id != play.pk or stored.kind != SlipKind.WITHDRAWN:
            raise token_reused()
        return stored
    require_playing(play.round.section.session.tournament)
    require_unlocked(play)
    require_seen(last, seen_version)
    if last is None or not last.is_current:
        raise AppError("nothing_to_withdraw", _("Cette ligne n’a pas de résultat à retirer."))
    require_reason(reason)
    withdrawal = ResultSlip(
        play=play,
        kind=SlipKind.WITHDRAWN,
        entered_by=author.user,
        device=author.device,
        token=token or uuid.uuid4(),
        reason=reason.strip(),
    )
    return store_version(withdrawal, last)


def revert_result(
    *,
    play: Play,
    version: int,
    seen_version: int,
    author: Author,
    reason: str,
    token: uuid.UUID | None = None,
) -> ResultSlip:
    """Bring an earlier version into force again, as a new version: what was written then is read anew.

    Disputes stay open until somebody answers them. What the other side confirmed was the version of then:
    the new one is the organiser's.

    Args:
        version: the number of the version to go back to.

    Raises:
        Conflict: somebody stored a version that the person has not seen (`slip_changed`).
        AppError: as `written_of` and `record_result`.
    """
    return record_result(
        play=play,
        line=written_of(play, version),
        seen_version=seen_version,
        author=author,
        token=token,
        reason=reason,
        confirmed=True,
    )


def written_of(play: Play, version: int) -> LineInput | SheetLine:
    """What was written on the paper in a version of a play's result.

    Raises:
        AppError: there is no such version (`version_unknown`), or it withdrew the result
            (`version_withdrawn`): nothing was written.
    """
    slip = play.slips.filter(version=version).first()
    if slip is None:
        raise AppError(
            "version_unknown", _("Ce résultat n’a pas de version %(number)d.") % {"number": version}
        )
    if slip.kind == SlipKind.WITHDRAWN:
        raise AppError(
            "version_withdrawn",
            _("Cette version est un retrait : retirez le résultat au lieu d’y revenir."),
        )
    return line_written(play.round.section.session.tournament, slip)


def line_written(tournament: Tournament, slip: ResultSlip) -> LineInput | SheetLine:
    """What was written of a slip, in the form of the tournament's paper."""
    is_sheet = find_format(tournament.format).sheet is Sheet.SCORES
    return sheet_line_of(slip) if is_sheet else line_of(slip)
