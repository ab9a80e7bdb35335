"""A table of several people: who sits there, its deals one after the other, claims, what was said."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.deal_sets import DealSet
from play.free.enums import Phrase
from play.tables.models import PlayedTable

LONGEST_NAME = 24
"""Letters of a name at a table."""


class FreeTable(models.Model):
    """Where 1 to 16 people play one deal after the other, with robots where nobody sits."""

    secret = models.CharField(max_length=32, unique=True)
    """Part of its address: whoever has it may look on, and sit down where there is room."""
    game = models.CharField(_("jeu"), max_length=40)
    rule_set = models.CharField(_("règles"), max_length=200)
    """Text of the rule-set: see `games.core.rules`."""
    rules_name = models.CharField(_("nom des règles"), max_length=60, blank=True)
    """What a club calls them, "" for rules without a name of their own."""
    level = models.CharField(_("niveau"), max_length=20)
    """Of its robots, a `RobotLevel`."""
    is_listed = models.BooleanField(_("visible dans la liste"))
    deal_count = models.PositiveSmallIntegerField(_("donnes d’une partie"))
    action_seconds = models.PositiveSmallIntegerField()
    """For each action, before the reserve is touched."""
    reserve_seconds = models.PositiveSmallIntegerField()
    """Of each seat for each deal, beyond that."""
    robots_after = models.PositiveSmallIntegerField(null=True)
    """Seconds after which robots take the empty seats of a table that waits; None: when its host says so."""
    deal_set = models.ForeignKey(DealSet, on_delete=models.PROTECT, null=True, related_name="+")
    """Where its deals come from, which other tables play, too; None where they are dealt here."""
    first_deal = models.PositiveSmallIntegerField(default=1)
    """Number in the set of the first of its `deal_count` deals."""
    bid = models.CharField(max_length=20, blank=True)
    """Imposed on the taker of each deal of the set; "" where the table bids."""
    robot_seed = models.PositiveBigIntegerField(null=True)
    """Alike for the robots of all tables of a set; None for one of each deal's own."""
    is_rated = models.BooleanField(_("avec cote"), default=False)
    """Whether its matches move ratings, those that accounts alone begin."""
    match = models.PositiveSmallIntegerField(default=1)
    """Which game of `deal_count` deals they are at, from 1: totals begin again with each."""
    version = models.PositiveIntegerField(default=0)
    """Counts what changes beside the logs: pages ask again when it does."""
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    resumed_at = models.DateTimeField(default=timezone.now)
    """Since when somebody is there again: while everybody is gone no clock runs."""
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        app_label = "games"
        verbose_name = _("table libre")
        verbose_name_plural = _("tables libres")
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.CheckConstraint(condition=Q(match__gte=1), name="free_table_match_from_one"),
            models.CheckConstraint(
                condition=Q(deal_count__gte=1, action_seconds__gte=1), name="free_table_deals_and_clock"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.pk}"


class TableSeat(models.Model):
    """Somebody at a seat of a free table; robots play where there is none."""

    table = models.ForeignKey(FreeTable, on_delete=models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField(_("place"))
    name = models.CharField(_("nom"), max_length=LONGEST_NAME)
    device = models.CharField(max_length=32, db_index=True)
    """The browser that sat down (`common.requests.devices`)."""
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="table_seats",
    )
    plays_from = models.PositiveSmallIntegerField()
    """Number of the first deal that he plays: who comes in the middle of one sees no hand of it."""
    joined_at = models.DateTimeField()
    seen_at = models.DateTimeField()
    """When his page last asked for something."""
    back_at = models.DateTimeField()
    """Since when he is there again after a robot held his seat: his clock begins then."""
    robot_since = models.DateTimeField(null=True)
    """When a robot took the seat because his time had run out; None while he plays himself."""
    reserve_used = models.FloatField(default=0)
    """Seconds of his reserve that the present deal has cost."""

    class Meta:
        app_label = "games"
        verbose_name = _("place d’une table")
        verbose_name_plural = _("places d’une table")
        ordering = ["joined_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["table", "seat"], name="table_seat_once"),
            models.UniqueConstraint(
                fields=["table", "device"], condition=Q(owner=None), name="table_seat_once_a_browser"
            ),
            models.UniqueConstraint(fields=["table", "owner"], name="table_seat_once_an_account"),
            models.UniqueConstraint(fields=["table", "name"], name="table_seat_name_once"),
            models.CheckConstraint(condition=~Q(device="") & ~Q(name=""), name="table_seat_has_person"),
        ]

    def __str__(self) -> str:
        return f"{self.seat} {self.name}"


class FreeDeal(models.Model):
    """One deal of a free table."""

    free_table = models.ForeignKey(FreeTable, on_delete=models.CASCADE, related_name="deals")
    number = models.PositiveSmallIntegerField()
    """From 1, over all matches."""
    match = models.PositiveSmallIntegerField()
    table = models.OneToOneField(PlayedTable, on_delete=models.CASCADE, related_name="free_deal")
    pot = models.PositiveIntegerField(null=True)
    """What the pot of the mouche holds after it; None before its end, and where nothing is ever paid."""
    payments = models.CharField(max_length=320, blank=True)
    """What each seat got from the pot or put into it, or pays for a third Excuse of Contrat, in order, with
    a space between."""

    class Meta:
        app_label = "games"
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["free_table", "number"], name="free_deal_once"),
            models.CheckConstraint(
                condition=Q(number__gte=F("match"), match__gte=1), name="free_deal_from_one"
            ),
            models.CheckConstraint(
                condition=Q(pot=None, payments="") | (Q(pot__isnull=False) & ~Q(payments="")),
                name="free_deal_pot_whole",
            ),
        ]

    def __str__(self) -> str:
        return str(self.number)


class TableClaim(models.Model):
    """Somebody said that the rest is his; it stands while nobody plays, and until somebody refuses."""

    deal = models.ForeignKey(FreeDeal, on_delete=models.CASCADE, related_name="claims")
    number = models.PositiveSmallIntegerField()
    """Rows of the log when it was made: with another row it is over."""
    seat = models.PositiveSmallIntegerField()
    assents = models.JSONField(default=list)
    """Seats of the people who agreed."""
    is_refused = models.BooleanField(default=False)
    made_at = models.DateTimeField()

    class Meta:
        app_label = "games"
        constraints = [
            models.UniqueConstraint(fields=["deal", "number"], name="table_claim_once"),
        ]

    def __str__(self) -> str:
        return f"{self.deal_id} {self.seat}"


class SaidPhrase(models.Model):
    """One of the fixed phrases, as somebody at a table said it."""

    table = models.ForeignKey(FreeTable, on_delete=models.CASCADE, related_name="phrases")
    seat = models.PositiveSmallIntegerField()
    phrase = models.CharField(max_length=10, choices=Phrase)
    said_at = models.DateTimeField()

    class Meta:
        app_label = "games"
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=Q(phrase__in=Phrase.values), name="said_phrase_known"),
        ]

    def __str__(self) -> str:
        return self.phrase
