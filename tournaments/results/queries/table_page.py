"""The data of one table's page for one round: players, boards, results, and the next places."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from django.db.models import Exists, FilteredRelation, OuterRef, Q, QuerySet

from games.core.dealing.boards import board_dealer
from games.core.facts import PASSED
from games.core.facts.over_deals import DealerDraw
from games.core.play import Points
from games.core.seats import SEAT_LETTERS
from games.core.variants.registry import find_variant
from tournaments.base.prepared import PreparedModels
from tournaments.base.queries.rounds import undrawn_rounds
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import SheetKind
from tournaments.core.movements.table_shape import list_sheet_seats_with_fifth
from tournaments.core.slips.score_sheet import LineOf, SheetTerms
from tournaments.core.slips.sides import attack_of_result, facing_seats
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
from tournaments.movements.queries.movements import section_table_shape
from tournaments.results.queries.score_sheets import TableSheet, sheet_of_plays
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
    """Seat of the dealer, from 0; that of the first deal where the line is for the whole round."""
    taker: int | None
    """Seat of the taker, from 0; None where the players bid."""
    attack: tuple[int, ...]
    """Seats of the taker and the called partners, from 0; empty while they are not known."""
    slip: ResultSlip | None
    """The current version; None without a result."""
    confirmation: SlipConfirmation | None
    """The confirmation; None for a result that is not from a phone."""
    is_disputed: bool
    """True until an organiser answers, also after the players have corrected the result."""
    is_current_disputed: bool
    """True if the dispute is about the current version of the result."""
    facing: tuple[int, ...]
    """Seats of the other side, which may confirm; empty unless the result waits."""
    sheet: SheetTerms | None = None
    """Terms of the deal where every seat has a score; None where the attack has one."""
    cards_each: int | None = None
    """Number of cards per player, where it changes with each deal."""

    @property
    def awaits_confirmation(self) -> bool:
        """True if the other side is to confirm. A disputed version waits for the organisers first."""
        return bool(self.facing) and not self.is_current_disputed

    @property
    def has_camps(self) -> bool:
        """True if players score together, so that one camp confirms the entry of the other."""
        return self.sheet is None or bool(self.attack)

    @property
    def is_passed(self) -> bool:
        """True if all players passed."""
        facts = (self.slip.facts if self.slip else None) or {}
        return "passed" in facts or facts.get("written", {}).get("bid") == PASSED

    @property
    def has_totals(self) -> bool:
        """True if the line holds the totals of the round instead of one deal."""
        return self.sheet is not None and self.sheet.holds is LineOf.TOTALS

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
    """Next places by seat at this table.

    Empty until every deal has a result, after the last round, and until the next round is drawn.
    """
    waits_for_draw: bool
    """True if every deal has a result and the next round is still to be drawn."""
    phone: TablePhone | None
    """The phone that shows the page; None until its owner has chosen a seat in this round."""
    pen: TablePhone | None
    """The phone that writes; None before the first one."""
    sheet: TableSheet | None
    """The score sheet of the round; None where results are written on travellers."""

    @property
    def seated(self) -> list[tuple[int, Entry]]:
        """Occupied seats with their entries, in the order of the sheets."""
        order = list_sheet_seats_with_fifth(len(self.entries))
        in_order = ((seat, self.entries[seat]) for seat in order)
        return [(seat, entry) for seat, entry in in_order if entry is not None]

    @property
    def holds_pen(self) -> bool:
        return self.phone is not None and self.phone == self.pen

    @property
    def confirmed_here(self) -> frozenset[int]:
        """Keys of the plays that the other side confirms on this phone, passed around.

        They are those that it wrote, and all others while it has the pen: the phone that wrote them may have
        an empty battery. A player of the other side confirms for their own seat.
        """
        phone = self.phone
        return frozenset(
            deal.play.pk
            for deal in self.deals
            if deal.confirmation is not None
            and (deal.confirmation.written_on == phone or (self.holds_pen and not self.faces(deal)))
        )

    def faces(self, deal: TableDeal) -> bool:
        """Return whether the owner of this phone may confirm a deal at their own seat."""
        return self.phone is not None and self.phone.seat in deal.facing

    @property
    def draw(self) -> DealerDraw | None:
        """The cards drawn for the first deal, by occupied seat in playing order; None without a draw."""
        return self.sheet.draw if self.sheet else None

    @property
    def result_count(self) -> int:
        """Number of deals with a result."""
        return sum(deal.slip is not None for deal in self.deals)

    @property
    def waiting_count(self) -> int:
        """Number of deals with a result that another player has still to confirm."""
        return sum(deal.awaits_confirmation for deal in self.deals)

    @property
    def next_number(self) -> int | None:
        """Number of the next round in which the table plays; None after its last."""
        return next((number for number in self.round_numbers if number > self.round.number), None)

    @property
    def running_totals(self) -> list[tuple[int, Entry, Points]]:
        """Seat, entry and total of each player over the written deals, in the order of the sheets.

        Empty without a written deal, and where one line holds the totals.
        """
        sheet = self.sheet
        if sheet is None or sheet.sheet.holds is LineOf.TOTALS or not self.result_count:
            return []
        rows = ((seat, self.entries[seat], sheet.totals[seat]) for seat in sheet.sheet.seats_in_order)
        return [(seat, entry, total or 0) for seat, entry, total in rows if entry is not None]


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
    deals, sheet = _deals(table, this_round, entries)
    is_complete = all(deal.slip is not None for deal in deals)
    next_places = _next_places(table, this_round, entries) if is_complete else ()
    return TableRound(
        table=table,
        round=this_round,
        round_numbers=tuple(table_round.number for table_round, _deal_count, _result_count in rounds),
        is_over=has_gone_on(rounds, this_round),
        entries=entries,
        deals=deals,
        is_complete=is_complete,
        next_places=next_places,
        waits_for_draw=is_complete and not next_places and _is_undrawn(table, this_round.number + 1),
        phone=phone,
        pen=pen,
        sheet=sheet,
    )


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
    """Return the entry at each seat, in playing order, with the person. One query, two with a score sheet."""
    has_sheet = find_format(table.section.session.tournament.format).sheet is SheetKind.SCORES
    seat_count = section_table_shape(table.section).seat_count if has_sheet else len(SEAT_LETTERS)
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


def seats_facing(
    play: Play, slip: ResultSlip, entries: Sequence[Entry | None], writer: int
) -> tuple[int, ...]:
    """Return the seats that may confirm a result written by the seat `writer`. No query.

    Args:
        play: with its round, section, session and tournament.
        slip: the result of the play.
    """
    tournament_format = find_format(play.round.section.session.tournament.format)
    units = [(entry.partners or entry.pk) if entry else None for entry in entries]
    return facing_seats(
        units, writer=writer, attack=attack_seats(play, slip), has_teams=tournament_format.has_teams
    )


def attack_seats(play: Play, slip: ResultSlip | None) -> tuple[int, ...]:
    """Return the seats of the taker and the called partners of a play; () if they are not known. No query.

    Args:
        slip: the result, which names the taker where the players bid; None without one.
    """
    tournament = play.round.section.session.tournament
    taker = find_format(tournament.format).taker_of(play.board)
    if taker is not None:
        return (taker,)
    return attack_of_result(find_variant(tournament.game), slip.facts if slip else None)


def _deals(
    table: Table, this_round: Round, entries: Sequence[Entry | None]
) -> tuple[tuple[TableDeal, ...], TableSheet | None]:
    """Return the deals of the round at the table, and the sheet on which they are written. One query."""
    deals = tuple(_deal(play, table, this_round, entries) for play in _PLAYS.all(table.pk, this_round.pk))
    if find_format(table.section.session.tournament.format).sheet is not SheetKind.SCORES:
        return deals, None
    slips = [deal.slip for deal in deals if deal.slip is not None]
    sheet = sheet_of_plays([deal.play for deal in deals], entries, slips)
    if sheet is None:
        return deals, None
    sheet_deals = tuple(
        replace(
            deal,
            sheet=row.sheet,
            cards_each=row.cards_each,
            dealer=sheet.dealer_of(1) if row.dealer is None else row.dealer,
        )
        for deal, row in zip(deals, sheet.rows, strict=True)
    )
    return sheet_deals, sheet


def _plays(table: int, this_round: int) -> QuerySet[Play, Play]:
    disputes = ResultFlag.objects.filter(play=OuterRef("pk"), resolved_at=None)
    plays = Play.objects.filter(table=table, round=this_round).annotate(
        current=FilteredRelation("slips", condition=Q(slips__is_current=True)),
        is_disputed=Exists(disputes),
        is_current_disputed=Exists(disputes.filter(slip__is_current=True)),
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
    return TableDeal(
        play=play,
        dealer=board_dealer(play.board),
        taker=find_format(table.section.session.tournament.format).taker_of(play.board),
        attack=attack_seats(play, slip),
        slip=slip,
        confirmation=confirmation,
        is_disputed=play.is_disputed,  # type: ignore[attr-defined]  # annotated
        is_current_disputed=play.is_current_disputed,  # type: ignore[attr-defined]  # annotated
        facing=_facing(play, slip, confirmation, entries),
    )


def _facing(
    play: Play,
    slip: ResultSlip | None,
    confirmation: SlipConfirmation | None,
    entries: Sequence[Entry | None],
) -> tuple[int, ...]:
    if slip is None or confirmation is None or confirmation.confirmed_at is not None:
        return ()
    return seats_facing(play, slip, entries, confirmation.written_on.seat)


def _is_undrawn(table: Table, number: int) -> bool:
    """Return whether a round exists and is still to be drawn. One query where rounds are drawn, else none."""
    section = table.section
    return section.is_drawn and undrawn_rounds(section.session).filter(number=number).exists()


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
    # a round without any table is still to be drawn
    if not boards:
        return ()
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
