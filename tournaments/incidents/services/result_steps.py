"""The step that sets results aside, and its undoing."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import SheetKind
from tournaments.core.slips.score_sheet import SheetLine
from tournaments.core.slips.traveller import LineInput, LineKind
from tournaments.enums import SlipKind
from tournaments.events.services.states import begin_playing
from tournaments.incidents.services.plans import Step
from tournaments.incidents.services.session_rounds import refuse_locked
from tournaments.models import Play, ResultSlip, Session
from tournaments.results.services.corrections import revert_result, withdraw_result
from tournaments.results.services.results import Author, record_result
from tournaments.results.services.slip_versions import lock_plays, store_first_versions


def set_aside(plays: Iterable[Play], kind: LineKind, reason: str, author: User) -> Step:
    """Give each play the result "not played" or "neutralised". Plays that already have it keep it.

    Args:
        reason: why an earlier result is replaced.

    Raises:
        AppError: as `record_result`.
    """
    new_plays, other_plays = lock_plays(plays)
    refuse_locked(new_plays)
    slips = store_first_versions(
        [ResultSlip(play=play, kind=SlipKind(kind), entered_by=author) for play in new_plays]
    )
    if slips:
        begin_playing(new_plays[0].round.section.session.tournament)
    rows = [[slip.play_id, 0, slip.version] for slip in slips]
    for play in other_plays:
        previous_slip = play.slips.current().first()
        slip = record_result(
            play=play,
            line=_void_line(play, kind),
            seen_version=previous_slip.version if previous_slip else 0,
            author=Author(user=author),
            reason=reason,
            confirmed=True,
        )
        # a line that has this result already gets no new version, and so nothing to undo
        if previous_slip is None or slip.pk != previous_slip.pk:
            rows.append([play.pk, previous_slip.version if previous_slip else 0, slip.version])
    return {"step": "results", "plays": rows}


def take_results_up(session: Session, step: Step, user: User) -> None:
    """Undo `set_aside`: the earlier result counts again, or the line is open again. Later entries stay.

    Raises:
        AppError: as `withdraw_result` and `revert_result`.
    """
    plays = Play.objects.filter(round__section__session=session).in_bulk([row[0] for row in step["plays"]])
    reason, author = _("Action annulée"), Author(user=user)
    for pk, old_version, new_version in step["plays"]:
        play = plays[pk]
        current = play.slips.current().first()
        # the result was changed or withdrawn since: that stays
        if current is None or current.version != new_version:
            continue
        if old_version:
            revert_result(
                play=play, version=old_version, seen_version=new_version, author=author, reason=reason
            )
        else:
            withdraw_result(play=play, seen_version=new_version, author=author, reason=reason)


def _void_line(play: Play, kind: LineKind) -> LineInput | SheetLine:
    """Return a line of the kind alone, for a traveller or a score sheet."""
    line = LineInput(kind=kind)
    is_sheet = find_format(play.round.section.session.tournament.format).sheet is SheetKind.SCORES
    return SheetLine(written=line) if is_sheet else line
