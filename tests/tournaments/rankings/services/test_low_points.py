"""Events in which the fewest points win: everywhere the points are written as the players made them."""

import pytest
from django.test import Client

from tests.factories.sheets import enter_line, make_seated_sheets
from tests.factories.tournaments import list_plays, make_club, make_user
from tournaments.core.formats.ranking_plan import Measure
from tournaments.core.slips.score_sheet import SheetLine
from tournaments.enums import CompetitionMethod
from tournaments.models import Competition, CompetitionMember, Tournament
from tournaments.rankings.queries.event_standings import load_event_standings
from tournaments.rankings.services.result_files import ranking_csv
from tournaments.rankings.services.result_mails import sample_mail
from tournaments.rankings.services.standings import refresh_standings
from tournaments.seasons.queries.competition_standings import competition_measure

pytestmark = pytest.mark.django_db


@pytest.fixture
def papayou() -> Tournament:
    """One round of four: 31, 100, 100 and 200 points at every table."""
    tournament = make_seated_sheets(make_club(), format_code="friendly_total", game="papayou-4")
    for play in list_plays(tournament):
        enter_line(play, SheetLine(scores=(31, 100, 100, 200)))
    refresh_standings(session=tournament.sessions.get())
    return tournament


def test_files_and_mails_write_them_without_a_sign(papayou: Tournament) -> None:
    best = load_event_standings(papayou).rows[0]

    listed = ranking_csv(papayou).decode("utf-8-sig").splitlines()
    mail = sample_mail(tournament=papayou, entry=best.entry, link="https://etui.example", language="fr")

    assert all("-" not in line for line in listed[1:])
    assert listed[1].startswith("1")
    assert "−" not in mail.body
    assert best.value is not None
    assert best.value < 0


def test_programs_and_competitions_are_told_what_wins(papayou: Tournament, client: Client) -> None:
    year, member = Competition(method=CompetitionMethod.SUM), CompetitionMember(tournament=papayou)
    client.force_login(make_user(club=papayou.club))

    content = client.get(f"/api/v1/tournaments/{papayou.slug}/event/").json()

    assert competition_measure(year, [member]) is Measure.LOW_POINTS
    assert content["measure"] == "low_points"
    assert not any((row["value"] or "").startswith("-") for row in content["rows"])
