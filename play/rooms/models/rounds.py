"""A round of a room: its sealed deals, who entered it, what each made of each deal."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import DealSet
from play.alone.models import LONGEST_NAME
from play.free.models import FreeTable
from play.rooms.enums import NoteKind, RoomSeating, RoundKind
from play.rooms.models.rooms import Room
from play.tables.models import PlayedTable

AT_ONCE_ENTRY = timedelta(minutes=3)
"""How long one may enter a round that somebody began at once."""
GRACE = timedelta(seconds=10)
"""For the answer of the robots to a card that was played in time."""


class RoomRound(models.Model):
    """The same deals for everybody who entered, between two moments."""

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="rounds")
    kind = models.CharField(max_length=8, choices=RoundKind, default=RoundKind.RHYTHM)
    starts_at = models.DateTimeField(_("départ"), db_index=True)
    ends_at = models.DateTimeField(_("fin"))
    deals = models.PositiveSmallIntegerField(_("donnes"))
    deal_set = models.OneToOneField(DealSet, on_delete=models.PROTECT, null=True, related_name="room_round")
    """Dealt and sealed when it begins; None before."""
    robot_seed = models.PositiveBigIntegerField()
    """Of the robots at every table: alike for all."""
    seating = models.CharField(max_length=8, choices=RoomSeating, default=RoomSeating.ALONE)
    """As the room was when it was made."""
    movement = models.JSONField(null=True)
    """players[position][table][seat], lines of its entries; None before people are seated."""
    settled_at = models.DateTimeField(null=True)
    """When its results were counted, after which its deals are open."""

    class Meta:
        verbose_name = _("manche")
        verbose_name_plural = _("manches")
        ordering = ["-starts_at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["room", "kind", "starts_at"], name="room_round_once"),
            models.CheckConstraint(condition=Q(kind__in=RoundKind.values), name="room_round_kind_known"),
            models.CheckConstraint(
                condition=Q(seating__in=RoomSeating.values), name="room_round_seating_known"
            ),
            models.CheckConstraint(
                condition=Q(ends_at__gt=models.F("starts_at")), name="room_round_ends_after_start"
            ),
        ]
        indexes = [models.Index(fields=["settled_at", "ends_at"], name="room_round_to_settle")]

    def __str__(self) -> str:
        return f"{self.room} {self.starts_at:%Y-%m-%d %H:%M}"

    @property
    def entry_ends_at(self) -> datetime:
        """Until when one may enter: half-way, or a few minutes where somebody began it at once."""
        if self.kind == RoundKind.AT_ONCE:
            return self.starts_at + min(AT_ONCE_ENTRY, (self.ends_at - self.starts_at) / 2)
        return self.starts_at + (self.ends_at - self.starts_at) / 2

    @property
    def closes_at(self) -> datetime:
        """From when on nothing counts any more."""
        return self.ends_at + GRACE

    @property
    def is_shared(self) -> bool:
        """Whether people sit at tables together."""
        return self.seating == RoomSeating.TABLES

    @property
    def position_count(self) -> int:
        return len(self.movement or ())

    @property
    def deals_of_position(self) -> int:
        """Deals that a table plays at each position; people have been seated."""
        return self.deals // self.position_count

    def position_ends_at(self, position: int) -> datetime:
        """When the tables of a position, from 0, are closed; each has the same share of the round."""
        return self.starts_at + (self.ends_at - self.starts_at) * (position + 1) / self.position_count

    def may_enter(self, now: datetime) -> bool:
        """Whether somebody may still enter; before the start, too."""
        return now < self.entry_ends_at

    def is_played(self, now: datetime) -> bool:
        """Whether cards may be played."""
        return self.starts_at <= now < self.ends_at


class RoomEntry(models.Model):
    """Somebody in a round. Once it is settled, what he made of it."""

    round = models.ForeignKey(RoomRound, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveSmallIntegerField()
    """From 1, in the order of entering: what shows of somebody who gives no name."""
    player = models.CharField(max_length=40, blank=True)
    """Who it is, as `alone.queries.daily.player_key` names an account or a browser; "" for a robot, and for a
    guest once his browser is forgotten."""
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="room_entries"
    )
    device = models.CharField(max_length=32, blank=True)
    network = models.CharField(max_length=16, blank=True)
    """Alike for those of one network in one round; it tells no address."""
    line = models.PositiveSmallIntegerField(null=True)
    """Whose seats of the round's movement are his; a robot has those that nobody holds."""
    name = models.CharField(_("nom"), max_length=LONGEST_NAME, blank=True)
    """Under which he shows himself; "" for a number."""
    is_robot = models.BooleanField(default=False)
    entered_at = models.DateTimeField(default=timezone.now)
    left_at = models.DateTimeField(null=True)
    is_excluded = models.BooleanField(_("hors classement"), default=False)
    """A director took him out: he is neither ranked nor compared with."""
    place = models.PositiveSmallIntegerField(null=True)
    percent = models.CharField(max_length=200, blank=True)
    """An exact fraction, "" without a deal that was compared."""
    compared = models.PositiveSmallIntegerField(default=0)
    """Deals that count in the percentage."""
    played = models.PositiveSmallIntegerField(default=0)
    """Deals finished."""
    halves_beaten = models.PositiveIntegerField(default=0)
    """Twice the ranked players left behind, and once those at the same place."""
    rivals = models.PositiveSmallIntegerField(default=0)
    """Other players with a place."""
    is_counted = models.BooleanField(default=False)
    """Its results are in the records of the boards."""

    class Meta:
        verbose_name = _("participant")
        verbose_name_plural = _("participants")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="room_entry_number_once"),
            models.UniqueConstraint(
                fields=["round", "player"], condition=~Q(player=""), name="room_entry_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round_id} {self.number}"


class RoomTable(models.Model):
    """One table of a round at one position: some deals, played by who sits there."""

    round = models.ForeignKey(RoomRound, on_delete=models.CASCADE, related_name="tables")
    position = models.PositiveSmallIntegerField()
    """From 0."""
    number = models.PositiveSmallIntegerField()
    """From 0."""
    free_table = models.OneToOneField(FreeTable, on_delete=models.CASCADE, related_name="room_table")

    class Meta:
        verbose_name = _("table d’une manche")
        verbose_name_plural = _("tables d’une manche")
        ordering = ["position", "number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "position", "number"], name="room_table_once"),
        ]

    def __str__(self) -> str:
        return f"{self.round_id} {self.position}.{self.number}"


class RoomPlay(models.Model):
    """One deal of a round by one of its players; at a table of several, one hand that is his to play."""

    entry = models.ForeignKey(RoomEntry, on_delete=models.CASCADE, related_name="plays")
    deal = models.PositiveSmallIntegerField(_("donne"))
    table = models.OneToOneField(PlayedTable, on_delete=models.SET_NULL, null=True, related_name="room_play")
    """None once a guest's table is deleted, and where several play."""
    at = models.ForeignKey(RoomTable, on_delete=models.SET_NULL, null=True, related_name="hands")
    """The table of several where he holds a hand."""
    seat = models.PositiveSmallIntegerField(null=True)
    """His there; None at a table of one person."""
    score = models.CharField(max_length=20, blank=True)
    """His points, kept when the round is settled; "" for a deal that was not finished in time."""
    mark = models.CharField(max_length=40, blank=True)
    """In per cent, an exact fraction; "" where there was nothing to compare."""

    class Meta:
        verbose_name = _("donne d’une manche")
        verbose_name_plural = _("donnes d’une manche")
        ordering = ["deal"]
        constraints = [
            models.UniqueConstraint(fields=["entry", "deal"], name="room_play_once"),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id} {self.deal}"


class RoomNote(models.Model):
    """Something about two players of a round that its director should look at."""

    round = models.ForeignKey(RoomRound, on_delete=models.CASCADE, related_name="notes")
    kind = models.CharField(max_length=8, choices=NoteKind)
    first = models.ForeignKey(RoomEntry, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(RoomEntry, on_delete=models.CASCADE, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("remarque")
        verbose_name_plural = _("remarques")
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["kind", "first", "second"], name="room_note_once"),
            models.CheckConstraint(condition=Q(kind__in=NoteKind.values), name="room_note_kind_known"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.first_id} {self.second_id}"


class SiteBeat(models.Model):
    """When the site was last known to live: one row."""

    ONLY = 1
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("dernier signe de vie")
        verbose_name_plural = _("derniers signes de vie")

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S}"
