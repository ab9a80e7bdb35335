"""Claims against a ranking: made by players until an announced hour, answered by an organiser."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.enums import ClaimSource, ClaimState
from tournaments.models.events import Entry, Play, Tournament
from tournaments.models.results import ResultSlip


class RankingClaim(models.Model):
    """A player's claim against the ranking. The organiser accepts or refuses it with a reason."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="claims")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="claims")
    play = models.ForeignKey(Play, on_delete=models.PROTECT, related_name="claims", null=True, blank=True)
    """Line concerned; None if the claim is about the ranking or several lines."""
    text = models.CharField(_("réclamation"), max_length=500)
    source = models.CharField(_("venue par"), max_length=10, choices=ClaimSource)
    token = models.UUIDField(_("jeton d’envoi"), unique=True)
    """Token of the form. A form that is sent twice makes one claim."""
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    state = models.CharField(_("état"), max_length=10, choices=ClaimState, default=ClaimState.OPEN)
    answer = models.CharField(_("réponse"), max_length=500, blank=True)
    correction = models.ForeignKey(
        ResultSlip, on_delete=models.PROTECT, related_name="claims", null=True, blank=True
    )
    """Version of the result that corrected the line."""
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("réclamation")
        verbose_name_plural = _("réclamations")
        ordering = ["made_at", "pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(text=""), name="claim_says_what"),
            models.CheckConstraint(condition=Q(state__in=ClaimState.values), name="claim_state_known"),
            models.CheckConstraint(condition=Q(source__in=ClaimSource.values), name="claim_source_known"),
            models.CheckConstraint(
                condition=Q(
                    state=ClaimState.OPEN, answer="", answered_by=None, answered_at=None, correction=None
                )
                | (
                    ~Q(state=ClaimState.OPEN)
                    & ~Q(answer="")
                    & Q(answered_by__isnull=False, answered_at__isnull=False)
                ),
                name="claim_answered_with_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry} : {self.text}"
