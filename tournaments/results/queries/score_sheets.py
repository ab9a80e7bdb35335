"""Score sheets: one for each table and round, with a line per deal and a score per seat."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from django.db.models import Exists, OuterRef

from games.core.dealing.boards import dealer_in_turn
from games.core.facts.over_deals import AddedDeal, DealerDraw, GameTerms, add_up_deals
from games.core.play import Points
from games.core.variants.registry import find_variant
from tournaments.base.prepared import PreparedQuery
from tournaments.core.formats.game_rules import dealer_draw, lasting_points, lasts_over_deals, table_terms
from tournaments.core.formats.registry import find_format
from tournaments.core.slips.score_sheet import LineOf, SheetTerms
from tournaments.events.queries.game_rules import game_rules
from tournaments.models import Entry, Play, ResultSlip, Round, Seating, Section, Session, Table
from tournaments.movements.queries.movements import section_table_shape, session_line_kind


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One line of a sheet and its stored result."""

    play: Play
    """Play with its round and table."""
    dealer: int | None
    """Seat of the dealer, from 0; None for the totals of a round."""
    slip: ResultSlip | None
    """The current version, with its author; None without a result."""
    sheet: SheetTerms
    """Terms by which the line is read."""
    cards_each: int | None = None
    """Number of cards per player, where it changes with each deal: on the ladder of Contrat."""

    @property
    def is_raw(self) -> bool:
        """True if the seat scores are stored without facts, although the game has a form for them."""
        return self.sheet.takes_facts and self.slip is not None and self.slip.has_scores_alone

    @property
    def facts(self) -> Mapping[str, str]:
        """Stored facts of the deal beside its scores, by field name of the game's form."""
        fact_texts: Mapping[str, str] = ((self.slip.facts if self.slip else None) or {}).get("written", {})
        return fact_texts


@dataclass(frozen=True, slots=True)
class TableSheet:
    """The sheet of one table in one round."""

    round: Round
    table: Table
    entries: tuple[Entry | None, ...]
    """entries[seat], in playing order, with their people; None for an empty seat."""
    sheet: SheetTerms
    rows: tuple[SheetRow, ...]
    """Rows in the order of the deals."""
    terms: GameTerms | None
    """Terms that connect the deals; None if no points are carried from one deal to the next."""
    draw: DealerDraw | None = None
    """The cards drawn for the first deal, by occupied seat in playing order; None without a draw."""

    def dealer_of(self, deal: int) -> int:
        """Return the seat of the dealer. All occupied seats deal in turn, starting with the first dealer.

        Args:
            deal: number in the round, from 1.
        """
        return _turn(self.sheet, self.draw, deal)

    @property
    def lasting(self) -> tuple[AddedDeal, ...]:
        """Points carried from deal to deal, in the order of the rows; empty if none are carried."""
        return self.lasting_with([row.facts for row in self.rows])

    def lasting_with(self, facts: Sequence[Mapping[str, str]]) -> tuple[AddedDeal, ...]:
        """Return the carried points for other facts of each row."""
        return add_up_deals(self.terms, facts) if self.terms else ()

    @property
    def totals(self) -> tuple[Points | None, ...]:
        """Total of each seat over the stored lines, with carried points; None for an empty seat."""
        scores = [row.slip.seat_scores for row in self.rows if row.slip and row.slip.seat_scores]
        return self.totals_of(scores, self.lasting)

    def totals_of(
        self, scores: Iterable[Sequence[Points | None]], lasting: Iterable[AddedDeal]
    ) -> tuple[Points | None, ...]:
        """Return the totals of lines with these scores and carried points; None for an empty seat."""
        width = len(self.sheet.seated)
        parts = [*scores, *(lasting_points(deal, width) for deal in lasting)]
        return tuple(
            sum(part[seat] or 0 for part in parts) if is_taken else None
            for seat, is_taken in enumerate(self.sheet.seated)
        )


@dataclass(frozen=True, slots=True)
class SheetProgress:
    """Progress of the entry of one sheet."""

    round_number: int
    table_number: int
    expected: int
    entered: int

    @property
    def is_complete(self) -> bool:
        return self.entered == self.expected


def load_sheet_terms(play: Play) -> SheetTerms:
    """Return the terms by which the result of a play is read.

    One query, two on a ladder, and those for its section.
    """
    occupied_seats = frozenset(seat for (seat,) in _OCCUPIED.rows(play.round_id, play.table_id))
    number = 1
    # on a ladder, the number of cards of a deal depends on the deals before it
    if _terms(play.round).follows_ladder:
        same_table = Play.objects.filter(round=play.round_id, table=play.table_id)
        number = same_table.filter(board__lte=play.board).count()
    return _sheet(play.round, occupied_seats, number)


_OCCUPIED = PreparedQuery(
    lambda this_round, table: Seating.objects.filter(round=this_round, table=table).values_list("seat"),
    int,
    int,
)


def sheet_of_plays(
    plays: Sequence[Play], entries: Sequence[Entry | None], slips: Iterable[ResultSlip]
) -> TableSheet | None:
    """Return the sheet of one table in one round; None without plays. No query.

    Args:
        plays: by deal, with their round, section, session and tournament, and the section's movement.
        entries: entries by seat, None for an empty one.
        slips: current results of the plays.
    """
    if not plays:
        return None
    entry_by_seat = {seat: entry for seat, entry in enumerate(entries) if entry is not None}
    slip_by_play = {slip.play_id: slip for slip in slips}
    return _table_sheet(list(plays), frozenset(entry_by_seat), entry_by_seat, slip_by_play)


def load_sheets(session: Session, *, with_results: bool = True) -> tuple[TableSheet, ...]:
    """Return every sheet of a session, by round, then table. Five queries, four without results.

    Args:
        with_results: False for sheets that are still to be filled in: no row has a slip then.
    """
    return _load({"round__section__session": session}, with_results=with_results)


def load_round_sheets(session: Session, round_number: int, tables: range) -> tuple[TableSheet, ...]:
    """Return the sheets of consecutive tables in one round, by table. Five queries."""
    return _load(
        {
            "round__section__session": session,
            "round__number": round_number,
            "table__number__gte": tables.start,
            "table__number__lt": tables.stop,
        }
    )


def load_table_sheet(session: Session, round_number: int, table_number: int) -> TableSheet | None:
    """Return the sheet of a table in a round; None if it does not play. Five queries."""
    place = {
        "round__section__session": session,
        "round__number": round_number,
        "table__number": table_number,
    }
    return next(iter(_load(place)), None)


def sheet_progress(session: Session) -> list[SheetProgress]:
    """Return the progress of every sheet of a session, by round, then table. One query."""
    has_result = Exists(ResultSlip.objects.current().filter(play=OuterRef("pk")))
    rows = (
        Play.objects.filter(round__section__session=session)
        .order_by("round__number", "table__number", "board")
        .values_list("round__number", "table__number", has_result)
    )
    progress = []
    for (round_number, table_number), group in groupby(rows, key=lambda row: row[:2]):
        flags = [is_entered for _round, _table, is_entered in group]
        progress.append(SheetProgress(round_number, table_number, len(flags), sum(flags)))
    return progress


def _load(where: Mapping[str, Any], *, with_results: bool = True) -> tuple[TableSheet, ...]:
    """Return the sheets of the plays that match `where`. Five queries, four without results.

    Args:
        where: lookups that plays and seatings have in common.
    """
    entries_by_place = _seated_entries(where)
    rows = list(
        Play.objects.filter(**where)
        .select_related("table")
        .order_by("round__number", "table__number", "board")
    )
    # one row of a section for all its plays: each copy would read the whole movement again
    rounds = _rounds_of({play.round_id for play in rows})
    for play in rows:
        play.round = rounds[play.round_id]
    slips = ResultSlip.objects.current().filter(**{f"play__{name}": value for name, value in where.items()})
    by_play = {slip.play_id: slip for slip in slips.select_related("entered_by")} if with_results else {}
    return tuple(
        _table_sheet(
            list(group), frozenset(entries_by_place.get(place, {})), entries_by_place.get(place, {}), by_play
        )
        for place, group in groupby(rows, key=lambda play: (play.round_id, play.table_id))
    )


def _seated_entries(where: Mapping[str, Any]) -> dict[tuple[int, int], dict[int, Entry]]:
    """Return the entries by seat at each place, by ids of round and table. Two queries.

    An entry with its person is read once: a copy for each round takes most of the time.
    """
    seatings = Seating.objects.filter(**where)
    seats = seatings.values_list("round_id", "table_id", "seat", "entry_id")
    entries = {
        entry.pk: entry
        for entry in Entry.objects.filter(pk__in=seatings.values("entry")).select_related("person")
    }
    entries_by_place: dict[tuple[int, int], dict[int, Entry]] = {}
    for round_id, table_id, seat, entry_id in seats:
        entries_by_place.setdefault((round_id, table_id), {})[seat] = entries[entry_id]
    return entries_by_place


def _rounds_of(ids: Collection[int]) -> dict[int, Round]:
    """Return rounds by id, those of a section with the same section. One query."""
    rows = Round.objects.select_related("section__movement", "section__session__tournament")
    rounds = rows.defer("section__movement__document").in_bulk(ids)
    section_by_id: dict[int, Section] = {}
    for this_round in rounds.values():
        this_round.section = section_by_id.setdefault(this_round.section_id, this_round.section)
    return rounds


def _table_sheet(
    plays: list[Play],
    occupied_seats: frozenset[int],
    entries: Mapping[int, Entry],
    slips: Mapping[int, ResultSlip],
) -> TableSheet:
    first = plays[0]
    sheet = _sheet(first.round, occupied_seats)
    draw = drawn_dealer(first, len(sheet.seats))
    terms = _terms(first.round, first_dealer=_dealer(sheet, first, draw) or 0)
    tournament = first.round.section.session.tournament
    return TableSheet(
        round=first.round,
        table=first.table,
        entries=tuple(entries.get(seat) for seat in range(len(sheet.seated))),
        sheet=sheet,
        rows=tuple(
            _row(sheet, play, slips.get(play.pk), terms if terms.follows_ladder else None, number, draw)
            for number, play in enumerate(plays, 1)
        ),
        draw=draw,
        # without facts on the sheet, carried points cannot be computed
        terms=terms if sheet.facts_form and lasts_over_deals(find_format(tournament.format), terms) else None,
    )


def _row(
    sheet: SheetTerms,
    play: Play,
    slip: ResultSlip | None,
    ladder: GameTerms | None,
    number: int,
    draw: DealerDraw | None,
) -> SheetRow:
    """Return the line of a play.

    Args:
        ladder: the terms, in a game whose number of cards changes with each deal.
        number: number of the deal, from 1.
    """
    dealer = _dealer(sheet, play, draw)
    if ladder is None:
        return SheetRow(play, dealer, slip, sheet)
    rules = ladder.rules_of(number)
    cards = sheet.game.hand_sizes(rules)[0]
    return SheetRow(play, dealer, slip, replace(sheet, rules=rules), cards)


def _terms(this_round: Round, *, first_dealer: int = 0) -> GameTerms:
    tournament = this_round.section.session.tournament
    event_format, rules = find_format(tournament.format), game_rules(tournament)
    return table_terms(event_format, tournament.game, rules, first_dealer=first_dealer)


def _sheet(this_round: Round, occupied_seats: frozenset[int], number: int = 1) -> SheetTerms:
    """Return the terms of a sheet.

    Args:
        number: number of the deal in the round, from 1.
    """
    section = this_round.section
    tournament = section.session.tournament
    return SheetTerms(
        holds=session_line_kind(section.session),
        game=find_variant(tournament.game),
        seated=tuple(seat in occupied_seats for seat in range(section_table_shape(section).seat_count)),
        rules=_terms(this_round).rules_of(number),
    )


def drawn_dealer(play: Play, player_count: int) -> DealerDraw | None:
    """Return the draw for the first deal of the table of a play in its round. No query."""
    tournament = play.round.section.session.tournament
    place = (play.round_id, play.table_id)
    return dealer_draw(find_format(tournament.format), tournament.options, player_count, place=place)


def _dealer(sheet: SheetTerms, play: Play, draw: DealerDraw | None) -> int | None:
    """Return the board's dealer if all tables play the same deals, otherwise the next seat in turn."""
    if sheet.holds is LineOf.TOTALS:
        return None
    # a section with sets of boards plays the same deals at every table
    if play.round.section.set_count:
        return dealer_in_turn(play.board, len(sheet.seated))
    return _turn(sheet, draw, play.board)


def _turn(sheet: SheetTerms, draw: DealerDraw | None, deal: int) -> int:
    first_place = draw.dealer if draw else 0
    # `seats` leaves out empty seats, and the draw counts places among the occupied ones
    return sheet.seats[(first_place + deal - 1) % len(sheet.seats)]
