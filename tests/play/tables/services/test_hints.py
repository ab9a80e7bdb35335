"""Hints: the strongest robot's choice, legal and not stored, where nothing counts."""

import pytest

from games.core.actions import DiscardCard, MakeBid, PlayCard, format_action
from games.core.bots.choosing import RobotLevel
from games.core.bots.habits.choices import ChoiceMethod, RobotChoice
from play.tables.enums import TableOrigin
from play.tables.services import played_tables, table_robots
from play.tables.services.hints import Hint, hint
from play.tables.services.played_tables import Sitting, let_robots_play, load_sitting, play_turn
from tests.play.tables.services.test_played_tables import begin

pytestmark = pytest.mark.django_db


def discarding(game: str = "tarot-4") -> Sitting:
    """The person's turn to discard."""
    sitting = begin(game, contract=(1, "garde"))
    while not isinstance(sitting.view.legal[0], DiscardCard):
        action = format_action(sitting.view.legal[0])
        sitting = let_robots_play(play_turn(table=sitting.table, number=sitting.number, texts=[action]))
    return sitting


def test_hint_is_legal_and_keeps_nothing() -> None:
    sitting = begin()

    tip = hint(sitting)

    assert tip is not None
    assert tip.choice.action in sitting.view.legal
    assert tip.choice.worlds > 0
    assert tip.reason is None  # a bid has none
    assert load_sitting(sitting.table).number == sitting.number


def test_hint_names_the_whole_discard_where_a_robot_discards_by_thumb() -> None:
    sitting = discarding("tarot-9")

    tip = hint(sitting)

    assert tip is not None
    assert len(set(tip.actions)) == played_tables.discards_left(sitting) > 1
    assert set(tip.actions) <= set(sitting.view.legal)


def test_only_choice_has_no_reason() -> None:
    view = discarding().view

    assert Hint(view, RobotChoice(PlayCard(min(view.hand)), ChoiceMethod.FORCED)).reason is None


def test_hint_tries_more_deals_than_robots_do(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = begin("contrat-4")
    monkeypatch.setattr(table_robots, "HINT_BUDGET", 60)

    tip = hint(sitting)

    assert tip is not None
    assert tip.choice.worlds == 20 // len(sitting.view.legal)


def test_what_counts_has_no_hint() -> None:
    sitting = begin(origin=TableOrigin.DAILY)
    next_sitting = play_turn(table=sitting.table, number=sitting.number, texts=["bid:garde"])

    assert hint(next_sitting) is None


def test_hint_names_the_whole_discard() -> None:
    sitting = discarding()

    tip = hint(sitting)

    assert tip is not None
    assert len(set(tip.actions)) == 6
    assert set(tip.actions) <= set(sitting.view.legal)
    assert tip.actions[0] == tip.choice.action


@pytest.mark.parametrize("level", list(RobotLevel))
@pytest.mark.parametrize(("is_compiled", "asked"), [(True, RobotLevel.FORT), (False, RobotLevel.CLUB)])
def test_strongest_robot_is_asked_whatever_the_opponents(
    monkeypatch: pytest.MonkeyPatch, level: RobotLevel, is_compiled: bool, asked: RobotLevel
) -> None:
    sitting, levels = begin(level=RobotLevel.DEBUTANT), []

    def explain(view: object, explained_level: RobotLevel, **_: object) -> RobotChoice:
        levels.append(explained_level)
        return RobotChoice(MakeBid("garde"), ChoiceMethod.PLAYED_OUT)

    monkeypatch.setattr(table_robots, "explain_action", explain)
    monkeypatch.setattr(table_robots, "is_compiled", lambda: is_compiled)
    sitting.table.level = level

    hint(sitting)

    assert levels == [asked]


@pytest.mark.parametrize(("game", "is_known"), [("tarot-4", True), ("papayou-4", False)])
def test_reasons_are_given_for_cards_of_tarots_that_robots_know(game: str, is_known: bool) -> None:
    sitting = begin(game) if not is_known else discarding(game)
    while not isinstance(sitting.view.legal[0], PlayCard):
        texts = [format_action(action) for action in sitting.view.legal]
        count = played_tables.discards_left(sitting) or 1
        sitting = let_robots_play(play_turn(table=sitting.table, number=sitting.number, texts=texts[:count]))

    tip = hint(sitting)

    assert tip is not None
    assert (tip.choice.action in map(PlayCard, tip.alike)) is is_known
    assert is_known or tip.reason is None
