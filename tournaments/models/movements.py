"""Movements as sections use them and clubs keep them, and the searches that look for new ones."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.enums import MovementOrigin, SearchState
from tournaments.models.people import Club


class StoredMovement(models.Model):
    """A movement from the catalogue, a file, the editor or a search; never changed once it is there.

    `document` holds its arrays, as `queries/movements.py` writes and reads them: a section keeps its
    movement whatever becomes of the catalogue.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="movements")
    name = models.CharField(_("nom"), max_length=80)
    origin = models.CharField(_("origine"), max_length=10, choices=MovementOrigin)
    source = models.CharField(_("construction"), max_length=40, blank=True)
    """Stable code of the catalogue's construction; blank for what the catalogue does not have."""
    table_count = models.PositiveSmallIntegerField(_("tables"))
    round_count = models.PositiveSmallIntegerField(_("positions"))
    player_count = models.PositiveSmallIntegerField(_("joueurs"))
    boards_per_set = models.PositiveSmallIntegerField(_("étuis par position"), default=2)
    """What it is made for; a section may take another number."""
    document = models.JSONField()
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("mouvement enregistré")
        verbose_name_plural = _("mouvements enregistrés")
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="movement_has_a_name"),
            models.CheckConstraint(
                condition=Q(origin__in=MovementOrigin.values), name="movement_origin_known"
            ),
            models.CheckConstraint(
                condition=Q(table_count__gte=1, round_count__gte=1, player_count__gte=1),
                name="movement_sizes_from_one",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class MovementSearch(models.Model):
    """A search for a better movement: a job with its progress and the best found so far.

    A running job writes `heartbeat_at` as it goes; the sweep sends a silent one again. `attempts`
    numbers the claims: whoever lost the row notices at its next sign of life and stops.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="movement_searches")
    player_count = models.PositiveSmallIntegerField(_("joueurs"))
    table_count = models.PositiveSmallIntegerField(_("tables"))
    round_count = models.PositiveSmallIntegerField(_("positions"))
    seconds = models.PositiveIntegerField(_("durée, en secondes"))
    state = models.CharField(_("état"), max_length=10, choices=SearchState, default=SearchState.QUEUED)
    steps = models.PositiveBigIntegerField(default=0)
    seconds_done = models.PositiveIntegerField(default=0)
    best_score = models.BigIntegerField(null=True, blank=True)
    best = models.JSONField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    heartbeat_at = models.DateTimeField(null=True, blank=True)
    result = models.ForeignKey(
        StoredMovement, on_delete=models.PROTECT, null=True, blank=True, related_name="searches"
    )
    error = models.CharField(_("erreur"), max_length=300, blank=True)
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("recherche de mouvement")
        verbose_name_plural = _("recherches de mouvement")
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.CheckConstraint(condition=Q(state__in=SearchState.values), name="search_state_known"),
            models.CheckConstraint(
                condition=~Q(state=SearchState.DONE) | Q(result__isnull=False),
                name="search_done_has_a_movement",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_count}/{self.table_count}/{self.round_count}"

    @property
    def is_open(self) -> bool:
        """Waiting or running: it can be cancelled."""
        return self.state in (SearchState.QUEUED, SearchState.RUNNING)
