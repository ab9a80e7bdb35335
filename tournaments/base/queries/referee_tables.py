"""Tables whose calls and questions go to one referee first."""

from dataclasses import dataclass

from accounts.models import User
from tournaments.models import RefereeTables, Tournament


@dataclass(frozen=True, slots=True)
class TableReferees:
    """The referees' tables of an event."""

    rows: tuple[RefereeTables, ...]

    def names_of(self, table: int) -> tuple[str, ...]:
        """Return the names of the referees of a table."""
        rows = [row for row in self.rows if row.first_table <= table <= row.last_table]
        return tuple(dict.fromkeys(str(row.referee) for row in rows))

    def is_own(self, table: int, user: User) -> bool:
        """Return whether a table is one of a referee's own."""
        return any(
            row.first_table <= table <= row.last_table for row in self.rows if row.referee_id == user.pk
        )

    def ranges_of(self, user: User) -> list[tuple[int, int]]:
        """Return the first and last table of each range of a referee."""
        return [(row.first_table, row.last_table) for row in self.rows if row.referee_id == user.pk]


def load_referees(tournament: Tournament) -> TableReferees:
    """Load the referees' tables of an event. One query."""
    return TableReferees(tuple(RefereeTables.objects.filter(tournament=tournament).select_related("referee")))
