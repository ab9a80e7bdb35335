"""Letters of an organiser to registered players, in the organiser's own words."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.enums import LetterGroup, MailState
from tournaments.models.events import Tournament
from tournaments.models.mails import QueuedMail
from tournaments.models.registrations import Registration


class EntrantLetter(models.Model):
    """One letter to a group of registered players. The same letter goes to the same group once."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="letters")
    group = models.CharField(_("destinataires"), max_length=10, choices=LetterGroup)
    subject = models.CharField(_("objet"), max_length=120)
    text = models.TextField(_("texte"), max_length=4000)
    digest = models.CharField(max_length=64, editable=False)
    """Digest of group, subject and text."""
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("lettre aux inscrits")
        verbose_name_plural = _("lettres aux inscrits")
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "digest"], name="entrant_letter_once"),
            models.CheckConstraint(condition=Q(group__in=LetterGroup.values), name="letter_group_known"),
        ]

    def __str__(self) -> str:
        return self.subject


class LetterMail(QueuedMail):
    """One message of a letter, to the address of one registration.

    The address is read from the registration when the message is sent, and is not stored here.
    """

    letter = models.ForeignKey(EntrantLetter, on_delete=models.CASCADE, related_name="mails")
    registration = models.ForeignKey(Registration, on_delete=models.CASCADE, related_name="+")
    code = models.PositiveSmallIntegerField(_("code du refus"), default=0)
    """Code with which a mail server refused the message, 0 if it gave none. Its text may hold an address."""

    class Meta:
        verbose_name = _("courriel d’une lettre")
        verbose_name_plural = _("courriels d’une lettre")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["letter", "registration"], name="letter_mail_once"),
            models.CheckConstraint(condition=Q(state__in=MailState.values), name="letter_mail_state_known"),
        ]

    def __str__(self) -> str:
        return f"{self.letter} – {self.registration_id}"
