"""Models of an evening at home: its terms, and the list of steps written there."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models import Club

LONGEST_RULES = 200
"""Largest number of characters in the text of a rule-set."""
MOST_PLAYERS = 16
"""Number of players of the largest table of any game."""


class HomeEvening(models.Model):
    """An evening of a table: its agreements before the first deal, and the two addresses that open it."""

    reading = models.CharField(max_length=32, unique=True)
    """Secret in the address of the page to look at."""
    writing = models.CharField(max_length=32, unique=True)
    """Secret in the address of the page to write on."""
    game = models.CharField(_("jeu"), max_length=40)
    rules = models.CharField(_("règles"), max_length=LONGEST_RULES)
    """Text of the rule-set: see `games.core.rules`."""
    names = models.JSONField(_("joueurs"))
    """Names of the players, in playing order."""
    first_dealer = models.PositiveSmallIntegerField(_("premier donneur"))
    drawn = models.JSONField(default=list)
    """Cards drawn for the first deal: for each round, pairs of a seat and a card; often empty."""
    begun_at = models.DateTimeField(_("commencée"), default=timezone.now)
    used_at = models.DateTimeField(_("dernier usage"), default=timezone.now, db_index=True)
    """Time of the last change. A year later the evening is deleted, unless a club keeps it."""
    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, null=True, blank=True, related_name="home_evenings"
    )
    """Club that keeps the evening."""

    class Meta:
        verbose_name = _("soirée entre amis")
        verbose_name_plural = _("soirées entre amis")
        constraints = [
            models.CheckConstraint(
                condition=~Q(reading=models.F("writing")), name="home_evening_two_secrets"
            ),
            models.CheckConstraint(
                condition=Q(first_dealer__lt=MOST_PLAYERS), name="home_evening_dealer_sits"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.begun_at:%Y-%m-%d}"


class HomeStep(models.Model):
    """One step: the facts of a new deal, a correction of an earlier one, or an undo. Rows are only added."""

    evening = models.ForeignKey(HomeEvening, on_delete=models.CASCADE, related_name="steps")
    number = models.PositiveSmallIntegerField()
    """Number of the step, from 1 without gaps."""
    deal = models.PositiveSmallIntegerField(_("donne"))
    """Number of the deal, from 1; 0 for an undo, which takes back the last step that stands."""
    facts = models.JSONField(default=dict)
    """Texts by field name, as typed."""
    token = models.UUIDField()
    """Identifier of the form that was sent, so that a form sent twice is written once."""
    written_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("saisie d’une soirée entre amis")
        verbose_name_plural = _("saisies d’une soirée entre amis")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["evening", "number"], name="home_step_number_once"),
            models.UniqueConstraint(fields=["evening", "token"], name="home_step_sent_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="home_step_number_from_1"),
        ]

    def __str__(self) -> str:
        return str(self.number)
