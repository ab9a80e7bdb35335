"""Taking back results: withdrawal, return to an earlier version, undo of the last entry."""

import uuid

from django.db import transaction
from django.utils.translation import gettext as _

from common.errors import AppError
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import SheetKind
from tournaments.core.slips.score_sheet import SheetLine
from tournaments.core.slips.traveller import LineInput
from tournaments.enums import SlipKind
from tournaments.models import Play, ResultSlip, Tournament
from tournaments.results.services.checking import require_unlocked
from tournaments.results.services.results import Author, record_result
from tournaments.results.services.slip_versions import (
    latest_slip,
    line_of,
    lock_play,
    require_playing,
    require_reason,
    require_seen,
    sheet_line_of,
    store_version,
    token_reused,
)


@transaction.atomic
def withdraw_result(
    *, play: Play, seen_version: int, author: Author, reason: str, token: uuid.UUID | None = None
) -> ResultSlip:
    """Withdraw a result that was typed on the wrong line. Its line is missing again everywhere.

    The withdrawal is a new version that never counts. Sent twice with the same `token`, it is stored once.

    Returns:
        The version of kind `WITHDRAWN`.

    Raises:
        Conflict: the latest version is not the one that the author has seen (`slip_changed`).
        AppError: with one of these codes:

        - `nothing_to_withdraw`: the line has no result;
        - `reason_missing`: no reason is given;
        - `not_playing`: the tournament takes no results;
        - `round_locked`: the round is locked;
        - `token_reused`: the token was used for another action.
    """
    play = lock_play(play)
    last = latest_slip(play)
    # the request was sent before: return its result, without the checks below
    if token is not None and (previous_slip := ResultSlip.objects.filter(token=token).first()):
        if previous_slip.play_id != play.pk or previous_slip.kind != SlipKind.WITHDRAWN:
            raise token_reused()
        return previous_slip
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
    """Restore an earlier version as a new version. Its line is read again.

    Disputes stay open until they are answered. A confirmation by the other side applied to the earlier
    version only: the organiser answers for the new one.

    Args:
        version: the number of the version to restore.

    Raises:
        Conflict: the latest version is not the one that the author has seen (`slip_changed`).
        AppError: as `written_of` and `record_result`.
    """
    return record_result(
        play=play,
        line=written_of(play, version),
        seen_version=seen_version,
        author=author,
        token=token,
        reason=reason,
        # the organiser chose this version, so an unlikely result is not asked about again
        confirmed=True,
    )


def written_of(play: Play, version: int) -> LineInput | SheetLine:
    """Return the line that was written on paper in a version of a play's result.

    Raises:
        AppError: there is no such version (`version_unknown`), or it is a withdrawal, without a line
            (`version_withdrawn`).
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
    """Return the line of a slip, in the form of the tournament's paper."""
    is_sheet = find_format(tournament.format).sheet is SheetKind.SCORES
    return sheet_line_of(slip) if is_sheet else line_of(slip)


@transaction.atomic
def undo_last(*, play: Play, seen_version: int, author: Author) -> ResultSlip:
    """Undo the author's own latest version of a line.

    The previous version counts again; without one the line is missing. Undoing a corrected line twice
    restores the correction.

    Returns:
        The version that records the undo.

    Raises:
        Conflict: the latest version is not the one that the author has seen (`slip_changed`).
        AppError: another person wrote the latest version (`not_own_entry`); as `withdraw_result`.
    """
    play = lock_play(play)
    last = latest_slip(play)
    if last is not None and last.version == seen_version and last.entered_by != author.user:
        message = _("Cette ligne a été saisie par quelqu’un d’autre : corrigez-la depuis son historique.")
        raise AppError("not_own_entry", message)
    reason = _("saisie annulée")
    # after a withdrawal the line was missing, so undo makes it missing again
    previous_version = None if last is None or last.after_withdrawal else _version_before(last)
    if previous_version is None:
        return withdraw_result(play=play, seen_version=seen_version, author=author, reason=reason)
    return revert_result(
        play=play, version=previous_version.version, seen_version=seen_version, author=author, reason=reason
    )


def _version_before(last: ResultSlip) -> ResultSlip | None:
    earlier = ResultSlip.objects.filter(play=last.play_id, version__lt=last.version)
    return earlier.exclude(kind=SlipKind.WITHDRAWN).order_by("-version").first()
