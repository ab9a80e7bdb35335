"""Addresses of the étuis."""

from typing import Any

from tests.factories.tournaments import make_user
from tests.tournaments.walks.matrix.rules import DESK, NOBODY, PREPARE, SEE_DEALS, Row
from tests.tournaments.walks.matrix.scene import Scene
from tournaments.models import DealReader

ROWS = {
    "organiser-deals": Row(DESK, PREPARE),
    "organiser-hands": Row(SEE_DEALS),
    "organiser-deals-import": Row(PREPARE, PREPARE),
    "organiser-deals-reuse": Row(PREPARE, PREPARE),
    "organiser-reader-name": Row(NOBODY, PREPARE),
    "organiser-reader-unname": Row(NOBODY, PREPARE),
    "organiser-deals-open": Row(NOBODY, PREPARE),
    "organiser-deals-close": Row(NOBODY, PREPARE),
    "organiser-deals-reveal": Row(NOBODY, PREPARE),
    "organiser-preparing": Row(SEE_DEALS, is_told_apart=False),
    "organiser-deals-strength": Row(SEE_DEALS),
    "organiser-deals-file": Row(SEE_DEALS),
    "organiser-hands-record": Row(SEE_DEALS, SEE_DEALS, is_page=False, is_told_apart=False),
}
FIELDS = ("reader", "digest", "earlier", "confirmed", "card-0", "apart")


def arguments(scene: Scene) -> dict[str, dict[str, Any]]:
    director = make_user("Directrice", tournament=scene.tournament)
    reader = DealReader.objects.create(tournament=scene.tournament, user=director)
    return {
        "organiser-reader-unname": {"pk": reader.pk},
        "organiser-preparing": {"number": 1},
        "organiser-hands-record": {"number": 1},
    }
