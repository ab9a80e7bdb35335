"""The data of one table's page for one round: players, boards, results, and the next places."""

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
    """State of the result of a deal."""

    TO_PLAY = "to_play"
    WAITING = "waiting"
    """The result is from a phone and not confirmed yet."""
    DISPUTED = "disputed"
    DONE = "done"
    """The result is confirmed, or from an organiser."""


@dataclass(frozen=True, slots=True)
class TableDeal:
    """One deal of the round at the table."""

    play: Play
    dealer: int
    """Seat of the dealer, from 0."""
    taker: int | None
    """Seat of the taker, from 0; None where the players bid."""
    slip: ResultSlip | None
    """The current version; None without a result."""
    confirmation: SlipConfirmation | None
    """The confirmation; None for a result that is not from a phone."""
    is_disputed: bool
    facing: tuple[int, ...]
    """Seats of the other side, which may confirm; empty unless the result waits."""
    sheet: SheetTerms | None = None
    """Terms of the deal where every seat has a score; None where the attack has one."""
    cards_each: int | None = None
    """Number of cards per player, where it changes with each deal."""

    @property
    def has_camps(self) -> bool:
        """True if players score together, so that one camp confirms the entry of the other."""
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
        """Score signed from the attack's side; None unless played."""
        return self.slip.score if self.slip else None

    @property
    def seat_scores(self) -> list[tuple[int, Points]]:
        """Each seat with its score, in the order of the sheets; empty where only the attack has a score."""
        scores = (self.slip.seat_scores if self.slip else None) or ()
        in_order = self.sheet.seats_in_order if self.sheet else ()
        return [(seat, scores[seat]) for seat in in_order if seat < len(scores)]


@dataclass(frozen=True, slots=True)
class NextStop:
    """A table of the next round, with the player's seats there and its boards."""

    table: int
    seats: tuple[int, ...]
    boards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NextPlace:
    """The destination of a player or team of the table in the next round; no stop for a rest."""

    entry: Entry
    seats: tuple[int, ...]
    """Seats at this table, from 0."""
    stops: tuple[NextStop, ...]
    """Stops by table. Some teams sit at two tables."""


@dataclass(frozen=True, slots=True)
class TableRound:
    """One round at one table."""

    table: Table
    round: Round
    round_numbers: tuple[int, ...]
    """Numbers of all rounds in which the table plays."""
    is_over: bool
    """True if a later round has begun at this table."""
    entries: tuple[Entry | None, ...]
    """entries[seat], with the person; None for an empty seat."""
    deals: tuple[TableDeal, ...]
    """Deals ordered by board."""
    is_complete: bool
    """True if every deal of the round has a result."""
    next_places: tuple[NextPlace, ...]
    """Next places by seat at this table; empty until every deal has a result, and after the last round."""
    phone: TablePhone | None
    """The phone that shows the page; None until its owner has chosen a seat in this round."""
    pen: TablePhone | None
    """The phone that writes; None before the first one."""
    draw: DealerDraw | None
    """The cards drawn for the first deal, by occupied seat in playing order; None without a draw."""

    @property
    def holds_pen(self) -> bool:
        return self.phone is not None and self.phone == self.pen


def load_table_round(
    table: Table,
    this_round: Round,
    device: uuid.UUID,
    rounds: Sequence[tuple[Round, int, int]] | None = None,
) -> TableRound:
    """Return one round of a table, for one phone. Seven queries at most.

    Args:
        table: with its section, session and tournament.
        rounds: result of `table_rounds`, if it is loaded already.
    """
    rounds = table_rounds(table) if rounds is None else rounds
    phone, pen = phones_at(table, this_round, device)
    entries = load_entries_at_table(table, this_round)
    deals = tuple(_deals(table, this_round, entries))
    is_complete = all(deal.slip is not None for deal in deals)
    return TableRound(
        table=table,
        round=this_round,
        round_numbers=tuple(table_round.number for table_round, _deal_count, _result_count in rounds),
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
    player_count = sum(entry is not None for entry in entries)
    return drawn_dealer(deals[0].play, player_count) if deals and player_count else None


def phones_at(
    table: Table, this_round: Round, device: uuid.UUID
) -> tuple[TablePhone | None, TablePhone | None]:
    """Return the phone `device` at a table in a round, and the phone that writes there. One query."""
    phones = _PHONES.all(table.pk, this_round.pk)
    own_phone = next((phone for phone in phones if phone.device == device), None)
    return own_phone, next((phone for phone in phones if phone.holds_pen), None)


_PHONES = PreparedModels(
    lambda table, number: TablePhone.objects.filter(table=table, round=number, ended_at=None), int, int
)


def load_entries_at_table(table: Table, this_round: Round) -> tuple[Entry | None, ...]:
    """Return the entry at each seat, in playing order, with the person. One query."""
    tournament = table.section.session.tournament
    is_any = find_format(tournament.format).plan.is_for_any_game
    seat_count = find_variant(tournament.game).player_count if is_any else len(SEAT_LETTERS)
    entries: list[Entry | None] = [None] * seat_count
    for row in _SEATED.all(table.pk, this_round.pk):
        entries[row.seat] = row.entry
    return tuple(entries)


_SEATED = PreparedModels(
    lambda table, number: Seating.objects.filter(table=table, round=number),
    int,
    int,
    related=("entry__person",),
)


def seats_facing(play: Play, entries: Sequence[Entry | None], writer: int) -> tuple[int, ...]:
    """Return the seats that may confirm a result of a play written by the seat `writer`. No query."""
    tournament_format = find_format(play.round.section.session.tournament.format)
    return facing_seats(
        [entry.pk if entry else None for entry in entries],
        writer=writer,
        taker=tournament_format.taker_of(play.board),
        has_teams=tournament_format.has_teams,
    )


def _deals(table: Table, this_round: Round, entries: Sequence[Entry | None]) -> list[TableDeal]:
    """Return the deals of the round at the table. One query."""
    deals = [_deal(play, table, this_round, entries) for play in _PLAYS.all(table.pk, this_round.pk)]
    if find_format(table.section.session.tournament.format).sheet is not SheetKind.SCORES:
        return deals
    occupied_seats = frozenset(seat for seat, entry in enumerate(entries) if entry is not None)
    rows = table_rows([deal.play for deal in deals], occupied_seats)
    return [
        replace(deal, sheet=row.sheet, cards_each=row.cards_each, dealer=row.dealer or 0)
        for deal, row in zip(deals, rows, strict=True)
    ]


def _plays(table: int, this_round: int) -> QuerySet[Play, Play]:
    has_dispute = Exists(ResultFlag.objects.filter(play=OuterRef("pk"), resolved_at=None))
    plays = Play.objects.filter(table=table, round=this_round).annotate(
        current=FilteredRelation("slips", condition=Q(slips__is_current=True)), is_disputed=has_dispute
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
    # loaded already: the query of the deals does not join them again
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
    """Return the next place of each entry. Two queries: the seats of the next round, and its boards."""
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
    # a team holds several seats and is listed once
    seats_by_entry = {
        entry: tuple(seat for seat, occupant in enumerate(entries) if occupant == entry) for entry in entries
    }
    return tuple(
        NextPlace(
            entry,
            seats,
            tuple(
                NextStop(number, tuple(stop_seats), tuple(boards.get(number, ())))
                for number, stop_seats in stops.get(entry.pk, {}).items()
            ),
        )
        for entry, seats in seats_by_entry.items()
        if entry is not None
    )
