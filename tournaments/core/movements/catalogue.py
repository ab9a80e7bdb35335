"""What an evening can choose from: the shapes that the federation recommends, by number of tables."""

from dataclasses import dataclass

from tournaments.core.errors import NoSuchMovement
from tournaments.core.movements.movement import SEAT_COUNT

BOARDS_PER_SET = {5: (4,), 7: (4, 3), 11: (2,), 13: (2,), 17: (2,), 19: (2,)}
"""Boards that a table plays in a round, by number of tables, the recommended number first.

Source: FFT, Manuel de l'organisateur (2011) M16-M17."""


@dataclass(frozen=True, slots=True)
class EveningOption:
    """One shape of an evening; everything that an organiser compares before choosing."""

    table_count: int
    boards_per_set: int
    round_count: int

    @property
    def code(self) -> str:
        """Stable name, as `find_option` reads it: tables, boards per set, rounds."""
        return f"straight-{self.table_count}-{self.boards_per_set}-{self.round_count}"

    @property
    def player_count(self) -> int:
        return SEAT_COUNT * self.table_count

    @property
    def board_count(self) -> int:
        """Boards to prepare: a set for each table, even when fewer rounds are played."""
        return self.table_count * self.boards_per_set

    @property
    def deals_per_player(self) -> int:
        return self.round_count * self.boards_per_set


def list_options(player_count: int) -> tuple[EveningOption, ...]:
    """The shapes for exactly that many players: recommended boards first, then most rounds first.

    Raises:
        NoSuchMovement: the catalogue holds nothing for that many (`catalogue_players`, with the
            numbers of players that it knows).
    """
    table_count, left_over = divmod(player_count, SEAT_COUNT)
    if left_over or table_count not in BOARDS_PER_SET:
        known = tuple(SEAT_COUNT * size for size in BOARDS_PER_SET)
        raise NoSuchMovement(
            "catalogue_players",
            f"no movement for {player_count} players; the catalogue has {', '.join(map(str, known))}",
            field="player_count",
            player_count=player_count,
            known=known,
        )
    return tuple(
        EveningOption(table_count, boards_per_set, round_count)
        for boards_per_set in BOARDS_PER_SET[table_count]
        for round_count in range(table_count, 0, -1)
    )


def find_option(code: str) -> EveningOption:
    """The option of the catalogue that has this code.

    Raises:
        NoSuchMovement: no option has it (`catalogue_code`).
    """
    for table_count in BOARDS_PER_SET:
        for option in list_options(SEAT_COUNT * table_count):
            if option.code == code:
                return option
    raise NoSuchMovement(
        "catalogue_code",
        f"no movement is called {code!r}; the catalogue has "
        + ", ".join(list_options(SEAT_COUNT * size)[0].code for size in BOARDS_PER_SET)
        + " and the same with fewer rounds",
        field="code",
        option=code,
    )
