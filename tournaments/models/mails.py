"""Columns of messages that wait for the worker."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.enums import MailState


class QueuedMail(models.Model):
    """One message. The worker sets the state `SENDING` before it sends.

    If it dies then, it is unknown whether the message left, and the message is not sent again automatically.
    """

    state = models.CharField(_("état"), max_length=10, choices=MailState, default=MailState.QUEUED)
    attempts = models.PositiveSmallIntegerField(_("essais sans serveur"), default=0)
    """Number of times that no server took the message. It waits longer after each."""
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        abstract = True
