"""Templates of evenings: the choices of an evening, without people and results."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.people import Club


class EventTemplate(models.Model):
    """The choices of an evening under a name. `services.event_choices` writes and reads `choices`.

    A deleted template keeps its row, so that it can be restored.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="event_templates")
    name = models.CharField(_("nom"), max_length=80)
    choices = models.JSONField()
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    deleted_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("modèle de soirée")
        verbose_name_plural = _("modèles de soirée")
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(
                # a deleted template does not block its name
                fields=["club", "name"],
                condition=Q(deleted_at=None),
                name="event_template_name_once",
            ),
            models.CheckConstraint(condition=~Q(name=""), name="event_template_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name
