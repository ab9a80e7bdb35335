"""Free tables: their seats, deals, claims and phrases; the evening whose étuis they play."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.deal_sets import DealSet
from play.free.enums import Phrase
from play.tables.models import PlayedTable
from tournaments.models import Session

LONGEST_NAME = 24
"""Maximum length of a name at a table."""


class FreeTable(models.Model):
    """A table where people play one deal after the other, with robots in the empty seats."""

    secret = models.CharField(max_length=32, unique=True)
    """Part of the table's address. Everyone with the address may watch, and sit down at an empty seat."""
    game = models.CharField(_("jeu"), max_length=40)
    rule_set = models.CharField(_("règles"), max_length=200)
    """Text of the rule-set, see `games.core.rules`."""
    rules_name = models.CharField(_("nom des règles"), max_length=60, blank=True)
    """Name of the rules in a club; "" without one."""
    level = models.CharField(_("niveau"), max_length=20)
    """`RobotLevel` of the table's robots."""
    is_listed = models.BooleanField(_("visible dans la liste"))
    deal_count = models.PositiveSmallIntegerField(_("donnes d’une partie"))
    action_seconds = models.PositiveSmallIntegerField()
    """Seconds per action before the reserve is used."""
    reserve_seconds = models.PositiveSmallIntegerField()
    """Seconds of reserve per seat and deal."""
    robots_after = models.PositiveSmallIntegerField(null=True)
    """Seconds after which robots take the empty seats of a waiting table; None if the host decides."""
    deal_set = models.ForeignKey(DealSet, on_delete=models.PROTECT, null=True, related_name="+")
    """Set of the table's deals, which other tables play, too; None for random deals."""
    first_deal = models.PositiveSmallIntegerField(default=1)
    """Number in the set of the first of the `deal_count` deals."""
    bid = models.CharField(max_length=20, blank=True)
    """Bid imposed on the taker of each deal of the set; "" for an auction."""
    robot_seed = models.PositiveBigIntegerField(null=True)
    """Seed of the robots at all tables of a set; None if each deal has its own."""
    is_rated = models.BooleanField(_("avec cote"), default=False)
    """True if matches that accounts alone begin move ratings."""
    match = models.PositiveSmallIntegerField(default=1)
    """Number of the present match, from 1. Totals start again with each match."""
    version = models.PositiveIntegerField(default=0)
    """Number of changes outside the logs. Pages reload when it changes."""
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    resumed_at = models.DateTimeField(default=timezone.now)
    """Time from which clocks run after an absence of all players."""
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


class EveningTable(models.Model):
    """A free table whose deals are étuis of a session that are open to all."""

    table = models.OneToOneField(FreeTable, on_delete=models.CASCADE, related_name="evening_table")
    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="+")
    first_board = models.PositiveSmallIntegerField(_("premier étui"))
    """Number of the étui from which the table plays on to the last one."""

    class Meta:
        verbose_name = _("table d’une soirée rejouée")
        verbose_name_plural = _("tables d’une soirée rejouée")
        constraints = [
            models.CheckConstraint(condition=Q(first_board__gte=1), name="evening_table_board_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.session_id} {self.table_id}"


class TableSeat(models.Model):
    """A player at a seat of a free table. Robots play in the seats without a row."""

    table = models.ForeignKey(FreeTable, on_delete=models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField(_("place"))
    name = models.CharField(_("nom"), max_length=LONGEST_NAME)
    device = models.CharField(max_length=32, db_index=True)
    """Browser that sat down (`common.requests.devices`)."""
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="table_seats",
    )
    plays_from = models.PositiveSmallIntegerField()
    """Number of the player's first deal. A player who arrives during a deal does not play it."""
    joined_at = models.DateTimeField()
    seen_at = models.DateTimeField()
    """Time of the last request of the player's page."""
    back_at = models.DateTimeField()
    """Time from which the player's clock runs, for example after a robot held the seat."""
    robot_since = models.DateTimeField(null=True)
    """Time at which a robot took the seat of an overdue player; None while the player plays."""
    reserve_used = models.FloatField(default=0)
    """Seconds of reserve used in the present deal."""

    class Meta:
        app_label = "games"
        verbose_name = _("place d’une table")
        verbose_name_plural = _("places d’une table")
        ordering = ["joined_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["table", "seat"], name="table_seat_once"),
            models.UniqueConstraint(
                # accounts may share a browser
                fields=["table", "device"],
                condition=Q(owner=None),
                name="table_seat_once_a_browser",
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
    """Number from 1, over all matches."""
    match = models.PositiveSmallIntegerField()
    table = models.OneToOneField(PlayedTable, on_delete=models.CASCADE, related_name="free_deal")
    pot = models.PositiveIntegerField(null=True)
    """Contents of the pot of the mouche after the deal; None before its end, and for games without
    payments."""
    payments = models.CharField(max_length=320, blank=True)
    """Points per seat from or into the pot, or for a third Excuse of Contrat; in order, separated by
    spaces."""

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
    """A player's claim of all remaining tricks. It ends with the next row of the log or a refusal."""

    deal = models.ForeignKey(FreeDeal, on_delete=models.CASCADE, related_name="claims")
    number = models.PositiveSmallIntegerField()
    """Length of the log at the claim. With another row the claim is over."""
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
    """A fixed phrase sent by a player at a table."""

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
