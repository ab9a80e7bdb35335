"""Second entry of sheets by a person who does not see the first, and the decision where the two differ."""

from enum import StrEnum

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.core.slips.score_sheet import SheetLine
from tournaments.core.slips.traveller import LineInput
from tournaments.models import EntryRules, Play, ResultSlip, SecondEntry, Tournament
from tournaments.results.queries.second_entries import needs_second_entry
from tournaments.results.services.checking import require_unlocked
from tournaments.results.services.corrections import line_written
from tournaments.results.services.results import Author, read_slip_line, record_result
from tournaments.results.services.slip_versions import (
    conflict_with,
    facts_of,
    lock_play,
    require_playing,
    seat_scores_of,
)
from tournaments.trace.services.trace import record_event


class Choice(StrEnum):
    """The correct one of two entries that differ."""

    FIRST = "first"
    SECOND = "second"
    OTHER = "other"
    """Neither: the line is typed a third time."""


@transaction.atomic
def set_entry_rules(*, tournament: Tournament, needs_second_entry: bool, set_by: User) -> EntryRules:
    """Choose whether every sheet is typed twice."""
    rules, _is_new = EntryRules.objects.update_or_create(
        tournament=tournament, defaults={"needs_second_entry": needs_second_entry}
    )
    record_event(
        club=tournament.club,
        tournament=tournament,
        actor=set_by,
        action="entry.rules_set",
        subject=tournament.name,
        after={"needs_second_entry": needs_second_entry},
    )
    return rules


@transaction.atomic
def enter_second(*, play: Play, line: LineInput | SheetLine, entered_by: User) -> SecondEntry:
    """Store the second entry of a line, without a change of the result.

    A new entry by the same person replaces it. No refusal reveals the first entry.

    Raises:
        AppError: with one of these codes:

        - `second_entry_off`: the tournament has no second entries;
        - `same_operator`: the first entry is by the same person;
        - `second_taken`: another person has typed the line a second time;
        - `second_settled`: the difference is settled already;
        - `round_locked`: the round is locked;
        - `not_playing`: the tournament takes no results;
        - `slip_impossible`: the line is impossible.
    """
    play = lock_play(play)
    tournament = play.round.section.session.tournament
    require_playing(tournament)
    require_unlocked(play)
    if not needs_second_entry(tournament):
        raise AppError("second_entry_off", _("Ce tournoi ne demande pas de double saisie."))
    # no check for unlikely results: its questions would reveal the entries of others
    reading = read_slip_line(tournament=tournament, play=play, line=line)
    if play.slips.current().filter(entered_by=entered_by).exists():
        raise AppError(
            "same_operator",
            _("Vous avez déjà saisi cette ligne : une autre personne doit la saisir de nouveau."),
        )
    previous_entry = SecondEntry.objects.select_for_update().filter(play=play).first()
    _require_open(previous_entry, entered_by)
    values = {
        "kind": reading.kind.value,
        "score": reading.score,
        "seat_scores": seat_scores_of(reading),
        "facts": facts_of(reading),
        "entered_by": entered_by,
        "entered_at": timezone.now(),
    }
    entry, _is_new = SecondEntry.objects.update_or_create(play=play, defaults=values)
    _record(play, entered_by, "second.entered", {})
    return entry


@transaction.atomic
def settle_second(
    *,
    play: Play,
    choice: Choice,
    seen_version: int,
    author: Author,
    line: LineInput | SheetLine | None = None,
    reason: str = "",
) -> ResultSlip:
    """Settle two entries that differ. A result other than the first is a correction and needs a reason.

    Args:
        seen_version: the version of the first entry that the person compared.
        line: the line typed the third time, for `Choice.OTHER`.

    Returns:
        The version in force.

    Raises:
        Conflict: the first entry was changed in the meantime (`slip_changed`).
        AppError: there are not two entries (`nothing_to_settle`), the difference is settled already
            (`second_settled`); as `record_result`.
    """
    play = lock_play(play)
    require_unlocked(play)
    tournament = play.round.section.session.tournament
    entry = SecondEntry.objects.select_for_update().filter(play=play).first()
    current = play.slips.current().select_related("entered_by").first()
    if entry is None or current is None or (choice is Choice.OTHER and line is None):
        raise AppError("nothing_to_settle", _("Cette ligne n’a pas deux saisies à départager."))
    if entry.settled_slip_id is not None:
        raise _settled_error()
    if current.version != seen_version:
        raise conflict_with(current)
    if choice is not Choice.FIRST:
        # `confirmed`: both entries have been compared, so nothing unlikely is asked again
        current = record_result(
            play=play,
            line=second_line(tournament, entry) if line is None or choice is Choice.SECOND else line,
            seen_version=seen_version,
            author=author,
            reason=reason,
            confirmed=True,
        )
    entry.settled_slip, entry.settled_by = current, author.user
    entry.save(update_fields=["settled_slip", "settled_by"])
    _record(play, author.user, "second.settled", {"choice": choice.value, "version": current.version})
    return current


def second_line(tournament: Tournament, entry: SecondEntry) -> LineInput | SheetLine:
    """Return the line of a second entry, in the form of the tournament's paper."""
    return line_written(tournament, as_slip(entry))


def as_slip(entry: SecondEntry) -> ResultSlip:
    """Return a second entry as an unsaved result, for its description or its line."""
    return ResultSlip(kind=entry.kind, score=entry.score, seat_scores=entry.seat_scores, facts=entry.facts)


def _require_open(entry: SecondEntry | None, entered_by: User) -> None:
    if entry is None:
        return
    if entry.settled_slip_id is not None:
        raise _settled_error()
    if entry.entered_by_id != entered_by.pk:
        message = _("%(who)s a déjà saisi cette ligne une seconde fois.") % {"who": entry.entered_by}
        raise AppError("second_taken", message)


def _settled_error() -> AppError:
    return AppError("second_settled", _("Les deux saisies de cette ligne sont déjà départagées."))


def _record(play: Play, actor: User | None, action: str, values: dict[str, object]) -> None:
    tournament = play.round.section.session.tournament
    # without the result: the second person may read the trace before typing
    record_event(
        club=tournament.club,
        tournament=tournament,
        actor=actor,
        action=action,
        subject=f"{play.board}/{play.round.number}/{play.table.number}",
        after=values,
    )
