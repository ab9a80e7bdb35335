"""Seasons of a club, its tables of points, and the result of each person in each event."""

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.enums import SeasonMeasure
from tournaments.models.events import Tournament
from tournaments.models.people import Club, Person


class Season(models.Model):
    """A period of a club's events whose points or percentages are added up."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="seasons")
    name = models.CharField(_("nom"), max_length=80)
    starts_on = models.DateField(_("premier jour"))
    ends_on = models.DateField(_("dernier jour"))
    best_events = models.PositiveSmallIntegerField(_("meilleurs tournois comptés"), null=True, blank=True)
    """Number of a person's best events that count; None for all."""
    least_events = models.PositiveSmallIntegerField(_("tournois pour le prix de régularité"), default=1)
    measure = models.CharField(
        _("ce qui s’ajoute"), max_length=8, choices=SeasonMeasure, default=SeasonMeasure.POINTS
    )

    class Meta:
        verbose_name = _("saison")
        verbose_name_plural = _("saisons")
        ordering = ["-starts_on", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "name"], name="season_name_unique"),
            models.CheckConstraint(condition=Q(ends_on__gte=F("starts_on")), name="season_ends_after_start"),
            models.CheckConstraint(
                condition=Q(best_events=None) | Q(best_events__gte=1), name="season_counts_events"
            ),
            models.CheckConstraint(condition=Q(least_events__gte=1), name="season_least_from_one"),
            models.CheckConstraint(
                condition=Q(measure__in=SeasonMeasure.values), name="season_measure_known"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def adds_percent(self) -> bool:
        """True if means of evenings are added up, in per cent."""
        return self.measure == SeasonMeasure.PERCENT

    @property
    def adds_tariff_points(self) -> bool:
        """True if points of the club's table are added up."""
        return self.measure == SeasonMeasure.POINTS


class SeasonTariff(models.Model):
    """One edition of a club's table of points, in force from a day until the next edition.

    `bands` is a list of objects, by size of the field: `least_field`, `points` by place and `attendance`. The
    points are exact text ("40", "2.5").
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="season_tariffs")
    valid_from = models.DateField(_("en vigueur depuis"))
    bands = models.JSONField(_("barème"))

    class Meta:
        verbose_name = _("barème")
        verbose_name_plural = _("barèmes")
        ordering = ["-valid_from"]
        constraints = [
            models.UniqueConstraint(fields=["club", "valid_from"], name="season_tariff_one_a_day"),
        ]

    def __str__(self) -> str:
        return f"{self.club} {self.valid_from}"


class SeasonCoefficient(models.Model):
    """Weight of an event in its season if it is not 1. A weight of 0 excludes the event."""

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="season_coefficient")
    coefficient = models.DecimalField(_("coefficient"), max_digits=6, decimal_places=3)

    class Meta:
        verbose_name = _("coefficient de saison")
        verbose_name_plural = _("coefficients de saison")
        constraints = [
            models.CheckConstraint(condition=Q(coefficient__gte=0), name="season_coefficient_from_zero"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament} ×{self.coefficient}"


class EventRecord(models.Model):
    """The result of one person in one finished public event. It is rebuilt when the event changes.

    The sums are exact text (fractions). The rating is the one after the event, null for a person without a
    rating. `rating_period` counts the club's rated sessions, so that missed ones are known.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="records")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="records")
    place = models.PositiveIntegerField(null=True, blank=True)
    field_size = models.PositiveIntegerField(default=0)
    """Number of units with a place."""
    season_points = models.CharField(max_length=60, blank=True)
    """Points in the season; "" if no table of points was in force."""
    duplicate_total = models.CharField(max_length=200, default="0")
    """Sum of the marks of the person's own deals, in per cent."""
    duplicate_deals = models.PositiveIntegerField(default=0)
    event_points = models.CharField(max_length=60, blank=True, default="")
    """Points in the ranking where it adds up points of players, the most winning; "" elsewhere."""
    handicap_points = models.CharField(max_length=60, blank=True, default="")
    """The same points with the handicap of the event."""
    free_total = models.IntegerField(default=0)
    free_deals = models.PositiveIntegerField(default=0)
    rating_value = models.FloatField(null=True, blank=True)
    rating_deviation = models.FloatField(null=True, blank=True)
    rating_volatility = models.FloatField(null=True, blank=True)
    rating_games = models.PositiveIntegerField(default=0)
    rating_period = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("bilan d’un tournoi")
        verbose_name_plural = _("bilans des tournois")
        ordering = ["tournament", "place", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "person"], name="event_record_once"),
        ]

    def __str__(self) -> str:
        return f"{self.person} – {self.tournament}"


class RecordsRequest(models.Model):
    """An event whose records must be rebuilt. It is written with the change and deleted by the refresh."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="records_requests")
    created_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return str(self.pk)
