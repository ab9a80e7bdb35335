import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

EVENTS = Path(__file__).parents[2] / "data" / "tournaments" / "events"


def run(path):
    out = StringIO()
    call_command("rank_event", str(path), stdout=out)
    return json.loads(out.getvalue())


def test_rankings_are_printed_as_json():
    ranked = run(EVENTS / "triangular.json")

    assert [row["unit"] for row in ranked["pool"]] == ["B", "C", "A"]


@pytest.mark.parametrize(
    ("text", "code", "path"),
    [('{"event": "etui-event-1"}', "field_missing", "format"), ('{"event": NaN}', "json_number", "")],
)
def test_errors_are_printed_with_their_path_and_end_with_1(tmp_path, capsys, text, code, path):
    (tmp_path / "event.json").write_text(text, encoding="utf-8")
    out = StringIO()

    with pytest.raises(SystemExit) as caught:
        call_command("rank_event", str(tmp_path / "event.json"), stdout=out)

    error = json.loads(out.getvalue())["error"]
    assert (error["code"], error["path"], caught.value.code) == (code, path, 1)


def test_file_that_is_not_there_is_told(tmp_path):
    with pytest.raises(CommandError, match="est illisible"):
        run(tmp_path / "missing.json")
