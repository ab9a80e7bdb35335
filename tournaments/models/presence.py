"""Who plays in somebody's place."""

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.events import Entry, Session
from tournaments.models.people import Person


class Substitution(models.Model):
    """Somebody takes over from somebody who leaves, from a round on; the line keeps its number and results.

    Source:
        The federation says nothing; docs/ranking.md, "Presence", has the reading chosen.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="substitutions")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="substitutions")
    leaves = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="substitutions")
    """Who comes."""
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
