"""The marks of a phone's owner: the deals of the rounds in which the phone held a seat."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import FilteredRelation, Q

from games.core.play import Points
from tournaments.models import Play, ResultSlip, Round, Session, Table, TablePhone
from tournaments.results.queries.table_page import attack_seats


@dataclass(frozen=True, slots=True)
class OwnMark:
    """One deal with the result at the owner's seat."""

    play: Play
    slip: ResultSlip | None
    """The current version; None without a result."""
    is_attack: bool
    """True if the owner is known to have attacked."""
    has_camps: bool
    """True if the attack is known, so that all others defend."""
    points: Points | None
    """Score of the owner, signed; None unless played."""


@dataclass(frozen=True, slots=True)
class OwnRound:
    """The deals of one round at the owner's table."""

    round: Round
    table: Table
    seat: int
    deals: tuple[OwnMark, ...]


def load_own_rounds(session: Session, device: uuid.UUID) -> list[OwnRound]:
    """Return the rounds of a session in which a phone holds a seat. Two queries.

    A phone that the organisers disconnected has none.
    """
    phones = list(
        TablePhone.objects.filter(table__section__session=session, device=device, ended_at=None)
        .select_related("table", "round__section__session__tournament")
        .order_by("round__number")
    )
    places = [Q(round=phone.round_id, table=phone.table_id) for phone in phones]
    # one condition for each round: without any, the query would return all plays
    plays = (
        Play.objects.filter(Q(*places, _connector=Q.OR))
        .annotate(current=FilteredRelation("slips", condition=Q(slips__is_current=True)))
        .select_related("current")  # type: ignore[misc]  # annotated
        .order_by("board")
        if places
        else ()
    )
    by_place: dict[tuple[int, int], list[Play]] = {}
    for play in plays:
        by_place.setdefault((play.round_id, play.table_id), []).append(play)
    return [_own_round(phone, by_place.get((phone.round_id, phone.table_id), ())) for phone in phones]


def _own_round(phone: TablePhone, plays: Sequence[Play]) -> OwnRound:
    deals = []
    for play in plays:
        # loaded already with the phone
        play.round, play.table = phone.round, phone.table
        deals.append(_own_mark(play, getattr(play, "current", None), phone.seat))
    return OwnRound(phone.round, phone.table, phone.seat, tuple(deals))


def _own_mark(play: Play, slip: ResultSlip | None, seat: int) -> OwnMark:
    attack = attack_seats(play, slip)
    points: Points | None = None
    if slip is not None and slip.seat_scores is not None:
        points = slip.seat_scores[seat] if seat < len(slip.seat_scores) else None
    elif slip is not None and slip.score is not None:
        points = slip.score if seat in attack else -slip.score
    return OwnMark(play, slip, seat in attack, bool(attack), points)
