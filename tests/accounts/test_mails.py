"""Headers of messages."""

import pytest

from accounts.mails import header_line


@pytest.mark.parametrize("line_break", ["\n", "\r\n", "\r", "\u2028"])
def test_subject_begins_no_further_header(line_break: str) -> None:
    assert header_line(f"Soirée{line_break}Bcc: a@example.org") == "Soirée Bcc: a@example.org"
