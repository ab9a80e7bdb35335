"""Movements that the federation recommends for a number of triplets, one for each colour."""

from dataclasses import dataclass

from tournaments.core.errors import NoSuchMovement

_HOWELLS = {
    6: (3,),
    7: (4,),
    8: (4,),
    9: (5,),
    10: (5,),
    11: (6,),
    12: (6,),
    13: (7,),
    14: (7,),
    20: (5, 5),
    24: (6, 6),
    30: (5, 5, 5),
    36: (6, 6, 6),
}
"""Number of tables of each Howell, by number of teams. An odd number of teams has a relay."""
_EMMANUELS = {15: 1, 16: 1, 32: 2}
_HYBRIDS = {34: (11, 6), 40: (13, 7)}
"""Numbers of tables of a line and of a Howell, by number of teams.

Both sections play the same boards in the same number of rounds.
"""
_SPLIT_LINES = {
    14: (7, 7),
    15: (8, 7),
    16: (8, 8),
    17: (9, 8),
    18: (9, 9),
    19: (10, 9),
    20: (10, 10),
    21: (7, 7, 7),
    22: (11, 11),
    23: (12, 11),
    24: (12, 12),
    25: (13, 12),
    26: (13, 13),
    27: (9, 9, 9),
}
"""Number of tables of each colour, by number of all tables. 5 to 13 tables are one colour.

Source of all these: FFT, Manuel de l'organisateur (2011) M30."""
_ONE_LINE = range(5, 14)
FEWEST_TEAMS, MOST_TEAMS = 6, 2 * max(_SPLIT_LINES)


@dataclass(frozen=True, slots=True)
class TripletSection:
    """One colour of a recommended setup."""

    source: str
    """Code of its movement in the library."""
    table_count: int
    team_count: int


def triplet_setups(team_count: int) -> tuple[tuple[TripletSection, ...], ...]:
    """Return the recommended setups, best first: the Howell, Emmanuel or hybrid, then lines.

    With an odd number of teams the teams of the last section rest in turn.

    Args:
        team_count: 6 to 54.

    Returns:
        One tuple of sections for each setup.

    Raises:
        NoSuchMovement: fewer or more teams (`triplet_teams`).
    """
    if not FEWEST_TEAMS <= team_count <= MOST_TEAMS:
        raise NoSuchMovement(
            "triplet_teams",
            f"{team_count} triplets not in {FEWEST_TEAMS}..{MOST_TEAMS}",
            field="team_count",
            team_count=team_count,
            least=FEWEST_TEAMS,
            most=MOST_TEAMS,
        )
    setups = (_special_setup(team_count), _line_setup(team_count))
    return tuple(setup for setup in setups if setup)


def _special_setup(team_count: int) -> tuple[TripletSection, ...]:
    """Return the setup with a Howell, an Emmanuel or a hybrid; empty if none is recommended."""
    if team_count in _HYBRIDS:
        line, howell = _HYBRIDS[team_count]
        return (
            TripletSection("fft-triplet-line", line, 2 * line),
            TripletSection("fft-triplet-howell", howell, 2 * howell),
        )
    if team_count in _EMMANUELS:
        count = _EMMANUELS[team_count]
        return (TripletSection("fft-emmanuel", 12, team_count // count),) * count
    return _with_teams("fft-triplet-howell", _HOWELLS.get(team_count, ()), team_count)


def _line_setup(team_count: int) -> tuple[TripletSection, ...]:
    """Return lines in one or several colours, empty if there are too few teams."""
    table_count = (team_count + 1) // 2
    tables = (table_count,) if table_count in _ONE_LINE else _SPLIT_LINES.get(table_count, ())
    return _with_teams("fft-triplet-line", tables, team_count)


def _with_teams(source: str, tables: tuple[int, ...], team_count: int) -> tuple[TripletSection, ...]:
    """Return sections of two teams to a table, the last with one team fewer for an odd number of teams."""
    full = [TripletSection(source, size, 2 * size) for size in tables[:-1]]
    last = [TripletSection(source, size, 2 * size - team_count % 2) for size in tables[-1:]]
    return (*full, *last)
