"""`manage.py compare_bots` prints the result of a match and reports arguments that it does not understand."""

import pytest
from django.core.management import CommandError, call_command


def test_match_is_written_in_three_lines(capsys):
    call_command("compare_bots", "debutant", "debutant", "--deals", "2")

    attack, defence, contracts = capsys.readouterr().out.replace("\N{NO-BREAK SPACE}", " ").splitlines()
    assert attack == "En attaque : 50.0 % (± 0.0, 2 donnes)"
    assert defence == "En défense : 50.0 % (± 0.0, 2 donnes)"
    assert contracts.startswith("Contrats réussis : ")


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["expert", "debutant"], "il faut un niveau (debutant, club, fort)"),
        (["club:0", "debutant"], "il faut un niveau"),
        (["debutant", "debutant", "--deals", "0"], "il faut un nombre"),
    ],
)
def test_what_is_not_understood_is_said(options, problem):
    with pytest.raises(CommandError, match=problem.replace("(", r"\(").replace(")", r"\)")):
        call_command("compare_bots", *options)
