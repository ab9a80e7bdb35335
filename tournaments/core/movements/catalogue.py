"""The catalogue: all movements from which an evening can choose, those of the federation first."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from tournaments.core.errors import NoSuchMovement
from tournaments.core.movements.constructed import CONSTRUCTED
from tournaments.core.movements.library.entry import LibraryEntry
from tournaments.core.movements.library.registry import LIBRARY
from tournaments.core.movements.movement import Movement
from tournaments.core.movements.request import MovementRequest, MovementShape, copies_needed
from tournaments.core.movements.table_sizes import TABLE_SIZES

CATALOGUE: tuple[LibraryEntry, ...] = (*LIBRARY, *CONSTRUCTED, *TABLE_SIZES)
"""Entries in order of preference. Within a format, the first entry that fits a request is used."""
NEAREST_SHAPES = 3


@dataclass(frozen=True, slots=True)
class FoundMovement:
    """A movement of the catalogue and the facts that an organiser needs to prepare it."""

    movement: Movement
    source: str
    """Stable code of the construction; pages translate it."""
    boards_per_set: int

    @property
    def code(self) -> str:
        """Stable code for `find_by_code`: source-tables-rounds-players-boards per set."""
        movement = self.movement
        figures = (movement.table_count, movement.round_count, movement.player_count, self.boards_per_set)
        return "-".join((self.source, *map(str, figures)))


@dataclass(frozen=True, slots=True)
class _Size:
    """One size of an entry, without its rounds."""

    entry: LibraryEntry
    table_count: int
    player_count: int


def list_shapes(format_code: str, player_count: int) -> tuple[MovementShape, ...]:
    """Return the shapes for exactly `player_count` units, those of the federation first."""
    return tuple(
        _shape(entry, table_count, player_count)
        for entry in CATALOGUE
        if entry.format == format_code
        for table_count in entry.table_counts
        if player_count in entry.unit_counts(table_count) and entry.round_counts(table_count, player_count)
    )


def find_movement(request: MovementRequest) -> FoundMovement:
    """Return the first movement of the catalogue that fits the request.

    A set that goes round among more tables than it has boards is made several times. Such a movement fits
    only if the request allows so many copies.

    Raises:
        NoSuchMovement: `no_movement`, with the nearest shapes of the format, as "tables/most
            rounds/players".
    """
    for entry in _matching_entries(request):
        match = _find_in(entry, request)
        if match is not None:
            return match
    shapes = tuple("/".join(map(str, figures)) for figures in _nearest(request))
    raise NoSuchMovement(
        "no_movement",
        f"no movement of {request.format} for {request.table_count} tables, {request.round_count} rounds and"
        f" {request.player_count or 'full'} players; nearest (tables/most rounds/players): "
        f"{', '.join(shapes) or 'none'}",
        table_count=request.table_count,
        round_count=request.round_count,
        player_count=request.player_count,
        shapes=shapes,
    )


def find_by_code(code: str) -> FoundMovement:
    """Return the movement with this `FoundMovement.code`.

    Raises:
        NoSuchMovement: the catalogue has no such code (`catalogue_code`).
    """
    source, *figures = code.rsplit("-", 4)
    entries = [entry for entry in CATALOGUE if entry.source == source]
    if len(figures) == 4 and all(figure.isascii() and figure.isdecimal() for figure in figures) and entries:
        tables, rounds, players, boards = map(int, figures)
        request = MovementRequest(
            format=entries[0].format,
            table_count=tables,
            round_count=rounds,
            player_count=players,
            boards_per_set=boards,
            # a code does not record the copies: allow as many as can be needed
            copies=max(1, tables),
        )
        match = _find_in(entries[0], request)
        if match is not None:
            return match
    raise NoSuchMovement("catalogue_code", f"no movement is called {code!r}", field="code", option=code)


def _shape(entry: LibraryEntry, table_count: int, player_count: int) -> MovementShape:
    return MovementShape(
        format=entry.format,
        source=entry.source,
        player_count=player_count,
        table_count=table_count,
        round_counts=tuple(entry.round_counts(table_count, player_count)),
        boards_per_set=entry.boards_per_set(table_count),
        sharing=entry.sharing(table_count),
    )


def _find_in(entry: LibraryEntry, request: MovementRequest) -> FoundMovement | None:
    """Return the movement of one entry, or None if the entry has none that fits."""
    if request.table_count not in entry.table_counts:
        return None
    players = _full_count(request) if request.player_count is None else request.player_count
    # from the cheap conditions to the costly one
    if players is None or players not in entry.unit_counts(request.table_count):
        return None
    if request.round_count not in entry.round_counts(request.table_count, players):
        return None
    boards = _choose_boards(entry, request)
    if boards is None:
        return None
    movement = entry.build(request.table_count, request.round_count, players)
    copies = max(movement.copies, copies_needed(movement.tables_per_set, boards))
    return FoundMovement(replace(movement, copies=copies), entry.source, boards)


def _full_count(request: MovementRequest) -> int | None:
    """Return the number of units that fill the tables in the first entry of that size."""
    sized = (entry for entry in _matching_entries(request) if request.table_count in entry.table_counts)
    return next((entry.unit_counts(request.table_count)[0] for entry in sized), None)


def _matching_entries(request: MovementRequest) -> Iterator[LibraryEntry]:
    """Yield the entries of the request's format and source, in order."""
    for entry in CATALOGUE:
        if entry.format == request.format and request.source in (None, entry.source):
            yield entry


def _choose_boards(entry: LibraryEntry, request: MovementRequest) -> int | None:
    """Return the requested number of boards, or the first recommended one that needs few enough copies.

    None if no number fits.
    """
    sharing = entry.sharing(request.table_count)
    boards_per_set = request.boards_per_set
    choices = entry.boards_per_set(request.table_count) if boards_per_set is None else (boards_per_set,)
    return next((k for k in choices if k >= 1 and copies_needed(sharing, k) <= request.copies), None)


def _nearest(request: MovementRequest) -> tuple[tuple[int, int, int], ...]:
    """Return (tables, most rounds, players) of the nearest shapes, by tables, then players, then rounds."""
    player_count = _full_count(request) if request.player_count is None else request.player_count

    def distance(size: _Size) -> tuple[int, int]:
        player_difference = 0 if player_count is None else abs(size.player_count - player_count)
        return abs(size.table_count - request.table_count), player_difference

    shapes: list[tuple[int, int, int]] = []
    for _, sizes in groupby(sorted(_all_sizes(request.format), key=distance), key=distance):
        # only the nearest sizes compute their rounds: some entries need milliseconds for that
        figures = {shape for size in sizes for shape in _most_rounds(size)}
        shapes += sorted(figures, key=lambda shape: (abs(shape[1] - request.round_count), shape))
        if len(shapes) >= NEAREST_SHAPES:
            break
    return tuple(shapes[:NEAREST_SHAPES])


def _all_sizes(format_code: str) -> Iterator[_Size]:
    for entry in CATALOGUE:
        if entry.format == format_code:
            for table_count in entry.table_counts:
                for player_count in entry.unit_counts(table_count):
                    yield _Size(entry, table_count, player_count)


def _most_rounds(size: _Size) -> Iterator[tuple[int, int, int]]:
    rounds = size.entry.round_counts(size.table_count, size.player_count)
    if rounds:
        yield size.table_count, rounds[-1], size.player_count
