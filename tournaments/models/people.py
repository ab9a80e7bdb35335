"""Clubs, the people they know, and who may act for a club."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.core.exchange.searching import search_key
from tournaments.enums import MembershipRole, Series

if TYPE_CHECKING:
    from tournaments.models.events import Tournament


class Club(models.Model):
    """A club: it owns its register of players and its tournaments."""

    name = models.CharField(_("nom"), max_length=120)
    slug = models.SlugField(_("adresse courte"), max_length=60, unique=True)
    city = models.CharField(_("ville"), max_length=80, blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """A user's right in a club."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(_("rôle"), max_length=12, choices=MembershipRole)

    class Meta:
        verbose_name = _("droit dans un club")
        verbose_name_plural = _("droits dans les clubs")
        constraints = [
            models.UniqueConstraint(fields=["user", "club"], name="membership_one_per_club"),
            models.CheckConstraint(condition=Q(role__in=MembershipRole.values), name="membership_role_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user} – {self.club}"


class PersonQuerySet(models.QuerySet["Person"]):
    """Filters in the words of the house."""

    def of_event(self, tournament: "Tournament") -> "PersonQuerySet":
        """Who may be entered there: the register, or the fictitious people where one only practises."""
        return self.filter(club=tournament.club_id, is_fictitious=tournament.is_practice)


class RegisterManager(models.Manager["Person"]):
    """Real people alone, also behind `club.people`; `Person.everybody` has the fictitious ones too."""

    def get_queryset(self) -> PersonQuerySet:
        return PersonQuerySet(self.model, using=self._db).filter(is_fictitious=False)


class SearchKeyField(models.TextField):  # type: ignore[type-arg]
    """What a search looks into, made from other fields of the row whenever the row is written.

    Like the dates of `auto_now`, it is left out by `update` and by an `update_fields` without it.
    """

    def __init__(self, *args: Any, sources: Sequence[str] = (), **options: Any) -> None:
        super().__init__(*args, **options)
        self.sources = tuple(sources)

    def deconstruct(self) -> Any:
        """For the database it is a text like any other."""
        name, _path, args, options = super().deconstruct()
        return name, "django.db.models.TextField", args, options

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        key = search_key(getattr(model_instance, name) for name in self.sources)
        setattr(model_instance, self.attname, key)
        return key


class Person(models.Model):
    """Somebody who plays, in the register of one club; a fictitious one plays in practice events alone.

    Contact details, the year of birth and the household (one word for relatives) are private. Without
    `shows_full_name` public pages shorten the family name. `user` is the account of somebody who also works
    at the desk: whoever plays reads no sealed cards.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="people")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="people"
    )
    last_name = models.CharField(_("nom"), max_length=80)
    first_name = models.CharField(_("prénom"), max_length=80, blank=True)
    federation_number = models.CharField(_("numéro de licence"), max_length=20, blank=True)
    series = models.CharField(_("série"), max_length=2, choices=Series, default=Series.UNRANKED)
    home_club = models.CharField(_("club d’origine"), max_length=120, blank=True)
    household = models.CharField(_("foyer"), max_length=40, blank=True)
    country = models.CharField(_("pays"), max_length=40, blank=True)
    category = models.CharField(_("catégorie"), max_length=40, blank=True)
    birth_year = models.PositiveSmallIntegerField(_("année de naissance"), null=True, blank=True)
    licence_until = models.DateField(_("licence valable jusqu’au"), null=True, blank=True)
    """Last day; None when nobody said."""
    email = models.EmailField(_("adresse électronique"), blank=True)
    phone = models.CharField(_("téléphone"), max_length=30, blank=True)
    wants_results = models.BooleanField(_("reçoit ses résultats par courrier électronique"), default=False)
    shows_full_name = models.BooleanField(_("accepte d’être nommé publiquement"), default=False)
    is_fictitious = models.BooleanField(_("fictif"), default=False, editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    search_key = SearchKeyField(
        sources=("last_name", "first_name", "federation_number", "home_club"), default="", editable=False
    )

    objects = RegisterManager()
    everybody = PersonQuerySet.as_manager()

    class Meta:
        verbose_name = _("joueur")
        verbose_name_plural = _("joueurs")
        ordering = ["last_name", "first_name", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "federation_number"],
                condition=~Q(federation_number=""),
                name="person_federation_number_unique_in_club",
            ),
            models.UniqueConstraint(
                fields=["club", "user"], condition=Q(user__isnull=False), name="person_account_once_in_club"
            ),
            models.CheckConstraint(condition=Q(series__in=Series.values), name="person_series_known"),
            models.CheckConstraint(condition=~Q(last_name=""), name="person_has_a_last_name"),
            models.CheckConstraint(
                condition=Q(birth_year=None) | Q(birth_year__range=(1900, 2100)),
                name="person_birth_year_of_somebody_alive",
            ),
        ]

    def __str__(self) -> str:
        return self.full_name

    @property
    def full_name(self) -> str:
        """Family name first, as on federation lists: "DURAND Anne"."""
        return f"{self.last_name.upper()} {self.first_name}".strip()

    @property
    def public_name(self) -> str:
        """The name that anybody may read: "Anne D." without consent."""
        if self.shows_full_name:
            return self.full_name
        return f"{self.first_name} {self.last_name[:1].upper()}.".strip()
