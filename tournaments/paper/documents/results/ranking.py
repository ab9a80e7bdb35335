"""Ranking, overall, alternated and after a handicap where the event has them, or that of its season."""

import datetime
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from django.db.models import Max
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.base.access import Right
from tournaments.entries.queries.presence import list_substitutions
from tournaments.enums import DocumentKind
from tournaments.models import Play, Round, Season, Session, StandingsSnapshot, Substitution, Tournament
from tournaments.paper.documents.making.document import DocumentType, PaperMoment
from tournaments.paper.documents.making.options import PLAIN, DocumentOptions, OptionName, bad_options
from tournaments.paper.documents.making.ready import require_standings
from tournaments.paper.documents.results.ranked_figures import (
    FigureColumn,
    FiguredRanking,
    alternated_columns,
    handicap_columns,
    has_close_lines,
    overall_columns,
    place_words,
    season_columns,
    set_figures,
    short_columns,
)
from tournaments.paper.documents.typesetting.large_type import LIST_LAID_DOWN
from tournaments.rankings.queries.claims import ClaimsState, claims_state
from tournaments.rankings.queries.event_standings import EventRow, EventStandings, load_event_standings
from tournaments.rankings.queries.points_tables import PointsRow, PointsTable, has_handicap, load_points_table
from tournaments.rankings.queries.ranking_tables import RankingTable, ranking_table
from tournaments.rankings.queries.rulings import SessionRulings, load_rulings
from tournaments.rankings.queries.session_plays import load_session
from tournaments.rankings.queries.standings import (
    RankedEntry,
    in_alternated_order,
    latest_standings,
    rank_loaded,
)
from tournaments.seasons.queries.seasons import Ladder, LadderRow, load_ladder

Row = TypeVar("Row")
OVERALL, ALTERNATED, EVENT, HANDICAP, SEASON = "overall", "alternated", "event", "handicap", "season"
"""Variants of the document: one ranking alone."""

FIGURES = 88
"""Millimetres for the figures beside names."""
LATEST_EVENTS = 6
"""Number of events of a season with a column, the last ones."""


@dataclass(frozen=True, slots=True)
class RankingLine(Generic[Row]):
    """One line with its place in one ranking."""

    place: int | None
    is_shared: bool
    """True if another line has the same place."""
    row: Row


@dataclass(frozen=True, slots=True)
class RankingPages:
    """The ranking of one session."""

    session_number: int
    version: int
    updated_at: datetime.datetime
    results_counted: int
    results_expected: int
    table: RankingTable
    """Table with the data of all columns."""
    overall: tuple[RankingLine[RankedEntry], ...]
    alternated: tuple[RankingLine[RankedEntry], ...]
    """Lines of the alternated ranking; empty where the format has none."""
    has_numbers: bool
    """True if the starting places of the entries are those of this session."""
    substitutions: tuple[Substitution, ...]
    """Substitutions by round, with their people."""
    session: Session | None = None
    """Session where the event has several, for the number in every heading; otherwise None."""
    after_round: int | None = None
    """Round after which the ranking is computed; None for the ranking of all results."""
    corrected_at: datetime.datetime | None = None
    """Time of the last correction after the end; None without one."""
    claims: ClaimsState | None = None
    """State of the claims; its hour stands under the heading. None for a ranking without one."""
    shows_overall: bool = True
    shows_alternated: bool = True

    def in_halves(self, points: float, room: float) -> FiguredRanking[RankedEntry]:
        """Return the overall ranking with few figures, for two columns on a page.

        Args:
            points: size of the figures, if there is room.
            room: millimetres for the figures beside the names.
        """
        return set_figures(
            list(zip(place_words([line.place for line in self.overall]), self.table.rows, strict=True)),
            short_columns(self.table, has_alternated=bool(self.alternated)),
            room=room,
            largest=points,
            widest_gap=1,
        )

    @property
    def overall_figures(self) -> FiguredRanking[RankedEntry]:
        """The overall ranking as it is printed, without the value of each line."""
        columns = overall_columns(
            self.table,
            has_numbers=self.has_numbers,
            has_penalties=self.has_penalties,
            has_alternated=bool(self.alternated),
        )
        return self._figures(self.overall, columns)

    @property
    def alternated_figures(self) -> FiguredRanking[RankedEntry]:
        """The alternated ranking as it is printed, without the value of each line."""
        return self._figures(self.alternated, alternated_columns(self.table, has_numbers=self.has_numbers))

    def _figures(
        self,
        lines: Sequence[RankingLine[RankedEntry]],
        columns: Sequence[FigureColumn[RankedEntry]],
    ) -> FiguredRanking[RankedEntry]:
        places = place_words([line.place for line in lines])
        rows = [(place, line.row) for place, line in zip(places, lines, strict=True)]
        return set_figures(rows, columns, room=FIGURES)

    @property
    def has_penalties(self) -> bool:
        """True if a line has a penalty, so that it needs a column."""
        return any(line.row.penalty for line in self.overall)

    @property
    def is_complete(self) -> bool:
        return self.results_counted >= self.results_expected


@dataclass(frozen=True, slots=True)
class EventPages:
    """The ranking over all sessions."""

    event: EventStandings
    lines: tuple[RankingLine[EventRow], ...]
    corrected_at: datetime.datetime | None
    """Time of the last correction after the end; None without one."""

    @property
    def is_close(self) -> bool:
        return has_close_lines(len(self.lines))


@dataclass(frozen=True, slots=True)
class HandicapPages:
    """The ranking of the event after the handicap."""

    handicap: PointsTable

    @property
    def figures(self) -> FiguredRanking[PointsRow]:
        """The ranking as it is printed, without the value of each line."""
        rows = self.handicap.by_handicap
        places = place_words([row.handicap.place for row in rows])
        columns = handicap_columns(self.handicap)
        return set_figures(list(zip(places, rows, strict=True)), columns, room=FIGURES)


@dataclass(frozen=True, slots=True)
class SeasonPages:
    """The ranking of a season."""

    season: Season
    ladder: Ladder

    @property
    def figures(self) -> FiguredRanking[LadderRow]:
        """The ranking as it is printed, without the sum of each line: the latest events come last."""
        rows = self.ladder.rows
        places = place_words([row.place for row in rows])
        columns = season_columns(self.season, self.ladder, LATEST_EVENTS)
        return set_figures(list(zip(places, rows, strict=True)), columns, room=FIGURES)


def build_ranking(
    tournament: Tournament, options: DocumentOptions = PLAIN
) -> tuple[EventPages | RankingPages | HandicapPages | SeasonPages, ...]:
    """Return the chosen pages: over several sessions, the latest of each session, after the handicap.

    Queries: four for each session and one more. Several sessions take two more for each and one more. A
    ranking after a round takes twelve more, a handicap ten. The season alone takes four.
    """
    if options.part == SEASON:
        return _season_pages(tournament)
    pages = _scratch_pages(tournament, options)
    # the handicap is that of all rounds of the event
    if not pages or options.last_round is not None or options.part not in ("", HANDICAP):
        return pages
    if not has_handicap(tournament):
        return pages
    handicap = HandicapPages(load_points_table(tournament))
    return (handicap,) if options.part == HANDICAP else (*pages, handicap)


def _scratch_pages(tournament: Tournament, options: DocumentOptions) -> tuple[EventPages | RankingPages, ...]:
    sessions = list(
        Session.objects.filter(tournament=tournament).select_related("tournament").order_by("number")
    )
    is_one_of_several = len(sessions) > 1
    if options.last_round is not None:
        # the round of the options is one of the last session
        sessions = sessions[-1:]
        _require_round(sessions, options.last_round)
    pages = [
        replace(
            _session_pages(session, snapshot, options, has_numbers=session == sessions[-1]),
            session=session if is_one_of_several else None,
        )
        for session in sessions
        if (snapshot := latest_standings(session)) is not None
    ]
    # one ranked session needs no ranking of the event
    if len(pages) < 2:
        return tuple(pages)
    standings = load_event_standings(tournament)
    lines = _lines(standings.rows, [row.place for row in standings.rows])
    event = EventPages(standings, lines, tournament.corrected_at)
    return (event,) if options.part == EVENT else (event, *pages)


def _season_pages(tournament: Tournament) -> tuple[SeasonPages, ...]:
    """Return the ranking of every season of the event's day. Refuse if there is none (`bad_options`)."""
    day = tournament.starts_on
    seasons = Season.objects.filter(club=tournament.club_id, starts_on__lte=day, ends_on__gte=day)
    pages = tuple(
        SeasonPages(season, ladder)
        for season in seasons.select_related("club")
        if (ladder := load_ladder(season)).rows
    )
    if not pages:
        message = gettext("Aucune saison du club n’a un tournoi terminé et public à ces dates.")
        raise bad_options({OptionName.PART: message})
    return pages


def _require_round(sessions: Sequence[Session], number: int) -> None:
    """Refuse a round that no section plays (`bad_options`). One query."""
    rounds = Round.objects.filter(section__session__in=sessions)
    last = rounds.aggregate(last=Max("number"))["last"] or 0
    if number > last:
        message = gettext("La dernière position est la %(last)s.") % {"last": last}
        raise bad_options({OptionName.LAST_ROUND: message})


def _session_pages(
    session: Session, snapshot: StandingsSnapshot, options: DocumentOptions, *, has_numbers: bool
) -> RankingPages:
    last_round = options.last_round
    printed_snapshot = snapshot if last_round is None else standings_after(session, snapshot, last_round)
    pages = ranking_pages(
        session, printed_snapshot, ranking_table(session, printed_snapshot), has_numbers=has_numbers
    )
    return replace(
        pages,
        after_round=last_round,
        shows_overall=options.part != ALTERNATED,
        shows_alternated=options.part in ("", ALTERNATED),
    )


def standings_after(session: Session, latest: StandingsSnapshot, number: int) -> StandingsSnapshot:
    """Return the ranking after a round, from the current results and rulings. Nothing is stored.

    Penalties without a deal always count. Ten to thirteen queries.
    """
    plays = Play.objects.filter(round__section__session=session)
    later_plays = dict.fromkeys(plays.filter(round__number__gt=number).values_list("pk", flat=True))
    # a ruling without a play is always kept
    facts = tuple(ruling for ruling in load_rulings(session).facts if ruling.play_id not in later_plays)
    # later plays count as plays without a result
    session_data = load_session(session, SessionRulings(facts), supposed=later_plays)
    return StandingsSnapshot(
        session=session,
        version=latest.version,
        created_at=latest.created_at,
        method=latest.method,
        rows=rank_loaded(session_data),
        results_counted=session_data.results_counted,
        results_expected=session_data.results_expected - len(later_plays),
    )


def ranking_pages(
    session: Session, snapshot: StandingsSnapshot, table: RankingTable, *, has_numbers: bool = True
) -> RankingPages:
    """Return the pages of one snapshot."""
    alternated_rows = in_alternated_order(table.rows) if table.has_alternated else []
    return RankingPages(
        session_number=session.number,
        version=snapshot.version,
        updated_at=snapshot.created_at,
        results_counted=snapshot.results_counted,
        results_expected=snapshot.results_expected,
        table=table,
        overall=_lines(table.rows, [row.overall_place for row in table.rows]),
        alternated=_lines(alternated_rows, [row.alternated_place for row in alternated_rows]),
        has_numbers=has_numbers,
        substitutions=tuple(list_substitutions(session)),
        corrected_at=session.tournament.corrected_at,
        claims=claims_state(session.tournament),
    )


def _lines(rows: Sequence[Row], places: Sequence[int | None]) -> tuple[RankingLine[Row], ...]:
    holders = Counter(places)
    return tuple(
        RankingLine(place, place is not None and holders[place] > 1, row)
        for row, place in zip(rows, places, strict=True)
    )


RANKING = DocumentType(
    kind=DocumentKind.RANKING,
    right=Right.PRINT,
    require=require_standings,
    build=build_ranking,
    moment=PaperMoment.AFTER,
    large=LIST_LAID_DOWN,
    options=frozenset({OptionName.PART, OptionName.LAST_ROUND, OptionName.LARGE_TYPE}),
    parts=(
        ("", _("tous les classements")),
        (OVERALL, _("classement général")),
        (ALTERNATED, _("classement alterné")),
        (EVENT, _("classement de l’épreuve, toutes séances ensemble")),
        (HANDICAP, _("classement au handicap")),
        (SEASON, _("classement de la saison")),
    ),
)
