"""Roles in one tournament: permanent, or temporary by a link that needs no account."""

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.text.moments import latest_end
from tournaments.enums import LONGEST_INVITATION, EventRole
from tournaments.models.events import Tournament


class Invitation(models.Model):
    """A link that gives a role until it expires or is withdrawn. Only the link's digest is stored.

    `guest` is the one user for all people who open the link without an account. It has no other way to sign
    in.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(_("rôle"), max_length=10, choices=EventRole)
    table_number = models.PositiveSmallIntegerField(_("table"), null=True, blank=True)
    """Table of a captain."""
    label = models.CharField(_("pour qui"), max_length=80)
    token_digest = models.CharField(max_length=64, unique=True)
    guest = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="invitation"
    )
    invited_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField(_("valable jusqu’à"))
    revoked_at = models.DateTimeField(null=True, blank=True)
    accepted_count = models.PositiveIntegerField(default=0)
    """Number of times the link was used."""

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.CheckConstraint(condition=Q(role__in=EventRole.values), name="invitation_role_known"),
            models.CheckConstraint(
                condition=Q(role=EventRole.TABLE, table_number__gte=1)
                | (~Q(role=EventRole.TABLE) & Q(table_number=None)),
                name="invitation_table_for_captains",
            ),
            models.CheckConstraint(condition=~Q(label=""), name="invitation_says_for_whom"),
        ]

    def __str__(self) -> str:
        return self.label


class RoleQuerySet(models.QuerySet["Role"]):
    """Named filters of roles."""

    def in_force(self, now: datetime | None = None, latest: datetime | None = None) -> "RoleQuerySet":
        """Return the permanent roles, and those of invitations that have neither expired nor been withdrawn.

        Args:
            now: moment of the check, by default the present.
            latest: latest possible end of an invitation (`common.text.moments`), if it is known.
        """
        moment = now or timezone.now()
        latest = latest or latest_end(LONGEST_INVITATION, moment)
        return self.filter(
            Q(invitation=None)
            | Q(
                invitation__revoked_at=None,
                invitation__expires_at__gt=moment,
                # an end beyond the longest invitation comes from a clock that was wrong, and gives no right
                invitation__expires_at__lte=latest,
            )
        )


class Role(models.Model):
    """A user's right in one tournament, permanent or for the time of an invitation.

    A captain has it for the table of one number, in all sessions.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="event_roles",
        verbose_name=_("compte"),
    )
    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="roles", verbose_name=_("tournoi")
    )
    role = models.CharField(_("rôle"), max_length=10, choices=EventRole)
    table_number = models.PositiveSmallIntegerField(_("table"), null=True, blank=True)
    invitation = models.ForeignKey(
        "Invitation",
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="roles",
        verbose_name=_("invitation"),
    )

    objects = RoleQuerySet.as_manager()

    class Meta:
        verbose_name = _("rôle dans un tournoi")
        verbose_name_plural = _("rôles dans les tournois")
        constraints = [
            # a unique constraint over a nullable column treats NULLs as different, so each case has its own
            models.UniqueConstraint(
                fields=["user", "tournament", "role"], condition=Q(table_number=None), name="role_once"
            ),
            models.UniqueConstraint(
                fields=["user", "tournament", "table_number"],
                condition=Q(table_number__isnull=False),
                name="role_once_a_table",
            ),
            models.CheckConstraint(condition=Q(role__in=EventRole.values), name="role_known"),
            models.CheckConstraint(
                condition=Q(role=EventRole.TABLE, table_number__gte=1)
                | (~Q(role=EventRole.TABLE) & Q(table_number=None)),
                name="role_table_for_captains",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} – {self.get_role_display()}"
