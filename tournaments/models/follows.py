"""What an account keeps of its reader: his records, and whom he follows."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.enums import FollowKind
from tournaments.models.people import Club, Person


class Follow(models.Model):
    """One record that the reader says is his, one person or one club that he follows; it opens nothing."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="follows")
    kind = models.CharField(_("sorte"), max_length=6, choices=FollowKind)
    person = models.ForeignKey(Person, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("suivi")
        verbose_name_plural = _("suivis")
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["user", "kind", "person"],
                condition=Q(person__isnull=False),
                name="follow_person_once_a_kind",
            ),
            models.UniqueConstraint(
                fields=["user", "club"], condition=Q(club__isnull=False), name="follow_club_once"
            ),
            models.CheckConstraint(
                condition=Q(kind=FollowKind.CLUB, club__isnull=False, person=None)
                | Q(kind__in=[FollowKind.OWN, FollowKind.PERSON], person__isnull=False, club=None),
                name="follow_of_one_thing",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} – {self.person or self.club}"
