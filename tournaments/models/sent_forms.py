"""Forms that were sent. Each is carried out once, even if it arrives repeatedly."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class SentForm(models.Model):
    """One sent form. The database decides which of two simultaneous requests is the first."""

    key = models.CharField(max_length=64, editable=False)
    """Digest of the form's token, sender, URL and content. The token cannot be computed from it."""
    sent_at = models.DateTimeField(default=timezone.now, editable=False, db_index=True)
    answer = models.BinaryField(null=True, editable=False)
    """Empty bytes for a form that was carried out, None before that.

    Rows of earlier versions hold more bytes, which are not read.
    """

    class Meta:
        verbose_name = _("formulaire envoyé")
        verbose_name_plural = _("formulaires envoyés")
        # the second of two simultaneous requests fails here: see `claim_form`
        constraints = [models.UniqueConstraint(fields=["key"], name="sent_form_once")]

    def __str__(self) -> str:
        return self.key[:12]
