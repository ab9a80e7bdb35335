"""Lines of travellers: who sat where, and what is stored of each play."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Exists, FilteredRelation, OuterRef, Prefetch, Q, QuerySet

from games.core.play import GameVariant
from games.core.seats import SHEET_ORDER
from games.core.variants.registry import find_variant
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import TournamentFormat
from tournaments.core.ranking.score_grid import SEAT_COUNT
from tournaments.core.slips.score_sheet import SheetTerms
from tournaments.enums import SlipKind
from tournaments.models import Entry, EntryMember, Play, PlayRecord, ResultSlip, Seating, Session
from tournaments.movements.queries.movements import lines_of

Place = tuple[int, int]
"""Ids of a round and a table."""
SeatedAt = Callable[[Collection[Place]], Mapping[Place, Mapping[int, Entry]]]
"""From places to the entries there by seat, with their people."""


@dataclass(frozen=True, slots=True)
class BoardLine:
    """One line of a traveller: a play, who sits there, and what is stored of it."""

    play: Play
    """With its round and table."""
    entries: tuple[Entry | None, ...]
    """entries[seat], with the person; None for an empty seat. A team holds several seats."""
    slip: ResultSlip | None
    """The current version, with its author; None without a result."""
    taker_seat: int | None
    """Seat of the taker; None where the players bid or every seat has its own score."""
    is_recorded: bool
    """What was played is kept card by card."""
    is_raw: bool
    """The scores of the seats are stored without the facts that they come from, where these could be
    written."""

    @property
    def taker(self) -> Entry | None:
        return None if self.taker_seat is None else self.entries[self.taker_seat]

    @property
    def defenders(self) -> list[Entry | None]:
        """The others, in the order of the sheets; a team once."""
        others = (self.entries[seat] for seat in seats_on_sheet(len(self.entries)) if seat != self.taker_seat)
        return [entry for entry in dict.fromkeys(others) if entry is None or entry != self.taker]

    @property
    def kind(self) -> SlipKind | None:
        return SlipKind(self.slip.kind) if self.slip else None

    @property
    def score(self) -> int | None:
        """Signed from the attack's side; None unless played."""
        return self.slip.score if self.slip else None


def seats_on_sheet(seat_count: int) -> Iterable[int]:
    """Seats in the order of the sheets: N S E O at four players, else as they play."""
    return SHEET_ORDER if seat_count == SEAT_COUNT else range(seat_count)


def board_lines(session: Session, board: int, seated: SeatedAt | None = None) -> list[BoardLine]:
    """The traveller of an étui, by round and table; empty for an unknown number. As `lines_of_plays`."""
    return lines_of_plays(Play.objects.filter(round__section__session=session, board=board), seated)


def play_line(play: Play) -> BoardLine:
    """The line of one play. Two queries."""
    return lines_of_plays(Play.objects.filter(pk=play.pk))[0]


def lines_of_plays(wanted: QuerySet[Play], seated: SeatedAt | None = None) -> list[BoardLine]:
    """The lines of plays of one tournament, by round and table. Two queries, one more for teams.

    Args:
        seated: who sits where, where that is loaded: one query then.
    """
    rows = wanted.annotate(
        current=FilteredRelation("slips", condition=Q(slips__is_current=True)),
        is_recorded=Exists(PlayRecord.objects.filter(play=OuterRef("pk"))),
    )
    rows = rows.select_related("round__section__session__tournament", "table")
    rows = rows.select_related("current__entered_by")  # type: ignore[misc]  # annotated
    plays = list(rows.order_by("round__number", "table__section__number", "table__number", "board"))
    if not plays:
        return []
    tournament = plays[0].round.section.session.tournament
    event_format = find_format(tournament.format)
    game = find_variant(tournament.game)
    wanted_places = {(play.round_id, play.table_id) for play in plays}
    found = seated(wanted_places) if seated else _seats_by_place(wanted_places, event_format)
    width = max(max((max(seats) + 1 for seats in found.values() if seats), default=0), game.player_count)
    return [
        BoardLine(
            play=play,
            entries=tuple(map(found.get((play.round_id, play.table_id), {}).get, range(width))),
            slip=getattr(play, "current", None),
            taker_seat=event_format.taker_of(play.board),
            is_recorded=play.is_recorded,
            is_raw=_is_raw(play, found.get((play.round_id, play.table_id), {}), game, width),
        )
        for play in plays
    ]


def _is_raw(play: Play, seated: Mapping[int, Entry], game: GameVariant, width: int) -> bool:
    slip: ResultSlip | None = getattr(play, "current", None)
    if slip is None or not slip.has_scores_alone:
        return False
    holds = lines_of(play.round.section.session)
    return SheetTerms(holds, game, tuple(seat in seated for seat in range(width))).takes_facts


def _seats_by_place(
    wanted: Collection[Place], event_format: TournamentFormat
) -> Mapping[Place, Mapping[int, Entry]]:
    """Entries by seat at some places. One query, two for teams."""
    seatings = Seating.objects.filter(
        round__in={round_id for round_id, _ in wanted}, table__in={table_id for _, table_id in wanted}
    ).select_related("entry__person")
    if event_format.has_teams:
        members = Prefetch("entry__members", EntryMember.objects.select_related("person"))
        seatings = seatings.prefetch_related(members)
    places: dict[Place, dict[int, Entry]] = {}
    for seating in seatings:
        places.setdefault((seating.round_id, seating.table_id), {})[seating.seat] = seating.entry
    return places


@dataclass(frozen=True, slots=True)
class BoardComparison:
    """What the tables made of a board so far."""

    due: int
    """Tables that play it."""
    entered: int
    scores: tuple[tuple[int, int], ...]
    """Each score with how many tables made it, the best for the attack first."""
    own: int | None
    """The score of the table that asks; None when it has none."""

    @property
    def is_complete(self) -> bool:
        """Every table has a result: the board has stopped circulating."""
        return self.entered == self.due


def load_comparison(play: Play) -> BoardComparison:
    """The results of every table at the board of a play of the session. Two queries."""
    session = play.round.section.session
    due = Play.objects.filter(round__section__session=session, board=play.board).count()
    slips = ResultSlip.objects.current().of_session(session).filter(play__board=play.board)
    rows = list(slips.values_list("score", "play_id"))
    counts = Counter(score for score, _play_id in rows if score is not None)
    return BoardComparison(
        due=due,
        entered=len(rows),
        scores=tuple(sorted(counts.items(), reverse=True)),
        own=next((score for score, play_id in rows if play_id == play.pk), None),
    )
