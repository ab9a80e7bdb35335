"""The commands for other programs: one JSON line out for each line in."""

import json
import subprocess
import sys
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from django.core.management import call_command

from games.core.exchange import record_of_state
from games.core.notation import format_deal_json
from games.core.play import play_randomly
from games.core.variants.registry import GAMES
from games.management.json_lines import answer_line

pytestmark = pytest.mark.once

PROJECT = Path(__file__).parents[3]
SLIP = b'{"game": "tarot-4", "taker": 0, "bid": "garde", "bouts": 2, "points": 49}\n'
SCORE = {"unit": 66, "scores": [198, -66, -66, -66]}


def run(command, *lines):
    out = StringIO()
    call_command(command, stdin=list(lines), stdout=out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def codes(answers):
    return [answer["error"]["code"] if "error" in answer else None for answer in answers]


def test_each_line_has_its_answer():
    answers = run(
        "score_deals",
        SLIP,
        b"\n",
        b"not json\n",
        b"[1, 2]\n",
        b'{"game": "tarot-4", "points": NaN}\n',
        b'{"points": ' + b"9" * 5000 + b"}\n",
        b"[" * 100_000 + b"\n",
        b'{"game": "\xff"}\n',
        b'{"game": 1, "game": 2}\n',
        SLIP.strip(),
    )

    assert answers[0] == answers[-1] == SCORE
    assert codes(answers[1:-1]) == [
        "empty_line",
        "json_syntax",
        "not_an_object",
        "json_number",
        "json_number",
        "json_depth",
        "encoding",
        "json_key_twice",
    ]
    assert all(set(answer["error"]) == {"code", "message"} for answer in answers[1:-1])


def test_legal_plays_of_a_hand():
    request = {
        "game": "tarot-4",
        "hand": ["SR", "21T", "EX"],
        "trick": ["C5"],
        "first_trick": False,
        "last_trick": False,
        "called": None,
    }

    answers = run("legal_plays", json.dumps(request).encode(), b"{}")

    assert answers[0] == {"legal": ["21T", "EX"]}
    assert codes(answers) == [None, "field_missing"]


def test_replay_of_a_deal():
    variant = GAMES["contrat-2"]
    end = play_randomly(variant.start(variant.random_layout(Random(1))), Random(1))
    line = format_deal_json(record_of_state(end)).encode()

    answers = run("replay_deal", line, line.replace(b'"seat": 1', b'"seat": 0', 1), b"{}")

    assert answers[0]["scores"] == list(end.scores())
    assert answers[1]["illegal"]["rule"] == "not_your_turn"
    assert codes(answers) == [None, None, "not_a_deal"]


def test_fault_of_ours_stops_nothing(caplog):
    def fail(request):
        raise ZeroDivisionError

    answer = answer_line(SLIP, fail)

    assert answer["error"]["code"] == "internal_error"
    assert "no answer to" in caplog.text


def test_answers_come_as_lines_come_and_the_exit_code_is_zero():
    command = [sys.executable, "manage.py", "score_deals"]
    with subprocess.Popen(
        command, cwd=PROJECT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(2):
            process.stdin.write(SLIP)
            process.stdin.flush()
            assert json.loads(process.stdout.readline()) == SCORE
        last_lines, complaints = process.communicate(b"\n")

    assert codes(map(json.loads, last_lines.splitlines())) == ["empty_line"]
    assert (process.returncode, complaints) == (0, b"")


@pytest.mark.nights  # by day with lines
def test_exit_code_without_a_line_is_zero():
    ran = subprocess.run(
        [sys.executable, "manage.py", "score_deals"],
        cwd=PROJECT,
        input=b"",
        capture_output=True,
        check=False,
    )

    assert (ran.returncode, ran.stdout, ran.stderr) == (0, b"", b"")


def test_reader_that_leaves_early_is_no_error():
    script = f"{sys.executable} manage.py score_deals | head -n 1"
    ran = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {script}"],
        cwd=PROJECT,
        input=SLIP * 20_000,
        capture_output=True,
        check=False,
    )

    assert (ran.returncode, ran.stderr) == (0, b"")
    assert json.loads(ran.stdout) == SCORE


def test_robots_and_open_cards_answer_lines():
    game = GAMES["tarot-4"]
    start = game.start(game.random_layout(Random(1)))
    early = format_deal_json(record_of_state(start)).replace("\n", " ")
    over = format_deal_json(record_of_state(play_randomly(start, Random(1)))).replace("\n", " ")
    question = f'{{"deal": {early}, "level": "debutant"}}'.encode()

    choices = run("choose_action", question, b"{}")
    analyses = run(
        "analyse_deal", f'{{"deal": {over}, "budget": 20}}'.encode(), f'{{"deal": {early}}}'.encode()
    )

    assert choices[0]["method"] == "thumb"
    assert codes(choices) == [None, "field_missing"]
    assert len(analyses[0]["plays"]) == 72
    assert codes(analyses) == [None, "not_in_play"]
