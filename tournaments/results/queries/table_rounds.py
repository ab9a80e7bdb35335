"""The rounds of one table: which there are, which one is played, which one a phone shows."""

import uuid
from collections.abc import Sequence
from datetime import datetime

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from tournaments.base.prepared import PreparedModels
from tournaments.base.queries.rounds import COUNTING, clock_of
from tournaments.core.hall.clock import Clock
from tournaments.models import Round, Session, Table, TablePhone


def table_rounds(table: Table) -> list[tuple[Round, int, int]]:
    """The rounds in which a table plays, in order, each with its deals due and its results. One query."""
    return [(each, each.due, each.entered) for each in _ROUNDS.all(table.pk)]  # type: ignore[attr-defined]


def _rounds(table: int) -> QuerySet[Round, Round]:
    is_entered = Q(plays__table=table, plays__slips__is_current=True)
    return (
        Round.objects.filter(plays__table=table)
        .annotate(
            due=Count("plays", filter=Q(plays__table=table), distinct=True),
            entered=Count("plays", filter=is_entered, distinct=True),
        )
        .order_by("number")
    )


_ROUNDS = PreparedModels(_rounds, int)


def reached_round(rounds: Sequence[tuple[Round, int, int]]) -> Round:
    """The round that a table plays: the last one begun, the next when that one has all its results."""
    begun = [place for place, (_round, _due, entered) in enumerate(rounds) if entered]
    if not begun:
        return rounds[0][0]
    last, due, entered = rounds[begun[-1]]
    return last if entered < due else rounds[min(begun[-1] + 1, len(rounds) - 1)][0]


def clock_round(rounds: Sequence[tuple[Round, int, int]], clock: Clock | None, now: datetime) -> Round | None:
    """The round that the clock counts, or the first one after it in which the table plays; None without."""
    if clock is None or clock.phase(now) not in COUNTING:
        return None
    return next((each for each, _due, _entered in rounds if each.number >= clock.round_number), None)


def missing_before(rounds: Sequence[tuple[Round, int, int]], this_round: Round) -> list[tuple[int, int]]:
    """(number, missing results) of the rounds before that are not complete."""
    return [
        (each.number, due - entered)
        for each, due, entered in rounds
        if each.number < this_round.number and entered < due
    ]


def named_round(rounds: Sequence[tuple[Round, int, int]], number: str) -> Round | None:
    """The round of this number, as an address gives it; None for no number or a round without the table."""
    return next((each for each, _due, _entered in rounds if str(each.number) == number), None)


def default_round(table: Table, rounds: Sequence[tuple[Round, int, int]], device: uuid.UUID) -> Round:
    """The round to show: that of the hall's clock while it runs, else that reached, or the one just over to
    those who sat there. At most one query where the table was loaded with its clock.
    """
    counted = clock_round(rounds, clock_of(table.section.session), timezone.now())
    if counted is not None:
        return counted
    reached = reached_round(rounds)
    claims = TablePhone.objects.filter(table=table, device=device, round__number__lte=reached.number)
    last = claims.select_related("round").order_by("-round__number").first()
    if last is None or last.round == reached:
        return reached
    before = [each for each, _due, _entered in rounds if each.number < reached.number]
    is_fresh = not next(entered for each, _due, entered in rounds if each == reached)
    return last.round if is_fresh and before and last.round == before[-1] else reached


def has_gone_on(rounds: Sequence[tuple[Round, int, int]], this_round: Round) -> bool:
    """Whether a later round has begun at the table."""
    return any(entered for each, _due, entered in rounds if each.number > this_round.number)


def phones_at_tables(session: Session) -> dict[int, list[TablePhone]]:
    """The phones at each table (by its key) in the last round for which one sat down there. One query."""
    found: dict[int, list[TablePhone]] = {}
    phones = TablePhone.objects.filter(table__section__session=session, ended_at=None)
    for phone in phones.select_related("round").order_by("-round__number", "seat", "pk"):
        there = found.setdefault(phone.table_id, [])
        if not there or there[0].round_id == phone.round_id:
            there.append(phone)
    return found
