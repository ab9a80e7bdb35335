"""Ties between accounts and people of a register: follows, and requests of clubs."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.enums import FollowKind, TieState
from tournaments.models.people import Club, Person


class Follow(models.Model):
    """A reader's own record, or a person or club that they follow. It gives no rights."""

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
            # a followed club has no person, an own record and a followed person have no club
            models.CheckConstraint(
                condition=Q(kind=FollowKind.CLUB, club__isnull=False, person=None)
                | Q(kind__in=[FollowKind.OWN, FollowKind.PERSON], person__isnull=False, club=None),
                name="follow_of_one_thing",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} – {self.person or self.club}"


class TieRequest(models.Model):
    """A club's request whether one email address belongs to one person. The address may have no account.

    Only the owner's reply writes `Person.user`. While the row exists, even after a refusal, an account with
    this address counts as a player of the person's events and reads no sealed cards of them.
    """

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="tie_requests")
    email = models.EmailField(_("adresse électronique"))
    """Address in lower case, from the club, or from the account that created the tie (`is_by_owner`)."""
    state = models.CharField(_("état"), max_length=8, choices=TieState, default=TieState.ASKED)
    """State of the request. The club never sees a refusal."""
    is_by_owner = models.BooleanField(default=False, editable=False)
    """True if the owner created the tie. The club then does not know the address."""
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    asked_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()

    class Meta:
        verbose_name = _("demande de lien avec un compte")
        verbose_name_plural = _("demandes de lien avec un compte")
        ordering = ["-asked_at", "-pk"]
        # the rights of each user depend on the requests to their address
        indexes = [models.Index(fields=["email"], name="tie_request_by_address")]
        constraints = [
            models.UniqueConstraint(fields=["person", "email"], name="tie_request_once_an_address"),
            models.CheckConstraint(condition=Q(state__in=TieState.values), name="tie_request_state_known"),
        ]

    def __str__(self) -> str:
        return f"{self.person} – {self.email}"
