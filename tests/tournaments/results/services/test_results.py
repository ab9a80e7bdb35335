"""Results as versions: stored, refused, questioned, and reported to a second writer."""

import uuid

import pytest

from common.errors import AppError, Conflict
from games.core.outcome import Handful, PetitAtEnd
from tests.factories.tournaments import (
    enter_results,
    list_plays,
    make_club,
    make_seated_tournament,
    make_user,
    written,
)
from tournaments.core.slips.traveller import LineInput, LineKind
from tournaments.enums import SlipKind, TournamentState
from tournaments.models import AuditEvent, ResultSlip, StandingsRequest, Tournament
from tournaments.results.services.results import Author, read_slip_line, record_result

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    return make_seated_tournament(make_club(), is_dealt=False)


@pytest.fixture
def play(evening):
    return list_plays(evening)[0]


@pytest.fixture
def claire(evening):
    return make_user("Claire", club=evening.club)


def record(play, line, user=None, **answers):
    answers.setdefault("seen_version", 0)
    return record_result(play=play, line=line, author=Author(user=user, device="test"), **answers)


def test_a_score_alone_is_stored_with_its_author(play, claire):
    slip = record(play, written(-52), claire)

    assert (slip.version, slip.is_current, slip.kind, slip.score) == (1, True, SlipKind.PLAYED, -52)
    assert slip.facts == {"bouts": None, "half_points": None, "handfuls": [], "petit": "none", "slam": "none"}
    assert (slip.entered_by, slip.device, slip.reason) == (claire, "test", "")


def test_bouts_points_and_bonuses_give_the_score_and_are_kept(play):
    line = LineInput(bouts=2, points="49", handfuls=(Handful.SIMPLE,), petit=PetitAtEnd.ATTACK)

    slip = record(play, line)

    assert slip.score == 106
    assert slip.facts == {
        "bouts": 2,
        "half_points": 98,
        "handfuls": ["simple"],
        "petit": "attack",
        "slam": "none",
    }


@pytest.mark.parametrize("kind", [LineKind.NOT_PLAYED, LineKind.NEUTRALISED])
def test_a_deal_may_have_no_score(play, kind):
    slip = record(play, LineInput(kind=kind))

    assert (slip.kind, slip.score, slip.facts) == (kind.value, None, None)


@pytest.mark.postgres
def test_a_correction_is_a_new_version_with_its_reason(play, claire):
    first = record(play, written(56), claire)

    second = record(play, written(-56), claire, seen_version=1, reason=" colonne inversée ")

    first.refresh_from_db()
    assert (first.is_current, first.score) == (False, 56)
    assert (second.version, second.is_current, second.score) == (2, True, -56)
    assert second.reason == "colonne inversée"
    assert ResultSlip.objects.filter(play=play, is_current=True).count() == 1


def test_a_correction_needs_a_reason(play):
    record(play, written(56))

    with pytest.raises(AppError) as refused:
        record(play, written(-56), seen_version=1, reason="  ")

    assert refused.value.code == "reason_missing"
    assert refused.value.fields == {"reason": "Dites pourquoi ce résultat est corrigé."}
    assert play.slips.count() == 1


def test_a_result_sent_twice_is_stored_once(play):
    token = uuid.uuid4()

    first = record(play, written(56), token=token)
    again = record(play, written(56), token=token)

    assert again == first
    assert play.slips.count() == 1
    assert StandingsRequest.objects.count() == 1


@pytest.mark.postgres
def test_a_token_sent_again_with_another_result_is_a_conflict(play):
    token = uuid.uuid4()
    record(play, written(56), token=token)

    with pytest.raises(Conflict) as refused:
        record(play, written(84), token=token)

    assert refused.value.extra["what"] == "+56"
    assert play.slips.count() == 1


def test_a_result_resent_after_a_correction_changes_nothing(play):
    token = uuid.uuid4()
    first = record(play, written(56), token=token)
    record(play, written(84), seen_version=1, reason="relu")

    again = record(play, written(56), token=token)

    assert again == first
    assert play.slips.current().get().score == 84


def test_a_result_resent_after_the_end_is_answered(evening, play):
    token = uuid.uuid4()
    first = record(play, written(56), token=token)
    Tournament.objects.filter(pk=evening.pk).update(state=TournamentState.FINISHED)

    assert record(play, written(56), token=token) == first


@pytest.mark.postgres
def test_a_token_of_another_line_is_refused(evening):
    first_play, second_play = list_plays(evening)[:2]
    token = uuid.uuid4()
    record(first_play, written(56), token=token)

    with pytest.raises(AppError) as refused:
        record(second_play, written(56), token=token)

    assert refused.value.code == "token_reused"
    assert not second_play.slips.exists()


def test_the_second_person_is_told_who_and_what(play, claire):
    record(play, written(56), claire)

    with pytest.raises(Conflict) as refused:
        record(play, written(84), make_user("Denis"))

    conflict = refused.value
    assert (conflict.code, conflict.status) == ("slip_changed", 409)
    assert (conflict.extra["version"], conflict.extra["who"], conflict.extra["what"]) == (1, "Claire", "+56")
    assert str(conflict.message).startswith("Claire a déjà enregistré « +56 » à ")


def test_two_people_who_agree_are_both_right(play, claire):
    first = record(play, written(56), claire)

    again = record(play, written(56), make_user("Denis"))

    assert again == first
    assert play.slips.count() == 1


@pytest.mark.postgres
def test_an_older_version_seen_is_a_conflict_even_with_a_reason(play):
    record(play, written(56))
    record(play, written(84), seen_version=1, reason="relu")

    with pytest.raises(Conflict) as refused:
        record(play, written(-58), seen_version=1, reason="relu aussi")

    assert refused.value.extra["version"] == 2


@pytest.mark.parametrize(
    ("line", "fields"),
    [
        (LineInput(), ["gain"]),
        (LineInput(gain=57), ["gain"]),
        (LineInput(loss=30), ["loss"]),
        (LineInput(gain=56, loss=56), ["loss"]),
        (LineInput(bouts=2), ["points"]),
        (LineInput(bouts=4, points="50"), ["bouts"]),
        (LineInput(gain=60, bouts=2, points="49"), ["gain"]),
        (LineInput(kind=LineKind.NEUTRALISED, gain=56), ["kind"]),
    ],
)
def test_an_impossible_line_is_refused_at_its_field(play, line, fields):
    with pytest.raises(AppError) as refused:
        record(play, line, confirmed=True)

    assert refused.value.code == "slip_impossible"
    assert list(refused.value.fields) == fields
    assert not play.slips.exists()


def test_an_unlikely_result_is_asked_about_then_taken(play):
    line = LineInput(gain=152)

    with pytest.raises(AppError) as refusal_info:
        record(play, line)
    slip = record(play, line, confirmed=True)

    assert refusal_info.value.code == "slip_unlikely"
    assert refusal_info.value.extra["questions"] == ["+152 est une très grosse marque (au-delà de 150)."]
    assert slip.score == 152


def test_a_score_is_compared_with_the_other_tables_of_its_board_only(evening):
    plays = list_plays(evening)
    enter_results((play, 50) for play in plays[1:5])
    enter_results((play, -146) for play in plays[5:9])

    with pytest.raises(AppError) as refusal_info:
        record(plays[0], written(-130))

    assert refusal_info.value.code == "slip_unlikely"
    assert len(refusal_info.value.extra["questions"]) == 1
    assert "4 autres tables (médiane : +50)" in refusal_info.value.extra["questions"][0]


def test_the_first_result_starts_the_evening(evening, play):
    record(play, written(56))

    evening.refresh_from_db()
    assert evening.state == TournamentState.PLAYING


@pytest.mark.parametrize(
    ("state", "remedy"),
    [(TournamentState.DRAFT, "fixez d’abord les places"), (TournamentState.FINISHED, "rouvrez-le")],
)
def test_an_evening_not_being_played_takes_no_result(evening, play, state, remedy):
    Tournament.objects.filter(pk=evening.pk).update(state=state)

    with pytest.raises(AppError) as refused:
        record(play, written(56))

    assert refused.value.code == "not_playing"
    assert remedy in str(refused.value.message)
    assert not play.slips.exists()


def test_every_version_leaves_its_trace(evening, play, claire):
    record(play, written(56), claire)
    record(play, written(84), claire, seen_version=1, reason="relu")

    corrected, entered = AuditEvent.objects.filter(action__startswith="result.").order_by("-pk")
    assert (entered.action, entered.actor, entered.tournament) == ("result.entered", claire, evening)
    assert entered.subject == f"{play.board}/{play.round.number}/{play.table.number}"
    assert (entered.before, entered.after["score"]) == (None, 56)
    assert corrected.action == "result.corrected"
    assert (corrected.before["score"], corrected.after["score"]) == (56, 84)
    assert corrected.after["reason"] == "relu"


def test_a_result_asks_for_standings_and_a_refusal_does_not(play):
    with pytest.raises(AppError):
        record(play, written(57))
    assert not StandingsRequest.objects.exists()

    record(play, written(56))

    assert StandingsRequest.objects.get().session == play.round.section.session


def test_trying_a_line_stores_nothing(evening, play):
    reading = read_slip_line(tournament=evening, play=play, line=LineInput(bouts=1, points="51"))

    assert reading.score == 50
    assert not ResultSlip.objects.exists()
