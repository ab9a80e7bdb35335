"""The money of a tournament, in cents: entry fees, receipts, the prize fund and the lists of prizes."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.enums import PaymentMeans, PrizeCumulation, PrizeRanking, PrizeSharing, PrizeShowing
from tournaments.models.events import Entry, Tournament


class FeeRate(models.Model):
    """A rate of the entry fee: full price, members, young players… The first rate is the default."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="fee_rates")
    name = models.CharField(_("tarif"), max_length=40)
    cents = models.PositiveIntegerField(_("montant"))

    class Meta:
        verbose_name = _("tarif d’inscription")
        verbose_name_plural = _("tarifs d’inscription")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "name"], name="fee_rate_name_once"),
            models.CheckConstraint(condition=~Q(name=""), name="fee_rate_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class EntryFee(models.Model):
    """The fee of an entry and the sum paid. A row exists only if it differs from the default rate unpaid."""

    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="fee")
    rate = models.ForeignKey(FeeRate, on_delete=models.PROTECT, related_name="entry_fees")
    paid_cents = models.PositiveIntegerField(_("payé"), default=0)
    means = models.CharField(
        _("moyen de paiement"), max_length=10, choices=PaymentMeans, blank=True, default=""
    )
    """Means of the payment; "" if it was not noted."""

    class Meta:
        verbose_name = _("droit d’inscription")
        verbose_name_plural = _("droits d’inscription")

    def __str__(self) -> str:
        return f"{self.entry} – {self.rate}"


class PaymentReceipt(models.Model):
    """A numbered receipt for a sum that the organiser took. It never changes; a wrong one is cancelled.

    Numbers run through each event without a gap, and a cancelled receipt keeps its number.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="receipts")
    number = models.PositiveIntegerField(_("numéro"))
    entry = models.ForeignKey(
        Entry, on_delete=models.SET_NULL, null=True, blank=True, related_name="receipts"
    )
    """Entry of the payer; None for other people, and after the entry was withdrawn."""
    is_fee = models.BooleanField(_("droit d’inscription"), default=True)
    """True for the entry fee, False for another sum such as a year's dues."""
    payer = models.CharField(_("reçu de"), max_length=170)
    """Full name of the player or team, as on the day of the receipt."""
    subject = models.CharField(_("objet"), max_length=80)
    """Name of the rate, or of the other sum."""
    cents = models.PositiveIntegerField(_("montant"))
    means = models.CharField(
        _("moyen de paiement"), max_length=10, choices=PaymentMeans, blank=True, default=""
    )
    issued_at = models.DateTimeField(_("établi le"), default=timezone.now, editable=False)
    issued_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    cancelled_at = models.DateTimeField(_("annulé le"), null=True, blank=True)
    reason = models.CharField(_("motif"), max_length=120, blank=True)
    """Reason of the cancellation; "" before."""

    class Meta:
        verbose_name = _("reçu")
        verbose_name_plural = _("reçus")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="receipt_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="receipt_number_from_one"),
            models.CheckConstraint(condition=Q(cents__gte=1), name="receipt_sum_above_zero"),
            models.CheckConstraint(
                condition=Q(cancelled_at=None, reason="") | (Q(cancelled_at__isnull=False) & ~Q(reason="")),
                name="receipt_cancelled_with_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} – {self.payer}"


class PrizePlan(models.Model):
    """The rules of a tournament's prizes. A tournament without a row has no prizes."""

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="prize_plan")
    fee_per_member = models.BooleanField(_("droits par équipier"), default=False)
    """True if teams owe their rate for each of their members."""
    redistribution = models.PositiveSmallIntegerField(_("part des droits"), null=True, blank=True)
    """Percentage of the fees owed; None if the fund is `extra_cents` alone."""
    extra_cents = models.PositiveIntegerField(_("apport"), default=0)
    sharing = models.CharField(
        _("places partagées"), max_length=10, choices=PrizeSharing, default=PrizeSharing.EQUAL
    )
    cumulation = models.CharField(
        _("cumul"), max_length=10, choices=PrizeCumulation, default=PrizeCumulation.ALL
    )
    showing = models.CharField(
        _("page publique"), max_length=10, choices=PrizeShowing, default=PrizeShowing.NOTHING
    )

    class Meta:
        verbose_name = _("dotation")
        verbose_name_plural = _("dotations")
        constraints = [
            models.CheckConstraint(
                condition=Q(redistribution=None) | Q(redistribution__range=(1, 100)),
                name="prize_redistribution_1_to_100",
            ),
            models.CheckConstraint(condition=Q(sharing__in=PrizeSharing.values), name="prize_sharing_known"),
            models.CheckConstraint(
                condition=Q(cumulation__in=PrizeCumulation.values), name="prize_cumulation_known"
            ),
            models.CheckConstraint(condition=Q(showing__in=PrizeShowing.values), name="prize_showing_known"),
        ]

    def __str__(self) -> str:
        return str(self.tournament)


class PrizeRule(models.Model):
    """One list of prizes for a ranking, with listed amounts or a part of the fund on a smooth scale."""

    plan = models.ForeignKey(PrizePlan, on_delete=models.CASCADE, related_name="rules")
    position = models.PositiveSmallIntegerField(_("rang"))
    """Order of the list, from 1. Earlier lists have priority if a player may win in one list only."""
    name = models.CharField(_("nom"), max_length=60)
    ranking = models.CharField(_("classement"), max_length=12, choices=PrizeRanking)
    group = models.CharField(_("groupe"), max_length=100, blank=True)
    """Category, series, club, country, age group or line; "" for the whole field."""
    amounts = models.JSONField(_("montants"), default=list, blank=True)
    """Cents by place, never increasing; [] for a scale."""
    fund_share = models.PositiveSmallIntegerField(_("part du fonds"), null=True, blank=True)
    """Percentage of the fund to put on a scale; None for listed amounts."""
    prize_count = models.PositiveSmallIntegerField(_("nombre de prix"), null=True, blank=True)
    """Number of prizes of a scale; None for a quarter of the ranked units."""
    step_cents = models.PositiveIntegerField(_("arrondi"), default=100)
    gifts = models.JSONField(_("lots"), default=list, blank=True)
    """Prizes in kind by place: {"name", "cents"}; [] for a list of money alone.

    `name` is "" for a place without one, `cents` is None without a value.
    """

    class Meta:
        verbose_name = _("liste de prix")
        verbose_name_plural = _("listes de prix")
        ordering = ["position", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["plan", "name"], name="prize_rule_name_once"),
            models.CheckConstraint(condition=~Q(name=""), name="prize_rule_has_a_name"),
            models.CheckConstraint(condition=Q(ranking__in=PrizeRanking.values), name="prize_ranking_known"),
            models.CheckConstraint(
                condition=Q(fund_share=None) | Q(fund_share__range=(1, 100)),
                name="prize_fund_share_1_to_100",
            ),
            models.CheckConstraint(condition=Q(step_cents__gte=1), name="prize_step_above_zero"),
        ]

    def __str__(self) -> str:
        return self.name
