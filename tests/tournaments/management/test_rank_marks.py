import json
from io import StringIO

from django.core.management import call_command


def test_lines_are_answered_in_order_and_errors_stay_on_their_line():
    out = StringIO()
    lines = [
        b'{"method": "topage", "scores": [56, 62]}\n',
        b'{"method": "pm", "scores": [NaN]}\n',
        b"\n",
        b'{"method": "pm", "scores": [68, -76]}\n',
    ]

    call_command("rank_marks", stdin=lines, stdout=out)

    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    assert answers[0] == {"marks": [0, 100], "defence": [100, 0]}
    assert [answers[1]["error"]["code"], answers[2]["error"]["code"]] == ["json_number", "empty_line"]
    assert answers[3] == {"marks": [12, -12], "defence": [-12, 12]}
