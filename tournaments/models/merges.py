"""Two people of a register who were one, and what it takes to part them again."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.people import Club, Person


class PersonMerge(models.Model):
    """Somebody was struck off the register, and another has all that was theirs.

    `removed` holds the fields of the one struck off, contact details included, until nobody needs to undo it;
    `filled` what the other one's blank fields took over; `moved` the rows that changed hands, by relation.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="merges")
    kept = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="merges")
    removed = models.JSONField()
    filled = models.JSONField(default=list)
    moved = models.JSONField()
    merged_at = models.DateTimeField(default=timezone.now, editable=False)
    merged_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        verbose_name = _("fusion de deux joueurs")
        verbose_name_plural = _("fusions de joueurs")
        ordering = ["-merged_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.removed['last_name']} {self.removed['first_name']} → {self.kept}"
