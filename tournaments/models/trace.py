"""The trace: user, action, time, and the values before and after."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.events import Tournament
from tournaments.models.people import Club, Person


class AuditEvent(models.Model):
    """One action of a user. Rows are added, and the site never deletes them.

    No row changes, except that names of erased people (`services/erasure.py`) and expired network addresses
    are removed.
    """

    club = models.ForeignKey(
        Club, on_delete=models.PROTECT, related_name="audit_events", verbose_name=_("club")
    )
    tournament = models.ForeignKey(
        Tournament,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="audit_events",
        verbose_name=_("tournoi"),
    )
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("qui"),
    )
    person = models.ForeignKey(
        Person,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        editable=False,
        related_name="audit_events",
        verbose_name=_("joueur"),
    )
    """Person of the register whom the event concerns. Erasure and export use it instead of names."""
    action = models.CharField(_("action"), max_length=60)
    subject = models.CharField(_("objet"), max_length=120)
    before = models.JSONField(_("avant"), null=True, blank=True)
    after = models.JSONField(_("après"), null=True, blank=True)
    address = models.GenericIPAddressField(_("adresse réseau"), null=True, blank=True)
    """Network address of the user, for the actions listed in `trace/services/trace.py`.

    It expires after months.
    """
    created_at = models.DateTimeField(_("quand"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("ligne du journal")
        verbose_name_plural = _("journal")
        ordering = ["-created_at", "-pk"]
        indexes = [
            models.Index(
                fields=["created_at"],
                # the sweep looks only for rows that still have an address
                condition=models.Q(address__isnull=False),
                name="audit_addresses_by_age",
            )
        ]

    def __str__(self) -> str:
        return f"{self.action} {self.subject}"
