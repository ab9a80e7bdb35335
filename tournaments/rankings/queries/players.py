"""Report of the evening of a player or team: all deals, with other players' figures of the same cards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from django.db.models import F, QuerySet

from games.core.play import Points
from tournaments.core.formats.ranking_plan import Measure, RankingPlan, Scoring
from tournaments.core.ranking.classification import Criterion
from tournaments.core.ranking.values import Value
from tournaments.core.showing import Part
from tournaments.enums import SlipKind
from tournaments.models import Entry, Play, Session, StandingsSnapshot
from tournaments.rankings.queries.board_reports import DuelLine, list_duels
from tournaments.rankings.queries.play_figures import Figure, SessionFigures, load_figures
from tournaments.rankings.queries.standings import (
    RankedEntry,
    RankedTeam,
    latest_standings,
    ranked_teams,
    snapshot_chain,
    snapshot_rows,
    team_of_entry,
)
from tournaments.results.queries.boards import BoardLine, lines_of_plays, seats_on_sheet, session_lines

EVERYTHING = frozenset(Part)
_OWN_FIGURES = frozenset({Criterion.ATTACK, Criterion.DEFENCE, Criterion.DEALS})


@dataclass(frozen=True, slots=True)
class PlayerDeal:
    """A deal of a player or team."""

    line: BoardLine
    seats: tuple[int, ...]
    """Seats of the entry, in the order of the sheets."""
    is_taker: bool | None
    """True for the attack; None if the format has no sides."""
    is_revealed: bool
    """True if all tables have played the étui, or if the reader may see étuis that circulate."""
    kind: SlipKind | None
    """Kind of the result; None without one.

    Until the étui is revealed, only the player sees kind and score.
    """
    score: Points | None
    """Score of the attack, signed, also for a defender; the player's own score where each seat has one."""
    is_raw: bool
    """True if the score is visible and was entered without its details."""
    mark: Value | None
    """Mark of the player; None until the étui is revealed, also for the player."""
    others: tuple[Figure, ...]
    """Figures of the same cards at other tables, best mark first."""

    @property
    def board(self) -> int:
        return self.line.play.board

    @property
    def circulates(self) -> bool:
        """True if the deal is played here and not yet at all tables: it counts, but its mark is hidden."""
        return not self.is_revealed and self.line.slip is not None


@dataclass(frozen=True, slots=True)
class PlayerReport:
    """Report of the evening of a player or team."""

    entry: Entry
    plan: RankingPlan
    measure: Measure
    """Measure of the marks and of the ranking."""
    ranked: RankedEntry | None
    """Line of the last ranking; None before the first one."""
    team: RankedTeam | None
    """Line of the partners of all evening in that ranking; None without any."""
    deals: tuple[PlayerDeal, ...]
    """Deals in order of round and étui; empty if duels are compared."""
    duels: tuple[DuelLine, ...]
    """Duels of a team on revealed étuis. The two halves of a duel are played at two tables."""
    circulating: int
    """Number of duels on étuis that some table has yet to play."""
    chain: tuple[Criterion, ...]
    """Tie-breaks to show beside the value. The report shows `_OWN_FIGURES` elsewhere."""

    @property
    def is_raw(self) -> bool:
        """True if all visible scores were entered without their details."""
        raw_flags = [deal.is_raw for deal in self.deals if deal.score is not None]
        return bool(raw_flags) and all(raw_flags)

    @property
    def has_sides(self) -> bool:
        """True if attack and defence have separate figures."""
        return self.plan.scoring is Scoring.SHARES


def load_player(
    session: Session,
    entry: Entry,
    *,
    sees_all: bool,
    is_own: bool = False,
    parts: frozenset[Part] = EVERYTHING,
    figures: SessionFigures | None = None,
    lines: Sequence[BoardLine] | None = None,
    snapshot: StandingsSnapshot | None = None,
) -> PlayerReport:
    """Return the report of an entry of the session. Seven queries regardless of size, one more for teams.

    Args:
        sees_all: also show the results of étuis that circulate.
        is_own: the reader is the player, by account or private link, and knows the scores of their own deals.
        parts: parts of the session that the reader may see.
        figures: figures of the session, if they are loaded: five queries less.
        lines: result of `player_lines`, if it is loaded: one query less.
        snapshot: last snapshot of the session, if it is loaded: one query less.

    The results of an étui stay hidden while it circulates: a player who has yet to play it may not read its
    traveller (FFT, Code d'arbitrage 2012: reading it is a fault). Deals that only one table plays show at
    once.
    """
    figures = figures or load_figures(session)
    lines = player_lines(figures, entry) if lines is None else lines
    context = _load_context(figures, sees_all=sees_all, parts=parts, snapshot=snapshot)
    return _report(entry, lines, replace(context, is_own=is_own), compares=True)


def player_lines(figures: SessionFigures, *entries: Entry) -> list[BoardLine]:
    """Return the plays at the tables of `entries`, by round and table. One query."""
    return lines_of_plays(_plays_of(figures.loaded.session, *entries), figures.seated_at)


def load_two_players(
    entries: tuple[Entry, Entry],
    *,
    sees_all: bool,
    parts: tuple[frozenset[Part], frozenset[Part]],
    figures: SessionFigures,
) -> tuple[PlayerReport, PlayerReport]:
    """Return the reports of two entries, without other players' figures of the same cards. Two queries.

    Args:
        parts: parts that the reader may see, for each entry.
        figures: figures of the session.
    """
    lines = player_lines(figures, *entries)
    context = _load_context(figures, sees_all=sees_all, parts=parts[0] | parts[1])
    first, second = (
        _report(
            entry,
            [line for line in lines if entry in line.entries],
            replace(context, parts=entry_parts),
            compares=False,
        )
        for entry, entry_parts in zip(entries, parts, strict=True)
    )
    return first, second


@dataclass(frozen=True, slots=True)
class SessionReports:
    """Reports of all entries of a session. Each is made when it is read."""

    entries: tuple[Entry, ...]
    """Entries by name."""
    revealed_lines: tuple[BoardLine, ...]
    """Lines of the étuis that do not circulate any more."""
    lines: Mapping[Entry, Sequence[BoardLine]]
    context: "_ReportContext"

    def report_of(self, entry: Entry) -> PlayerReport:
        """Return the report of an entry, without other players' figures of the same cards. No query."""
        return _report(entry, self.lines[entry], self.context, compares=False)


def load_player_reports(session: Session) -> SessionReports:
    """Return what the reports of all entries are made of.

    Three queries more than `load_player`. Results of étuis that circulate stay hidden.
    """
    figures = load_figures(session)
    lines_by_entry: dict[Entry, list[BoardLine]] = {}
    lines = session_lines(session, figures.seated_at)
    for line in lines:
        for entry in dict.fromkeys(line.entries):
            if entry is not None:
                lines_by_entry.setdefault(entry, []).append(line)
    context = _load_context(figures, sees_all=False)
    return SessionReports(
        entries=tuple(sorted(lines_by_entry, key=lambda entry: entry.by_name)),
        revealed_lines=tuple(filter(context.is_revealed, lines)),
        lines=lines_by_entry,
        context=context,
    )


@dataclass(frozen=True, slots=True)
class _ReportContext:
    """Data that the reports of one session share."""

    figures: SessionFigures
    ranked: dict[int, RankedEntry]
    """Line of the ranking by id of the entry."""
    teams: tuple[RankedTeam, ...]
    """Lines of the partners of all evening; empty in a format without any."""
    chain: tuple[Criterion, ...]
    complete: frozenset[int]
    """Numbers of the étuis that all tables have played."""
    is_open: bool
    """True if the reader sees results while their étui circulates."""
    parts: frozenset[Part]
    is_own: bool = False
    """True if the reader is the subject of the report."""

    def is_revealed(self, line: BoardLine) -> bool:
        return self.is_open or line.play.board in self.complete


def _load_context(
    figures: SessionFigures,
    *,
    sees_all: bool,
    parts: frozenset[Part] = EVERYTHING,
    snapshot: StandingsSnapshot | None = None,
) -> _ReportContext:
    """Return the shared data. One query; none if the ranking is hidden or its snapshot is loaded."""
    is_shown = Part.RANKING in parts
    snapshot = snapshot or latest_standings(figures.loaded.session) if is_shown else None
    rows = snapshot_rows(snapshot, figures.entry_of)
    return _ReportContext(
        figures=figures,
        ranked={row.entry.pk: row for row in rows},
        teams=tuple(ranked_teams(rows)) if figures.loaded.format.has_partners else (),
        chain=() if snapshot is None else snapshot_chain(snapshot),
        complete=figures.loaded.due.complete_boards,
        is_open=sees_all or not figures.plan.needs_same_deals,
        parts=parts,
    )


def _report(
    entry: Entry, lines: Sequence[BoardLine], context: _ReportContext, *, compares: bool
) -> PlayerReport:
    figures = context.figures
    sees_duels = {Part.BOARDS, Part.OWN_MARKS} <= context.parts
    revealed_lines = [line for line in lines if sees_duels and context.is_revealed(line)]
    duels = list_duels(revealed_lines, figures, seen_from=entry)
    has_duels = figures.plan.has_duels
    return PlayerReport(
        entry=entry,
        plan=figures.plan,
        measure=figures.measure,
        ranked=context.ranked.get(entry.pk),
        team=team_of_entry(context.teams, entry),
        deals=tuple(_deal(line, entry, context, compares=compares) for line in lines if not has_duels),
        duels=duels,
        circulating=len(list_duels(lines, figures)) - len(duels),
        chain=tuple(criterion for criterion in context.chain if criterion not in _OWN_FIGURES),
    )


def _plays_of(session: Session, *entries: Entry) -> QuerySet[Play]:
    # the table of the seating must be that of the play; an entry with two seats would repeat the play
    return Play.objects.filter(
        round__section__session=session, round__seatings__entry__in=entries, round__seatings__table=F("table")
    ).distinct()


def _deal(line: BoardLine, entry: Entry, context: _ReportContext, *, compares: bool) -> PlayerDeal:
    figures, is_revealed = context.figures, context.is_revealed(line)
    seats = tuple(seat for seat in seats_on_sheet(len(line.entries)) if line.entries[seat] == entry)
    is_taker = None if line.taker_seat is None else line.taker_seat in seats
    own_figure = next((figure for figure in figures.at(line.play.pk) if figure.entry == entry), None)
    # players know the score of their own deal, but not its mark, which depends on other tables
    sees_result = is_revealed or context.is_own
    visible_slip = line.slip if sees_result and Part.OWN_RESULTS in context.parts else None
    sees_mark = is_revealed and Part.OWN_MARKS in context.parts
    sees_others = compares and is_revealed and Part.BOARDS in context.parts
    # where each seat has a score, show the player's own
    score = own_figure.score if own_figure and line.taker_seat is None else line.score
    return PlayerDeal(
        line=line,
        seats=seats,
        is_taker=is_taker,
        is_revealed=is_revealed,
        kind=line.kind if visible_slip else None,
        score=score if visible_slip else None,
        is_raw=bool(visible_slip and line.is_raw),
        mark=own_figure.mark if sees_mark and own_figure else None,
        others=_same_hands(line, seats, figures) if sees_others else (),
    )


def _same_hands(line: BoardLine, seats: tuple[int, ...], figures: SessionFigures) -> tuple[Figure, ...]:
    """Return the figures of the same cards at other tables: of the same seat, or side of triplets."""
    if not figures.plan.needs_same_deals:
        return ()
    is_team = len(seats) > 1
    # the grid of teams has two columns: attack and defence
    column = (0 if line.taker_seat in seats else 1) if is_team else seats[0]
    hands = [
        figure
        for play_id in figures.play_ids_of(line.play.board)
        if play_id != line.play.pk
        for figure in figures.at(play_id)
        if figure.seat == column
    ]
    return tuple(sorted(hands, key=lambda hand: (hand.mark is None, -_order(hand.mark))))


def _order(mark: Value | None) -> Fraction:
    # match points cannot occur here: teams with duels share no cards
    return mark if isinstance(mark, Fraction) else Fraction(0)
