"""Faults and their cost. Each edition of the rules has a table, and the organiser may change each tariff."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from tournaments.core.errors import TournamentError
from tournaments.core.ranking.rulings import Effect

Tariff = tuple[Effect, ...]


class Family(StrEnum):
    """Formats that share their tariffs."""

    FREE_DEALS = "free_deals"
    INDIVIDUAL = "individual"
    TRIPLETS = "triplets"
    TEAMS = "teams"
    QUARTETS = "quartets"


@dataclass(frozen=True, slots=True)
class Fault:
    """One row of a table of faults."""

    code: str
    tariffs: Mapping[Family, tuple[Tariff, ...]]
    """Costs of the first, the second … fault of the kind.

    The last tariff holds for all later faults. A missing family has no tariff for this fault.
    """
    short: str = ""
    """Two letters by which referees write the fault on a traveller, "" without any."""


FaultTable = Mapping[str, Fault]
Overrides = Mapping[tuple[str, Family], tuple[Tariff, ...]]


def find_tariff(
    table: FaultTable,
    code: str,
    family: Family,
    *,
    occurrence: int = 1,
    overrides: Overrides | None = None,
) -> Tariff:
    """Return the cost of a fault in a format.

    Args:
        occurrence: number of times that the same people made the fault in this event, this time included;
            from 1.
        overrides: tariffs of the organiser. Each replaces all tariffs of its row.

    Raises:
        TournamentError: `no_such_fault`, `no_such_tariff` or `fault_occurrence`.
    """
    if code not in table:
        raise TournamentError("no_such_fault", f"no fault {code!r} in the table", field="fault", fault=code)
    if occurrence < 1:
        raise TournamentError(
            "fault_occurrence", f"occurrence {occurrence} not in 1…", field="occurrence", number=occurrence
        )
    tariffs = fault_tariffs(table, code, family, overrides)
    if not tariffs:
        raise TournamentError(
            "no_such_tariff",
            f"fault {code} has no tariff for {family.value}",
            field="fault",
            fault=code,
            family=family.value,
        )
    return tariffs[min(occurrence, len(tariffs)) - 1]


def fault_tariffs(
    table: FaultTable, code: str, family: Family, overrides: Overrides | None = None
) -> tuple[Tariff, ...]:
    """Return the costs of the first, the second … fault of a row in a format; () if the table has none.

    Args:
        code: code of a row of the table.
        overrides: as in `find_tariff`.
    """
    return (overrides or {}).get((code, family)) or table[code].tariffs.get(family, ())
