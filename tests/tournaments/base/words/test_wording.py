"""Every refusal and question about a traveller line has its sentence, for any input."""

import itertools

import pytest

from games.core.outcome import Bid, Handful, PetitAtEnd, Slam
from games.core.variant import TAROT_4
from tests.cases import by_day
from tournaments.base.words.wording import app_error, sentence, write_signed_score
from tournaments.core.errors import NoSuchMovement, TournamentError
from tournaments.core.formats.registry import find_format
from tournaments.core.movements.catalogue import find_by_code, find_movement
from tournaments.core.movements.request import MovementRequest
from tournaments.core.slips.likely import questions
from tournaments.core.slips.traveller import ImpossibleSlip, LineInput, LineKind, read_line

SCORES = (None, -4, 0, 30, 34, 50, 51, 62, 170, 300, 600, 2000)
COUNTS = (
    (None, ""),
    (1, ""),
    (None, "40"),
    (2, "abc"),
    (2, "40,5"),
    (0, "90"),
    (1, "3"),
    (3, "91"),
    (5, "50"),
)
COUNTS += ((2, "49"), (0, "4"), (3, "36"), (2, "87"), (1, "200"))
HANDFULS = ((), (Handful.SIMPLE,), (Handful.TRIPLE, Handful.TRIPLE), (Handful.SIMPLE, Handful.DOUBLE))


EACH = (37, 5)
"""Number of lines per tested line, by day and in the nights: prime to seven, so that all slams occur."""


def lines(step):
    """Thousands of lines, most of them wrong in some way."""
    rows = itertools.product(SCORES, SCORES, COUNTS, HANDFULS, PetitAtEnd, Slam, LineKind)
    for gain, loss, (bouts, points), handfuls, petit, slam, kind in itertools.islice(rows, 0, None, step):
        yield LineInput(
            kind=kind,
            gain=gain,
            loss=loss,
            bouts=bouts,
            points=points,
            handfuls=handfuls,
            petit=petit,
            slam=slam,
        )


@pytest.mark.parametrize("each", by_day(EACH, EACH[0].__eq__))
def test_every_line_is_read_or_refused_in_whole_sentences(each):
    refused = question_count = 0
    for line in lines(each):
        try:
            reading = read_line(line, taker=0, bid=Bid.GARDE, variant=TAROT_4)
        except ImpossibleSlip as error:
            application_error = app_error(error)
            assert application_error.fields
            texts = [str(application_error.message), *application_error.fields.values()]
            refused += 1
        else:
            known_scores = (-560, -562, -564, -566, -570)
            texts = [sentence(code, values) for code, values in questions(reading, known_scores)]
            question_count += bool(texts)
        assert all(text and "%(" not in text for text in texts)
    assert refused > 7000 / each
    assert question_count > 70 / each


def test_everything_wrong_on_a_line_is_told_at_its_field():
    line = LineInput(gain=-4, loss=60, points="quarante", petit=PetitAtEnd.ATTACK)

    with pytest.raises(ImpossibleSlip) as caught:
        read_line(line, taker=0, bid=Bid.GARDE, variant=TAROT_4)

    assert set(app_error(caught.value).fields) == {"gain", "loss", "points", "bouts"}


@pytest.mark.parametrize("ask", [lambda: find_format("libre"), lambda: find_by_code("x")])
def test_refusal_of_the_core_becomes_a_sentence_at_its_field(ask):
    with pytest.raises(TournamentError) as caught:
        ask()

    application_error = app_error(caught.value)

    assert application_error.code == caught.value.code
    assert list(application_error.fields) == [caught.value.field]


def test_missing_movement_names_the_nearest_sizes():
    movement_request = MovementRequest(
        format="duplicate_individual", table_count=6, round_count=6, source="fft-line"
    )

    with pytest.raises(NoSuchMovement) as caught:
        find_movement(movement_request)

    message = str(app_error(caught.value).message)
    assert message.startswith("Pas de mouvement pour ces nombres de tables (6) et de positions (6).")
    assert "6/5/24" in message


@pytest.mark.parametrize(("score", "text"), [(56, "+56"), (-52, "−52"), (0, "+0")])
def test_scores_carry_a_real_sign(score, text):
    assert write_signed_score(score) == text


@pytest.mark.parametrize(
    ("bouts", "said"),
    [(1, "1 bout\N{NO-BREAK SPACE}:"), (2, "2 bouts\N{NO-BREAK SPACE}:")],
)
def test_bouts_are_counted_as_one_says_them(bouts, said):
    assert said in sentence("too_few_points", {"bouts": bouts, "least": 3})
    assert said in sentence("too_many_points", {"bouts": bouts, "most": 90})


@pytest.mark.parametrize(("minutes", "text"), [(45, "45 min"), (60, "1 h 00"), (206, "3 h 26")])
def test_lengths_are_hours_and_minutes(minutes, text):
    told = sentence("advice_too_short", {"minutes": minutes}).replace("\u00a0", " ")

    assert told == f"Le temps est trop court : il faut au moins {text}."
