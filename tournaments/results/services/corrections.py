"""Taking a result back: withdrawn, an earlier version in force again, the line that one has just typed."""

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
    is_sheet = find_format(tournament.format).sheet is SheetKind.SCORES
    return sheet_line_of(slip) if is_sheet else line_of(slip)


@transaction.atomic
def undo_last(*, play: Play, seen_version: int, author: Author) -> ResultSlip:
    """Take back one's own latest version of a line: the one before counts again, or the line is missing.

    Done twice on a corrected line it brings the correction back.

    Returns:
        The version that says so.

    Raises:
        Conflict: somebody stored a version that the person has not seen (`slip_changed`).
        AppError: somebody else wrote the latest version (`not_own_entry`); as `withdraw_result`.
    """
    play = lock_play(play)
    last = latest_slip(play)
    if last is not None and last.version == seen_version and last.entered_by != author.user:
        told = _("Cette ligne a été saisie par quelqu’un d’autre : corrigez-la depuis son historique.")
        raise AppError("not_own_entry", told)
    reason = _("saisie annulée")
    before = None if last is None or last.after_withdrawal else _version_before(last)
    if before is None:
        return withdraw_result(play=play, seen_version=seen_version, author=author, reason=reason)
    return revert_result(
        play=play, version=before.version, seen_version=seen_version, author=author, reason=reason
    )


def _version_before(last: ResultSlip) -> ResultSlip | None:
    earlier = ResultSlip.objects.filter(play=last.play_id, version__lt=last.version)
    return earlier.exclude(kind=SlipKind.WITHDRAWN).order_by("-version").first()
