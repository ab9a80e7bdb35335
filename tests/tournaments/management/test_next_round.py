import json
from io import StringIO

from django.core.management import call_command


def test_lines_are_answered_in_order_and_errors_stay_on_their_line():
    out = StringIO()
    lines = [
        b'{"method": "best", "players": [4, 3, 2, 1]}\n',
        b"nothing\n",
        b'{"method": "draw", "players": [1, 2, 3]}\n',
    ]

    call_command("next_round", stdin=lines, stdout=out)

    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    assert answers[0]["tables"] == [[4, 3, 2, 1]]
    assert answers[1]["error"]["code"] == "json_syntax"
    assert [sorted(table) for table in answers[2]["tables"]] == [[1, 2, 3]]
