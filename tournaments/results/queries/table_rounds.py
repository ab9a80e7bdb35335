"""The rounds of one table: all of them, the one in progress, the one that a phone shows."""

import uuid
from collections.abc import Sequence
from datetime import datetime

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from tournaments.base.prepared import PreparedModels
from tournaments.base.queries.rounds import COUNTING, clock_of
from tournaments.core.formats.registry import find_format
from tournaments.core.hall.clock import Clock
from tournaments.models import PhoneRules, Round, Seating, Session, SlipConfirmation, Table, TablePhone


def table_rounds(table: Table) -> list[tuple[Round, int, int]]:
    """Return the rounds of a table in order, each with its number of deals and of results. One query."""
    return [(table_round, table_round.due, table_round.entered) for table_round in _ROUNDS.all(table.pk)]  # type: ignore[attr-defined]


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
    """Return the round that a table plays: the last one begun, or the next when it has all its results."""
    begun_indexes = [
        place for place, (_round, _deal_count, result_count) in enumerate(rounds) if result_count
    ]
    if not begun_indexes:
        return rounds[0][0]
    last, deal_count, result_count = rounds[begun_indexes[-1]]
    # the last round of the table has no next one
    return last if result_count < deal_count else rounds[min(begun_indexes[-1] + 1, len(rounds) - 1)][0]


def clock_round(
    rounds: Sequence[tuple[Round, int, int]], clock: Clock | None, moment: datetime
) -> Round | None:
    """Return the round that the clock counts, or the next one in which the table plays; None without one."""
    if clock is None or clock.phase(moment) not in COUNTING:
        return None
    return next(
        (
            table_round
            for table_round, _deal_count, _result_count in rounds
            if table_round.number >= clock.round_number
        ),
        None,
    )


def missing_before(rounds: Sequence[tuple[Round, int, int]], this_round: Round) -> list[tuple[int, int]]:
    """Return (number, missing results) of the earlier rounds that are not complete."""
    return [
        (table_round.number, deal_count - result_count)
        for table_round, deal_count, result_count in rounds
        if table_round.number < this_round.number and result_count < deal_count
    ]


def named_round(rounds: Sequence[tuple[Round, int, int]], number: str) -> Round | None:
    """Return the round with this number, as written in an address; None if the table has no such round."""
    return next(
        (
            table_round
            for table_round, _deal_count, _result_count in rounds
            if str(table_round.number) == number
        ),
        None,
    )


def default_round(table: Table, rounds: Sequence[tuple[Round, int, int]], device: uuid.UUID) -> Round:
    """Return the round to show.

    It is the round of the hall's clock while that runs, otherwise the round reached by the table. A phone
    that sat in the round just completed still shows it until a result of the next one is entered. So does a
    new phone while results of the table's own deals wait for a confirmation, unless its players sat at other
    tables in that round.

    At most four queries, if the table was loaded with its clock.
    """
    round_on_clock = clock_round(rounds, clock_of(table.section.session), timezone.now())
    if round_on_clock is not None:
        return round_on_clock
    current_round = reached_round(rounds)
    claims = TablePhone.objects.filter(table=table, device=device, round__number__lte=current_round.number)
    last = claims.select_related("round").order_by("-round__number").first()
    earlier_rounds = [
        table_round
        for table_round, _deal_count, _result_count in rounds
        if table_round.number < current_round.number
    ]
    # no result of the current round is entered at the table
    is_fresh = not next(
        result_count for table_round, _deal_count, result_count in rounds if table_round == current_round
    )
    if not (is_fresh and earlier_rounds):
        return current_round
    completed_round = earlier_rounds[-1]
    if last is None:
        is_for_us = _awaits_confirmation(table, completed_round) and not _sat_elsewhere(
            table, completed_round, device
        )
        return completed_round if is_for_us else current_round
    return completed_round if last.round == completed_round else current_round


def _awaits_confirmation(table: Table, this_round: Round) -> bool:
    """Return whether a required confirmation is missing at a table whose deals no other table plays."""
    tournament = table.section.session.tournament
    if find_format(tournament.format).needs_dealt_boards:
        return False
    confirmations = SlipConfirmation.objects.filter(
        slip__play__table=table, slip__play__round=this_round, slip__is_current=True, confirmed_at=None
    )
    has_rule = PhoneRules.objects.filter(tournament=tournament, needs_confirmation=True)
    return confirmations.filter(Exists(has_rule)).exists()


def _sat_elsewhere(table: Table, this_round: Round, device: uuid.UUID) -> bool:
    """Return whether the players known of a phone all sat at other tables in a round. Two queries at most."""
    chosen_seats = TablePhone.objects.filter(
        device=device, round=OuterRef("round"), table=OuterRef("table"), seat=OuterRef("seat")
    )
    in_session = Seating.objects.filter(round__section__session=table.section.session_id)
    players = set(in_session.filter(Exists(chosen_seats)).values_list("entry", flat=True))
    at_table = Seating.objects.filter(table=table, round=this_round, entry__in=players)
    return bool(players) and not at_table.exists()


def known_seat(table: Table, this_round: Round, device: uuid.UUID) -> int | None:
    """Return the seat that the movement gives to the owner of a phone, known from its last earlier round.

    None if the phone is new in the session, or its player sits elsewhere. Two queries at most.
    """
    claims = TablePhone.objects.filter(
        device=device,
        ended_at=None,
        table__section__session=table.section.session_id,
        round__number__lt=this_round.number,
    )
    claim = claims.order_by("-round__number").first()
    if claim is None:
        return None
    player = Seating.objects.filter(table=claim.table_id, round=claim.round_id, seat=claim.seat)
    seats = list(
        Seating.objects.filter(table=table, round=this_round, entry__in=player.values("entry")).values_list(
            "seat", flat=True
        )
    )
    # a team has several seats of a table: its player mostly keeps theirs
    return claim.seat if claim.seat in seats else seats[0] if len(seats) == 1 else None


def has_gone_on(rounds: Sequence[tuple[Round, int, int]], this_round: Round) -> bool:
    """Return whether a later round has begun at the table."""
    return any(
        result_count
        for table_round, _deal_count, result_count in rounds
        if table_round.number > this_round.number
    )


def phones_at_tables(session: Session) -> dict[int, list[TablePhone]]:
    """Return the phones at each table (by its key) in its latest round with a phone. One query."""
    phones_by_table: dict[int, list[TablePhone]] = {}
    phones = TablePhone.objects.filter(table__section__session=session, ended_at=None)
    # latest round first: a table's list takes only phones of the round of its first phone
    for phone in phones.select_related("round").order_by("-round__number", "seat", "pk"):
        table_phones = phones_by_table.setdefault(phone.table_id, [])
        if not table_phones or table_phones[0].round_id == phone.round_id:
            table_phones.append(phone)
    return phones_by_table
