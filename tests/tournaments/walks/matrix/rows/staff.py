"""Addresses of those who work in a tournament and who keep a club, and of invitations."""

from typing import Any

from django.utils import timezone

from tests.factories.invitations import make_invitation
from tests.factories.tournaments import make_user
from tests.tournaments.walks.matrix.rules import CLUB, NOBODY, OWN_CLUB, PREPARE, SECRET, VIEW, Row, needs
from tests.tournaments.walks.matrix.scene import Scene
from tournaments.base.access import Right
from tournaments.models import Tournament

GIVE_ROLES = needs(Right.GIVE_ROLES)
OWN_TABLE = needs(Right.ENTER_TABLE)

ROWS = {
    "organiser-staff": Row(PREPARE),
    "organiser-invitation-make": Row(NOBODY, GIVE_ROLES),
    "organiser-invitation-revoke": Row(NOBODY, GIVE_ROLES),
    "organiser-role-give": Row(NOBODY, GIVE_ROLES),
    "organiser-role-withdraw": Row(NOBODY, GIVE_ROLES),
    "organiser-my-tables": Row(OWN_TABLE, OWN_TABLE, is_told_apart=False),
    "organiser-keepers": Row(CLUB, OWN_CLUB),
    "organiser-keeper-account": Row(NOBODY, OWN_CLUB),
    "organiser-keeper-withdraw": Row(NOBODY, OWN_CLUB),
    "organiser-log": Row(PREPARE),
    "organiser-log-table": Row(PREPARE, is_page=False),
    "organiser-log-publish": Row(NOBODY, PREPARE),
    "public-log": Row(VIEW),
    "public-invitation": Row(SECRET, SECRET),
}
FIELDS = (
    "label",
    "length",
    "role",
    "table_number",
    "account-name",
    "account-email",
    "account-role",
    "table",
    "actor",
    "since",
    "until",
    "published",
)


def arguments(scene: Scene) -> dict[str, dict[str, Any]]:
    Tournament.objects.filter(pk=scene.tournament.pk).update(log_published_at=timezone.now())
    invitation, token = make_invitation(scene.tournament)
    role = make_user("Marie", tournament=scene.tournament).event_roles.get()
    keeper = make_user("Odile", club=scene.tournament.club).memberships.get()
    return {
        "organiser-invitation-revoke": {"pk": invitation.pk},
        "organiser-role-withdraw": {"pk": role.pk},
        "organiser-keeper-withdraw": {"pk": keeper.pk},
        "public-invitation": {"token": token},
    }
