"""Addresses of links of the tables, and their pages."""

from typing import Any

from django.core.files.base import ContentFile

from tests.factories.tables import make_device, open_table, sit_down
from tests.tournaments.walks.matrix.rules import CLOSED, ENTER, NOBODY, PREPARE, SECRET, Row
from tests.tournaments.walks.matrix.scene import Scene
from tournaments.models import Club, Play, ResultFlag, TableAccess, Tournament
from tournaments.results.services.club_tables import club_table_secret
from tournaments.results.services.table_access import table_secret

ROWS = {
    "organiser-phones": Row(ENTER),
    "organiser-phones-open": Row(NOBODY, ENTER),
    "organiser-phone-rules": Row(NOBODY, PREPARE),
    "organiser-phone-renew": Row(NOBODY, ENTER),
    "organiser-phone-revoke": Row(NOBODY, ENTER),
    "organiser-phone-end": Row(NOBODY, ENTER),
    "organiser-phone-qr": Row(ENTER, is_page=False),
    "organiser-result-confirm": Row(NOBODY, ENTER),
    "organiser-results-confirm": Row(NOBODY, ENTER),
    "organiser-flag": Row(ENTER, ENTER),
    "organiser-flag-photo": Row(ENTER, is_page=False),
    "table-of-club": Row(SECRET, is_page=False),
    "table-page": Row(SECRET),
    "table-sit": Row(NOBODY, SECRET),
    "table-pen": Row(NOBODY, SECRET),
    "table-record": Row(NOBODY, SECRET),
    "table-trial": Row(SECRET),
    "table-confirm": Row(NOBODY, SECRET),
    "table-dispute": Row(SECRET, SECRET, is_page=False),
    "table-comparison": Row(CLOSED),
    "table-marks": Row(SECRET),
}
FIELDS = ("slips", "seat", "text", "note", "tour", "shown", "takes_pen", "choice", "preview")


def arguments(scene: Scene) -> dict[str, dict[str, Any]]:
    play = {"pk": scene.play.pk}
    access, flag = make_phones(scene.tournament, scene.play)
    link, secret = {"pk": access.pk}, {"secret": table_secret(access)}
    club = Club(pk=scene.tournament.club_id, table_codes="codes")
    Club.objects.filter(pk=club.pk).update(table_codes=club.table_codes)
    return {
        "organiser-phone-renew": link,
        "organiser-phone-revoke": link,
        "organiser-phone-end": {"pk": flag.phone_id},
        "organiser-phone-qr": link,
        "organiser-result-confirm": play,
        "organiser-flag": {"pk": flag.pk},
        "organiser-flag-photo": {"pk": flag.pk},
        "table-of-club": {"secret": club_table_secret(club, access.table.number)},
        "table-page": secret,
        "table-sit": secret | {"number": 1, "seat": 0},
        "table-pen": secret | {"number": 1},
        "table-record": secret | play,
        "table-trial": secret | play,
        "table-confirm": secret | play,
        "table-dispute": secret | play,
        "table-comparison": secret | play,
        "table-marks": secret,
    }


def make_phones(tournament: Tournament, play: Play) -> tuple[TableAccess, ResultFlag]:
    """The link of the play's table, and its result disputed with a photo."""
    access = open_table(tournament, play.table.number)
    phone = sit_down(access, 1, device=make_device(), number=play.round.number)
    flag = ResultFlag(play=play, slip=play.slips.get(), phone=phone, seat=1, text="+62")
    flag.photo.save("proof.jpg", ContentFile(b"JPEG"), save=False)
    flag.save()
    return access, flag
