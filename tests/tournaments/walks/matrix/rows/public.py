"""Addresses of public pages."""

from typing import Any

from tests.tournaments.walks.matrix.rules import CLOSED_VIEW, CLUB_VIEW, EVERYBODY, NOBODY, VIEW, Row
from tests.tournaments.walks.matrix.scene import Scene

ROWS = {
    "public-home": Row(EVERYBODY),
    "public-robots": Row(EVERYBODY, is_page=False),
    "public-manual": Row(EVERYBODY),
    "public-https": Row(EVERYBODY),
    "public-https-authority": Row(EVERYBODY, is_page=False),
    "public-manual-page": Row(EVERYBODY, is_told_apart=False),
    "public-verify": Row(EVERYBODY, EVERYBODY),
    "public-deal-document": Row(VIEW),
    "public-competition": Row(CLUB_VIEW),
    "public-competition-live": Row(CLUB_VIEW),
    "public-ladders": Row(CLUB_VIEW),
    "public-season": Row(CLUB_VIEW),
    "public-standings": Row(VIEW),
    "public-groups": Row(VIEW),
    "public-prizes": Row(VIEW),
    "public-game-rules": Row(VIEW),
    "public-standings-live": Row(VIEW),
    "public-player": Row(VIEW),
    "public-player-live": Row(VIEW),
    "public-evening-card": Row(VIEW, is_page=False),
    "public-find-evening": Row(VIEW, is_page=False),
    "public-boards": Row(VIEW),
    "public-board": Row(VIEW, is_told_apart=False),
    "public-seats": Row(VIEW),
    "public-own": Row(NOBODY, VIEW),
    "public-replay": Row(CLOSED_VIEW, CLOSED_VIEW),
    "public-reference": Row(CLOSED_VIEW, CLOSED_VIEW),
}


def arguments(scene: Scene) -> dict[str, dict[str, Any]]:
    return {
        "public-manual-page": {"subject": "places"},
        "public-player": {"entry_id": scene.entry.pk},
        "public-player-live": {"entry_id": scene.entry.pk},
        "public-evening-card": {"entry_id": scene.entry.pk},
        "public-own": {"entry_id": scene.entry.pk},
        "public-board": {"number": 1},
        "public-reference": {"number": 1},
        "public-replay": {"number": 1, "play_id": scene.play.pk},
    }
