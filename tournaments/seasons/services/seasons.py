"""Changes to a club's seasons, its tables of points, and the weights of events."""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.core.ranking.season import Band
from tournaments.enums import SeasonMeasure
from tournaments.models import Club, Season, SeasonCoefficient, SeasonTariff, Tournament
from tournaments.seasons.queries.seasons import counted_tournaments
from tournaments.trace.services.trace import record_event
from tournaments.work.kinds import request_records


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonPlan:
    """Name, dates and counting rules of a season."""

    name: str
    starts_on: datetime.date
    ends_on: datetime.date
    best_events: int | None = None
    least_events: int = 1
    measure: str = SeasonMeasure.POINTS


@transaction.atomic
def keep_season(*, club: Club, season: Season | None, plan: SeasonPlan, kept_by: User | None) -> Season:
    """Create a season, or change one.

    Raises:
        AppError: another season of the club has this name (`season_exists`), or it ends before it begins
            (`season_dates`).
    """
    if plan.ends_on < plan.starts_on:
        message = _("La saison finit avant de commencer.")
        raise AppError("season_dates", message, fields={"ends_on": message})
    # of two seasons of one name the second one finds the first
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    stored_season = season or Season(club=club)
    if club.seasons.filter(name=plan.name).exclude(pk=stored_season.pk).exists():
        message = _("Une saison porte déjà ce nom.")
        raise AppError("season_exists", message, fields={"name": message})
    old_facts = _facts(stored_season) if season else None
    stored_season.name, stored_season.starts_on, stored_season.ends_on = (
        plan.name,
        plan.starts_on,
        plan.ends_on,
    )
    stored_season.best_events, stored_season.least_events = plan.best_events, plan.least_events
    stored_season.measure = plan.measure
    stored_season.save()
    action = "season.changed" if season else "season.created"
    record_event(
        club=club,
        actor=kept_by,
        action=action,
        subject=stored_season.name,
        before=old_facts,
        after=_facts(stored_season),
    )
    return stored_season


@transaction.atomic
def keep_tariff(
    *,
    club: Club,
    tariff: SeasonTariff | None,
    valid_from: datetime.date,
    bands: Sequence[Band],
    kept_by: User | None,
) -> SeasonTariff:
    """Create an edition of the table of points, or change one, and request new records of its events.

    Raises:
        AppError: there is no band (`tariff_empty`), two bands begin at the same size (`tariff_twice`), or
            another edition begins on that day (`tariff_exists`).
    """
    sizes = [band.least_field for band in bands]
    if not bands:
        raise AppError("tariff_empty", _("Un barème a au moins une ligne."))
    if len(set(sizes)) < len(sizes):
        raise AppError("tariff_twice", _("Deux lignes commencent au même nombre de classés."))
    # as for seasons
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    stored_tariff = tariff or SeasonTariff(club=club)
    if club.season_tariffs.filter(valid_from=valid_from).exclude(pk=stored_tariff.pk).exists():
        message = _("Un barème commence déjà ce jour-là.")
        raise AppError("tariff_exists", message, fields={"valid_from": message})
    # an edition that moves changes events from its old or its new day on
    since = min(valid_from, stored_tariff.valid_from or valid_from)
    old_values = (
        {"valid_from": str(stored_tariff.valid_from), "bands": stored_tariff.bands} if tariff else None
    )
    stored_tariff.valid_from = valid_from
    stored_tariff.bands = [_band(band) for band in sorted(bands, key=lambda band: band.least_field)]
    stored_tariff.save()
    record_event(
        club=club,
        actor=kept_by,
        action="season_tariff.changed" if tariff else "season_tariff.created",
        subject=str(valid_from),
        before=old_values,
        after={"valid_from": str(valid_from), "bands": stored_tariff.bands},
    )
    _recount(club, since)
    return stored_tariff


@transaction.atomic
def weigh_events(*, club: Club, weights: Mapping[Tournament, Decimal], weighed_by: User | None) -> int:
    """Store the weights of events in their season, 0 to leave one out. Return the number of changes."""
    old_weights = dict(
        SeasonCoefficient.objects.filter(tournament__club=club).values_list("tournament", "coefficient")
    )
    new_weights = {
        event: weight for event, weight in weights.items() if old_weights.get(event.pk, Decimal(1)) != weight
    }
    for event, weight in new_weights.items():
        SeasonCoefficient.objects.update_or_create(tournament=event, defaults={"coefficient": weight})
        record_event(
            club=club,
            tournament=event,
            actor=weighed_by,
            action="season.coefficient",
            subject=event.name,
            before={"coefficient": str(old_weights.get(event.pk, 1))},
            after={"coefficient": str(weight)},
        )
    if new_weights:
        # records build on earlier ones: all from the first changed event on are new
        _recount(club, min(event.starts_on for event in new_weights))
    return len(new_weights)


def _recount(club: Club, since: datetime.date) -> None:
    """Request new records from the first event of a day on."""
    first = counted_tournaments(club).filter(starts_on__gte=since).first()
    if first is not None:
        request_records(tournament=first)


def _facts(season: Season) -> dict[str, object]:
    return {
        "name": season.name,
        "starts_on": str(season.starts_on),
        "ends_on": str(season.ends_on),
        "best_events": season.best_events,
        "least_events": season.least_events,
        "measure": season.measure,
    }


def _band(band: Band) -> dict[str, object]:
    return {
        "least_field": band.least_field,
        "points": [str(points) for points in band.points],
        "attendance": str(band.attendance),
    }
