"""Unforeseen events of a session (incidents) and the substitutions of its players."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.enums import IncidentKind
from tournaments.models.events import Entry, Session
from tournaments.models.people import Person


class Substitution(models.Model):
    """A replacement of a player from a round on. The line keeps its number and results.

    Source:
        No rule of the federation; docs/ranking.md, "Presence", has the chosen interpretation.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="substitutions")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="substitutions")
    leaves = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="substitutions")
    """The substitute."""
    first_round = models.PositiveSmallIntegerField(_("à partir de la position"))
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("remplacement")
        verbose_name_plural = _("remplacements")
        ordering = ["first_round", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["session", "leaves", "first_round"], name="leaves_once_a_round"),
            models.UniqueConstraint(fields=["session", "person", "first_round"], name="comes_once_a_round"),
            models.CheckConstraint(condition=Q(first_round__gte=1), name="substitution_from_round_one"),
            models.CheckConstraint(condition=~Q(person=F("leaves")), name="substitution_is_of_somebody_else"),
        ]

    def __str__(self) -> str:
        return f"{self.person} / {self.leaves}"


class IncidentQuerySet(models.QuerySet["Incident"]):
    """Named filters of incidents."""

    def in_force(self) -> "IncidentQuerySet":
        """Return the incidents that were not undone."""
        return self.filter(undone_at=None)


class Incident(models.Model):
    """An unforeseen event, handled by a guided action of an organiser. It has the data to undo the action.

    `facts` are names, rounds, tables and boards at that time (see `incidents/services/action_words.py`).
    `steps` is a list of objects with `step`, one for each change, in order. `incidents/services/*_steps.py`
    write and read them.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="incidents")
    kind = models.CharField(_("imprévu"), max_length=12, choices=IncidentKind)
    facts = models.JSONField(_("faits"), default=dict)
    steps = models.JSONField(_("changements"), default=list)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    undone_at = models.DateTimeField(null=True, blank=True, editable=False)

    objects = IncidentQuerySet.as_manager()

    class Meta:
        verbose_name = _("imprévu")
        verbose_name_plural = _("imprévus")
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=IncidentKind.values), name="incident_kind_known"),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} ({self.session})"
