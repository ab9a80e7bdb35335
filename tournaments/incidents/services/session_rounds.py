"""Checks of the rounds that an action changes."""

from collections.abc import Sequence

from django.db.models import Max
from django.utils.translation import gettext as _

from common.errors import AppError
from tournaments.models import Play, Round, Session
from tournaments.results.services.checking import require_unlocked


def round_count(session: Session) -> int:
    """Return the number of rounds of the section that plays most. One query."""
    return session.sections.aggregate(most=Max("round_count"))["most"] or 0


def has_undrawn_round(session: Session, after_round: int = 0) -> bool:
    """Return whether a later round has no seats yet, because it is still to be drawn. One query."""
    rounds = Round.objects.filter(section__session=session, number__gt=after_round)
    return rounds.filter(seatings=None).exists()


def check_rounds(session: Session, first: int, last: int) -> None:
    """Refuse rounds that do not exist or are in the wrong order (`no_such_round`). One query."""
    most = round_count(session)
    if not 1 <= first <= most:
        raise _no_such_round("first_round", 1, most)
    if not first <= last <= most:
        raise _no_such_round("last_round", first, most)


def check_end(session: Session, last: int, field: str) -> None:
    """Refuse a last round, 0 for none, that no other round follows (`no_such_round`). One query."""
    most = round_count(session)
    if not 0 <= last < most:
        raise _no_such_round(field, 0, most - 1)


def refuse_locked(plays: Sequence[Play]) -> None:
    """Refuse to change rounds that were checked and locked (`round_locked`)."""
    for play in {play.round_id: play for play in plays}.values():
        require_unlocked(play)


def _no_such_round(field: str, first: int, last: int) -> AppError:
    message = _("Choisissez une position de %(first)d à %(last)d.") % {"first": first, "last": last}
    return AppError("no_such_round", message, fields={field: message})
