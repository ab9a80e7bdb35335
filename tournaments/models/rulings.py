"""Rulings of referees, and the tariffs with which an organiser replaces those of the federation."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.core.ranking.faults_fft_2012 import EDITION
from tournaments.enums import RulingRole
from tournaments.models.events import Entry, Play, Session, Tournament


class RulingQuerySet(models.QuerySet["Ruling"]):
    """Named filters of rulings."""

    def in_force(self) -> "RulingQuerySet":
        """Return the rulings that were not taken back."""
        return self.filter(withdrawn_by=None)


class Ruling(models.Model):
    """A referee's decision on one play, or on a player's total if it names no play.

    `effects` is a list of objects with `kind`, `amount` and `who`, as applied: see
    `tournaments.core.ranking.rulings.Effect`. `fault` is a code of the table `edition`, "" for a decision
    without one. `occurrence` counts the repetitions of the fault. A ruling taken back stays, with the user
    who took it back and the reason. `withdrawn_at` is null for old rows, from before it was stored.
    """

    session = models.ForeignKey(Session, on_delete=models.PROTECT, related_name="rulings")
    play = models.ForeignKey(Play, on_delete=models.SET_NULL, null=True, blank=True, related_name="rulings")
    guilty = models.ManyToManyField(Entry, blank=True, related_name="rulings")
    fault = models.CharField(_("faute"), max_length=40, blank=True)
    edition = models.CharField(_("édition du code"), max_length=20, default=EDITION)
    occurrence = models.PositiveSmallIntegerField(_("répétition de la faute"), default=1)
    effects = models.JSONField(_("effets"), default=list)
    reason = models.CharField(_("motif"), max_length=200)
    ruled_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="rulings")
    ruled_as = models.CharField(
        _("en qualité de"), max_length=10, choices=RulingRole, default=RulingRole.ORGANISER
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    withdrawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    withdrawn_at = models.DateTimeField(null=True, blank=True, editable=False)
    withdrawn_reason = models.CharField(_("motif du retrait"), max_length=200, blank=True)

    objects = RulingQuerySet.as_manager()

    class Meta:
        verbose_name = _("décision d’arbitrage")
        verbose_name_plural = _("décisions d’arbitrage")
        ordering = ["created_at", "pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(reason=""), name="ruling_has_a_reason"),
            models.CheckConstraint(condition=Q(occurrence__gte=1), name="ruling_occurrence_from_one"),
            models.CheckConstraint(condition=Q(ruled_as__in=RulingRole.values), name="ruling_role_known"),
            models.CheckConstraint(
                condition=Q(withdrawn_by=None) | ~Q(withdrawn_reason=""),
                name="ruling_withdrawal_has_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.fault or '–'} ({self.session})"


class OwnTariff(models.Model):
    """The cost of a fault in one tournament, instead of the federation's tariff.

    `tariffs` is a list of lists of effects: one for the first fault of the kind, one for the second, and so
    on. The last one holds for all further faults.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="own_tariffs")
    fault = models.CharField(_("faute"), max_length=40)
    tariffs = models.JSONField(_("tarifs"))

    class Meta:
        verbose_name = _("tarif du tournoi")
        verbose_name_plural = _("tarifs du tournoi")
        ordering = ["fault"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "fault"], name="own_tariff_once_a_fault"),
        ]

    def __str__(self) -> str:
        return f"{self.fault} ({self.tournament})"
