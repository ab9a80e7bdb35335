"""What the phones of one table show of one round: who sits there, the boards, their results, where next."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from django.db.models import Exists, FilteredRelation, OuterRef, Q, QuerySet

from games.core.dealing.boards import board_dealer
from games.core.facts.over_deals import DealerDraw
from games.core.play import Points
from games.core.seats import SEAT_LETTERS
from games.core.variants.registry import find_variant
from games.core.variants.tarot.game import Tarot
from tournaments.base.prepared import PreparedModels
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import SheetKind
from tournaments.core.slips.score_sheet import SheetTerms
from tournaments.core.slips.sides import facing_seats
from tournaments.enums import SlipKind
from tournaments.models import (
    Entry,
    Play,
    ResultFlag,
    ResultSlip,
    Round,
    Seating,
    SlipConfirmation,
    Table,
    TablePhone,
)
from tournaments.results.queries.score_sheets import drawn_dealer, table_rows
from tournaments.results.queries.table_rounds import has_gone_on, table_rounds


class DealState(StrEnum):
    """How far the result of a deal has come."""

    TO_PLAY = "to_play"
    WAITING = "waiting"
    """Written on a phone, not confirmed yet."""
    DISPUTED = "disputed"
    DONE = "done"
    """Confirmed, or written by an organiser."""


@dataclass(frozen=True, slots=True)
class TableDeal:
    """One deal of the round at the table."""

    play: Play
    dealer: int
    """Seat, from 0."""
    taker: int | None
    """Seat, from 0; None where the players bid."""
    slip: ResultSlip | None
    """The current version; None without a result."""
    confirmation: SlipConfirmation | None
    """None for a result that no phone wrote."""
    is_disputed: bool
    facing: tuple[int, ...]
    """Seats of the side that did not write, who may confirm; none while nothing waits."""
    sheet: SheetTerms | None = None
    """What the deal is read against where every seat has a score; None where the attack has one."""
    cards_each: int | None = None
    """Cards of each player, where every deal has its own number."""

    @property
    def has_camps(self) -> bool:
        """Whether players score together, so that one camp confirms what the other wrote."""
        return self.sheet is None or isinstance(self.sheet.game, Tarot)

    @property
    def state(self) -> DealState:
        if self.slip is None:
            return DealState.TO_PLAY
        if self.is_disputed:
            return DealState.DISPUTED
        if self.confirmation is not None and self.confirmation.confirmed_at is None:
            return DealState.WAITING
        return DealState.DONE

    @property
    def kind(self) -> SlipKind | None:
        return SlipKind(self.slip.kind) if self.slip else None

    @property
    def score(self) -> int | None:
        """Signed from the attack's side; None unless played."""
        return self.slip.score if self.slip else None

    @property
    def seat_scores(self) -> list[tuple[int, Points]]:
        """Each seat with its score, in the order of the sheets; nothing where the attack has one."""
        scores = (self.slip.seat_scores if self.slip else None) or ()
        in_order = self.sheet.seats_in_order if self.sheet else ()
        return [(seat, scores[seat]) for seat in in_order if seat < len(scores)]


@dataclass(frozen=True, slots=True)
class NextStop:
    """A table of the next round, the seats that somebody has there, and its boards."""

    table: int
    seats: tuple[int, ...]
    boards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NextPlace:
    """Where a player or team of the table goes for the next round; no stop for a rest."""

    entry: Entry
    seats: tuple[int, ...]
    """Here, from 0."""
    stops: tuple[NextStop, ...]
    """By table: some teams sit at two."""


@dataclass(frozen=True, slots=True)
class TableRound:
    """One round at one table."""

    table: Table
    round: Round
    round_numbers: tuple[int, ...]
    """Every round in which the table plays."""
    is_over: bool
    """A later round has begun at this table."""
    entries: tuple[Entry | None, ...]
    """entries[seat], with the person; None for an empty seat."""
    deals: tuple[TableDeal, ...]
    """By board."""
    is_complete: bool
    """Every deal of the round has a result."""
    next_places: tuple[NextPlace, ...]
    """By seat here; none before every deal has a result, and after the last round."""
    phone: TablePhone | None
    """The phone that looks, once its owner said where he sits in this round."""
    pen: TablePhone | None
    """The phone that writes; None before the first one."""
    draw: DealerDraw | None
    """The cards drawn for the first deal, of those who sit in playing order; None where none are."""

    @property
    def holds_pen(self) -> bool:
        return self.phone is not None and self.phone == self.pen


def load_table_round(
    table: Table,
    this_round: Round,
    device: uuid.UUID,
    rounds: Sequence[tuple[Round, int, int]] | None = None,
) -> TableRound:
    """One round of a table, for one phone. Seven queries at most, whatever the size.

    Args:
        table: with its section, session and tournament.
        rounds: `table_rounds`, where they are known.
    """
    rounds = table_rounds(table) if rounds is None else rounds
    phone, pen = phones_at(table, this_round, device)
    entries = seated_entries(table, this_round)
    deals = tuple(_deals(table, this_round, entries))
    is_complete = all(deal.slip is not None for deal in deals)
    return TableRound(
        table=table,
        round=this_round,
        round_numbers=tuple(each.number for each, _due, _entered in rounds),
        is_over=has_gone_on(rounds, this_round),
        entries=entries,
        deals=deals,
        is_complete=is_complete,
        next_places=_next_places(table, this_round, entries) if is_complete else (),
        phone=phone,
        pen=pen,
        draw=_draw(deals, entries),
    )


def _draw(deals: Sequence[TableDeal], entries: Sequence[Entry | None]) -> DealerDraw | None:
    seated = sum(entry is not None for entry in entries)
    return drawn_dealer(deals[0].play, seated) if deals and seated else None


def phones_at(
    table: Table, this_round: Round, device: uuid.UUID
) -> tuple[TablePhone | None, TablePhone | None]:
    """The phone `device` as it sits at a table in a round, and the phone that writes there. One query."""
    phones = _PHONES.all(table.pk, this_round.pk)
    own = next((phone for phone in phones if phone.device == device), None)
    return own, next((phone for phone in phones if phone.holds_pen), None)


_PHONES = PreparedModels(
    lambda table, number: TablePhone.objects.filter(table=table, round=number, ended_at=None), int, int
)


def seated_entries(table: Table, this_round: Round) -> tuple[Entry | None, ...]:
    """Who sits at each seat, in playing order, with the person. One query."""
    tournament = table.section.session.tournament
    is_any = find_format(tournament.format).plan.is_for_any_game
    seat_count = find_variant(tournament.game).player_count if is_any else len(SEAT_LETTERS)
    seated: list[Entry | None] = [None] * seat_count
    for row in _SEATED.all(table.pk, this_round.pk):
        seated[row.seat] = row.entry
    return tuple(seated)


_SEATED = PreparedModels(
    lambda table, number: Seating.objects.filter(table=table, round=number),
    int,
    int,
    related=("entry__person",),
)


def seats_facing(play: Play, entries: Sequence[Entry | None], writer: int) -> tuple[int, ...]:
    """Seats that may confirm what the seat `writer` wrote of a play. No query."""
    tournament_format = find_format(play.round.section.session.tournament.format)
    return facing_seats(
        [entry.pk if entry else None for entry in entries],
        writer=writer,
        taker=tournament_format.taker_of(play.board),
        has_teams=tournament_format.has_teams,
    )


def _deals(table: Table, this_round: Round, entries: Sequence[Entry | None]) -> list[TableDeal]:
    """One query."""
    deals = [_deal(play, table, this_round, entries) for play in _PLAYS.all(table.pk, this_round.pk)]
    if find_format(table.section.session.tournament.format).sheet is not SheetKind.SCORES:
        return deals
    taken = frozenset(seat for seat, entry in enumerate(entries) if entry is not None)
    rows = table_rows([deal.play for deal in deals], taken)
    return [
        replace(deal, sheet=row.sheet, cards_each=row.cards_each, dealer=row.dealer or 0)
        for deal, row in zip(deals, rows, strict=True)
    ]


def _plays(table: int, this_round: int) -> QuerySet[Play, Play]:
    disputed = Exists(ResultFlag.objects.filter(play=OuterRef("pk"), resolved_at=None))
    plays = Play.objects.filter(table=table, round=this_round).annotate(
        current=FilteredRelation("slips", condition=Q(slips__is_current=True)), is_disputed=disputed
    )
    return plays.order_by("board")


_PLAYS = PreparedModels(
    _plays,
    int,
    int,
    related=("current__confirmation__written_on", "current__entered_by"),
    filtered={"current": ResultSlip},
)


def _deal(play: Play, table: Table, this_round: Round, entries: Sequence[Entry | None]) -> TableDeal:
    play.table, play.round, play.round.section = table, this_round, table.section
    slip: ResultSlip | None = getattr(play, "current", None)
    if slip is not None:
        slip.play = play
    confirmation: SlipConfirmation | None = getattr(slip, "confirmation", None)
    waits = confirmation is not None and confirmation.confirmed_at is None
    return TableDeal(
        play=play,
        dealer=board_dealer(play.board),
        taker=find_format(table.section.session.tournament.format).taker_of(play.board),
        slip=slip,
        confirmation=confirmation,
        is_disputed=play.is_disputed,  # type: ignore[attr-defined]  # annotated
        facing=seats_facing(play, entries, confirmation.written_on.seat) if waits and confirmation else (),
    )


def _next_places(table: Table, this_round: Round, entries: Sequence[Entry | None]) -> tuple[NextPlace, ...]:
    """Two queries: where everybody sits in the next round, and its boards."""
    section, number = table.section, this_round.number + 1
    if number > section.round_count:
        return ()
    seatings = Seating.objects.filter(
        round__section=section, round__number=number, entry__in=[entry for entry in entries if entry]
    ).values_list("entry_id", "table__number", "seat")
    boards: dict[int, list[int]] = {}
    plays = Play.objects.filter(round__section=section, round__number=number).order_by("board")
    for table_number, board in plays.values_list("table__number", "board"):
        boards.setdefault(table_number, []).append(board)
    stops: dict[int, dict[int, list[int]]] = {}
    for entry_id, table_number, seat in seatings.order_by("table__number", "seat"):
        stops.setdefault(entry_id, {}).setdefault(table_number, []).append(seat)
    here = {entry: tuple(seat for seat, other in enumerate(entries) if other == entry) for entry in entries}
    return tuple(
        NextPlace(
            entry,
            seats,
            tuple(
                NextStop(number, tuple(taken), tuple(boards.get(number, ())))
                for number, taken in stops.get(entry.pk, {}).items()
            ),
        )
        for entry, seats in here.items()
        if entry is not None
    )
