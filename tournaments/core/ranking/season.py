"""Points of a season by tariff tables that change with the years, and the prize for regularity."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from tournaments.core.errors import TournamentError


@dataclass(frozen=True, slots=True)
class Band:
    """Points by place for fields of at least a certain size."""

    least_field: int
    points: tuple[Fraction, ...]
    """points[place − 1]; no points for later places."""
    attendance: Fraction = Fraction(0)
    """Points of every ranked unit."""


@dataclass(frozen=True, slots=True)
class SeasonTariff:
    """One edition of the organiser's table. No table of the federation was available."""

    valid_from: date
    bands: tuple[Band, ...]

    def band_for(self, field_size: int) -> Band:
        """Return the band of the largest fields that this field reaches.

        Raises:
            TournamentError: `no_season_band`.
        """
        fitting = [band for band in self.bands if band.least_field <= field_size]
        if not fitting:
            raise TournamentError(
                "no_season_band", f"no points for a field of {field_size}", field="bands", number=field_size
            )
        return max(fitting, key=lambda band: band.least_field)


@dataclass(frozen=True, slots=True)
class Regularity:
    """The regularity of one player over a season."""

    events: int
    share: Fraction
    """Mean share of the field that finished behind, in per cent. Equals count half."""


def find_season_tariff(tariffs: Sequence[SeasonTariff], day: date) -> SeasonTariff:
    """Return the edition in force on the day of an event.

    Raises:
        TournamentError: `no_season_tariff`.
    """
    in_force = [tariff for tariff in tariffs if tariff.valid_from <= day]
    if not in_force:
        raise TournamentError(
            "no_season_tariff",
            f"no tariff in force on {day.isoformat()}",
            field="valid_from",
            day=day.isoformat(),
        )
    return max(in_force, key=lambda tariff: tariff.valid_from)


def award_points(
    places: Sequence[int | None], tariff: SeasonTariff, coefficient: Fraction = Fraction(1)
) -> tuple[Fraction | None, ...]:
    """Return points[unit] of one event; None for a unit without a place.

    Units that share a place share the points of the places that they hold, equally and exactly.
    """
    all_places = [place for place in places if place is not None]
    if not all_places:
        return (None,) * len(places)
    band = tariff.band_for(len(all_places))
    by_place = {}
    for place in set(all_places):
        tie_size = all_places.count(place)
        # a slice beyond the table is shorter: places without points add 0
        shared_points = sum(band.points[place - 1 : place - 1 + tie_size], start=Fraction(0))
        by_place[place] = coefficient * (shared_points / tie_size + band.attendance)
    return tuple(None if place is None else by_place[place] for place in places)


def measure_regularity(
    events: Sequence[Sequence[int | None]], least_events: int
) -> tuple[Regularity | None, ...]:
    """Return the mean share of the field that every unit left behind, event after event.

    Args:
        events: events[event][unit]: place, None for a unit that was not there. All have the same units.
        least_events: least number of events of a unit with a result; None for units with fewer.
    """
    unit_count = len(events[0]) if events else 0
    shares: list[list[Fraction]] = [[] for _ in range(unit_count)]
    for places in events:
        all_places = [place for place in places if place is not None]
        for unit, place in enumerate(places):
            if place is not None:
                behind = sum(other_place > place for other_place in all_places)
                level = all_places.count(place) - 1
                opponent_count = len(all_places) - 1
                # half of the equals count as behind: 100 × (behind + level / 2) / others
                shares[unit].append(
                    Fraction(50 * (2 * behind + level), opponent_count) if opponent_count else Fraction(50)
                )
    return tuple(
        Regularity(len(shares_of_unit), sum(shares_of_unit, start=Fraction(0)) / len(shares_of_unit))
        if shares_of_unit and len(shares_of_unit) >= least_events
        else None
        for shares_of_unit in shares
    )
