"""A deal played on the site: sealed cards, players, and an append-only log of actions."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.sealed import SealedTextField
from play.tables.enums import ActionMaker, TableOrigin


class PlayedTable(models.Model):
    """One deal, of a person against robots or of a free table. Its actions are in its log.

    Its columns never change, except `owner` when an account claims it, and those of the end of the deal.
    """

    secret = models.CharField(max_length=32, unique=True)
    """Part of the table's address. Its reader plays at the table."""
    origin = models.CharField(max_length=10, choices=TableOrigin)
    theme = models.CharField(_("thème"), max_length=40, blank=True)
    """`Theme` for which the deal was made; "" for any deal."""
    game = models.CharField(_("jeu"), max_length=40)
    rule_set = models.CharField(_("règles"), max_length=200)
    cards = SealedTextField(_("cartes"))
    dealer = models.PositiveSmallIntegerField(_("donneur"))
    taker = models.PositiveSmallIntegerField(_("preneur"), null=True)
    """Seat of the taker of an imposed contract; None for an auction."""
    bid = models.CharField(_("contrat"), max_length=20, blank=True)
    seat = models.PositiveSmallIntegerField(_("place"), null=True)
    """Seat of the person, with robots in the others; None at a free table, which stores its seats."""
    level = models.CharField(_("niveau"), max_length=20)
    """`RobotLevel` of all its robots."""
    robot_seed = models.PositiveBigIntegerField()
    device = models.CharField(max_length=32, blank=True, db_index=True)
    """Browser that began the table (`common.requests.devices`)."""
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="played_tables",
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    ended_at = models.DateTimeField(null=True, blank=True)
    score = models.CharField(_("score"), max_length=320, blank=True)
    """Points of the person once the deal is over, an integer or a fraction; at a free table those of every
    seat, in order, separated by spaces."""

    class Meta:
        app_label = "games"
        verbose_name = _("table jouée")
        verbose_name_plural = _("tables jouées")
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(origin__in=TableOrigin.values), name="played_table_origin_known"
            ),
            models.CheckConstraint(
                condition=Q(origin=TableOrigin.FREE, seat=None)
                | (~Q(origin=TableOrigin.FREE) & Q(seat__isnull=False)),
                name="played_table_seat_of_one",
            ),
            models.CheckConstraint(
                condition=Q(taker=None, bid="") | (Q(taker__isnull=False) & ~Q(bid="")),
                name="played_table_contract_whole",
            ),
            models.CheckConstraint(
                condition=Q(ended_at=None, score="") | (Q(ended_at__isnull=False) & ~Q(score="")),
                name="played_table_end_has_score",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.pk}"


class TableAction(models.Model):
    """One row of a table's log, never changed."""

    table = models.ForeignKey(PlayedTable, on_delete=models.CASCADE, related_name="actions")
    number = models.PositiveSmallIntegerField()
    """Number from 1, without gaps."""
    made_by = models.CharField(max_length=10, choices=ActionMaker)
    seat = models.PositiveSmallIntegerField(null=True)
    """Seat that acted, also by a robot; None in rows older than free tables."""
    text = SealedTextField()
    """Text by `format_action`, sealed since a discard is as secret as a hand. Empty for an undo."""
    made_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        app_label = "games"
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="table_action_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="table_action_from_one"),
            models.CheckConstraint(
                condition=Q(made_by__in=ActionMaker.values), name="table_action_maker_known"
            ),
        ]

    def __str__(self) -> str:
        return str(self.number)
