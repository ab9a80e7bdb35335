"""The content of a table's page: whom it waits for, what was done."""

from random import Random

import pytest

from games.core.actions import format_action
from games.core.bots.choosing import RobotLevel
from games.core.variants.registry import find_variant
from play.scene.web.scene import show_scene
from play.tables.enums import TableOrigin
from play.tables.services.played_tables import Chairs, Sitting, add_actions, begin_table, load_sitting

pytestmark = pytest.mark.django_db
NAMES = ("Anne", "Boris", "Chloé", "David")


def table_of_people(seat: int) -> Sitting:
    """A deal of four people, as one of them sees it; Boris took and discards first."""
    table = begin_table(
        origin=TableOrigin.FREE,
        game="tarot-4",
        layout=find_variant("tarot-4").random_layout(Random(5)),
        dealer=0,
        seat=None,
        contract=(1, "garde"),
        level=RobotLevel.DEBUTANT,
        robot_seed=7,
    ).table
    return load_sitting(table, Chairs(seat, frozenset()))


def test_player_who_is_away_is_not_said_to_think() -> None:
    sitting = table_of_people(0)

    assert show_scene(sitting, seen=0, names=NAMES).asked == "Boris réfléchit…"
    assert show_scene(sitting, seen=0, names=NAMES, absent={1}).asked == "On attend Boris, absent"


def test_whole_discard_is_one_step_and_stays_hidden_from_the_others() -> None:
    before = table_of_people(1)
    texts = [format_action(action) for action in before.view.legal[:6]]
    assert add_actions(before, number=0, texts=texts) is not None

    own, other = (show_scene(table_of(before, seat), seen=0, names=NAMES) for seat in (1, 0))

    assert [step.words for step in own.steps] == ["Votre écart est fait."]
    assert own.story[0].startswith("Vous écartez ")
    assert own.story[0].count(",") == 5
    assert [step.words for step in other.steps] == list(other.story) == ["Boris a fait son écart."]


def table_of(sitting: Sitting, seat: int) -> Sitting:
    return load_sitting(sitting.table, Chairs(seat, frozenset()))
