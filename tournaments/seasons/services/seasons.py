"""Keeping a club's seasons, its tables of points, and what each event weighs."""

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
    """What a season is called, when it is, and what counts in it."""

    name: str
    starts_on: datetime.date
    ends_on: datetime.date
    best_events: int | None = None
    least_events: int = 1
    measure: str = SeasonMeasure.POINTS


@transaction.atomic
def keep_season(*, club: Club, season: Season | None, plan: SeasonPlan, kept_by: User | None) -> Season:
    """Make a season, or change one.

    Raises:
        AppError: another season of the club has this name (`season_exists`), or it ends before it begins
            (`season_dates`).
    """
    if plan.ends_on < plan.starts_on:
        message = _("La saison finit avant de commencer.")
        raise AppError("season_dates", message, fields={"ends_on": message})
    kept = season or Season(club=club)
    if club.seasons.filter(name=plan.name).exclude(pk=kept.pk).exists():
        message = _("Une saison porte déjà ce nom.")
        raise AppError("season_exists", message, fields={"name": message})
    before = _facts(kept) if season else None
    kept.name, kept.starts_on, kept.ends_on = plan.name, plan.starts_on, plan.ends_on
    kept.best_events, kept.least_events = plan.best_events, plan.least_events
    kept.measure = plan.measure
    kept.save()
    action = "season.changed" if season else "season.created"
    record_event(
        club=club, actor=kept_by, action=action, subject=kept.name, before=before, after=_facts(kept)
    )
    return kept


@transaction.atomic
def keep_tariff(
    *,
    club: Club,
    tariff: SeasonTariff | None,
    valid_from: datetime.date,
    bands: Sequence[Band],
    kept_by: User | None,
) -> SeasonTariff:
    """Make an edition of the table of points, or change one; points of the events concerned follow.

    Raises:
        AppError: there is no band (`tariff_empty`), two bands begin at the same size (`tariff_twice`), or
            another edition begins on that day (`tariff_exists`).
    """
    sizes = [band.least_field for band in bands]
    if not bands:
        raise AppError("tariff_empty", _("Un barème a au moins une ligne."))
    if len(set(sizes)) < len(sizes):
        raise AppError("tariff_twice", _("Deux lignes commencent au même nombre de classés."))
    kept = tariff or SeasonTariff(club=club)
    if club.season_tariffs.filter(valid_from=valid_from).exclude(pk=kept.pk).exists():
        message = _("Un barème commence déjà ce jour-là.")
        raise AppError("tariff_exists", message, fields={"valid_from": message})
    since = min(valid_from, kept.valid_from or valid_from)
    before = {"valid_from": str(kept.valid_from), "bands": kept.bands} if tariff else None
    kept.valid_from = valid_from
    kept.bands = [_band(band) for band in sorted(bands, key=lambda band: band.least_field)]
    kept.save()
    record_event(
        club=club,
        actor=kept_by,
        action="season_tariff.changed" if tariff else "season_tariff.created",
        subject=str(valid_from),
        before=before,
        after={"valid_from": str(valid_from), "bands": kept.bands},
    )
    _recount(club, since)
    return kept


@transaction.atomic
def weigh_events(*, club: Club, weights: Mapping[Tournament, Decimal], weighed_by: User | None) -> int:
    """What events weigh in their season, 0 leaving one out; returns how many changed."""
    known = dict(
        SeasonCoefficient.objects.filter(tournament__club=club).values_list("tournament", "coefficient")
    )
    changed = {
        event: weight for event, weight in weights.items() if known.get(event.pk, Decimal(1)) != weight
    }
    for event, weight in changed.items():
        SeasonCoefficient.objects.update_or_create(tournament=event, defaults={"coefficient": weight})
        record_event(
            club=club,
            tournament=event,
            actor=weighed_by,
            action="season.coefficient",
            subject=event.name,
            before={"coefficient": str(known.get(event.pk, 1))},
            after={"coefficient": str(weight)},
        )
    if changed:
        _recount(club, min(event.starts_on for event in changed))
    return len(changed)


def _recount(club: Club, since: datetime.date) -> None:
    """Have the records made again from the first event of a day on."""
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
