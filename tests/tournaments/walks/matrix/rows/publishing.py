"""Addresses of the club's site and its laptops."""

from secrets import token_hex
from typing import Any

from publishing.models import Laptop
from tests.factories.tournaments import make_user
from tests.tournaments.walks.matrix.rules import CLUB, NOBODY, OWN_CLUB, Row
from tests.tournaments.walks.matrix.scene import Scene

ROWS = {
    "organiser-publishing": Row(CLUB, OWN_CLUB),
    "organiser-publishing-code": Row(NOBODY, OWN_CLUB),
    "organiser-publishing-part": Row(NOBODY, OWN_CLUB),
    "organiser-publishing-site": Row(CLUB, CLUB, is_page=False),
    "organiser-publishing-file": Row(CLUB, CLUB),
    "organiser-publishing-add": Row(NOBODY, CLUB),
    "organiser-publishing-write": Row(NOBODY, CLUB),
    "organiser-publishing-act": Row(NOBODY, CLUB),
    "organiser-laptop-revoke": Row(NOBODY, OWN_CLUB),
}
FIELDS = ("act", "address", "code", "name", "slug", "turn", "phrase", "file", "content", "seen")


def arguments(scene: Scene) -> dict[str, dict[str, Any]]:
    laptop = Laptop.objects.create(
        club=scene.tournament.club, name="Portable", public_key=token_hex(32), paired_by=make_user("Paul")
    )
    return {
        "organiser-publishing-write": {"event": scene.tournament.slug},
        "organiser-publishing-act": {"event": scene.tournament.slug},
        "organiser-laptop-revoke": {"pk": laptop.pk},
    }
