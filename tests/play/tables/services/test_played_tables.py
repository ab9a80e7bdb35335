"""Tables of the site: the log, the robots' actions, undo, owners."""

from datetime import timedelta
from random import Random

import pytest
from django.core.cache import cache
from django.utils import timezone

from accounts.models import User
from common.errors import AppError
from games.core.actions import DiscardCard, Draw, MakeBid, Pass, PlayCard, format_action
from games.core.bots.choosing import RobotLevel
from games.core.bots.knowledge.places import NoWorldFound
from games.core.notation import parse_played_deal
from games.core.variants.registry import find_variant
from play.tables.enums import ActionMaker, TableOrigin
from play.tables.models import PlayedTable, TableAction
from play.tables.services import played_tables, table_robots
from play.tables.services.played_tables import (
    Row,
    Sitting,
    append_rows,
    begin_table,
    claim_tables,
    count_unclaimed,
    discards_left,
    let_robots_play,
    list_played_tables,
    load_sitting,
    play_turn,
    played_text,
    sweep_tables,
    undo_last_action,
)
from tests.cases import by_day
from tournaments.people.services.account_closing import close_account
from tournaments.tasks import sweep_task

pytestmark = pytest.mark.django_db


def begin(
    game: str = "tarot-4", *, number: int = 5, origin: TableOrigin = TableOrigin.PRACTICE, **more: object
) -> Sitting:
    layout = find_variant(game).random_layout(Random(number))
    settings = {"dealer": 0, "seat": 1, "level": RobotLevel.DEBUTANT, "robot_seed": 7, **more}
    return let_robots_play(begin_table(origin=origin, game=game, layout=layout, **settings))  # type: ignore[arg-type]


def go_on(sitting: Sitting, rng: Random) -> Sitting:
    """One more thing done by the person."""
    if sitting.robots_wait:
        return let_robots_play(sitting)
    text = format_action(rng.choice(sitting.view.legal))
    return play_turn(table=sitting.table, number=sitting.number, texts=[text])


def play_out(sitting: Sitting, rng: Random) -> Sitting:
    while not sitting.state.is_over:
        sitting = go_on(sitting, rng)
    return sitting


def test_table_that_begins_has_the_search_compiled_for_its_robots(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[tuple[str, str]] = []
    monkeypatch.setattr(played_tables, "compile_for", lambda level, game: compiled.append((level, game)))

    begin()

    assert compiled == [("debutant", "tarot-4")]


@pytest.mark.usefixtures("quick_robots")
@pytest.mark.parametrize(
    "game",
    by_day(
        ["tarot-3", "tarot-5", "tarot-9", "papayou-3", "grelin-3", "cold-poker-3"],
        lambda game: game in ("tarot-3", "grelin-3", "cold-poker-3"),
    ),
)
def test_whole_deal_is_played(game: str) -> None:
    sitting = play_out(begin(game), Random(1))

    table = PlayedTable.objects.get()
    assert table.ended_at is not None
    assert table.score == str(sitting.state.scores()[1])
    assert load_sitting(table).state.history == sitting.state.history
    assert parse_played_deal(played_text(sitting)).steps == sitting.state.steps


def test_robots_act_until_it_is_the_persons_turn() -> None:
    sitting = begin(seat=3)

    assert sitting.state.to_act == 3
    assert [row.made_by for row in TableAction.objects.all()] == [ActionMaker.ROBOT] * sitting.number
    assert sitting.number == 2


def test_action_sent_twice_is_done_once() -> None:
    sitting = begin()
    action = {"table": sitting.table, "number": sitting.number, "texts": ["bid:garde"]}

    first, second = play_turn(**action), play_turn(**action)

    assert first.state.steps == second.state.steps
    assert first.number == second.number == TableAction.objects.count()


def test_action_of_a_page_left_behind_shows_the_present_table() -> None:
    sitting = begin()
    play_turn(table=sitting.table, number=sitting.number, texts=["bid:garde"])

    current = play_turn(table=sitting.table, number=sitting.number, texts=["pass"])

    assert MakeBid("garde") in current.state.history


def test_kept_action_is_played_once_though_its_response_was_lost() -> None:
    sitting = begin()
    action = {"table": sitting.table, "number": sitting.number, "texts": ["bid:garde"]}

    first, again = play_turn(**action, was_kept=True), play_turn(**action, was_kept=True)

    assert first.number == again.number == TableAction.objects.count()


def test_kept_action_is_refused_once_the_table_moved_on() -> None:
    sitting = begin()
    later = play_turn(table=sitting.table, number=sitting.number, texts=["bid:garde"])

    for texts in (["pass"], ["bid:garde", "pass"], []):
        with pytest.raises(AppError) as refused:
            play_turn(table=sitting.table, number=sitting.number, texts=texts, was_kept=True)
        assert refused.value.code == "moved_on"
    assert TableAction.objects.count() == later.number


def test_person_who_can_only_pass_is_not_asked() -> None:
    layout = find_variant("tarot-4").random_layout(Random(5))
    fresh = begin_table(
        origin=TableOrigin.PRACTICE,
        game="tarot-4",
        layout=layout,
        dealer=0,
        seat=2,
        level=RobotLevel.DEBUTANT,
    )
    highest = append_rows(fresh, [Row(ActionMaker.ROBOT, 1, "bid:garde_contre")])
    assert highest is not None

    current = let_robots_play(highest)

    passed = [step.seat for step in current.view.steps if step.action == Pass()]
    assert 2 in passed
    assert not current.can_undo


def test_person_who_can_only_draw_is_not_asked() -> None:
    sitting = begin("tarot-2-tirette")
    rng = Random(1)
    while len(sitting.state.tricks()) < 3:
        assert Draw() not in sitting.view.legal
        sitting = go_on(sitting, rng)

    assert {step.seat for step in sitting.view.steps if step.action == Draw()} == {0, 1}


def test_person_without_a_choice_passes_when_the_time_of_the_robots_is_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(played_tables, "ROBOT_SECONDS", 0)
    sitting = begin("grelin-4", number=3)
    passes = 0
    rng = Random(1)
    while not sitting.state.is_over:
        assert not sitting.is_turn or Pass() not in sitting.view.legal
        sitting = go_on(sitting, rng)
        passes += Pass() in [step.action for step in sitting.view.steps[-2:] if step.seat == 1]
    assert passes


@pytest.mark.parametrize("text", ["bid:nothing", "HR", "", "bid:garde_contre:", "discard:HR", "😀"])
def test_illegal_action_is_refused_and_nothing_kept(text: str) -> None:
    sitting = begin()

    with pytest.raises(AppError) as refused:
        play_turn(table=sitting.table, number=sitting.number, texts=[text])

    assert refused.value.code == "illegal_action"
    assert load_sitting(sitting.table).number == sitting.number


def test_discard_is_sent_at_once_or_not_at_all() -> None:
    sitting = begin(contract=(1, "garde"))
    assert discards_left(sitting) == 6
    legal = [format_action(action) for action in sitting.view.legal]

    with pytest.raises(AppError):
        play_turn(table=sitting.table, number=sitting.number, texts=[*legal[:5], legal[0]])
    done = play_turn(table=sitting.table, number=sitting.number, texts=legal[:6])

    assert discards_left(done) == 0
    assert sum(isinstance(action, DiscardCard) for action in done.state.history) == 6


def test_action_is_kept_with_the_answer_of_the_robots_or_not_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = begin()

    explain_action = table_robots.explain_action
    monkeypatch.setattr(table_robots, "explain_action", lambda *_args, **_options: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        play_turn(table=sitting.table, number=sitting.number, texts=["bid:garde"])

    assert load_sitting(sitting.table).number == sitting.number
    monkeypatch.setattr(table_robots, "explain_action", explain_action)
    assert (
        play_turn(table=sitting.table, number=sitting.number, texts=["bid:garde"]).number > sitting.number + 1
    )


def test_who_is_slower_at_the_same_action_sees_what_the_quicker_one_did(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sitting = begin()
    append_rows, action = played_tables.append_rows, {"table": sitting.table, "number": sitting.number}
    quicker = []

    def wait_for_another(*args: object, **options: object) -> object:
        monkeypatch.setattr(played_tables, "append_rows", append_rows)
        quicker.append(play_turn(**action, texts=["bid:garde"]))
        return append_rows(*args, **options)

    monkeypatch.setattr(played_tables, "append_rows", wait_for_another)
    current = play_turn(**action, texts=["pass"])

    assert current.state.steps == quicker[0].state.steps


def test_robots_go_on_where_a_killed_server_left_them() -> None:
    sitting = begin()
    done = play_turn(table=sitting.table, number=sitting.number, texts=["bid:garde"])
    TableAction.objects.filter(made_by=ActionMaker.ROBOT, number__gt=2).delete()

    waiting = load_sitting(sitting.table)
    again = let_robots_play(waiting)

    assert waiting.robots_wait
    assert again.state.steps == done.state.steps


def test_robots_asked_twice_at_once_write_their_rows_once() -> None:
    sitting = begin()
    play_turn(table=sitting.table, number=sitting.number, texts=["bid:garde"])
    TableAction.objects.filter(made_by=ActionMaker.ROBOT, number__gt=2).delete()
    waiting = load_sitting(sitting.table)

    first, second = let_robots_play(waiting), let_robots_play(waiting)

    assert first.state.steps == second.state.steps
    numbers = list(TableAction.objects.values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))


def test_undo_takes_back_the_last_thing_and_the_answers_to_it() -> None:
    sitting_before = begin()
    next_sitting = play_turn(table=sitting_before.table, number=sitting_before.number, texts=["pass"])

    back = undo_last_action(table=sitting_before.table, number=next_sitting.number)

    assert back.state.steps == sitting_before.state.steps
    assert back.has_undone
    assert back.number == next_sitting.number + 1
    again = play_turn(table=sitting_before.table, number=back.number, texts=["pass"])
    assert again.state.steps == next_sitting.state.steps


def test_undo_takes_back_a_whole_discard_and_opens_a_finished_deal() -> None:
    sitting_before = begin(contract=(1, "garde"))
    legal = [format_action(action) for action in sitting_before.view.legal]
    discarded = play_turn(table=sitting_before.table, number=sitting_before.number, texts=legal[:6])

    assert (
        undo_last_action(table=sitting_before.table, number=discarded.number).state.steps
        == sitting_before.state.steps
    )
    over = play_out(load_sitting(sitting_before.table), Random(2))
    reopened = undo_last_action(table=over.table, number=over.number)

    assert not reopened.state.is_over
    assert (reopened.table.ended_at, reopened.table.score) == (None, "")


def test_what_counts_is_not_taken_back() -> None:
    sitting = begin(origin=TableOrigin.DAILY)
    next_sitting = play_turn(table=sitting.table, number=sitting.number, texts=["bid:garde"])

    with pytest.raises(AppError, match="no_undo"):
        undo_last_action(table=sitting.table, number=next_sitting.number)


def test_robot_without_a_world_takes_the_first_action_and_says_so(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def lost(*_: object, **__: object) -> None:
        raise NoWorldFound("none")

    monkeypatch.setattr(table_robots, "explain_action", lost)

    sitting = play_out(begin(), Random(3))

    assert sitting.state.is_over
    assert "no world for seat 2" in caplog.text


def test_unplayable_deal_is_refused() -> None:
    with pytest.raises(AppError, match="no_such_table"):
        begin(seat=4)
    with pytest.raises(AppError, match="no_such_table"):
        begin(contract=(1, "nothing"))
    assert not PlayedTable.objects.exists()


def test_guest_finds_and_claims_what_he_played() -> None:
    table = begin(device="phone").table
    begin(device="other")
    owner = User.objects.create_user("joueur@club.example")

    assert list(list_played_tables("phone", None)) == [table]
    assert (count_unclaimed("phone"), count_unclaimed("")) == (1, 0)
    assert claim_tables(device="phone", owner=owner) == 1
    assert claim_tables(device="", owner=owner) == 0

    assert list(list_played_tables("phone", None)) == []
    assert list(list_played_tables("", owner)) == [table]


def test_old_tables_of_guests_go_and_those_of_accounts_stay() -> None:
    owner = User.objects.create_user("joueur@club.example")
    owned, recent, old = begin(owner=owner).table, begin().table, begin().table
    long_ago = timezone.now() - timedelta(days=31)
    PlayedTable.objects.filter(pk__in=[owned.pk, old.pk]).update(created_at=long_ago)

    assert sweep_tables(now=timezone.now()) == 1

    assert set(PlayedTable.objects.all()) == {owned, recent}


def test_sweep_deletes_by_itself() -> None:
    cache.clear()
    table = begin().table
    PlayedTable.objects.update(created_at=timezone.now() - timedelta(days=31))

    sweep_task()

    assert not PlayedTable.objects.filter(pk=table.pk).exists()


def test_closing_an_account_deletes_what_it_played() -> None:
    owner = User.objects.create_user("joueur@club.example")
    begin(owner=owner)
    played_table = begin().table

    close_account(user=owner)

    assert list(PlayedTable.objects.all()) == [played_table]


def test_log_and_cards_are_sealed() -> None:
    sitting = play_turn(table=begin().table, number=0, texts=["bid:garde"])

    assert "sealed" in repr(PlayedTable.objects.get().cards)
    assert {repr(row.text) for row in sitting.table.actions.all()} == {"<sealed>"}


def test_first_card_is_played_by_the_person_or_a_robot_as_the_rules_say() -> None:
    sitting = play_out(begin(contract=(0, "garde_sans")), Random(4))

    seats = [seat for seat, action in sitting.state.steps if isinstance(action, PlayCard)]
    assert seats[:4] == [1, 2, 3, 0]
