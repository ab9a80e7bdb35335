"""A club's rules of a game, under a name."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.core.formats.event_options import LONGEST_RULES
from tournaments.models.people import Club


class HouseRules(models.Model):
    """A rule-set of one game for new events of the club. Each event stores a copy of the text."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="house_rules")
    name = models.CharField(_("nom"), max_length=60)
    game = models.CharField(_("jeu"), max_length=40)
    rules = models.CharField(_("règles"), max_length=LONGEST_RULES)
    """Text of the rule-set: see `games.core.rules`."""
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("règle de la maison")
        verbose_name_plural = _("règles de la maison")
        ordering = ["game", "name", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "game", "name"], name="house_rules_name_once"),
            models.CheckConstraint(condition=~Q(name=""), name="house_rules_have_a_name"),
        ]

    def __str__(self) -> str:
        return self.name
