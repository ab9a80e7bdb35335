"""The hall whose tables a page of the organisers lists."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest

from tournaments.core.hall.halls import EventHall, read_halls
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class HallChoice:
    """The halls of an event, and the chosen one."""

    halls: Sequence[EventHall]
    chosen: EventHall | None
    """None for the tables of all halls."""

    @property
    def number(self) -> int | None:
        """Number of the chosen hall in addresses, from 1."""
        return None if self.chosen is None else self.halls.index(self.chosen) + 1

    def has_table(self, number: int | None) -> bool:
        """Return whether the list holds a table, None for what belongs to no table."""
        return self.chosen is None or number in self.chosen.tables


def read_hall_choice(request: HttpRequest, tournament: Tournament) -> HallChoice:
    """Return the choice of the request (`?salle=` with a number), all halls without a valid one."""
    halls = read_halls(tournament.halls)
    numbers = [str(number) for number in range(1, len(halls) + 1)]
    text = request.GET.get("salle", "")
    return HallChoice(halls, halls[numbers.index(text)] if text in numbers else None)
