"""Results set aside in one action, and taken up again."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import Sheet
from tournaments.core.slips.score_sheet import SheetLine
from tournaments.core.slips.traveller import LineInput, LineKind
from tournaments.models import Play, Session
from tournaments.services.corrections import revert_result, withdraw_result
from tournaments.services.last_minute.plans import Step
from tournaments.services.results import Author, record_result


def set_aside(plays: Iterable[Play], kind: LineKind, reason: str, author: User) -> Step:
    """Give every play a result that says it is not played, or neutralised; those that say so already keep it.

    Args:
        plays: with their tournament.
        reason: why an earlier result is replaced.

    Raises:
        AppError: as `record_result`.
    """
    rows = []
    for play in plays:
        before = play.slips.current().first()
        made = record_result(
            play=play,
            line=_void_line(play, kind),
            seen_version=before.version if before else 0,
            author=Author(user=author),
            reason=reason,
            confirmed=True,
        )
        if before is None or made.pk != before.pk:
            rows.append([play.pk, before.version if before else 0, made.version])
    return {"step": "results", "plays": rows}


def take_results_up(session: Session, step: Step, user: User) -> None:
    """Undo `set_aside`: the earlier result counts again, or the line waits for one; later entries stay.

    Raises:
        AppError: as `withdraw_result` and `revert_result`.
    """
    plays = Play.objects.filter(round__section__session=session).in_bulk([row[0] for row in step["plays"]])
    reason, author = _("Action annulée"), Author(user=user)
    for pk, before, made in step["plays"]:
        play = plays[pk]
        current = play.slips.current().first()
        if current is None or current.version != made:
            continue
        if before:
            revert_result(play=play, version=before, seen_version=made, author=author, reason=reason)
        else:
            withdraw_result(play=play, seen_version=made, author=author, reason=reason)


def _void_line(play: Play, kind: LineKind) -> LineInput | SheetLine:
    line = LineInput(kind=kind)
    is_sheet = find_format(play.round.section.session.tournament.format).sheet is Sheet.SCORES
    return SheetLine(written=line) if is_sheet else line
