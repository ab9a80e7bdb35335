"""Score sheets to be cut: one for each table and round, complete except for the scores.

Source:
    FFT, Manuel de l'organisateur (2011) M9-M11: the *feuille de marque* of free deals, with its help table;
    rules R, page 5, and C4: the referee is called to a garde sans or contre and signs the sheet.
"""

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.core.facts.side_games import TERM_FACTS
from games.core.play import Points
from games.core.variant import VARIANTS, Variant
from games.core.variants.tarot.game import Tarot
from games.services.rule_words import counting_words, describe_rule_changes
from tournaments.base.access import Right
from tournaments.base.queries.sessions import current_session
from tournaments.base.words.halls import name_hall
from tournaments.base.words.wording import write_signed_score
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import SheetKind, TournamentFormat
from tournaments.core.slips.printed_sheet import PrintedLine
from tournaments.core.slips.score_sheet import LineOf, SheetTerms
from tournaments.enums import DocumentKind
from tournaments.events.queries.game_rules import game_rules
from tournaments.models import Entry, Session, Tournament
from tournaments.paper.documents.hall.card_sheets import (
    CARD_OPTIONS,
    PER_SHEETS,
    CardLayout,
    SheetMark,
    card_layout,
    mark_of,
)
from tournaments.paper.documents.making.document import DocumentType
from tournaments.paper.documents.making.options import PLAIN, ROUNDS, TABLES, DocumentOptions, OptionName
from tournaments.paper.documents.making.ready import require_seats
from tournaments.paper.documents.scores.score_layout import (
    ScoreRow,
    ScoreTable,
    SetScoreSheet,
    lay_out_score_sheet,
    most_score_lines,
    sure_score_lines,
)
from tournaments.paper.documents.typesetting.imposition import cut_and_stack, split_to_fit
from tournaments.paper.documents.typesetting.large_type import CARD_ON_A5
from tournaments.paper.queries.printed_sheets import SheetContent, codes_of, deals_mark
from tournaments.results.queries.checking import SheetName
from tournaments.results.queries.known_results import UNKNOWN, KnownLine, known_line
from tournaments.results.queries.score_sheets import TableSheet, load_sheets
from tournaments.results.words.facts import fact_field_label
from tournaments.results.words.placing import placing_words
from tournaments.results.words.sheet_sentences import BID_NAMES
from tournaments.seating.words.seat_names import printed_seat_letter, starting_place

KNOWN = "known"
"""Variant with the unfinished sheets alone, including the results entered so far."""
TAKER, BID, TERMS, FACT = 15.0, 17.0, 17.0, 17.0
"""Widths of the columns beside those of the players, in millimetres on a sheet of A5."""
MOST_WITH_BIDS = 10
"""Largest number of players with room for a column for the taker and one for the bid."""
MOST_FACTS = 18
"""Largest number of columns of facts and scores side by side."""
SCORE_ITSELF = "points"
"""Name of the fact that is the score itself and needs no column of its own."""
MOST_DOUBLED = 5
"""Largest number of players with separate columns for gains and losses."""


@dataclass(frozen=True, slots=True)
class ScoreSheetCard:
    """One score sheet as printed."""

    sheet: TableSheet
    section: int | None
    """Number of the section; None for the only section."""
    players: tuple[tuple[int, Entry], ...]
    """Players as (seat, entry), in the order of the sheets."""
    hall: str
    """Name of the hall of the table, "" without halls."""
    lines: tuple[tuple[int, int], ...]
    """Lines as (number of the deal, seat of its dealer)."""
    game: str
    """Stored name of the game."""
    tarot: Variant | None
    """The federation's Tarot that the table plays; None for any other game.

    It has a help table and lines for handfuls and for the referee.
    """
    bids: Variant | None
    """The Tarot whose taker and bid have columns, at any table; None without these columns."""
    mark: SheetMark | None
    """Code of the sheet; None until it is issued."""
    is_small: bool
    """True for a quarter of an A4, too small for text below the lines."""
    agreed: tuple[tuple[str, str], ...]
    """Differences from the usual rules, in words."""
    placing: tuple[tuple[str, str], ...]
    """Partners and first dealer in words, where the table has teams or cards were drawn."""
    counting: str
    """Value of a deal of a side game, in a line; "" for Tarot."""
    cards_each: tuple[int | None, ...]
    """Number of cards of each player, by line; None where all deals are equal."""
    has_terms: bool
    """True for a column with the terms of the dealer, at Papayou."""
    has_pot: bool
    """True for a column with the pot, which goes from deal to deal."""
    is_count: bool
    """True if scores are plain counts, never negative: one column, without a balance."""
    seat_facts: tuple[tuple[str, str], ...]
    """Facts of each player of a side game by the game's form, as (stored name, words).

    Empty for Tarot and where the columns have no room.
    """
    deal_facts: tuple[tuple[str, str], ...]
    """Facts of the whole deal, as (stored name, words)."""
    known: tuple[KnownLine, ...]
    """Printed part of each line's result; empty unless requested."""
    pots: tuple[int | None, ...]
    """Content of the pot after each line, as long as the lines above are known; otherwise None."""
    is_bound: bool
    """True for a wide margin on the left."""
    part: int = 1
    """Number of this card among those of the table, from 1."""
    part_count: int = 1

    @property
    def rows(self) -> tuple[tuple[int, int, int | None, KnownLine, tuple[str, ...], int | None], ...]:
        """The lines as (deal, dealer, cards of each player, result, cells, pot after the deal)."""
        return tuple(
            (deal, dealer, cards, line, self._cells(line), pot)
            for (deal, dealer), cards, line, pot in zip(
                self.lines, self.cards_each, self.known, self.pots, strict=True
            )
        )

    def _cells(self, line: KnownLine) -> tuple[str, ...]:
        """Return the texts below the columns of the players, then below those of the deal."""
        cells: list[str] = []
        facts = dict(line.facts)
        for seat, _entry in self.players:
            score = line.seat_scores[seat] if line.seat_scores else None
            if self.seat_facts:
                cells += [facts.get(f"{name}_{seat}", "") for name, _words in self.seat_facts]
            # a column for gains and one for losses
            if len(self.columns) == 2 and not self.seat_facts:
                cells += [_plain_score(score) if score is not None and score >= 0 else ""]
                cells += [_plain_score(-score) if score is not None and score < 0 else ""]
            else:
                cells.append(_plain_score(score))
        return (*cells, *(_deal_fact(facts.get(name, "")) for name, _words in self.deal_facts))

    @property
    def columns(self) -> tuple[str, ...]:
        """The heads of the columns of each player: facts and the score, gains and losses, or one blank."""
        if self.seat_facts:
            return (*(words for _name, words in self.seat_facts), _("Marque"))
        return ("+", "−") if len(self.players) <= MOST_DOUBLED and not self.is_count else ("",)

    @property
    def setting(self) -> SetScoreSheet:
        """The texts and rules of the card."""
        return lay_out_score_sheet(self.table)

    @property
    def table(self) -> ScoreTable:
        """The content in words."""
        first_columns: list[tuple[str, float]] = []
        if self.bids:
            first_columns.append(
                (_("Preneur, carte appelée") if self.bids.call_count else _("Preneur"), TAKER)
            )
            first_columns.append((_("Contrat"), BID))
        if self.has_terms:
            first_columns.append((_("Dit par le donneur"), TERMS))
        last_columns = [(words, FACT) for _name, words in self.deal_facts]
        if self.has_pot:
            last_columns.append((_("Cagnotte"), FACT))
        return ScoreTable(
            players=tuple(
                (printed_seat_letter(seat), starting_place(entry), str(entry)) for seat, entry in self.players
            ),
            seats=tuple(printed_seat_letter(seat) for seat, _entry in self.players),
            seat_heads=self.columns,
            has_facts=bool(self.seat_facts),
            first_columns=tuple(first_columns),
            last_columns=tuple(last_columns),
            rows=tuple(self._row(*row) for row in self.rows),
            placing=tuple(self._rule_words(name, words) for name, words in self.placing),
            agreed=self._agreed_words(),
            help_of=self.tarot,
            is_small=self.is_small,
            is_bound=self.is_bound,
        )

    def _row(
        self,
        deal: int,
        dealer: int,
        cards: int | None,
        known: KnownLine,
        cells: tuple[str, ...],
        pot: int | None,
    ) -> ScoreRow:
        words = [_("donneur %(seat)s") % {"seat": printed_seat_letter(dealer)}]
        if cards:
            words.append(ngettext("%(count)s carte", "%(count)s cartes", cards) % {"count": cards})
        if known.is_raw:
            words.append(_("sans détail"))
        bid_cells = (
            printed_seat_letter(known.taker) if known.taker is not None else "",
            str(BID_NAMES[known.bid]) if known.bid else "",
        )
        texts = (
            *(bid_cells if self.bids else ()),
            *(("",) if self.has_terms else ()),
            *cells,
            *((str(pot) if pot is not None else "",) if self.has_pot else ()),
        )
        return ScoreRow(str(deal), tuple(words), texts)

    def _agreed_words(self) -> str:
        """Return how a side game counts and what differs from its usual rules."""
        changes = [f"· {self._rule_words(option, words)}" for option, words in self.agreed]
        heading = [_("Règles de la table")] if changes else []
        return " ".join(filter(None, [self.counting, *heading, *changes]))

    @staticmethod
    def _rule_words(name: str, words: str) -> str:
        return _("%(option)s : %(words)s") % {"option": name, "words": words}


@dataclass(frozen=True, slots=True)
class ScoreSheetsSheet:
    """Cards side by side; None for an empty place on the last sheet."""

    cards: tuple[ScoreSheetCard | None, ...]
    layout: CardLayout


def build_score_sheets(
    tournament: Tournament, options: DocumentOptions = PLAIN
) -> tuple[ScoreSheetsSheet, ...]:
    """Return sheets by round, then table, to be cut and stacked. Six queries, seven with known results."""
    layout = card_layout(options)
    session = current_session(tournament)
    sheets = load_sheets(session, with_results=options.part == KNOWN)
    has_sections = len({sheet.round.section_id for sheet in sheets}) > 1
    chosen_sheets = [sheet for sheet in sheets if _is_chosen(sheet, options)]
    contents = [_content(sheet, session) for sheet in chosen_sheets]
    codes = codes_of(contents)
    whole_cards = (
        _card(sheet, mark_of(content, codes, options), options, has_section=has_sections)
        for sheet, content in zip(chosen_sheets, contents, strict=True)
    )
    cards = list(_in_parts(whole_cards))
    return tuple(
        ScoreSheetsSheet(row_of_cards, layout) for row_of_cards in cut_and_stack(cards, layout.per_sheet)
    )


def coded_score_sheets(tournament: Tournament, options: DocumentOptions) -> tuple[SheetContent, ...]:
    """Return the content behind the codes of the same sheets. Five queries, six with known results."""
    session = current_session(tournament)
    sheets = load_sheets(session, with_results=options.part == KNOWN)
    return tuple(_content(sheet, session) for sheet in sheets if _is_chosen(sheet, options))


def is_for(tournament_format: TournamentFormat) -> bool:
    """True for formats whose results are written seat by seat."""
    return tournament_format.sheet is SheetKind.SCORES


def _is_chosen(sheet: TableSheet, options: DocumentOptions) -> bool:
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
    seat_entries = ((seat, table_sheet.entries[seat]) for seat in table_sheet.sheet.seats_in_order)
    has_pot = table_sheet.terms is not None and table_sheet.terms.plays_for_pot
    return ScoreSheetCard(
        sheet=table_sheet,
        section=section.number if has_section else None,
        players=tuple((seat, entry) for seat, entry in seat_entries if entry is not None),
        hall=name_hall(section.session.tournament, table_sheet.table.number),
        lines=lines,
        game=table_sheet.sheet.game.name,
        tarot=_tarot(table_sheet.sheet, section.session.tournament),
        bids=_bids(table_sheet.sheet, section.session.tournament),
        mark=mark,
        is_small=card_layout(options).size == "A6",
        placing=placing_words(section.session.tournament, table_sheet.draw, table_sheet.sheet.seats),
        counting=counting_words(table_sheet.sheet.game.name, is_match=table_sheet.terms is not None),
        # a sheet of totals has one row, but a line for each deal
        cards_each=tuple(row.cards_each for row in table_sheet.rows)
        if len(table_sheet.rows) == len(lines)
        else (None,) * len(lines),
        has_terms=_has_terms(table_sheet.sheet),
        has_pot=has_pot,
        agreed=tuple(
            describe_rule_changes(table_sheet.sheet.game.name, game_rules(section.session.tournament))
        ),
        is_count=_is_count(table_sheet.sheet),
        seat_facts=_seat_facts(table_sheet.sheet),
        deal_facts=_deal_facts(table_sheet.sheet),
        known=_known_lines(table_sheet) if options.part == KNOWN else (UNKNOWN,) * len(lines),
        pots=_pots(table_sheet) if options.part == KNOWN and has_pot else (None,) * len(lines),
        is_bound=options.wide_margin,
    )


def _in_parts(cards: Iterable[ScoreSheetCard]) -> Iterator[ScoreSheetCard]:
    """Yield the cards. Those with more lines than they have room for come in parts.

    Cards that differ by their names alone are measured once, with the longest names: measuring each takes
    longer than loading the event.
    """
    sure_counts: dict[Hashable, int] = {}
    for card in cards:
        seats = tuple(seat for seat, _entry in card.players)
        shape = (seats, card.lines, card.placing, card.cards_each, card.known, card.pots)
        if shape not in sure_counts:
            sure_counts[shape] = sure_score_lines(card.table)
        yield from [card] if len(card.lines) <= sure_counts[shape] else _parts(card)


def _parts(card: ScoreSheetCard) -> list[ScoreSheetCard]:
    """Return the card, or several with a part of its lines each where they have no room on one."""
    parts = split_to_fit(
        tuple(zip(card.lines, card.cards_each, card.known, card.pots, strict=True)),
        most_score_lines(card.table),
    )
    if len(parts) == 1:
        return [card]
    cards = []
    for number, part in enumerate(parts, start=1):
        lines, cards_each, known, pots = zip(*part, strict=True)
        cards.append(
            replace(
                card,
                lines=lines,
                cards_each=cards_each,
                known=known,
                pots=pots,
                part=number,
                part_count=len(parts),
            )
        )
    return cards


def _seat_facts(sheet: SheetTerms) -> tuple[tuple[str, str], ...]:
    """Return the facts of a player by the form of the game; () where they have no room."""
    if sheet.facts_form is None or isinstance(sheet.game, Tarot):
        return ()
    # the form has these fields for each seat: those of the first seat are enough
    fact_fields = [
        fact_field for fact_field in sheet.facts_form.fields if fact_field.of_seat and fact_field.place == 0
    ]
    named_facts = tuple(
        (fact_field.fact, fact_field_label(fact_field, sheet.game.name))
        for fact_field in fact_fields
        if fact_field.fact != SCORE_ITSELF
    )
    return named_facts if len(sheet.seats) * (len(named_facts) + 1) <= MOST_FACTS else ()


def _is_count(sheet: SheetTerms) -> bool:
    form = sheet.facts_form
    return form is not None and {fact_field.fact for fact_field in form.fields} == {SCORE_ITSELF}


def _deal_facts(sheet: SheetTerms) -> tuple[tuple[str, str], ...]:
    """Return the facts of the whole deal; () where its seats have no columns."""
    if sheet.facts_form is None or not _seat_facts(sheet):
        return ()
    fact_fields = [
        fact_field
        for fact_field in sheet.facts_form.fields
        if not fact_field.of_seat and fact_field.fact not in TERM_FACTS
    ]
    return tuple(
        (fact_field.name, fact_field_label(fact_field, sheet.game.name)) for fact_field in fact_fields
    )


def _deal_fact(text: str) -> str:
    """Return the text of a fact of the deal. It is a seat, or "–" for no player."""
    return printed_seat_letter(int(text)) if text.isdecimal() else "–" if text else ""


def _plain_score(score: Points | None) -> str:
    """Return a score as written on paper, without the sign of a gain."""
    return "" if score is None else write_signed_score(score).removeprefix("+")


def _tarot(sheet: SheetTerms, tournament: Tournament) -> Variant | None:
    """Return the federation's Tarot of a table.

    Free deals are Tarot for the number of players at the table. Other events have the game of the organiser.
    """
    is_any_game = find_format(tournament.format).plan.is_for_any_game
    return VARIANTS.get(sheet.game.name if is_any_game else f"tarot-{len(sheet.seats)}")


def _has_terms(sheet: SheetTerms) -> bool:
    form = sheet.facts_form
    return form is not None and any(fact_field.fact in TERM_FACTS for fact_field in form.fields)


def _bids(sheet: SheetTerms, tournament: Tournament) -> Variant | None:
    """Return the Tarot with bids, if its columns have room."""
    tarot = _tarot(sheet, tournament) or (sheet.game.row if isinstance(sheet.game, Tarot) else None)
    return tarot if len(sheet.seats) <= MOST_WITH_BIDS else None


def _lines(table_sheet: TableSheet) -> tuple[tuple[int, int], ...]:
    """Return the deals of the sheet. On a sheet of totals the players deal in turn."""
    sheet = table_sheet.sheet
    if sheet.holds is LineOf.TOTALS:
        deals = range(1, table_sheet.round.section.boards_per_set + 1)
        return tuple((deal, table_sheet.dealer_of(deal)) for deal in deals)
    return tuple((row.play.board, row.dealer) for row in table_sheet.rows if row.dealer is not None)


def _known_lines(table_sheet: TableSheet) -> tuple[KnownLine, ...]:
    """Return the printed result of each line. Totals of a round have no result per line."""
    if table_sheet.sheet.holds is LineOf.TOTALS:
        return (UNKNOWN,) * len(_lines(table_sheet))
    rows = (row for row in table_sheet.rows if row.dealer is not None)
    return tuple(known_line(row.slip, is_raw=row.is_raw) for row in rows)


def _pots(table_sheet: TableSheet) -> tuple[int | None, ...]:
    """Return the pot after each line; None from the first deal whose facts are not known."""
    pots: list[int | None] = []
    for row, deal in zip(table_sheet.rows, table_sheet.lasting, strict=True):
        # scores alone do not show what the deal left in the pot
        is_certain = bool(row.facts) and None not in pots
        pots.append(deal.pot if is_certain else None)
    return tuple(pots)


SCORE_SHEETS = DocumentType(
    kind=DocumentKind.SCORE_SHEETS,
    right=Right.PRINT,
    require=require_seats,
    build=build_score_sheets,
    is_for=is_for,
    large=CARD_ON_A5,
    options=CARD_OPTIONS | ROUNDS | TABLES | {OptionName.SECTION, OptionName.PART},
    parts=(
        ("", gettext_lazy("Toutes les feuilles, vierges")),
        (KNOWN, gettext_lazy("Feuilles à terminer, avec les résultats connus")),
    ),
    per_sheets=PER_SHEETS,
    coded=coded_score_sheets,
)
