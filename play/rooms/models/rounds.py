"""Rounds of a room: sealed deals, entries, tables and the plays of each entry."""

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
"""Time for entering a round that a player began at once."""
GRACE = timedelta(seconds=10)
"""Time after the end in which robots may finish a deal whose last card was played in time."""


class RoomRound(models.Model):
    """The same deals for all entrants, between two moments."""

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="rounds")
    kind = models.CharField(max_length=8, choices=RoundKind, default=RoundKind.RHYTHM)
    starts_at = models.DateTimeField(_("départ"), db_index=True)
    ends_at = models.DateTimeField(_("fin"))
    deals = models.PositiveSmallIntegerField(_("donnes"))
    deal_set = models.OneToOneField(DealSet, on_delete=models.PROTECT, null=True, related_name="room_round")
    """Deals, sealed when the round begins; None before."""
    robot_seed = models.PositiveBigIntegerField()
    """Seed of the robots at all tables of the round."""
    seating = models.CharField(max_length=8, choices=RoomSeating, default=RoomSeating.ALONE)
    """Seating of the room when the round was created."""
    movement = models.JSONField(null=True)
    """players[position][table][seat] as lines of the entries; None before people are seated."""
    settled_at = models.DateTimeField(null=True)
    """Time at which the results were settled. The deals are open from then on."""

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
        """End of the entry period: half-way, or a few minutes for a round begun at once."""
        if self.kind == RoundKind.AT_ONCE:
            return self.starts_at + min(AT_ONCE_ENTRY, (self.ends_at - self.starts_at) / 2)
        return self.starts_at + (self.ends_at - self.starts_at) / 2

    @property
    def closes_at(self) -> datetime:
        """Time from which no result counts any more."""
        return self.ends_at + GRACE

    @property
    def is_shared(self) -> bool:
        """True if people sit at tables together."""
        return self.seating == RoomSeating.TABLES

    @property
    def position_count(self) -> int:
        return len(self.movement or ())

    @property
    def deals_of_position(self) -> int:
        """Deals that a table plays at each position. Only after people are seated."""
        return self.deals // self.position_count

    def position_ends_at(self, position: int) -> datetime:
        """Return the closing time of a position, from 0. Each has the same share of the round."""
        return self.starts_at + (self.ends_at - self.starts_at) * (position + 1) / self.position_count

    def may_enter(self, now: datetime) -> bool:
        """Return whether players may enter, also before the start."""
        return now < self.entry_ends_at

    def is_played(self, now: datetime) -> bool:
        """Return whether cards may be played."""
        return self.starts_at <= now < self.ends_at


class RoomEntry(models.Model):
    """A player's or robot's entry in a round, with its results once the round is settled."""

    round = models.ForeignKey(RoomRound, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveSmallIntegerField()
    """Number from 1 in the order of entry. Shown for a player without a name."""
    player = models.CharField(max_length=40, blank=True)
    """Key of an account or a browser by `alone.queries.daily.player_key`; "" for a robot and for a guest
    whose data were deleted."""
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="room_entries"
    )
    device = models.CharField(max_length=32, blank=True)
    network = models.CharField(max_length=16, blank=True)
    """Keyed hash of the network, equal for clients of one network in one round. It reveals no address."""
    line = models.PositiveSmallIntegerField(null=True)
    """Line of the round's movement whose seats the entry holds. Robots hold the lines without a person."""
    name = models.CharField(_("nom"), max_length=LONGEST_NAME, blank=True)
    """Shown name; "" for a number."""
    is_namesake = models.BooleanField(default=False)
    """True if another player of the round has this name, so that the number stands beside it."""
    is_robot = models.BooleanField(default=False)
    entered_at = models.DateTimeField(default=timezone.now)
    left_at = models.DateTimeField(null=True)
    is_excluded = models.BooleanField(_("hors classement"), default=False)
    """True if a director excluded the entry from ranking and comparison."""
    place = models.PositiveSmallIntegerField(null=True)
    percent = models.CharField(max_length=200, blank=True)
    """Exact fraction; "" without a compared deal."""
    compared = models.PositiveSmallIntegerField(default=0)
    """Number of deals in the percentage."""
    played = models.PositiveSmallIntegerField(default=0)
    """Number of deals finished."""
    halves_beaten = models.PositiveIntegerField(default=0)
    """Twice the ranked players beaten, plus one for each player at the same place."""
    rivals = models.PositiveSmallIntegerField(default=0)
    """Number of other players with a place."""
    is_counted = models.BooleanField(default=False)
    """True if the results are included in the records of the boards."""

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
    """One table of a round at one position, for some deals of the round."""

    round = models.ForeignKey(RoomRound, on_delete=models.CASCADE, related_name="tables")
    position = models.PositiveSmallIntegerField()
    """Position, from 0."""
    number = models.PositiveSmallIntegerField()
    """Table number within the position, from 0."""
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
    """One deal of a round by one entry; at a shared table, one hand that the entry has to play."""

    entry = models.ForeignKey(RoomEntry, on_delete=models.CASCADE, related_name="plays")
    deal = models.PositiveSmallIntegerField(_("donne"))
    table = models.OneToOneField(PlayedTable, on_delete=models.SET_NULL, null=True, related_name="room_play")
    """Table of one person; None at a shared table and after a guest's table is deleted."""
    at = models.ForeignKey(RoomTable, on_delete=models.SET_NULL, null=True, related_name="hands")
    """Shared table of the hand; None at a table of one person."""
    seat = models.PositiveSmallIntegerField(null=True)
    """Seat at the shared table; None at a table of one person."""
    score = models.CharField(max_length=20, blank=True)
    """Points, stored when the round is settled; "" for a deal not finished in time."""
    mark = models.CharField(max_length=40, blank=True)
    """Mark in percent, an exact fraction; "" without a comparison."""

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
    """A suspicious pair of players in a round, for the room's director."""

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
    """Last sign of life of the site, in a single row."""

    ONLY = 1
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("dernier signe de vie")
        verbose_name_plural = _("derniers signes de vie")

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S}"
