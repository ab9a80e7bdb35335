"""Rounds that an action may touch, and how many deals each plays."""

from collections import Counter
from collections.abc import Collection, Sequence

from django.db.models import Max
from django.utils.translation import gettext as _

from common.errors import AppError
from tournaments.enums import SlipKind
from tournaments.models import Play, ResultSlip, Seating, Session
from tournaments.results.services.checking import require_unlocked


def round_count(session: Session) -> int:
    """Rounds of the section that plays most. One query."""
    return session.sections.aggregate(most=Max("round_count"))["most"] or 0


def check_rounds(session: Session, first: int, last: int) -> None:
    """Refuse rounds that the session does not have, or in the wrong order (`no_such_round`). One query."""
    most = round_count(session)
    if not 1 <= first <= most:
        raise _no_such_round("first_round", 1, most)
    if not first <= last <= most:
        raise _no_such_round("last_round", first, most)


def check_end(session: Session, last: int, field: str) -> None:
    """Refuse a round to end with, 0 for none, after which there is no other (`no_such_round`). One query."""
    most = round_count(session)
    if not 0 <= last < most:
        raise _no_such_round(field, 0, most - 1)


def refuse_locked(plays: Sequence[Play]) -> None:
    """Keep rounds that were checked and locked (`round_locked`)."""
    for play in {play.round_id: play for play in plays}.values():
        require_unlocked(play)


def deal_counts(
    session: Session,
    dropped: Collection[Play],
    *,
    removed: Collection[Seating] = (),
    added: Collection[Seating] = (),
    due: Collection[Play] = (),
) -> Counter[int]:
    """Deals of everybody who sits somewhere, by id of the entry, those without a result counted as to come.

    Args:
        dropped: plays that will not be played. Those said not to be played so far do not count either.
        removed, added: seats that will be given up, and taken.
        due: plays that will be played and are not stored yet. Three queries.
    """
    void = ResultSlip.objects.current().of_session(session).exclude(kind=SlipKind.PLAYED)
    left_out = {play.pk for play in dropped} | set(void.values_list("play_id", flat=True))
    stored = Play.objects.filter(round__section__session=session).values_list("pk", "round_id", "table_id")
    at_place = Counter((row[1], row[2]) for row in stored if row[0] not in left_out)
    at_place.update((row.round_id, row.table_id) for row in due)
    seats = Seating.objects.filter(round__section__session=session).exclude(
        pk__in=[row.pk for row in removed]
    )
    held = set(seats.values_list("round_id", "table_id", "entry_id"))
    held |= {(row.round_id, row.table_id, row.entry_id) for row in added}
    counts: Counter[int] = Counter()
    for this_round, table, entry in held:
        counts[entry] += at_place[this_round, table]
    return counts


def _no_such_round(field: str, first: int, last: int) -> AppError:
    told = _("Choisissez une position de %(first)d à %(last)d.") % {"first": first, "last": last}
    return AppError("no_such_round", told, fields={field: told})
