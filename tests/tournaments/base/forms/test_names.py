"""Names typed in forms: composed, visible, or refused as blank."""

import pytest
from django.core.exceptions import ValidationError

from tournaments.base.forms.names import VisibleNameField


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("  Jean \u00a0 Luc ", "Jean Luc"),
        ("Zoe\u0301", "Zoé"),
        ("Du\u200bpont\u202e", "Dupont"),
        ("نادي التاروت", "نادي التاروت"),
        ("王", "王"),
        ("김\u3164철", "김\u3164철"),
    ],
)
def test_name_is_composed_and_without_invisible_characters(typed: str, name: str) -> None:
    assert VisibleNameField().clean(typed) == name


@pytest.mark.parametrize("typed", ["", " ", "\u200b", "\u202e\u2066", "\u3164 \u115f", "\u00ad"])
def test_invisible_name_counts_as_blank(typed: str) -> None:
    assert VisibleNameField(required=False).clean(typed) == ""
    with pytest.raises(ValidationError) as caught:
        VisibleNameField().clean(typed)
    assert caught.value.code == "required"
