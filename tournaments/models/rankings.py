"""Standings: numbered snapshots, and the durable marks that ask for a new one."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.events import Session


class Standings(models.Model):
    """The row that numbers the versions of a ranking; entering a result never touches it."""

    session = models.OneToOneField(Session, on_delete=models.CASCADE, related_name="standings")
    version = models.PositiveIntegerField(default=0)
    updated_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("classement")
        verbose_name_plural = _("classements")

    def __str__(self) -> str:
        return f"{self.session} v{self.version}"


class StandingsRequest(models.Model):
    """A change that the next refresh has to see; written with the change, deleted by the refresh.

    It survives a worker that dies and a message that is lost. Inserting one takes no lock that a
    refresh holds: the refresh writes `Standings`, this row refers to `Session`.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="standings_requests")
    created_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return str(self.pk)


class StandingsSnapshot(models.Model):
    """One version of a session's ranking, kept as it was shown.

    `rows` holds its columns, best first in the overall ranking: only `queries/standings.py` knows them.
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
