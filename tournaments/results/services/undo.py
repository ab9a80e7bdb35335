"""Taking back the line that one has just typed."""

from django.db import transaction
from django.utils.translation import gettext as _

from common.errors import AppError
from tournaments.enums import SlipKind
from tournaments.models import Play, ResultSlip
from tournaments.results.services.corrections import revert_result, withdraw_result
from tournaments.results.services.results import Author
from tournaments.results.services.slip_versions import latest_slip, lock_play


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
