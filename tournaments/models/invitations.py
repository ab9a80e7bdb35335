"""Invitations: a link that gives a role in one tournament for some time, without an account."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.enums import EventRole
from tournaments.models.events import Tournament


class Invitation(models.Model):
    """Whoever opens its link gets a role until it expires or is withdrawn; only the link's digest is stored.

    `guest` is the user whom everybody is who comes in without an account; it never signs in otherwise.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(_("rôle"), max_length=10, choices=EventRole)
    table_number = models.PositiveSmallIntegerField(_("table"), null=True, blank=True)
    """The one table of a captain."""
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
    """How often somebody came in by it."""

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
