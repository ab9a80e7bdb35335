"""Lines of travellers: who sat where, and what is stored of each play."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import QuerySet

from games.core.seats import SHEET_ORDER
from games.core.variants.registry import find_variant
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import TournamentFormat
from tournaments.core.ranking.score_grid import SEAT_COUNT
from tournaments.enums import SlipKind
from tournaments.models import Entry, Play, ResultSlip, Seating, Session


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

    @property
    def taker(self) -> Entry | None:
        return None if self.taker_seat is None else self.entries[self.taker_seat]

    @property
    def defenders(self) -> list[Entry | None]:
        """The others, in the order of the sheets; a team once."""
        others = (self.entries[seat] for seat in sheet_order(len(self.entries)) if seat != self.taker_seat)
        return [entry for entry in dict.fromkeys(others) if entry is None or entry != self.taker]

    @property
    def kind(self) -> SlipKind | None:
        return SlipKind(self.slip.kind) if self.slip else None

    @property
    def score(self) -> int | None:
        """Signed from the attack's side; None unless played."""
        return self.slip.score if self.slip else None


def sheet_order(seat_count: int) -> Iterable[int]:
    """Seats in the order of the sheets: N S E O at four players, else as they play."""
    return SHEET_ORDER if seat_count == SEAT_COUNT else range(seat_count)


def board_lines(session: Session, board: int) -> list[BoardLine]:
    """The traveller of an étui, by round and table; empty for an unknown number. Three queries."""
    return lines_of_plays(Play.objects.filter(round__section__session=session, board=board))


def play_line(play: Play) -> BoardLine:
    """The line of one play. Three queries."""
    return lines_of_plays(Play.objects.filter(pk=play.pk))[0]


def lines_of_plays(wanted: QuerySet[Play]) -> list[BoardLine]:
    """The lines of plays of one tournament, by round and table. Three queries, one more for teams."""
    plays = list(
        wanted.select_related("round__section__session__tournament", "table").order_by(
            "round__number", "table__section__number", "table__number", "board"
        )
    )
    if not plays:
        return []
    tournament = plays[0].round.section.session.tournament
    event_format = find_format(tournament.format)
    seat_count = find_variant(tournament.game).player_count
    slips = {
        slip.play_id: slip
        for slip in ResultSlip.objects.current().filter(play__in=plays).select_related("entered_by")
    }
    places = _entries_by_place(plays, event_format, seat_count)
    nobody: tuple[Entry | None, ...] = (None,) * seat_count
    return [
        BoardLine(
            play=play,
            entries=places.get((play.round_id, play.table_id), nobody),
            slip=slips.get(play.pk),
            taker_seat=event_format.taker_of(play.board),
        )
        for play in plays
    ]


def _entries_by_place(
    plays: Iterable[Play], event_format: TournamentFormat, seat_count: int
) -> dict[tuple[int, int], tuple[Entry | None, ...]]:
    """Entries in seat order by (round id, table id), of tables of at least `seat_count`.

    One query, two for teams.
    """
    wanted = {(play.round_id, play.table_id) for play in plays}
    seatings = Seating.objects.filter(
        round__in={round_id for round_id, _ in wanted}, table__in={table_id for _, table_id in wanted}
    ).select_related("entry__person")
    if event_format.has_teams:
        seatings = seatings.prefetch_related("entry__members__person")
    places: dict[tuple[int, int], dict[int, Entry]] = {}
    for seating in seatings:
        places.setdefault((seating.round_id, seating.table_id), {})[seating.seat] = seating.entry
    width = max(max((max(seats) + 1 for seats in places.values()), default=0), seat_count)
    return {place: tuple(seats.get(seat) for seat in range(width)) for place, seats in places.items()}
