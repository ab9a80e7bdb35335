"""Score sheets: one for each table and round, filled in but for the scores, to be cut.

Source:
    FFT, Manuel de l'organisateur (2011) M9-M11: the *feuille de marque* of free deals, with its help table;
    rules R, page 5, and C4: the referee is called to a garde sans or contre and signs the sheet.
"""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.core.facts.side_games import TERM_FACTS
from games.core.play import Points
from games.core.variant import VARIANTS, Variant
from games.core.variants.tarot.game import Tarot
from games.services.rule_words import counting_words, told_changes
from tournaments.base.access import Right
from tournaments.base.queries.sessions import current_session
from tournaments.base.words.wording import signed
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import SheetKind, TournamentFormat
from tournaments.core.slips.printed_sheet import PrintedLine
from tournaments.core.slips.score_sheet import LineOf, SheetTerms
from tournaments.enums import DocumentKind
from tournaments.events.queries.game_rules import game_rules
from tournaments.models import Entry, Session, Tournament
from tournaments.paper.documents.card_sheets import (
    CARD_OPTIONS,
    PER_SHEETS,
    CardLayout,
    SheetMark,
    card_layout,
    mark_of,
)
from tournaments.paper.documents.document import DocumentType
from tournaments.paper.documents.imposition import cut_and_stack
from tournaments.paper.documents.options import PLAIN, ROUNDS, TABLES, DocumentOptions, OptionName
from tournaments.paper.documents.ready import require_seats
from tournaments.paper.queries.printed_sheets import SheetContent, codes_of, deals_mark
from tournaments.results.queries.checking import SheetName
from tournaments.results.queries.known_results import UNKNOWN, KnownLine, known_line
from tournaments.results.queries.score_sheets import TableSheet, load_sheets
from tournaments.results.words.facts import field_name
from tournaments.results.words.placing import placing_words
from tournaments.seating.words.seat_names import seat_letter

ROWS = (("roomy", 120), ("tight", 90), ("close", 70), ("closest", 55))
"""Settings of the lines and their height, in tenths of a millimetre of a sheet of A5, the widest first."""
ROOM = 1460
"""For lines, players and the help table together."""
KNOWN = "known"
"""Only sheets that still miss a result, with the results that are there."""
PLAYER_ROOM = 60
HELP_ROOM = 350
NOTES_ROOM = 300
"""For the lines of handfuls and of what the referee signed, where lines of scores stay at least close."""
AGREED_LINE, AGREED_SIGNS = 38, 90
"""Height of a line of the rules that the table agreed on, and how many signs it holds."""
MOST_BELOW = 8
"""Players one below the other; more stand in two columns."""
NAME_LETTERS, PAIRED_LETTERS = 30, 16
"""Letters of a name that fit on one line; beside another one."""
MOST_WITH_BIDS = 10
"""Players beside whom the taker and the bid have room for a column each."""
MOST_FACTS = 18
"""Columns of facts and scores that have room beside each other."""
FACTS_ROOM = 240
"""For their names above the columns."""
SCORE_ITSELF = "points"
"""A fact that is the score: it needs no column of its own."""
MOST_DOUBLED = 5
"""Players with a column for gains and one for losses; more have one column."""


@dataclass(frozen=True, slots=True)
class ScoreSheetCard:
    """One sheet as printed."""

    sheet: TableSheet
    section: int | None
    """Number of the section, None when it is the only one."""
    players: tuple[tuple[int, Entry], ...]
    """Seat and who sits there, in the order of the sheets."""
    lines: tuple[tuple[int, int], ...]
    """Number of each deal and the seat of its dealer."""
    game: str
    """Stored name of the game."""
    tarot: Variant | None
    """The federation's Tarot that the table plays: it has a help table and lines for handfuls and for the
    referee. None for any other game."""
    bids: Variant | None
    """The Tarot of any table that has columns for the taker and the bid."""
    mark: SheetMark | None
    """The code of the sheet; None before it has one."""
    is_small: bool
    """A quarter of an A4, where nothing below the lines could be read."""
    agreed: tuple[tuple[str, str], ...]
    """What is played otherwise than the usual rules, in words."""
    placing: tuple[tuple[str, str], ...]
    """Who are partners and who deals first, in words, where the table has teams or cards were drawn."""
    counting: str
    """What a deal of a side game is worth, in a line; "" for Tarot."""
    cards_each: tuple[int | None, ...]
    """Cards of each player by line, where every deal has its own number."""
    has_terms: bool
    """The dealer says terms of the deal, at Papayou: a column for them."""
    has_pot: bool
    """A pot goes from deal to deal: a column for what it holds."""
    is_count: bool
    """A score is what somebody has counted, and never negative: one column, without a balance."""
    seat_facts: tuple[tuple[str, str], ...]
    """What every player of a side game writes of a deal, as its form says: stored name and words; () for
    Tarot, and where the columns have no room."""
    deal_facts: tuple[tuple[str, str], ...]
    """What the deal has once, beside them."""
    known: tuple[KnownLine, ...]
    """What is printed of each line's result: nothing, unless it was asked for."""
    pots: tuple[int | None, ...]
    """What the pot holds after each line, while the lines before are known; None where none is printed."""

    @property
    def rows(self) -> tuple[tuple[int, int, int | None, KnownLine, tuple[str, ...], int | None], ...]:
        """Deal, dealer, cards of each, its result, its cells, and the pot after it."""
        return tuple(
            (deal, dealer, cards, line, self._cells(line), pot)
            for (deal, dealer), cards, line, pot in zip(
                self.lines, self.cards_each, self.known, self.pots, strict=True
            )
        )

    def _cells(self, line: KnownLine) -> tuple[str, ...]:
        """What stands below each column of the players, then of the deal."""
        cells: list[str] = []
        facts = dict(line.facts)
        for seat, _entry in self.players:
            score = line.seat_scores[seat] if line.seat_scores else None
            if self.seat_facts:
                cells += [facts.get(f"{name}_{seat}", "") for name, _words in self.seat_facts]
            if len(self.columns) == 2 and not self.seat_facts:
                cells += [_plain(score) if score is not None and score >= 0 else ""]
                cells += [_plain(-score) if score is not None and score < 0 else ""]
            else:
                cells.append(_plain(score))
        return (*cells, *(_of_deal(facts.get(name, "")) for name, _words in self.deal_facts))

    @property
    def columns(self) -> tuple[str, ...]:
        """What stands above the columns of each player: facts and the score, gains and losses, or nothing."""
        if self.seat_facts:
            return (*(words for _name, words in self.seat_facts), _("Marque"))
        return ("+", "−") if len(self.players) <= MOST_DOUBLED and not self.is_count else ("",)

    @property
    def name_letters(self) -> int:
        """How many letters of a name fit on one line."""
        return PAIRED_LETTERS if len(self.players) > MOST_BELOW else NAME_LETTERS

    @property
    def player_rows(self) -> tuple[tuple[tuple[int, Entry], ...], ...]:
        """The players one below the other, or in pairs where they are many."""
        count = len(self.players)
        if count <= MOST_BELOW:
            return tuple((player,) for player in self.players)
        half = -(-count // 2)
        return tuple(self.players[row::half] for row in range(half))

    @property
    def has_agreed(self) -> bool:
        """What the table agreed on has room below the lines."""
        is_wanted = bool(self.agreed or self.counting) and not self.is_small
        return is_wanted and self._lines_fit(self._line_room - self._agreed_room, "closest")

    @property
    def _agreed_room(self) -> int:
        signs = sum(len(option) + len(words) + len(" : ; ") for option, words in self.agreed)
        signs += len(self.counting)
        return AGREED_LINE * (2 + signs // AGREED_SIGNS)

    @property
    def has_help(self) -> bool:
        """The help table, of the federation's figures, holds and has room below the lines."""
        is_wanted = self.tarot is not None and not self.agreed and not self.is_small
        return is_wanted and self._lines_fit(self._line_room - HELP_ROOM, "closest")

    @property
    def has_notes(self) -> bool:
        """Handfuls and visas have room below the help table."""
        return self.has_help and self._lines_fit(self._line_room - HELP_ROOM - NOTES_ROOM, "close")

    @property
    def fit(self) -> str:
        """How close the lines are: the widest setting in which they fit."""
        below = HELP_ROOM * self.has_help + NOTES_ROOM * self.has_notes
        below += self._agreed_room * self.has_agreed
        return next(
            (name for name, _height in ROWS if self._lines_fit(self._line_room - below, name)), ROWS[-1][0]
        )

    def _lines_fit(self, room: int, fit: str) -> bool:
        return len(self.lines) * dict(ROWS)[fit] <= room

    @property
    def _line_room(self) -> int:
        signs = (len(name) + len(words) for name, words in self.placing)
        lines = sum(1 + count // AGREED_SIGNS for count in signs)
        above = PLAYER_ROOM * len(self.player_rows) + FACTS_ROOM * bool(self.seat_facts)
        return ROOM - above - AGREED_LINE * lines


@dataclass(frozen=True, slots=True)
class ScoreSheetsSheet:
    """Cards side by side; None where the last sheet has none."""

    cards: tuple[ScoreSheetCard | None, ...]
    layout: CardLayout


def build_score_sheets(
    tournament: Tournament, options: DocumentOptions = PLAIN
) -> tuple[ScoreSheetsSheet, ...]:
    """Sheets by round, then table, to be cut and stacked. Seven queries, whatever the size."""
    layout = card_layout(options)
    session = current_session(tournament)
    sheets = load_sheets(session)
    has_sections = len({sheet.round.section_id for sheet in sheets}) > 1
    wanted = [sheet for sheet in sheets if _is_wanted(sheet, options)]
    contents = [_content(sheet, session) for sheet in wanted]
    codes = codes_of(contents)
    cards = [
        _card(sheet, mark_of(content, codes, options), options, has_section=has_sections)
        for sheet, content in zip(wanted, contents, strict=True)
    ]
    return tuple(ScoreSheetsSheet(placed, layout) for placed in cut_and_stack(cards, layout.per_sheet))


def coded_score_sheets(tournament: Tournament, options: DocumentOptions) -> tuple[SheetContent, ...]:
    """What the codes of the same sheets stand for. Six queries, whatever the size."""
    session = current_session(tournament)
    return tuple(_content(sheet, session) for sheet in load_sheets(session) if _is_wanted(sheet, options))


def is_for(tournament_format: TournamentFormat) -> bool:
    """Formats whose results are written seat by seat."""
    return tournament_format.sheet is SheetKind.SCORES


def _is_wanted(sheet: TableSheet, options: DocumentOptions) -> bool:
    return (
        options.has_section(sheet.round.section.number)
        and options.has_round(sheet.round.number)
        and options.has_table(sheet.table.number)
        and not (options.part == KNOWN and all(row.slip for row in sheet.rows))
    )


def _content(sheet: TableSheet, session: Session) -> SheetContent:
    entries = tuple(entry.pk if entry else None for entry in sheet.entries)
    return SheetContent(
        session_id=session.pk,
        section=sheet.round.section.number,
        name=SheetName(round_number=sheet.round.number, table_number=sheet.table.number),
        deals=deals_mark(session),
        lines=(PrintedLine(sheet.round.number, sheet.table.number, entries),),
    )


def _card(
    table_sheet: TableSheet, mark: SheetMark | None, options: DocumentOptions, *, has_section: bool
) -> ScoreSheetCard:
    lines = _lines(table_sheet)
    section = table_sheet.round.section
    seated = ((seat, table_sheet.entries[seat]) for seat in table_sheet.sheet.seats_in_order)
    has_pot = table_sheet.terms is not None and table_sheet.terms.plays_for_pot
    return ScoreSheetCard(
        sheet=table_sheet,
        section=section.number if has_section else None,
        players=tuple((seat, entry) for seat, entry in seated if entry is not None),
        lines=lines,
        game=table_sheet.sheet.game.name,
        tarot=_tarot(table_sheet.sheet, section.session.tournament),
        bids=_bids(table_sheet.sheet, section.session.tournament),
        mark=mark,
        is_small=card_layout(options).size == "A6",
        placing=placing_words(section.session.tournament, table_sheet.draw, table_sheet.sheet.seats),
        counting=counting_words(table_sheet.sheet.game.name, is_match=table_sheet.terms is not None),
        cards_each=tuple(row.cards_each for row in table_sheet.rows)
        if len(table_sheet.rows) == len(lines)
        else (None,) * len(lines),
        has_terms=_has_terms(table_sheet.sheet),
        has_pot=has_pot,
        agreed=tuple(told_changes(table_sheet.sheet.game.name, game_rules(section.session.tournament))),
        is_count=_is_count(table_sheet.sheet),
        seat_facts=_seat_facts(table_sheet.sheet),
        deal_facts=_deal_facts(table_sheet.sheet),
        known=_known(table_sheet) if options.part == KNOWN else (UNKNOWN,) * len(lines),
        pots=_pots(table_sheet) if options.part == KNOWN and has_pot else (None,) * len(lines),
    )


def _seat_facts(sheet: SheetTerms) -> tuple[tuple[str, str], ...]:
    """By the form of the game, those of its first seat, while all have room."""
    if sheet.facts_form is None or isinstance(sheet.game, Tarot):
        return ()
    facts = [each for each in sheet.facts_form.fields if each.of_seat and each.place == 0]
    told = tuple(
        (each.fact, field_name(each, sheet.game.name)) for each in facts if each.fact != SCORE_ITSELF
    )
    return told if len(sheet.seats) * (len(told) + 1) <= MOST_FACTS else ()


def _is_count(sheet: SheetTerms) -> bool:
    form = sheet.facts_form
    return form is not None and {each.fact for each in form.fields} == {SCORE_ITSELF}


def _deal_facts(sheet: SheetTerms) -> tuple[tuple[str, str], ...]:
    """What the deal has once: nothing where its seats have no columns."""
    if sheet.facts_form is None or not _seat_facts(sheet):
        return ()
    facts = [each for each in sheet.facts_form.fields if not each.of_seat and each.fact not in TERM_FACTS]
    return tuple((each.name, field_name(each, sheet.game.name)) for each in facts)


def _of_deal(text: str) -> str:
    """A fact of the deal is a seat, or nobody."""
    return seat_letter(int(text)) if text.isdecimal() else "–" if text else ""


def _plain(score: Points | None) -> str:
    """A score as it is written on paper: without the sign of a gain."""
    return "" if score is None else signed(score).removeprefix("+")


def _tarot(sheet: SheetTerms, tournament: Tournament) -> Variant | None:
    """Free deals are Tarot for as many as sit at the table; other events have the game that they chose."""
    is_any_game = find_format(tournament.format).plan.is_for_any_game
    return VARIANTS.get(sheet.game.name if is_any_game else f"tarot-{len(sheet.seats)}")


def _has_terms(sheet: SheetTerms) -> bool:
    form = sheet.facts_form
    return form is not None and any(each.fact in TERM_FACTS for each in form.fields)


def _bids(sheet: SheetTerms, tournament: Tournament) -> Variant | None:
    """The Tarot that is bid, where its columns have room."""
    tarot = _tarot(sheet, tournament) or (sheet.game.row if isinstance(sheet.game, Tarot) else None)
    return tarot if len(sheet.seats) <= MOST_WITH_BIDS else None


def _lines(table_sheet: TableSheet) -> tuple[tuple[int, int], ...]:
    """The deals of the sheet; those who sit deal in turn where only totals are entered."""
    sheet = table_sheet.sheet
    if sheet.holds is LineOf.TOTALS:
        deals = range(1, table_sheet.round.section.boards_per_set + 1)
        return tuple((deal, table_sheet.dealer_of(deal)) for deal in deals)
    return tuple((row.play.board, row.dealer) for row in table_sheet.rows if row.dealer is not None)


def _known(table_sheet: TableSheet) -> tuple[KnownLine, ...]:
    """The result of each line that is printed; totals of a round have no line of their own."""
    if table_sheet.sheet.holds is LineOf.TOTALS:
        return (UNKNOWN,) * len(_lines(table_sheet))
    rows = (row for row in table_sheet.rows if row.dealer is not None)
    return tuple(known_line(row.slip, is_raw=row.is_raw) for row in rows)


def _pots(table_sheet: TableSheet) -> tuple[int | None, ...]:
    """Where the scores of a deal stand alone, nobody knows what it left in the pot."""
    pots: list[int | None] = []
    for row, deal in zip(table_sheet.rows, table_sheet.lasting, strict=True):
        is_known = bool(row.facts) and None not in pots
        pots.append(deal.pot if is_known else None)
    return tuple(pots)


SCORE_SHEETS = DocumentType(
    kind=DocumentKind.SCORE_SHEETS,
    right=Right.PRINT,
    require=require_seats,
    build=build_score_sheets,
    template="tournaments/paper/pdf/score_sheets.html",
    stylesheet="css/print/score_sheets.css",
    is_for=is_for,
    options=CARD_OPTIONS | ROUNDS | TABLES | {OptionName.SECTION, OptionName.PART},
    parts=(
        ("", gettext_lazy("Toutes les feuilles, vierges")),
        (KNOWN, gettext_lazy("Feuilles à terminer, avec les résultats connus")),
    ),
    per_sheets=PER_SHEETS,
    coded=coded_score_sheets,
)
