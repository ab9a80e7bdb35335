"""A finished deal card by card, and its analysis: requested once, computed by the worker, stored."""

from random import Random

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoCaptureOnCommitCallbacks

from common.errors import AppError
from games.core.actions import Pass, format_action
from games.core.analysis.readings import Bounds
from games.core.bots.choosing import RobotLevel
from games.core.variants.grelin import GrelinState
from games.core.variants.registry import find_variant
from play.tables.enums import TableOrigin
from play.tables.services.played_tables import Sitting, begin_table, play_turn, undo_last_action
from tests.factories.played_tables import play_out
from tournaments.enums import JobState
from tournaments.models import PlayAnalysis
from tournaments.rankings.queries.replays import can_replay
from tournaments.rankings.services import play_analyses
from tournaments.rankings.services.play_analyses import card_readings, request_analysis, run_analysis

pytestmark = pytest.mark.django_db


def played(game: str = "tarot-4", **more: object) -> Sitting:
    """A deal that the person played at random to its end."""
    settings = {"dealer": 0, "seat": 1, "level": RobotLevel.DEBUTANT, "robot_seed": 3, **more}
    layout = find_variant(game).random_layout(Random(6))
    table = begin_table(origin=TableOrigin.PRACTICE, game=game, layout=layout, **settings).table  # type: ignore[arg-type]
    return play_out(table)


@pytest.fixture
def sitting(monkeypatch: pytest.MonkeyPatch) -> Sitting:
    """A finished garde; its analysis is a short one."""
    monkeypatch.setattr(play_analyses, "BUDGET", 40_000)
    monkeypatch.setattr(play_analyses, "JUDGE", RobotLevel.CLUB)
    monkeypatch.setattr(play_analyses, "PLAY_OUTS", 20)
    monkeypatch.setattr(play_analyses, "can_compile", lambda: True)
    monkeypatch.setattr(play_analyses, "compile_search", lambda: True)
    return played(contract=(1, "garde"))


def address(sitting: Sitting, name: str = "rooms-table-replay") -> str:
    return reverse(name, args=[sitting.table.secret])


def test_deal_is_analysed_once_and_shown_at_each_card(
    client: Client, sitting: Sitting, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    assert "Analyser la donne" in client.get(address(sitting)).content.decode()
    with django_capture_on_commit_callbacks(execute=True):
        for _ in range(2):
            assert client.post(address(sitting, "rooms-table-analyse")).status_code == 302

    analysis = PlayAnalysis.objects.get()
    assert (analysis.state, analysis.attempts, analysis.done, analysis.total) == (JobState.DONE, 1, 72, 72)
    readings = card_readings(analysis, sitting.state)
    end = sitting.state.scores()[1] // 3
    assert readings[-1].after == Bounds(end, end)
    costly = next(number for number, reading in enumerate(readings, 1) if reading.line)
    page = client.get(address(sitting), {"carte": costly}).content.decode()
    assert "Analyser la donne" not in page
    assert "L’analyse est exacte à partir du pli" in page
    assert "Cette carte coûte" in page
    assert "La meilleure suite" in page
    number, estimate = next((n, r.estimate) for n, r in enumerate(readings, 1) if r.estimate is not None)
    page = client.get(address(sitting), {"carte": number}).content.decode()
    assert f"valait environ {estimate.points} points de plus" in page
    assert f"environ {estimate.points} points" in page


def test_waiting_analysis_shows_how_far_it_is(client: Client, sitting: Sitting) -> None:
    request_analysis(sitting=sitting)
    PlayAnalysis.objects.update(state=JobState.RUNNING, done=12, total=72)

    page = client.get(address(sitting)).content.decode()

    assert "12 sur 72" in page
    assert 'hx-trigger="load delay' in page


def test_play_that_was_taken_back_is_analysed_anew(sitting: Sitting) -> None:
    first = request_analysis(sitting=sitting)
    next_sitting = undo_last_action(table=sitting.table, number=sitting.number)
    while not next_sitting.state.is_over:
        text = format_action(next_sitting.view.legal[0])
        next_sitting = play_turn(
            table=next_sitting.table, number=next_sitting.number, texts=[text] if next_sitting.is_turn else []
        )

    assert run_analysis(analysis=first).state == JobState.FAILED
    assert request_analysis(sitting=next_sitting).log_length == next_sitting.number
    assert PlayAnalysis.objects.count() == 1


@pytest.mark.usefixtures("quick_robots")
def test_deal_that_the_search_does_not_know_is_refused_in_words(client: Client, sitting: Sitting) -> None:
    unknown_deal = played("nullo-4")

    page = client.get(address(unknown_deal)).content.decode()

    assert "ne peut pas être analysée" in page
    with pytest.raises(AppError, match="not_analysed"):
        request_analysis(sitting=unknown_deal)


def test_grelin_is_replayed_card_by_card_with_its_rows_and_tokens(client: Client) -> None:
    sitting = played("grelin-4")
    state = sitting.state
    assert isinstance(state, GrelinState)
    card_count = len(state.played)

    start, middle, end = (client.get(address(sitting), {"carte": count}) for count in (0, 20, card_count))

    assert [len(hand) for hand in start.context["moment"].hands] == [20, 20, 19, 19]
    assert len(middle.context["moment"].laid) == 20
    assert middle.context["felt"].tricks[0].title == "Carte 20"
    assert ">‹‹ Pli</a>" not in middle.text
    assert [
        place.words.split()[0]
        for place in sorted(end.context["felt"].places, key=lambda place: (place.at + 1) % 4)
    ] == [str(count) for count in state.tokens]
    assert "Revoir carte par carte" in client.get(address(sitting, "rooms-table")).text


def test_dummy_is_replayed_as_a_third_hand(client: Client) -> None:
    sitting = played("tarot-2-mort", contract=(1, "garde"))
    tricks = sitting.state.tricks()

    start, middle, end = (client.get(address(sitting), {"carte": count}) for count in (0, 3, 72))

    assert [len(hand) for hand in start.context["moment"].hands] == [24] * 3
    moment, trick = middle.context["moment"], tricks[0]
    assert moment.trick == tuple(((trick.leader + place) % 3, card) for place, card in enumerate(trick.cards))
    assert (moment.trick_number, moment.winner, moment.next_trick) == (1, trick.winner, 6)
    assert [place.name for place in middle.context["felt"].places][2] == "Le mort"
    assert "Le mort" in {laid.name for laid in middle.context["felt"].tricks[0].cards}
    assert sum(end.context["moment"].won) == 24
    assert "Revoir carte par carte" in client.get(address(sitting, "rooms-table")).text


def test_decouverte_is_replayed_with_the_cards_face_up(client: Client) -> None:
    sitting = played("tarot-2-decouverte", contract=(1, "garde"))

    start, end = (client.get(address(sitting), {"carte": count}).context for count in (0, 72))

    assert [len(cards) for cards in start["moment"].face_up] == [12, 12]
    assert [pile.name for pile in start["felt"].piles] == ["Écart", "Devant Alma", "Devant Basile"]
    assert [pile.name for pile in end["felt"].piles] == ["Écart"]


def test_only_finished_deals_with_cards_are_replayed() -> None:
    variant = find_variant("tarot-3")
    passed = variant.start(variant.random_layout(Random(6)), dealer=0)
    while not passed.is_over:
        passed = passed.apply(Pass())
    state = variant.start(variant.random_layout(Random(6)), dealer=0)
    while len(state.tricks()) < 2:
        state = state.apply(state.legal_actions()[-1])

    assert not can_replay(passed)
    assert not can_replay(state)
    while not state.is_over:
        state = state.apply(state.legal_actions()[-1])
    assert can_replay(state)


def test_unfinished_deal_is_not_analysed(client: Client) -> None:
    table = begin_table(
        origin=TableOrigin.PRACTICE,
        game="tarot-4",
        layout=find_variant("tarot-4").random_layout(Random(5)),
        dealer=0,
        seat=1,
        level=RobotLevel.DEBUTANT,
    ).table

    assert client.post(reverse("rooms-table-analyse", args=[table.secret])).status_code == 404
    assert not PlayAnalysis.objects.exists()


def test_many_waiting_analyses_refuse_another_one(
    client: Client, sitting: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play_analyses, "MOST_OPEN", 0)

    page = client.post(address(sitting, "rooms-table-analyse"), follow=True).content.decode()

    assert "attendent déjà" in page
    assert not PlayAnalysis.objects.exists()
