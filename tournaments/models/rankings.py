"""Standings: numbered snapshots, durable requests for a new one, and mails with the results."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.enums import MailState
from tournaments.models.events import Entry, Session, Tournament
from tournaments.models.mails import QueuedMail
from tournaments.models.people import Person


class Standings(models.Model):
    """The row that numbers the versions of a ranking. Entering a result never touches it."""

    session = models.OneToOneField(Session, on_delete=models.CASCADE, related_name="standings")
    version = models.PositiveIntegerField(default=0)
    updated_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("classement")
        verbose_name_plural = _("classements")

    def __str__(self) -> str:
        return f"{self.session} v{self.version}"


class StandingsRequest(models.Model):
    """A change for the next refresh of a ranking. It is written with the change and deleted by the refresh.

    It survives a worker that dies and a lost message. Inserting one takes no lock that a refresh holds: the
    refresh writes `Standings`, and this row refers to `Session`.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="standings_requests")
    created_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return str(self.pk)


class StandingsSnapshot(models.Model):
    """One version of a session's ranking, stored as it was shown.

    `rows` holds its columns, best first in the overall ranking. Only `queries/standings.py` knows their
    format.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="snapshots")
    version = models.PositiveIntegerField()
    method = models.CharField(max_length=40)
    rows = models.JSONField()
    results_counted = models.PositiveIntegerField()
    results_expected = models.PositiveIntegerField()
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("état du classement")
        verbose_name_plural = _("états du classement")
        ordering = ["session", "-version"]
        constraints = [
            models.UniqueConstraint(fields=["session", "version"], name="snapshot_version_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.session} v{self.version}"


class ResultMail(QueuedMail):
    """One message to one person about one version of a ranking. Each version is sent to a person once."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="result_mails")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="+")
    address = models.EmailField(_("adresse électronique"))
    mark = models.CharField(_("état du classement"), max_length=80)
    link = models.URLField(_("page du joueur"), max_length=300, blank=True)
    own_link = models.URLField(_("lien privé du joueur"), max_length=300, blank=True)
    """Private link to all results of the person; blank if none may be sent."""
    language = models.CharField(_("langue"), max_length=5)
    error = models.CharField(_("erreur"), max_length=300, blank=True)
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        verbose_name = _("courriel de résultats")
        verbose_name_plural = _("courriels de résultats")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "person", "mark"], name="result_mail_once_a_state"),
            models.CheckConstraint(condition=Q(state__in=MailState.values), name="result_mail_state_known"),
        ]

    def __str__(self) -> str:
        return f"{self.person} – {self.mark}"
