"""Several tournaments as one: a simultaneous over sites with the same deals, or a championship."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.enums import CompetitionKind, CompetitionMethod, Visibility
from tournaments.models.events import Tournament
from tournaments.models.people import Club


class Competition(models.Model):
    """Tournaments ranked together. This row numbers the versions of the ranking."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="competitions")
    name = models.CharField(_("nom"), max_length=120)
    slug = models.SlugField(_("adresse courte"), max_length=80, unique=True)
    kind = models.CharField(_("genre"), max_length=12, choices=CompetitionKind)
    method = models.CharField(
        _("mode de calcul"), max_length=8, choices=CompetitionMethod, default=CompetitionMethod.SUM
    )
    best_events = models.PositiveSmallIntegerField(_("meilleurs tournois comptés"), null=True, blank=True)
    """Number of a unit's best events that count; None for all."""
    least_events = models.PositiveSmallIntegerField(_("tournois joués, au moins"), default=1)
    """Fewest events for a place in the ranking."""
    visibility = models.CharField(
        _("résultats visibles"), max_length=10, choices=Visibility, default=Visibility.PRIVATE
    )
    join_code = models.CharField(_("code d’accès"), max_length=20, unique=True)
    """Code that the organiser of a site enters to join with a tournament of another club."""
    version = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("compétition")
        verbose_name_plural = _("compétitions")
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=CompetitionKind.values), name="competition_kind_known"
            ),
            models.CheckConstraint(
                condition=Q(method__in=CompetitionMethod.values), name="competition_method_known"
            ),
            models.CheckConstraint(
                condition=Q(visibility__in=Visibility.values), name="competition_visibility_known"
            ),
            models.CheckConstraint(
                condition=Q(best_events=None) | Q(best_events__gte=1), name="competition_counts_events"
            ),
            models.CheckConstraint(condition=Q(least_events__gte=1), name="competition_least_from_one"),
        ]

    def __str__(self) -> str:
        return self.name


class CompetitionMember(models.Model):
    """A tournament of a competition: a site of a simultaneous, an event of a championship."""

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="members")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="competitions")
    coefficient = models.DecimalField(_("coefficient"), max_digits=6, decimal_places=3, default=1)
    site = models.CharField(_("lieu"), max_length=80, blank=True)

    class Meta:
        verbose_name = _("tournoi d’une compétition")
        verbose_name_plural = _("tournois des compétitions")
        ordering = ["tournament__starts_on", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["competition", "tournament"], name="competition_member_once"),
            models.CheckConstraint(condition=Q(coefficient__gt=0), name="competition_coefficient_above_zero"),
        ]

    def __str__(self) -> str:
        return self.site or str(self.tournament)


class SiteFile(models.Model):
    """The results of a site of a simultaneous on another installation, as its file states them."""

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="site_files")
    site = models.CharField(_("lieu"), max_length=80)
    document = models.JSONField()
    """The file in the format of `seasons/queries/site_files.py`."""
    received_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("fichier d’un lieu")
        verbose_name_plural = _("fichiers des lieux")
        ordering = ["competition", "site"]
        constraints = [
            models.UniqueConstraint(fields=["competition", "site"], name="site_file_one_for_a_site"),
        ]

    def __str__(self) -> str:
        return self.site


class CompetitionRequest(models.Model):
    """A change for the next refresh of the ranking.

    It is written with the change and deleted by the refresh.
    """

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="requests")
    created_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return str(self.pk)


class CompetitionSnapshot(models.Model):
    """One version of the ranking of a competition.

    `rows` has the format of `queries/competition_standings.py`.
    """

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="snapshots")
    version = models.PositiveIntegerField()
    rows = models.JSONField()
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("classement d’une compétition")
        verbose_name_plural = _("classements des compétitions")
        ordering = ["competition", "-version"]
        constraints = [
            models.UniqueConstraint(fields=["competition", "version"], name="competition_version_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.competition} v{self.version}"
