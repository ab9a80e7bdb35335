"""Sheets shared out among typists and checkers, and questions about sheets."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.enums import SheetTask
from tournaments.models.events import Session


class SheetShare(models.Model):
    """Sheets of a session that one person types or checks.

    The numbers are those of tables, or of étuis where the sheets are travellers. `round_number` is None for
    all rounds, and for étuis. A share reserves nothing: another person is told whose sheet it is.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="sheet_shares")
    task = models.CharField(_("travail"), max_length=5, choices=SheetTask)
    holder = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    round_number = models.PositiveSmallIntegerField(_("position"), null=True, blank=True)
    first_number = models.PositiveSmallIntegerField(_("de"))
    last_number = models.PositiveSmallIntegerField(_("à"))
    taken_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("partage des feuilles")
        verbose_name_plural = _("partages des feuilles")
        ordering = ["first_number", "round_number", "pk"]
        constraints = [
            models.CheckConstraint(condition=Q(task__in=SheetTask.values), name="share_task_known"),
            models.CheckConstraint(
                condition=Q(first_number__gte=1, last_number__gte=F("first_number")), name="share_from_one"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.holder} : {self.first_number}-{self.last_number}"


class SheetQuestion(models.Model):
    """A note on a sheet that a person has to answer. It is open until it has an answer.

    The sheet is the traveller of a board (`board`), or the score sheet of a table in a round.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="sheet_questions")
    board = models.PositiveSmallIntegerField(_("étui"), null=True, blank=True)
    round_number = models.PositiveSmallIntegerField(_("position"), null=True, blank=True)
    table_number = models.PositiveSmallIntegerField(_("table"), null=True, blank=True)
    text = models.CharField(_("question"), max_length=300)
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    asked_at = models.DateTimeField(default=timezone.now, editable=False)
    answer = models.CharField(_("réponse"), max_length=300, blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("question sur une feuille")
        verbose_name_plural = _("questions sur les feuilles")
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(board__isnull=False, round_number=None, table_number=None)
                | Q(board=None, round_number__isnull=False, table_number__isnull=False),
                name="question_of_one_sheet",
            ),
            models.CheckConstraint(condition=~Q(text=""), name="question_says_something"),
            models.CheckConstraint(
                condition=Q(answered_at=None, answered_by=None, answer="")
                | (Q(answered_at__isnull=False, answered_by__isnull=False) & ~Q(answer="")),
                name="question_answered_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return self.text
