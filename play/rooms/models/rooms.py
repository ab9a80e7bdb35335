"""Rooms of the site: their game, rhythm, access and directors."""

from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.core.bots.choosing import RobotLevel
from games.core.dealing.dealt_game import FEDERATION_GAME
from games.core.variants.registry import find_variant
from play.rooms.enums import RoomAccess, RoomContract, RoomSeating, UnplayedRule
from tournaments.models import Club

RHYTHMS = (10, 15, 20, 30, 60)
"""Minutes from one start to the next, divisors of an hour."""
MOST_DEALS = 12
MOST_ROBOTS = 20
LONGEST_ROOM_NAME = 60


class Room(models.Model):
    """A place where all players get the same deals at the same time, against robots or with each other."""

    slug = models.SlugField(unique=True)
    name = models.CharField(_("nom"), max_length=LONGEST_ROOM_NAME)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, null=True, blank=True, related_name="rooms")
    """Club that owns the room; None for a room of the site."""
    access = models.CharField(_("qui peut jouer"), max_length=8, choices=RoomAccess, default=RoomAccess.OPEN)
    seating = models.CharField(
        _("comment on joue"), max_length=8, choices=RoomSeating, default=RoomSeating.ALONE
    )
    is_open = models.BooleanField(_("ouverte"), default=True)
    """True if rounds begin. The boards of a closed room stay visible."""
    minutes = models.PositiveSmallIntegerField(
        _("une manche toutes les"), choices=[(rhythm, f"{rhythm} min") for rhythm in RHYTHMS], default=30
    )
    deals = models.PositiveSmallIntegerField(_("donnes par manche"), default=6)
    game = models.CharField(_("jeu"), max_length=40, default=FEDERATION_GAME)
    rule_set = models.CharField(_("règles"), max_length=200, default="fft")
    """Text of the rule-set, see `games.core.rules`."""
    contract = models.CharField(_("contrat"), max_length=8, choices=RoomContract, default=RoomContract.GARDE)
    level = models.CharField(_("robots"), max_length=20, default=RobotLevel.CLUB.value)
    """`RobotLevel` of all robots at the tables."""
    unplayed = models.CharField(
        _("donnes non jouées"), max_length=8, choices=UnplayedRule, default=UnplayedRule.LEFT_OUT
    )
    robot_players = models.PositiveSmallIntegerField(_("robots au classement"), default=0)
    """Robots that play each round in the person's seat, so that a single player has rivals in the ranking."""
    has_free_words = models.BooleanField(_("mots libres"), default=False)
    """True if the club permits messages between players. A director is required as well."""
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("salle")
        verbose_name_plural = _("salles")
        ordering = ["name", "pk"]
        constraints = [
            models.CheckConstraint(condition=Q(access__in=RoomAccess.values), name="room_access_known"),
            models.CheckConstraint(condition=Q(seating__in=RoomSeating.values), name="room_seating_known"),
            models.CheckConstraint(
                condition=~Q(access=RoomAccess.MEMBERS) | Q(club__isnull=False), name="room_members_of_club"
            ),
            models.CheckConstraint(condition=Q(minutes__in=RHYTHMS), name="room_rhythm_known"),
            models.CheckConstraint(
                condition=Q(deals__gte=1, deals__lte=MOST_DEALS), name="room_deals_in_range"
            ),
            models.CheckConstraint(condition=Q(contract__in=RoomContract.values), name="room_contract_known"),
            models.CheckConstraint(condition=Q(unplayed__in=UnplayedRule.values), name="room_unplayed_known"),
            models.CheckConstraint(
                condition=Q(has_free_words=False) | Q(club__isnull=False), name="room_words_of_club"
            ),
            models.CheckConstraint(condition=Q(robot_players__lte=MOST_ROBOTS), name="room_robots_in_range"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def rhythm(self) -> timedelta:
        """Time from one start to the next, and planned duration of a round."""
        return timedelta(minutes=self.minutes)

    @property
    def lowest_wins(self) -> bool:
        """True if fewer points are better in the room's game."""
        return find_variant(self.game).lowest_wins

    def start_at(self, moment: datetime) -> datetime:
        """Return the last start of the room's rhythm at or before a moment."""
        # midnight UTC of any day serves: rhythms divide an hour
        elapsed = (moment - datetime(2000, 1, 1, tzinfo=UTC)) % self.rhythm
        return moment - elapsed


class RoomDirector(models.Model):
    """An account that directs a room, besides the keepers of its club."""

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="directors")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")

    class Meta:
        verbose_name = _("directeur de salle")
        verbose_name_plural = _("directeurs de salle")
        constraints = [
            models.UniqueConstraint(fields=["room", "user"], name="room_director_once"),
        ]

    def __str__(self) -> str:
        return f"{self.room} – {self.user}"
