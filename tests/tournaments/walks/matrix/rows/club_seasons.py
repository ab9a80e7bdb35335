"""Addresses of competitions and seasons."""

from typing import Any

from tests.factories.sessions import make_competition, make_season, make_season_tariff
from tests.tournaments.walks.matrix.rules import CLUB, NOBODY, Row
from tests.tournaments.walks.matrix.scene import Scene
from tournaments.enums import CompetitionKind, Visibility
from tournaments.models import SiteFile
from tournaments.seasons.queries.site_files import site_document
from tournaments.seasons.services.competitions import CompetitionPlan, create_competition

ROWS = {
    "organiser-competitions": Row(CLUB, CLUB),
    "organiser-competition": Row(CLUB, CLUB),
    "organiser-competition-add": Row(NOBODY, CLUB),
    "organiser-competition-remove": Row(NOBODY, CLUB),
    "organiser-competition-visibility": Row(NOBODY, CLUB),
    "organiser-competition-file": Row(NOBODY, CLUB),
    "organiser-competition-file-remove": Row(NOBODY, CLUB),
    "organiser-seasons": Row(CLUB, CLUB),
    "organiser-season": Row(CLUB, CLUB),
    "organiser-season-weights": Row(NOBODY, CLUB),
    "organiser-season-workbook": Row(CLUB, is_page=False),
    "organiser-season-tariff-add": Row(CLUB, CLUB),
    "organiser-season-tariff": Row(CLUB, CLUB),
}
FIELDS = (
    "kind",
    "method",
    "best_sessions",
    "rate",
    "group",
    "amounts",
    "name_1",
    "cents_1",
    "attack",
    "defence",
    "step_cents",
    "all",
)


def arguments(scene: Scene) -> dict[str, dict[str, Any]]:
    season = {"pk": make_season(scene.tournament.club).pk}
    tariff = {"pk": make_season_tariff(scene.tournament.club).pk}
    member = make_competition(scene.tournament, Visibility(scene.tournament.visibility))
    competition, public = {"pk": member.competition_id}, {"slug": member.competition.slug}
    plan = CompetitionPlan(name="Simultan", kind=CompetitionKind.SIMULTANEOUS)
    simultaneous = create_competition(club=scene.tournament.club, plan=plan, created_by=None)
    document = site_document(scene.tournament)
    file = SiteFile.objects.create(competition=simultaneous, site="Ailleurs", document=document)
    return {
        "organiser-competition-file": {"pk": simultaneous.pk},
        "organiser-competition-file-remove": {"pk": simultaneous.pk, "file_pk": file.pk},
        "organiser-season": season,
        "organiser-season-weights": season,
        "organiser-season-workbook": season,
        "organiser-season-tariff": tariff,
        "public-season": season,
        "organiser-competition": competition,
        "organiser-competition-add": competition,
        "organiser-competition-visibility": competition,
        "organiser-competition-remove": competition | {"member_pk": member.pk},
        "public-competition": public,
        "public-competition-live": public,
    }
