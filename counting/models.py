"""An evening that a table keeps at home, as the list of what was written there."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models import Club

LONGEST_RULES = 200
MOST_PLAYERS = 16


class HomeEvening(models.Model):
    """What a table agreed on before its first deal, and the two addresses that open it."""

    reading = models.CharField(max_length=32, unique=True)
    """The secret of the address to look at."""
    writing = models.CharField(max_length=32, unique=True)
    """The secret of the address to write."""
    game = models.CharField(_("jeu"), max_length=40)
    rules = models.CharField(_("règles"), max_length=LONGEST_RULES)
    """Text of the rule-set: see `games.core.rules`."""
    names = models.JSONField(_("joueurs"))
    """Names of the players, in playing order."""
    first_dealer = models.PositiveSmallIntegerField(_("premier donneur"))
    drawn = models.JSONField(default=list)
    """The cards drawn for the first deal: for each round, pairs of a seat and a card; often empty."""
    begun_at = models.DateTimeField(_("commencée"), default=timezone.now)
    used_at = models.DateTimeField(_("dernier usage"), default=timezone.now, db_index=True)
    """A year later it is deleted, unless a club keeps it."""
    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, null=True, blank=True, related_name="home_evenings"
    )
    """The club that keeps it."""

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
    """One thing written: the facts of a deal, or other facts for an earlier one. Rows are added only."""

    evening = models.ForeignKey(HomeEvening, on_delete=models.CASCADE, related_name="steps")
    number = models.PositiveSmallIntegerField()
    """Of the step, from 1 without gaps."""
    deal = models.PositiveSmallIntegerField(_("donne"))
    """That the facts are of, from 1; 0 for an undo, which takes back the last step that stands."""
    facts = models.JSONField(default=dict)
    """Texts by the name of their field, as typed."""
    token = models.UUIDField()
    """Of the sending, so that one that comes twice is written once."""
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
