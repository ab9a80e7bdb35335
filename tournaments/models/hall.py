"""The hall while a session is played: the clock, calls for the referee, messages."""

from datetime import timedelta

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.core.hall.clock import Clock
from tournaments.models.events import Round, Section, Session, Table, Tournament

LONGEST_SHOWN = timedelta(days=1)
"""Longest display of a message to the hall."""
TEXT_LENGTH = 200
"""Most characters of a message or of a call's reason, to be read at a glance."""


class RefereeTables(models.Model):
    """Consecutive tables of an event whose calls and questions go to one referee first."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="referee_tables")
    referee = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    first_table = models.PositiveSmallIntegerField(_("de la table"))
    last_table = models.PositiveSmallIntegerField(_("à la table"))

    class Meta:
        verbose_name = _("tables d’un arbitre")
        verbose_name_plural = _("tables des arbitres")
        ordering = ["first_table", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(first_table__gte=1, last_table__gte=F("first_table")),
                name="referee_tables_from_one",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.referee} : {self.first_table}-{self.last_table}"


class RoundClock(models.Model):
    """The clock of a session and the round that it counts. A session has no row until its clock is set.

    `tournaments.core.hall.clock` computes its display at a given moment.
    """

    session = models.OneToOneField(Session, on_delete=models.CASCADE, related_name="clock")
    round_number = models.PositiveSmallIntegerField(_("position"))
    length = models.DurationField(_("durée"))
    added = models.DurationField(default=timedelta)
    started_at = models.DateTimeField(null=True, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)
    paused_for = models.DurationField(default=timedelta)

    class Meta:
        verbose_name = _("horloge d’une séance")
        verbose_name_plural = _("horloges des séances")
        constraints = [
            models.CheckConstraint(condition=Q(round_number__gte=1), name="clock_round_from_one"),
            models.CheckConstraint(
                condition=Q(paused_at=None) | Q(started_at__isnull=False), name="clock_paused_once_started"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.session} – {self.round_number}"

    @property
    def clock(self) -> Clock:
        """The row in the form that the core reads."""
        return Clock(
            round_number=self.round_number,
            length=self.length,
            added=self.added,
            started_at=self.started_at,
            paused_at=self.paused_at,
            paused_for=self.paused_for,
        )


class HallCall(models.Model):
    """A table's call for the referee, which a member of the staff takes and later closes.

    `device` is the phone that called, recognised by its key. `closed_by` is None if the table withdrew its
    call.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="calls")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="calls")
    device = models.UUIDField(_("appareil"))
    reason = models.CharField(_("pourquoi"), max_length=TEXT_LENGTH, blank=True)
    called_at = models.DateTimeField(default=timezone.now, editable=False)
    taken_at = models.DateTimeField(null=True, blank=True)
    taken_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        verbose_name = _("appel de l’arbitre")
        verbose_name_plural = _("appels de l’arbitre")
        ordering = ["called_at", "pk"]
        constraints = [
            # while a call is open, a further one of its table only changes the reason (`call_referee`)
            models.UniqueConstraint(
                fields=["table"], condition=Q(closed_at=None), name="call_one_open_a_table"
            ),
            models.CheckConstraint(
                condition=Q(taken_at=None, taken_by=None) | Q(taken_at__isnull=False, taken_by__isnull=False),
                name="call_taken_by_somebody",
            ),
            models.CheckConstraint(
                condition=Q(closed_at__isnull=False) | Q(closed_by=None), name="call_closed_when_by_whom"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table} – {self.called_at:%H:%M}"


class HallMessage(models.Model):
    """A message of the director to the hall, one section or one table, until it expires."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="messages")
    section = models.ForeignKey(Section, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    text = models.CharField(_("message"), max_length=TEXT_LENGTH)
    sent_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField(_("jusqu’à"))
    sent_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        verbose_name = _("message à la salle")
        verbose_name_plural = _("messages à la salle")
        ordering = ["-sent_at", "-pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(text=""), name="message_says_something"),
            models.CheckConstraint(
                condition=Q(section=None) | Q(table=None), name="message_to_a_section_or_a_table"
            ),
        ]

    def __str__(self) -> str:
        return self.text


class MessageReading(models.Model):
    """A message that was dismissed on a phone, which does not show it again."""

    message = models.ForeignKey(HallMessage, on_delete=models.CASCADE, related_name="readings")
    device = models.UUIDField(_("appareil"))
    read_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("message lu")
        verbose_name_plural = _("messages lus")
        constraints = [
            models.UniqueConstraint(fields=["message", "device"], name="message_read_once_a_phone"),
        ]

    def __str__(self) -> str:
        return f"{self.message} – {self.device}"
