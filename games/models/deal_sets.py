"""Sets of deals: their origin, their secret seed, their commitment, and the deals themselves.

Seed and hands are sealed: a row shows neither to any code that holds it. `games.opening` opens them.
"""

import uuid

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.core.dealing.layout_text import parse_layout
from games.enums import DealSetOrigin, DealSetScope, DealSetState
from games.sealed import SealedBytesField, SealedTextField, open_sealed


class DealSet(models.Model):
    """Deals that belong together, mostly made from one secret seed.

    The seed is secret until the set is revealed: with it every deal can be made again. Hands recorded at the
    table have neither seed nor commitment and stay a draft; the row of each of their deals is created when it
    is recorded.
    """

    game = models.CharField(_("jeu"), max_length=40)
    rule_set = models.CharField(_("règles"), max_length=200)
    origin = models.CharField(_("origine"), max_length=10, choices=DealSetOrigin, default=DealSetOrigin.DEALT)
    scope = models.CharField(_("étendue"), max_length=10, choices=DealSetScope, default=DealSetScope.ALL)
    source = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="copies"
    )
    lineage = models.UUIDField(default=uuid.uuid4, editable=False, db_index=True)
    """Same value in all sets that share deals, copy by copy.

    It remains when a set between them is deleted.
    """
    algorithm = models.CharField(_("méthode de donne"), max_length=20, blank=True)
    constraints = models.JSONField(_("contraintes"))
    seed = SealedBytesField(_("graine"), max_length=64)
    commitment = models.CharField(_("empreinte"), max_length=64, blank=True)
    state = models.CharField(max_length=10, choices=DealSetState, default=DealSetState.DRAFT)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("jeu de donnes")
        verbose_name_plural = _("jeux de donnes")
        constraints = [
            models.CheckConstraint(condition=Q(state__in=DealSetState.values), name="deal_set_state_known"),
            models.CheckConstraint(
                condition=Q(origin__in=DealSetOrigin.values), name="deal_set_origin_known"
            ),
            models.CheckConstraint(condition=Q(scope__in=DealSetScope.values), name="deal_set_scope_known"),
            models.CheckConstraint(
                condition=Q(state=DealSetState.DRAFT) | ~Q(commitment=""), name="deal_set_sealed_is_committed"
            ),
        ]

    def __str__(self) -> str:
        return self.commitment[:12]


class Deal(models.Model):
    """One deal of a set: the hands and the piles, the dealer and the imposed taker."""

    deal_set = models.ForeignKey(DealSet, on_delete=models.CASCADE, related_name="deals")
    number = models.PositiveSmallIntegerField(_("numéro"))
    dealer = models.PositiveSmallIntegerField(_("donneur"))
    taker = models.PositiveSmallIntegerField(_("preneur"), null=True)
    hands = SealedTextField(_("mains"))
    version = models.PositiveSmallIntegerField(_("version"), default=0)
    """Number of times that its hands were recorded at the table."""

    class Meta:
        verbose_name = _("donne")
        verbose_name_plural = _("donnes")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["deal_set", "number"], name="deal_number_unique_in_set"),
            models.CheckConstraint(condition=Q(number__gte=1), name="deal_number_from_one"),
        ]
        indexes = [models.Index(fields=["hands"], name="deal_by_cards")]

    def __str__(self) -> str:
        return str(self.number)

    @property
    def is_whole(self) -> bool:
        """True if every hand is known, not the taker's alone."""
        return all(parse_layout(open_sealed(self.hands)).hands)
