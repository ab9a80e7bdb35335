"""Tournaments made before November 2026 called their game otherwise than their deals do."""

from importlib import import_module

import pytest
from django.apps import apps

from tests.factories.tournaments import make_club, make_tournament
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def test_earlier_tournaments_get_the_name_of_the_variant() -> None:
    earlier, other = make_tournament(make_club()), make_tournament(make_club())
    Tournament.objects.filter(pk=earlier.pk).update(game="tarot")
    Tournament.objects.filter(pk=other.pk).update(game="nullo-4")
    migration = import_module("tournaments.migrations.0008_game_names")

    migration.name_games(apps, None)
    migration.name_games(apps, None)

    assert Tournament.objects.get(pk=earlier.pk).game == "tarot-4"
    assert Tournament.objects.get(pk=other.pk).game == "nullo-4"
