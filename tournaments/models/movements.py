"""Movements used by sections and stored by clubs, and the searches for new ones."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.fields.json import KT
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.enums import MovementOrigin, SearchState
from tournaments.models.people import Club


class MovementManager(models.Manager["StoredMovement"]):
    """Movements without their arrays: those of 300 tables take milliseconds to read."""

    def get_queryset(self) -> models.QuerySet["StoredMovement"]:
        return super().get_queryset().defer("document")


class StoredMovement(models.Model):
    """A movement from the catalogue, a file, the editor or a search. A stored movement never changes.

    `document` holds its arrays in the format of `queries/movements.py`. A section therefore keeps its
    movement when the catalogue changes. `section.movement` comes without `document`; its first use reads it.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="movements")
    name = models.CharField(_("nom"), max_length=80)
    origin = models.CharField(_("origine"), max_length=10, choices=MovementOrigin)
    source = models.CharField(_("construction"), max_length=40, blank=True)
    """Stable code of the catalogue's construction; blank for a movement outside the catalogue."""
    table_count = models.PositiveSmallIntegerField(_("tables"))
    round_count = models.PositiveSmallIntegerField(_("positions"))
    player_count = models.PositiveSmallIntegerField(_("joueurs"))
    boards_per_set = models.PositiveSmallIntegerField(_("étuis par position"), default=2)
    """Intended number of boards. A section may take another number."""
    document = models.JSONField()
    shape = models.GeneratedField(
        expression=KT("document__shape"), output_field=models.CharField(max_length=20), db_persist=True
    )
    """Code of the shape of its tables. The database takes it from `document`."""
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    objects = models.Manager["StoredMovement"]()
    without_arrays = MovementManager()

    class Meta:
        base_manager_name = "without_arrays"
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
    """A search for a better movement: a job with its progress and its best movement so far.

    A running job updates `heartbeat_at`. The sweep restarts a job without a recent update. `attempts` numbers
    the claims: a worker that has lost the row notices it at its next update and stops.
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
        """True while the search is queued or running, and can be cancelled."""
        return self.state in (SearchState.QUEUED, SearchState.RUNNING)
