"""What was compared with the paper: sheets checked by a second person, rounds locked."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.enums import CheckVerdict
from tournaments.models.events import Session


class SheetCheck(models.Model):
    """Somebody compared a sheet with what is entered; the latest check of a sheet counts.

    A sheet is the traveller of a board (`board`) or the score sheet of a table in a round
    (`round_number`, `table_number`). `version_count` is how many versions its lines had then: when there
    are more, the sheet was changed after the check.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="sheet_checks")
    board = models.PositiveSmallIntegerField(_("étui"), null=True, blank=True)
    round_number = models.PositiveSmallIntegerField(_("position"), null=True, blank=True)
    table_number = models.PositiveSmallIntegerField(_("table"), null=True, blank=True)
    verdict = models.CharField(_("contrôle"), max_length=10, choices=CheckVerdict)
    note = models.CharField(_("remarque"), max_length=300, blank=True)
    version_count = models.PositiveIntegerField(_("versions"))
    own_entry = models.BooleanField(_("a contrôlé sa propre saisie"), default=False)
    """Nobody else could check it: said in the trace."""
    checked_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    checked_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("contrôle d’une feuille")
        verbose_name_plural = _("contrôles des feuilles")
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(board__isnull=False, round_number=None, table_number=None)
                | Q(board=None, round_number__isnull=False, table_number__isnull=False),
                name="check_of_one_sheet",
            ),
            models.CheckConstraint(condition=Q(verdict__in=CheckVerdict.values), name="check_verdict_known"),
            models.CheckConstraint(
                condition=Q(verdict=CheckVerdict.CONFORM) | ~Q(note=""), name="check_review_says_why"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.board or f'{self.round_number}/{self.table_number}'} : {self.verdict}"


class RoundLock(models.Model):
    """No result of a round changes while a row without `unlocked_at` says so."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="round_locks")
    round_number = models.PositiveSmallIntegerField(_("position"))
    locked_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    locked_at = models.DateTimeField(default=timezone.now, editable=False)
    unlocked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    unlocked_at = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(_("motif"), max_length=200, blank=True)
    """Why it was unlocked."""

    class Meta:
        verbose_name = _("position verrouillée")
        verbose_name_plural = _("positions verrouillées")
        ordering = ["session", "round_number", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["session", "round_number"],
                condition=Q(unlocked_at=None),
                name="round_locked_once",
            ),
            models.CheckConstraint(
                condition=Q(unlocked_at=None, unlocked_by=None, reason="")
                | (Q(unlocked_at__isnull=False, unlocked_by__isnull=False) & ~Q(reason="")),
                name="round_unlocked_with_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.session} – {self.round_number}"
