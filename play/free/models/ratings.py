"""Rated matches of free tables, and the ratings of accounts."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from play.free.models.tables import FreeTable
from tournaments.core.ranking.rating import Rating


class RatedMatch(models.Model):
    """A match that moves ratings, since an account held every seat when it began."""

    table = models.ForeignKey(FreeTable, on_delete=models.CASCADE, related_name="rated_matches")
    match = models.PositiveSmallIntegerField()
    settled_at = models.DateTimeField(null=True, db_index=True)
    """Time at which ratings moved."""

    class Meta:
        app_label = "games"
        constraints = [
            models.UniqueConstraint(fields=["table", "match"], name="rated_match_once"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id} {self.match}"


class RatedSeat(models.Model):
    """The account at a seat when a rated match began. The match counts for this account to the end."""

    rated = models.ForeignKey(RatedMatch, on_delete=models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="rated_seats")
    place = models.PositiveSmallIntegerField(null=True)
    before = models.FloatField(null=True)
    """Rating before the match."""
    after = models.FloatField(null=True)

    class Meta:
        app_label = "games"
        ordering = ["seat"]
        constraints = [
            models.UniqueConstraint(fields=["rated", "seat"], name="rated_seat_once"),
        ]

    def __str__(self) -> str:
        return f"{self.seat} {self.owner_id}"


class KeptRating(models.Model):
    """The estimated strength of an account."""

    value = models.FloatField()
    deviation = models.FloatField()
    volatility = models.FloatField()
    games = models.PositiveIntegerField()

    class Meta:
        abstract = True

    @property
    def rating(self) -> Rating:
        return Rating(self.value, self.deviation, self.volatility, self.games)


class TableRating(KeptRating):
    """The estimated strength of an account over the rated matches of free tables."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="table_rating"
    )

    class Meta:
        verbose_name = _("cote des tables libres")
        verbose_name_plural = _("cotes des tables libres")

    def __str__(self) -> str:
        return f"{self.user_id} {self.value:.0f}"
