"""Lines of travellers: the entries at the table and the stored result of each play."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Exists, FilteredRelation, OuterRef, Prefetch, Q, QuerySet

from accounts.models import User
from games.core.play import GameVariant
from games.core.seats import SHEET_ORDER
from games.core.variants.registry import find_variant
from tournaments.base.queries.showing import shown_of
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import SheetKind, TournamentFormat
from tournaments.core.ranking.score_grid import SEAT_COUNT
from tournaments.core.showing import Part, Viewer
from tournaments.core.slips.score_sheet import SheetTerms
from tournaments.enums import SlipKind
from tournaments.models import (
    Entry,
    EntryMember,
    Play,
    PlayRecord,
    ResultSlip,
    Round,
    Seating,
    Session,
    Table,
)
from tournaments.movements.queries.movements import session_line_kind

Place = tuple[int, int]
"""Ids of a round and a table."""
SeatedAt = Callable[[Collection[Place]], Mapping[Place, Mapping[int, Entry]]]
"""Function from places to their entries by seat, with their people."""


@dataclass(frozen=True, slots=True)
class BoardLine:
    """One line of a traveller: a play, its entries and its stored result."""

    play: Play
    """Play with its round and table."""
    entries: tuple[Entry | None, ...]
    """entries[seat], with the person; None for an empty seat. A team holds several seats."""
    slip: ResultSlip | None
    """The current version, with its author; None without a result."""
    taker_seat: int | None
    """Seat of the taker; None where the players bid or every seat has its own score."""
    is_recorded: bool
    """True if the play is recorded card by card."""
    is_raw: bool
    """True if the seat scores are stored without facts, although the game has a form for them."""

    @property
    def taker(self) -> Entry | None:
        return None if self.taker_seat is None else self.entries[self.taker_seat]

    @property
    def defenders(self) -> list[Entry | None]:
        """Return the entries other than the taker's, in the order of the sheets; a team once."""
        entries = (
            self.entries[seat] for seat in seats_on_sheet(len(self.entries)) if seat != self.taker_seat
        )
        # `dict.fromkeys` keeps the order and drops the second seat of a team
        return [entry for entry in dict.fromkeys(entries) if entry is None or entry != self.taker]

    @property
    def kind(self) -> SlipKind | None:
        return SlipKind(self.slip.kind) if self.slip else None

    @property
    def score(self) -> int | None:
        """Score signed from the attack's side; None unless played."""
        return self.slip.score if self.slip else None


def seats_on_sheet(seat_count: int) -> Iterable[int]:
    """Return seats in the order of the sheets: N S E O for four players, otherwise the playing order."""
    return SHEET_ORDER if seat_count == SEAT_COUNT else range(seat_count)


def board_lines(session: Session, board: int, seats_at: SeatedAt | None = None) -> list[BoardLine]:
    """Return the traveller of an étui, by round and table; empty for an unknown number.

    As `lines_of_plays`.
    """
    return lines_of_plays(Play.objects.filter(round__section__session=session, board=board), seats_at)


def play_line(play: Play) -> BoardLine:
    """Return the line of one play. Two queries."""
    return lines_of_plays(Play.objects.filter(pk=play.pk))[0]


def lines_of_plays(plays: QuerySet[Play], seats_at: SeatedAt | None = None) -> list[BoardLine]:
    """Return the lines of plays of one tournament, by round and table. Two queries, one more for teams.

    Args:
        plays: query for the plays.
        seats_at: function that returns the seats, if they are loaded already. One query then.
    """
    rows = _with_results(plays).select_related("round__section__session__tournament", "table")
    return _lines(list(rows.select_related("current__entered_by")), seats_at)  # type: ignore[misc]  # annotated


def session_lines(
    session: Session, seats_at: SeatedAt, boards: Collection[int] | None = None
) -> list[BoardLine]:
    """Return the lines of all plays of a session, by round and table. Four queries.

    Rounds, tables and authors are read once each: a copy for each play takes most of the time.

    Args:
        boards: numbers of the étuis whose lines are returned; None for all.
    """
    session_plays = Play.objects.filter(round__section__session=session)
    rows = _with_results(session_plays if boards is None else session_plays.filter(board__in=boards))
    plays = list(rows.select_related("current"))  # type: ignore[misc]  # annotated
    rounds = Round.objects.select_related("section").in_bulk({play.round_id for play in plays})
    tables = Table.objects.in_bulk({play.table_id for play in plays})
    slips = [slip for play in plays if (slip := _slip(play)) is not None]
    authors = User.objects.in_bulk({slip.entered_by_id for slip in slips} - {None})
    for this_round in rounds.values():
        this_round.section.session = session
    for play in plays:
        play.round, play.table = rounds[play.round_id], tables[play.table_id]
    for slip in slips:
        slip.entered_by = authors.get(slip.entered_by_id)
    return _lines(plays, seats_at)


def _with_results(plays: QuerySet[Play]) -> QuerySet[Play]:
    rows = plays.annotate(
        current=FilteredRelation("slips", condition=Q(slips__is_current=True)),
        is_recorded=Exists(PlayRecord.objects.filter(play=OuterRef("pk"))),
    )
    return rows.order_by("round__number", "table__section__number", "table__number", "board")


def _slip(play: Play) -> ResultSlip | None:
    slip: ResultSlip | None = getattr(play, "current", None)
    return slip


def _lines(loaded_plays: Sequence[Play], seats_at: SeatedAt | None) -> list[BoardLine]:
    """Return the lines of plays with their round, table and result."""
    if not loaded_plays:
        return []
    tournament = loaded_plays[0].round.section.session.tournament
    event_format = find_format(tournament.format)
    game = find_variant(tournament.game)
    places = {(play.round_id, play.table_id) for play in loaded_plays}
    seats_by_place = seats_at(places) if seats_at else _seats_by_place(places, event_format)
    # the widest table, at least as wide as the game: a table of five has one more seat than its game
    width = max(
        max((max(seats) + 1 for seats in seats_by_place.values() if seats), default=0), game.player_count
    )
    return [
        BoardLine(
            play=play,
            entries=tuple(map(seats_by_place.get((play.round_id, play.table_id), {}).get, range(width))),
            slip=_slip(play),
            taker_seat=event_format.taker_of(play.board),
            is_recorded=play.is_recorded,  # type: ignore[attr-defined]  # annotated
            is_raw=_is_raw(play, seats_by_place.get((play.round_id, play.table_id), {}), game, width),
        )
        for play in loaded_plays
    ]


def _is_raw(play: Play, entries: Mapping[int, Entry], game: GameVariant, width: int) -> bool:
    slip = _slip(play)
    if slip is None or not slip.has_scores_alone:
        return False
    holds = session_line_kind(play.round.section.session)
    return SheetTerms(holds, game, tuple(seat in entries for seat in range(width))).takes_facts


def _seats_by_place(
    places: Collection[Place], event_format: TournamentFormat
) -> Mapping[Place, Mapping[int, Entry]]:
    """Return the entries by seat at some places. One query, two for teams."""
    # the product of rounds and tables may hold more places than asked for: the caller reads only its own
    seatings = Seating.objects.filter(
        round__in={round_id for round_id, _ in places}, table__in={table_id for _, table_id in places}
    ).select_related("entry__person")
    if event_format.has_teams:
        members = Prefetch("entry__members", EntryMember.objects.select_related("person"))
        seatings = seatings.prefetch_related(members)
    entries: dict[Place, dict[int, Entry]] = {}
    for seating in seatings:
        entries.setdefault((seating.round_id, seating.table_id), {})[seating.seat] = seating.entry
    return entries


@dataclass(frozen=True, slots=True)
class BoardComparison:
    """Results of all tables at a board so far."""

    due: int
    """Number of tables that play it."""
    entered: int
    scores: tuple[tuple[int, int], ...]
    """Each score with the number of tables that made it, the best for the attack first."""
    own: int | None
    """Score of the table of the play; None without a result."""

    @property
    def is_complete(self) -> bool:
        """True if every table has a result, so that the board no longer circulates."""
        return self.entered == self.due


def has_comparison(session: Session) -> bool:
    """Return whether all may compare the results of a board: several tables play it, with one score each.

    Args:
        session: with its tournament.
    """
    has_travellers = find_format(session.tournament.format).sheet is SheetKind.TRAVELLER
    return has_travellers and Part.BOARDS in shown_of(session, Viewer.EVERYBODY)


def load_comparison(play: Play) -> BoardComparison:
    """Return the results of every table of the session at the board of a play. Two queries."""
    session = play.round.section.session
    table_count = Play.objects.filter(round__section__session=session, board=play.board).count()
    slips = ResultSlip.objects.current().of_session(session).filter(play__board=play.board)
    rows = list(slips.values_list("score", "play_id"))
    counts = Counter(score for score, _play_id in rows if score is not None)
    return BoardComparison(
        due=table_count,
        entered=len(rows),
        scores=tuple(sorted(counts.items(), reverse=True)),
        own=next((score for score, play_id in rows if play_id == play.pk), None),
    )
