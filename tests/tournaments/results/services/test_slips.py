"""Stored slips: read as they were written, and described in words."""

import pytest

from games.core.dealing.boards import board_taker
from games.core.outcome import Bid, Handful, PetitAtEnd, Slam
from games.core.variant import TAROT_4
from tournaments.core.slips.traveller import LineInput, LineKind, read_line
from tournaments.enums import SlipKind
from tournaments.models import ResultSlip
from tournaments.results.services.slip_versions import (
    describe_facts,
    describe_line,
    describe_reading,
    describe_slip,
    facts_of,
    line_of,
    says_the_same,
)

LINES = [
    LineInput(gain=56),
    LineInput(loss=52),
    LineInput(bouts=2, points="49"),
    LineInput(bouts=2, points="49", handfuls=(Handful.SIMPLE,), petit=PetitAtEnd.ATTACK),
    LineInput(gain=76, handfuls=(Handful.SIMPLE,)),
    LineInput(bouts=3, points="91", slam=Slam.ANNOUNCED_MADE),
    LineInput(kind=LineKind.NOT_PLAYED),
    LineInput(kind=LineKind.NEUTRALISED),
]


def read(line):
    return read_line(line, taker=board_taker(1), bid=Bid.GARDE, variant=TAROT_4)


def slip_of(line):
    reading = read(line)
    return ResultSlip(kind=SlipKind(reading.kind), score=reading.score, facts=facts_of(reading))


@pytest.mark.parametrize("line", LINES)
def test_a_stored_line_is_read_back_with_the_same_meaning(line):
    slip = slip_of(line)

    again = read(line_of(slip))

    assert again == read(line)
    assert says_the_same(slip, again)


def test_a_count_added_to_the_same_score_says_something_more():
    assert not says_the_same(slip_of(LineInput(gain=66)), read(LineInput(bouts=2, points="49")))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (LineInput(gain=56), "+56"),
        (LineInput(loss=52), "−52"),
        (LineInput(kind=LineKind.NOT_PLAYED), "non jouée"),
        (LineInput(kind=LineKind.NEUTRALISED), "neutralisée"),
    ],
)
def test_a_result_is_told_in_a_few_characters(line, words):
    assert describe_slip(slip_of(line)) == words
    assert describe_reading(read(line)) == words
    assert describe_line(line) == words


def test_a_count_typed_is_told_before_it_is_scored():
    assert describe_line(LineInput(bouts=1, points="51")) == "1 bout, 51 points"


def test_the_facts_are_told_in_words():
    line = LineInput(bouts=2, points="49", handfuls=(Handful.DOUBLE,), petit=PetitAtEnd.DEFENCE)

    assert describe_facts(slip_of(line)) == [
        "2 bouts",
        "49 points",
        "double poignée",
        "petit au bout de la défense",
    ]
    assert describe_facts(slip_of(LineInput(gain=56))) == []
