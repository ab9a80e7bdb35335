"""Commands run beside the data of a site: they name the empty database instead of ending in a traceback."""

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "words",
    [
        ("sign_in_link", "zoe@example.org"),
        ("second_factor_off", "zoe@example.org"),
        ("export_event", "soiree"),
        ("print_document", "ranking", "--event=soiree", "--out=classement.pdf"),
        ("make_demo_tournament",),
        ("make_demo_club",),
    ],
    ids=lambda words: words[0],
)
def test_command_without_data_names_the_database(words, monkeypatch):
    monkeypatch.setattr(connection.introspection, "table_names", list)

    with pytest.raises(CommandError) as caught:
        call_command(*words)

    assert str(connection.settings_dict["NAME"]) in str(caught.value)
    assert "est vide" in str(caught.value)
