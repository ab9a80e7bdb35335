"""Results set aside in one action, and taken up again."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import SheetKind
from tournaments.core.slips.score_sheet import SheetLine
from tournaments.core.slips.traveller import LineInput, LineKind
from tournaments.enums import SlipKind, TournamentState
from tournaments.incidents.services.plans import Step
from tournaments.incidents.services.session_rounds import refuse_locked
from tournaments.models import Play, ResultSlip, Session, Tournament
from tournaments.results.services.corrections import revert_result, withdraw_result
from tournaments.results.services.results import Author, record_result
from tournaments.results.services.slip_versions import store_void_lines


def set_aside(plays: Iterable[Play], kind: LineKind, reason: str, author: User) -> Step:
    """Give every play a result that says it is not played, or neutralised; those that say so already keep it.

    Args:
        reason: why an earlier result is replaced.

    Raises:
        AppError: as `record_result`.
    """
    fresh, known = _lock_apart(plays)
    refuse_locked(fresh)
    made = store_void_lines(fresh, SlipKind(kind), author)
    if made:
        begun = Tournament.objects.filter(pk=fresh[0].round.section.session.tournament_id)
        begun.filter(state=TournamentState.SEATED).update(state=TournamentState.PLAYING)
    rows = [[slip.play_id, 0, slip.version] for slip in made]
    for play in known:
        before = play.slips.current().first()
        slip = record_result(
            play=play,
            line=_void_line(play, kind),
            seen_version=before.version if before else 0,
            author=Author(user=author),
            reason=reason,
            confirmed=True,
        )
        if before is None or slip.pk != before.pk:
            rows.append([play.pk, before.version if before else 0, slip.version])
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


def _lock_apart(plays: Iterable[Play]) -> tuple[list[Play], list[Play]]:
    """The plays that never had a result, which may be many, and the others; all locked. Two queries."""
    rows = Play.objects.select_for_update(of=("self",)).filter(pk__in=[play.pk for play in plays])
    rows = rows.select_related("table", "round__section__session__tournament__club")
    locked = list(rows.order_by("round__number", "table__number", "board"))
    known = set(ResultSlip.objects.filter(play__in=locked).values_list("play_id", flat=True))
    fresh = [play for play in locked if play.pk not in known]
    return fresh, [play for play in locked if play.pk in known]


def _void_line(play: Play, kind: LineKind) -> LineInput | SheetLine:
    line = LineInput(kind=kind)
    is_sheet = find_format(play.round.section.session.tournament.format).sheet is SheetKind.SCORES
    return SheetLine(written=line) if is_sheet else line
