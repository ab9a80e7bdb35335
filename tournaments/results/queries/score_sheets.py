"""Score sheets: one for each table and round, a line for each deal, a score for every seat."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from django.db.models import Exists, OuterRef

from games.core.dealing.boards import dealer_in_turn
from games.core.facts.over_deals import AddedDeal, DealerDraw, GameTerms, add_up
from games.core.play import Points
from games.core.variants.registry import find_variant
from tournaments.core.formats.game_rules import dealer_draw, lasting_points, lasts_over_deals, table_terms
from tournaments.core.formats.registry import find_format
from tournaments.core.slips.score_sheet import LineOf, SheetTerms
from tournaments.events.queries.game_rules import game_rules
from tournaments.models import Entry, Play, ResultSlip, Round, Seating, Session, Table
from tournaments.movements.queries.movements import lines_of, shape_of


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One line of a sheet and what is stored of it."""

    play: Play
    """With its round and table."""
    dealer: int | None
    """Seat of who deals, from 0; None for the totals of a round."""
    slip: ResultSlip | None
    """The current version, with its author; None without a result."""
    sheet: SheetTerms
    """What the line is read against."""
    cards_each: int | None = None
    """Cards of each player, where every deal has its own number: on the ladder of Contrat."""

    @property
    def is_raw(self) -> bool:
        """The scores are stored without the facts that they come from, where these could be written."""
        return self.sheet.takes_facts and self.slip is not None and self.slip.has_scores_alone

    @property
    def facts(self) -> Mapping[str, str]:
        """What is stored of the deal beside its scores, by the names of its game's form."""
        written: Mapping[str, str] = ((self.slip.facts if self.slip else None) or {}).get("written", {})
        return written


@dataclass(frozen=True, slots=True)
class TableSheet:
    """The sheet of one table in one round."""

    round: Round
    table: Table
    entries: tuple[Entry | None, ...]
    """entries[seat], in playing order, with their people; None for an empty seat."""
    sheet: SheetTerms
    rows: tuple[SheetRow, ...]
    """By deal."""
    terms: GameTerms | None
    """By what the deals hang together; None where nothing goes from one to the next."""
    draw: DealerDraw | None = None
    """The cards drawn for the first deal, of those who sit in playing order; None where none are."""

    def dealer_of(self, deal: int) -> int:
        """Seat of who deals at the table: all who sit in turn, from the first dealer on.

        Args:
            deal: number in the round, from 1.
        """
        return _turn(self.sheet, self.draw, deal)

    @property
    def lasting(self) -> tuple[AddedDeal, ...]:
        """What goes from deal to deal, in the order of the rows; nothing where nothing does."""
        return self.lasting_with([row.facts for row in self.rows])

    def lasting_with(self, facts: Sequence[Mapping[str, str]]) -> tuple[AddedDeal, ...]:
        """The same for other facts of each row."""
        return add_up(self.terms, facts) if self.terms else ()

    @property
    def totals(self) -> tuple[Points | None, ...]:
        """What the stored lines of every seat add up to, with what lasts; None for an empty seat."""
        stored = [row.slip.seat_scores for row in self.rows if row.slip and row.slip.seat_scores]
        return self.totals_of(stored, self.lasting)

    def totals_of(
        self, scores: Iterable[Sequence[Points | None]], lasting: Iterable[AddedDeal]
    ) -> tuple[Points | None, ...]:
        """What lines with these scores come to; None for an empty seat."""
        width = len(self.sheet.seated)
        parts = [*scores, *(lasting_points(deal, width) for deal in lasting)]
        return tuple(
            sum(part[seat] or 0 for part in parts) if is_taken else None
            for seat, is_taken in enumerate(self.sheet.seated)
        )


@dataclass(frozen=True, slots=True)
class SheetProgress:
    """How much of one sheet is entered."""

    round_number: int
    table_number: int
    expected: int
    entered: int

    @property
    def is_complete(self) -> bool:
        return self.entered == self.expected


def sheet_of(play: Play) -> SheetTerms:
    """What the result of a play is read against. One query, two on a ladder, and those for its section."""
    seatings = Seating.objects.filter(round=play.round_id, table=play.table_id)
    taken = frozenset(seatings.values_list("seat", flat=True))
    number = 1
    if _terms(play.round).follows_ladder:
        same_table = Play.objects.filter(round=play.round_id, table=play.table_id)
        number = same_table.filter(board__lte=play.board).count()
    return _sheet(play.round, taken, number)


def table_rows(plays: Sequence[Play], taken: frozenset[int]) -> tuple[SheetRow, ...]:
    """The lines of plays of one table in one round, by deal, with who deals and by which rules; no query.

    Args:
        plays: with their round, section, session and tournament, and the section's movement.
        taken: the seats where somebody sits.
    """
    return _table_sheet(list(plays), taken, {}, {}).rows if plays else ()


def load_sheets(session: Session) -> tuple[TableSheet, ...]:
    """Every sheet of a session, by round, then table. Five queries, whatever the size."""
    return _load({"round__section__session": session})


def load_sheet(session: Session, round_number: int, table_number: int) -> TableSheet | None:
    """The sheet of a table in a round; None where nobody plays. Five queries."""
    place = {
        "round__section__session": session,
        "round__number": round_number,
        "table__number": table_number,
    }
    return next(iter(_load(place)), None)


def sheet_progress(session: Session) -> list[SheetProgress]:
    """The progress of every sheet of a session, by round, then table. One query."""
    has_result = Exists(ResultSlip.objects.current().filter(play=OuterRef("pk")))
    rows = (
        Play.objects.filter(round__section__session=session)
        .order_by("round__number", "table__number", "board")
        .values_list("round__number", "table__number", has_result)
    )
    found = []
    for (round_number, table_number), group in groupby(rows, key=lambda row: row[:2]):
        entered = [is_in for _round, _table, is_in in group]
        found.append(SheetProgress(round_number, table_number, len(entered), sum(entered)))
    return found


def _load(where: Mapping[str, Any]) -> tuple[TableSheet, ...]:
    """The sheets of the plays that agree with `where`, fields of plays and of seatings. Five queries."""
    seated: dict[tuple[int, int], dict[int, Entry]] = {}
    for seating in Seating.objects.filter(**where).select_related("entry__person"):
        seated.setdefault((seating.round_id, seating.table_id), {})[seating.seat] = seating.entry
    rows = list(
        Play.objects.filter(**where)
        .select_related("table", "round__section__movement", "round__section__session__tournament")
        .order_by("round__number", "table__number", "board")
    )
    slips = ResultSlip.objects.current().filter(**{f"play__{name}": value for name, value in where.items()})
    by_play = {slip.play_id: slip for slip in slips.select_related("entered_by")}
    return tuple(
        _table_sheet(list(group), frozenset(seated.get(place, {})), seated.get(place, {}), by_play)
        for place, group in groupby(rows, key=lambda play: (play.round_id, play.table_id))
    )


def _table_sheet(
    plays: list[Play], taken: frozenset[int], seated: Mapping[int, Entry], slips: Mapping[int, ResultSlip]
) -> TableSheet:
    first = plays[0]
    sheet = _sheet(first.round, taken)
    draw = drawn_dealer(first, len(sheet.seats))
    terms = _terms(first.round, first_dealer=_dealer(sheet, first, draw) or 0)
    tournament = first.round.section.session.tournament
    return TableSheet(
        round=first.round,
        table=first.table,
        entries=tuple(seated.get(seat) for seat in range(len(sheet.seated))),
        sheet=sheet,
        rows=tuple(
            _row(sheet, play, slips.get(play.pk), terms if terms.follows_ladder else None, number, draw)
            for number, play in enumerate(plays, 1)
        ),
        draw=draw,
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
    """Args: ladder: the terms where each deal has its own number of cards; number: of the deal, from 1."""
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


def _sheet(this_round: Round, taken: frozenset[int], number: int = 1) -> SheetTerms:
    """Args: number: of the deal among those of the round."""
    section = this_round.section
    tournament = section.session.tournament
    return SheetTerms(
        holds=lines_of(section.session),
        game=find_variant(tournament.game),
        seated=tuple(seat in taken for seat in range(shape_of(section).seat_count)),
        rules=_terms(this_round).rules_of(number),
    )


def drawn_dealer(play: Play, player_count: int) -> DealerDraw | None:
    """The draw for the first deal of the table of a play in its round. No query."""
    tournament = play.round.section.session.tournament
    place = (play.round_id, play.table_id)
    return dealer_draw(find_format(tournament.format), tournament.options, player_count, place=place)


def _dealer(sheet: SheetTerms, play: Play, draw: DealerDraw | None) -> int | None:
    """The board's dealer where deals are the same everywhere; else all who sit in turn."""
    if sheet.holds is LineOf.TOTALS:
        return None
    if play.round.section.set_count:
        return dealer_in_turn(play.board, len(sheet.seated))
    return _turn(sheet, draw, play.board)


def _turn(sheet: SheetTerms, draw: DealerDraw | None, deal: int) -> int:
    first = draw.dealer if draw else 0
    return sheet.seats[(first + deal - 1) % len(sheet.seats)]
