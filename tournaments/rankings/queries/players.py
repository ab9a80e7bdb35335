"""The evening of one player or team: every deal, and what those did who held the same cards."""

from collections.abc import Sequence
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
    latest_standings,
    snapshot_chain,
    snapshot_rows,
)
from tournaments.results.queries.boards import BoardLine, lines_of_plays, seats_on_sheet

EVERYTHING = frozenset(Part)
_OWN_FIGURES = frozenset({Criterion.ATTACK, Criterion.DEFENCE, Criterion.DEALS})


@dataclass(frozen=True, slots=True)
class PlayerDeal:
    """One deal of one player or team."""

    line: BoardLine
    seats: tuple[int, ...]
    """Seats held, in the order of the sheets."""
    is_taker: bool | None
    """None where attack and defence are not told apart."""
    is_revealed: bool
    """Every table has played the étui, or the reader may see what still circulates."""
    kind: SlipKind | None
    """None without a result, and while the étui circulates but for the player himself; so is the score."""
    score: Points | None
    """Signed from the attack's side, whoever the player is; the player's own where each seat has one."""
    is_raw: bool
    """The score is shown, and was written without what it comes from."""
    mark: Value | None
    """None while the étui circulates, for the player, too."""
    others: tuple[Figure, ...]
    """Those who held the same cards at the other tables, best mark first."""

    @property
    def board(self) -> int:
        return self.line.play.board

    @property
    def circulates(self) -> bool:
        """It is played here and not yet everywhere: it counts in the total, and its mark is not told."""
        return not self.is_revealed and self.line.slip is not None


@dataclass(frozen=True, slots=True)
class PlayerReport:
    """The evening of one player or team."""

    entry: Entry
    plan: RankingPlan
    measure: Measure
    """Of the marks and of the ranking."""
    ranked: RankedEntry | None
    """The line of the last ranking; None before the first one."""
    deals: tuple[PlayerDeal, ...]
    """By round and étui; empty where duels are compared."""
    duels: tuple[DuelLine, ...]
    """The duels of a team, each of the two halves being at a table of its own, with revealed étuis only."""
    circulating: int
    """Duels on étuis that some table has yet to play."""
    chain: tuple[Criterion, ...]
    """Criteria that part equals and are shown beside the value."""

    @property
    def is_raw(self) -> bool:
        """All scores that are shown were written without what they come from."""
        shown = [deal.is_raw for deal in self.deals if deal.score is not None]
        return bool(shown) and all(shown)

    @property
    def has_sides(self) -> bool:
        """Attack and defence are told apart."""
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
    """The report of an entry of the session. Seven queries, one more for teams, never with size.

    Args:
        is_own: the player himself reads, by account or private link: he knows the scores of what he played.
        parts: what the reader sees of the session.
        figures: those of the session where they are loaded already: five queries less.
        lines: `player_lines`, where they are loaded: one less.
        snapshot: the last one of the session, where it is loaded: one less.

    An étui that still circulates keeps its results to itself unless `sees_all`: whoever has yet to
    play it may not read its traveller (FFT, Code d'arbitrage 2012: reading it is a fault). Deals of a
    table of its own are shown at once.
    """
    figures = figures or load_figures(session)
    lines = player_lines(figures, entry) if lines is None else lines
    known = _load_known(figures, sees_all=sees_all, parts=parts, snapshot=snapshot)
    return _report(entry, lines, replace(known, is_own=is_own), compares=True)


def player_lines(figures: SessionFigures, *entries: Entry) -> list[BoardLine]:
    """The plays at the tables where somebody of `entries` sits, by round and table. One query."""
    return lines_of_plays(_plays_of(figures.loaded.session, *entries), figures.seated_at)


def load_two_players(
    entries: tuple[Entry, Entry],
    *,
    sees_all: bool,
    parts: tuple[frozenset[Part], frozenset[Part]],
    figures: SessionFigures,
) -> tuple[PlayerReport, PlayerReport]:
    """The reports of two entries, without those who held the same cards. Two queries.

    Args:
        parts: what the reader sees of each.
        figures: those of the session.
    """
    lines = player_lines(figures, *entries)
    known = _load_known(figures, sees_all=sees_all, parts=parts[0] | parts[1])
    first, second = (
        _report(
            entry,
            [line for line in lines if entry in line.entries],
            replace(known, parts=seen),
            compares=False,
        )
        for entry, seen in zip(entries, parts, strict=True)
    )
    return first, second


def list_player_reports(session: Session) -> tuple[PlayerReport, ...]:
    """Everybody's report, by name, without those who held the same cards.

    As many queries as one of `load_player`. What circulates keeps its results to itself.
    """
    figures = load_figures(session)
    lines_of: dict[Entry, list[BoardLine]] = {}
    for line in lines_of_plays(Play.objects.filter(round__section__session=session), figures.seated_at):
        for entry in dict.fromkeys(line.entries):
            if entry is not None:
                lines_of.setdefault(entry, []).append(line)
    known = _load_known(figures, sees_all=False)
    by_name = sorted(lines_of, key=lambda entry: entry.by_name)
    return tuple(_report(entry, lines_of[entry], known, compares=False) for entry in by_name)


@dataclass(frozen=True, slots=True)
class _Known:
    """What the reports of one session share."""

    figures: SessionFigures
    ranked: dict[int, RankedEntry]
    """By id of the entry."""
    chain: tuple[Criterion, ...]
    complete: frozenset[int]
    """Numbers of the étuis that every table has played."""
    is_open: bool
    """Results are shown while their étui circulates."""
    parts: frozenset[Part]
    is_own: bool = False
    """The reader is who the report is about."""

    def is_revealed(self, line: BoardLine) -> bool:
        return self.is_open or line.play.board in self.complete


def _load_known(
    figures: SessionFigures,
    *,
    sees_all: bool,
    parts: frozenset[Part] = EVERYTHING,
    snapshot: StandingsSnapshot | None = None,
) -> _Known:
    """One query, none without the ranking or with its snapshot."""
    is_shown = Part.RANKING in parts
    snapshot = snapshot or latest_standings(figures.loaded.session) if is_shown else None
    return _Known(
        figures=figures,
        ranked={row.entry.pk: row for row in snapshot_rows(snapshot, figures.entry_of)},
        chain=() if snapshot is None else snapshot_chain(snapshot),
        complete=figures.loaded.due.complete_boards,
        is_open=sees_all or not figures.plan.needs_same_deals,
        parts=parts,
    )


def _report(entry: Entry, lines: Sequence[BoardLine], known: _Known, *, compares: bool) -> PlayerReport:
    figures = known.figures
    sees_duels = {Part.BOARDS, Part.OWN_MARKS} <= known.parts
    revealed = [line for line in lines if sees_duels and known.is_revealed(line)]
    duels = list_duels(revealed, figures, seen_from=entry)
    has_duels = figures.plan.scoring in (Scoring.DUELS, Scoring.MATCHES)
    return PlayerReport(
        entry=entry,
        plan=figures.plan,
        measure=figures.measure,
        ranked=known.ranked.get(entry.pk),
        deals=tuple(_deal(line, entry, known, compares=compares) for line in lines if not has_duels),
        duels=duels,
        circulating=len(list_duels(lines, figures)) - len(duels),
        chain=tuple(criterion for criterion in known.chain if criterion not in _OWN_FIGURES),
    )


def _plays_of(session: Session, *entries: Entry) -> QuerySet[Play]:
    """The plays at the tables where one of the entries sits."""
    return Play.objects.filter(
        round__section__session=session, round__seatings__entry__in=entries, round__seatings__table=F("table")
    ).distinct()


def _deal(line: BoardLine, entry: Entry, known: _Known, *, compares: bool) -> PlayerDeal:
    figures, is_revealed = known.figures, known.is_revealed(line)
    seats = tuple(seat for seat in seats_on_sheet(len(line.entries)) if line.entries[seat] == entry)
    is_taker = None if line.taker_seat is None else line.taker_seat in seats
    own = next((figure for figure in figures.at(line.play.pk) if figure.entry == entry), None)
    is_known = is_revealed or known.is_own
    shown = line.slip if is_known and Part.OWN_RESULTS in known.parts else None
    sees_mark = is_revealed and Part.OWN_MARKS in known.parts
    sees_others = compares and is_revealed and Part.BOARDS in known.parts
    score = own.score if own and line.taker_seat is None else line.score
    return PlayerDeal(
        line=line,
        seats=seats,
        is_taker=is_taker,
        is_revealed=is_revealed,
        kind=line.kind if shown else None,
        score=score if shown else None,
        is_raw=bool(shown and line.is_raw),
        mark=own.mark if sees_mark and own else None,
        others=_same_hands(line, seats, figures) if sees_others else (),
    )


def _same_hands(line: BoardLine, seats: tuple[int, ...], figures: SessionFigures) -> tuple[Figure, ...]:
    """Those who held the same cards of the étui at the other tables: a seat's, of triplets a side's."""
    if not figures.plan.needs_same_deals:
        return ()
    is_team = len(seats) > 1
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
    """Marks of same hands are fractions: teams that meet in match points hold no same cards."""
    return mark if isinstance(mark, Fraction) else Fraction(0)
