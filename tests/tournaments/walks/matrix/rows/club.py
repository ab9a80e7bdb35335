"""Addresses of the register of a club and making its tournaments."""

from typing import Any

from django.utils import timezone

from common.installation.private_files import make_private_folder
from tests.factories.register_changes import take_list
from tests.factories.tournaments import make_people
from tests.tournaments.walks.matrix.rules import (
    CLUB,
    NOBODY,
    OWN_CLUB,
    SIGNED_IN,
    STAFF,
    SUPERUSER,
    Row,
    Rule,
)
from tests.tournaments.walks.matrix.scene import Scene
from tournaments.core.exchange.player_row import PlayerRow
from tournaments.enums import MembershipRole
from tournaments.installation.archive import dated_path

SITE_KEEPERS = Rule(frozenset({MembershipRole.OWNER.value, "other_owner", SUPERUSER}), "account")
"""Owners of any club and administrators: backups are of the whole site."""
ROWS = {
    "organiser-home": Row(SIGNED_IN),
    "organiser-api-tokens": Row(SIGNED_IN, SIGNED_IN),
    "organiser-api-token-revoke": Row(NOBODY, SIGNED_IN, is_told_apart=False),
    "organiser-webhooks": Row(OWN_CLUB, OWN_CLUB),
    "organiser-webhook-pause": Row(NOBODY, OWN_CLUB),
    "organiser-webhook-try": Row(NOBODY, OWN_CLUB),
    "organiser-webhook-delete": Row(NOBODY, OWN_CLUB),
    "organiser-backups": Row(SITE_KEEPERS, SITE_KEEPERS),
    "organiser-backup-download": Row(STAFF, is_page=False, is_told_apart=False),
    "organiser-backup-encrypted": Row(STAFF, STAFF, is_told_apart=False),
    "organiser-backup-plan": Row(STAFF, STAFF),
    "organiser-backup-copy": Row(STAFF, STAFF),
    "organiser-restore": Row(STAFF, STAFF),
    "organiser-restore-request": Row(NOBODY, STAFF),
    "organiser-site-state": Row(STAFF),
    "organiser-site-mail": Row(NOBODY, STAFF),
    "organiser-site-log": Row(STAFF),
    "organiser-site-log-file": Row(STAFF, is_page=False),
    "organiser-lost-codes": Row(CLUB, CLUB),
    "organiser-lost-codes-send": Row(NOBODY, CLUB),
    "organiser-club-create": Row(STAFF, STAFF),
    "organiser-club": Row(CLUB),
    "organiser-club-page": Row(CLUB, CLUB),
    "organiser-people": Row(CLUB),
    "organiser-people-export": Row(CLUB, is_page=False),
    "organiser-people-workbook": Row(CLUB, is_page=False),
    "organiser-person-add": Row(CLUB, CLUB),
    "organiser-person-edit": Row(CLUB, CLUB),
    "organiser-person-account": Row(CLUB, CLUB),
    "organiser-people-import": Row(CLUB, CLUB),
    "organiser-people-import-check": Row(CLUB, CLUB, is_page=False),
    "organiser-people-import-cancel": Row(NOBODY, CLUB),
    "organiser-licences": Row(CLUB, CLUB),
    "organiser-licences-keep": Row(NOBODY, CLUB),
    "organiser-licences-delete": Row(NOBODY, CLUB),
    "organiser-people-change": Row(CLUB),
    "organiser-people-change-undo": Row(NOBODY, CLUB),
    "organiser-club-charter": Row(NOBODY, CLUB),
    "organiser-tournament-create": Row(CLUB, CLUB),
}
FIELDS = (
    "q",
    "page",
    "par",
    "name",
    "city",
    "last_name",
    "first_name",
    "federation_number",
    "series",
    "email",
    "phone",
    "starts_on",
    "format",
    "shape",
    "round_count",
    "file",
    "table_count",
    "boards_per_set",
    "is_signed",
    "place",
    "folder",
    "every_hours",
    "kept_days",
    "kept_weeks",
    "kept_months",
    "passphrase",
    "repeated",
    "source",
    "mark",
    "scope",
    "days",
    "address",
    "kinds",
)


def arguments(scene: Scene) -> dict[str, dict[str, Any]]:
    person = {"pk": make_people(scene.tournament.club, 1)[0].pk}
    change = {"pk": take_list(scene.tournament.club, PlayerRow(last_name="Liste", first_name="Anne")).pk}
    hook = {"pk": scene.tournament.club.webhooks.create(address="https://program.example/").pk}
    archive = dated_path("nightly", now=timezone.now())
    make_private_folder(archive.parent)
    archive.touch()
    return {
        "organiser-person-edit": person,
        "organiser-person-account": person,
        "organiser-api-token-revoke": {"pk": 1},
        "organiser-webhook-pause": hook,
        "organiser-webhook-try": hook,
        "organiser-webhook-delete": hook,
        "organiser-people-change": change,
        "organiser-people-change-undo": change,
        "organiser-backup-download": {"name": archive.name},
        "organiser-backup-encrypted": {"name": archive.name},
    }
