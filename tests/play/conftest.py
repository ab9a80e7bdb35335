"""Robots of tables whose play does not matter to a test."""

import pytest

from games.core.bots.choosing import RobotLevel
from play.tables.services import played_tables


@pytest.fixture
def quick_robots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the robots at a table choose like beginners, or after two play-outs in games without levels.

    A deal of *club* in plain Python takes ten seconds.
    """
    monkeypatch.setattr(played_tables, "usable_level", lambda _level: RobotLevel.DEBUTANT)
    monkeypatch.setattr(played_tables, "GENERAL_BUDGET", 2)
    monkeypatch.setattr(played_tables, "LEAST_BUDGET", 2)
