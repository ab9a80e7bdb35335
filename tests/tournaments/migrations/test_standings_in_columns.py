"""Rankings kept before November 2026 as lists of lines are read like the others."""

from fractions import Fraction
from importlib import import_module

import pytest
from django.apps import apps

from tests.factories.tournaments import fill_tournament, make_club, make_tournament
from tournaments.core.ranking.classification import Criterion
from tournaments.models import StandingsSnapshot
from tournaments.rankings.queries.standings import RankedEntry, snapshot_rows
from tournaments.seating.services.seating import apply_movement

pytestmark = pytest.mark.django_db


def test_earlier_snapshots_are_turned_into_columns() -> None:
    evening = apply_movement(tournament=fill_tournament(make_tournament(make_club())), seated_by=None)
    first, second = evening.entries.order_by("pk")[:2]
    earlier = {"line": 2, "line_place": 1, "alternated_place": 3, "is_one_sided": False, "defence_count": 4}
    earlier |= {"attack": None, "defence": "50", "penalty": "1/2", "attack_count": 0}
    rows = [
        {"entry": first.pk, "overall_place": 1, "overall": "541/8", **earlier},
        {"entry": second.pk, "overall_place": None, "overall": None, **earlier},
    ]
    snapshot = StandingsSnapshot.objects.create(
        session=evening.sessions.get(),
        version=1,
        method=evening.format,
        rows=rows,
        results_counted=1,
        results_expected=100,
    )
    migration = import_module("tournaments.migrations.0019_standings_in_columns")

    migration.write_columns(apps, None)
    migration.write_columns(apps, None)

    snapshot.refresh_from_db()
    lines = snapshot_rows(snapshot)
    assert lines[0] == RankedEntry(
        entry=first,
        value=Fraction(541, 8),
        overall_place=1,
        line=2,
        alternated_place=3,
        line_place=1,
        penalty=Fraction(1, 2),
        attack_count=0,
        defence_count=4,
        criteria={Criterion.ATTACK: None, Criterion.DEFENCE: Fraction(50), Criterion.DEALS: 4},
    )
    assert (lines[1].entry, lines[1].value, lines[1].overall_place) == (second, None, None)
