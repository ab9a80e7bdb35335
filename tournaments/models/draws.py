"""Draws of rounds: the tables that a method proposes, until they are published or undone."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.core.movements.round_sizes import OddPlayers
from tournaments.enums import DrawMethod, DrawState
from tournaments.models.events import Round


class RoundDraw(models.Model):
    """The tables of one round, drawn from the earlier rounds. It has all data to repeat the draw.

    It holds the tables of all colours. `round` is that of the first one.

    `tables` is a list of [number of the table, [entry id or null for each seat]]. `resting` is a list of
    entry ids. Both have the changes by hand. `order` has the entry ids as they were drawn from: by ranking,
    or by id.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="draws")
    method = models.CharField(_("façon de tirer"), max_length=8, choices=DrawMethod)
    odd_players = models.CharField(
        _("joueurs en plus des tables complètes"),
        max_length=6,
        choices=[(rule.value, rule.value) for rule in OddPlayers],
    )
    is_apart = models.BooleanField(_("clubs et familles séparés"), default=True)
    changes_colour = models.BooleanField(_("joueurs de toutes les couleurs mêlés"), default=False)
    """True if the tables were drawn from the players of all colours, False if within each colour."""
    seed = models.CharField(_("graine"), max_length=32)
    """Seed of the draw by lot. It is drawn for the other methods as well, which do not use it."""
    state = models.CharField(_("état"), max_length=9, choices=DrawState, default=DrawState.DRAFT)
    order = models.JSONField(_("ordre de départ"), default=list)
    tables = models.JSONField(_("tables"), default=list)
    resting = models.JSONField(_("joueurs au repos"), default=list)
    missing = models.JSONField(_("feuilles manquantes"), default=list)
    """[round, table] of each sheet that was missing when the tables were drawn."""
    swaps = models.PositiveSmallIntegerField(_("changements à la main"), default=0)
    steps = models.JSONField(_("changements"), default=list)
    """Tables that were added for this round, to be removed when it is undone."""
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    published_at = models.DateTimeField(null=True, blank=True, editable=False)
    undone_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("tirage d’une position")
        verbose_name_plural = _("tirages des positions")
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["round"],
                condition=Q(state__in=[DrawState.DRAFT, DrawState.PUBLISHED]),
                name="draw_one_of_a_round",
            ),
            models.CheckConstraint(condition=Q(method__in=DrawMethod.values), name="draw_method_known"),
            models.CheckConstraint(condition=Q(state__in=DrawState.values), name="draw_state_known"),
            models.CheckConstraint(
                condition=Q(odd_players__in=[rule.value for rule in OddPlayers]),
                name="draw_odd_players_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round} ({self.get_method_display()})"
