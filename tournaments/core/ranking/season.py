"""Points of a season, by tariff tables that change with the years, and the prize for regularity."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from tournaments.core.errors import TournamentError


@dataclass(frozen=True, slots=True)
class Band:
    """Points by place for fields of at least some size."""

    least_field: int
    points: tuple[Fraction, ...]
    """points[place − 1]; nothing beyond."""
    attendance: Fraction = Fraction(0)
    """Points for everybody who is ranked."""


@dataclass(frozen=True, slots=True)
class SeasonTariff:
    """One edition of the organiser's table; the federation publishes none that could be read."""

    valid_from: date
    bands: tuple[Band, ...]

    def band_for(self, field_size: int) -> Band:
        """The band of the largest fields that this one reaches.

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
    """One player of a season."""

    events: int
    share: Fraction
    """Mean share of the field left behind, in per cent; equals count half."""


def find_season_tariff(tariffs: Sequence[SeasonTariff], on: date) -> SeasonTariff:
    """The edition in force on the day of an event.

    Raises:
        TournamentError: `no_season_tariff`.
    """
    in_force = [tariff for tariff in tariffs if tariff.valid_from <= on]
    if not in_force:
        raise TournamentError(
            "no_season_tariff",
            f"no tariff in force on {on.isoformat()}",
            field="valid_from",
            day=on.isoformat(),
        )
    return max(in_force, key=lambda tariff: tariff.valid_from)


def award_points(
    places: Sequence[int | None], tariff: SeasonTariff, coefficient: Fraction = Fraction(1)
) -> tuple[Fraction | None, ...]:
    """points[unit] of one event; None for a unit without a place.

    Units that share a place share the points of the places that they hold, equally and exactly.
    """
    ranked = [place for place in places if place is not None]
    if not ranked:
        return (None,) * len(places)
    band = tariff.band_for(len(ranked))
    by_place = {}
    for place in set(ranked):
        tied = ranked.count(place)
        shared = sum(band.points[place - 1 : place - 1 + tied], start=Fraction(0))
        by_place[place] = coefficient * (shared / tied + band.attendance)
    return tuple(None if place is None else by_place[place] for place in places)


def measure_regularity(
    events: Sequence[Sequence[int | None]], least_events: int
) -> tuple[Regularity | None, ...]:
    """How much of the field every unit left behind, event after event.

    Args:
        events: events[event][unit]: place, None for a unit that was not there; all with the same units.
        least_events: units with fewer events are None.
    """
    unit_count = len(events[0]) if events else 0
    shares: list[list[Fraction]] = [[] for _ in range(unit_count)]
    for places in events:
        ranked = [place for place in places if place is not None]
        for unit, place in enumerate(places):
            if place is not None:
                behind = sum(other > place for other in ranked)
                level = ranked.count(place) - 1
                others = len(ranked) - 1
                shares[unit].append(Fraction(50 * (2 * behind + level), others) if others else Fraction(50))
    return tuple(
        Regularity(len(own), sum(own, start=Fraction(0)) / len(own))
        if own and len(own) >= least_events
        else None
        for own in shares
    )
