"""A set of pre-generated deals: its secret seed, its commitment, and the deals themselves."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.core import deals as core_deals
from games.enums import DealSetState


class DealSet(models.Model):
    """Deals made together from one secret seed.

    The seed is secret until the set is revealed: whoever has it can make every deal again.
    """

    game = models.CharField(_("jeu"), max_length=40)
    rule_set = models.CharField(_("règles"), max_length=40)
    algorithm = models.CharField(_("méthode de donne"), max_length=20)
    constraints = models.JSONField(_("contraintes"))
    seed = models.BinaryField(_("graine"), max_length=64)
    commitment = models.CharField(_("empreinte"), max_length=64)
    state = models.CharField(max_length=10, choices=DealSetState, default=DealSetState.DRAFT)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("jeu de donnes")
        verbose_name_plural = _("jeux de donnes")
        constraints = [
            models.CheckConstraint(condition=Q(state__in=DealSetState.values), name="deal_set_state_known")
        ]

    def __str__(self) -> str:
        return self.commitment[:12]


class Deal(models.Model):
    """One deal of a set: the four hands and the dog, the dealer and the imposed taker."""

    deal_set = models.ForeignKey(DealSet, on_delete=models.CASCADE, related_name="deals")
    number = models.PositiveSmallIntegerField(_("numéro"))
    dealer = models.PositiveSmallIntegerField(_("donneur"))
    taker = models.PositiveSmallIntegerField(_("preneur"), null=True)
    hands = models.TextField(_("mains"))

    class Meta:
        verbose_name = _("donne")
        verbose_name_plural = _("donnes")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["deal_set", "number"], name="deal_number_unique_in_set"),
            models.CheckConstraint(condition=Q(number__gte=1), name="deal_number_from_one"),
        ]

    def __str__(self) -> str:
        return str(self.number)

    @property
    def cards(self) -> core_deals.Deal:
        """The hands as a value of the core."""
        return core_deals.parse_deal(self.hands)
