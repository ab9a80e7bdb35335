"""Forms that were sent: each is carried out once, however often it arrives."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class SentForm(models.Model):
    """One sending of a form; the database decides which of two that arrive at once is the first."""

    key = models.CharField(max_length=64, editable=False)
    """Of the form's token, who sent it, where and with what; nobody gets the token from it."""
    sent_at = models.DateTimeField(default=timezone.now, editable=False, db_index=True)
    answer = models.BinaryField(null=True, editable=False)
    """Empty once the form was carried out, None before. Longer in rows of earlier versions, and not read."""

    class Meta:
        verbose_name = _("formulaire envoyé")
        verbose_name_plural = _("formulaires envoyés")
        constraints = [models.UniqueConstraint(fields=["key"], name="sent_form_once")]

    def __str__(self) -> str:
        return self.key[:12]
