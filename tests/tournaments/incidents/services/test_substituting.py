"""Words about a substitute in a team, before the change is made."""

import pytest

from tests.factories.tournaments import make_club, make_seated_tournament, make_team_tournament
from tournaments.enums import DocumentKind, JobState
from tournaments.incidents.forms.incidents import LeavingForm
from tournaments.incidents.services.substituting import Newcomer, Substituting
from tournaments.models import PrintedDocument

pytestmark = pytest.mark.django_db

BADGE = "prend le badge que portait"
ATTACK = "est l’attaquant désigné"
NEWCOMERS = "n’admet pas de nouveau joueur d’une séance à l’autre"


@pytest.mark.parametrize(
    ("format_code", "expected"),
    [
        ("triplets", (True, False, False, True)),
        ("quartets", (False, True, True, True)),
        ("teams", (False, True, False, True)),
        (None, (False, False, False, False)),
    ],
)
def test_role_of_the_member_goes_to_the_substitute(
    format_code: str | None, expected: tuple[bool, ...]
) -> None:
    club = make_club()
    tournament = (
        make_team_tournament(club, format_code, is_seated=True)
        if format_code
        else make_seated_tournament(club, is_dealt=False)
    )
    session, entry = tournament.sessions.get(), tournament.entries.all()[0]
    comes = Newcomer(last_name="Petit", first_name="Luc")

    told = Substituting(leaves=entry.person, comes=comes, first_round=2, last_round=2).plan(session).told
    help_text = str(LeavingForm(None, session=session).fields["entry"].help_text)

    text = " ".join((*told.movement, *told.ranking))
    parts = (BADGE in text, ATTACK in text, NEWCOMERS in text, "L’équipe garde son nom" in text)
    assert parts == expected
    assert ("L’équipe entière." in help_text) == expected[-1]


def test_sheets_that_name_the_attacker_are_printed_again() -> None:
    quartets = make_team_tournament(make_club(), "quartets", is_seated=True)
    comes, person = Newcomer(last_name="Petit", first_name="Luc"), quartets.entries.all()[0].person
    PrintedDocument.objects.create(
        tournament=quartets, kind=DocumentKind.DUEL_SHEETS, state=JobState.DONE, file="duels.pdf"
    )

    case = Substituting(leaves=person, comes=comes, first_round=2, last_round=4)

    assert "à imprimer de nouveau" in case.plan(quartets.sessions.get()).told.papers[0]
