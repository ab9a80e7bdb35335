"""Addresses of a club's public pages, and of those that lead to it."""

from typing import Any

from tests.tournaments.walks.matrix.rules import CLUB_VIEW, VIEW, Row
from tests.tournaments.walks.matrix.scene import Scene
from tournaments.models import ClubPage, PaperLook

ROWS = {
    "public-club": Row(CLUB_VIEW),
    "public-records": Row(CLUB_VIEW),
    "public-club-calendar": Row(CLUB_VIEW, is_page=False),
    "public-club-feed": Row(CLUB_VIEW, is_page=False),
    "public-club-logo": Row(CLUB_VIEW, is_page=False),
    "public-club-picture": Row(CLUB_VIEW, is_page=False),
    "public-share": Row(VIEW),
    "public-embed": Row(VIEW),
    "public-link-picture": Row(VIEW, is_page=False),
}


def arguments(scene: Scene) -> dict[str, dict[str, Any]]:
    PaperLook.objects.create(club=scene.tournament.club, logo=b"PNG")
    ClubPage.objects.create(club=scene.tournament.club, picture=b"JPEG")
    return {}
