"""Clubs, the people of their registers, the keepers of a club, and the merge of two records of one person."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.core.alphabet import sort_key
from tournaments.core.exchange.searching import search_key
from tournaments.core.namesakes import ToldBy
from tournaments.core.naming import (
    LICENCE_LENGTH,
    PERSON_NAME_LENGTH,
    NameStyle,
    is_minor,
    short_name,
    style_of,
)
from tournaments.enums import MembershipRole, Series


class Club(models.Model):
    """A club with its register of players and its tournaments."""

    name = models.CharField(_("nom"), max_length=120)
    slug = models.SlugField(_("adresse courte"), max_length=60, unique=True)
    city = models.CharField(_("ville"), max_length=80, blank=True)
    withholds_names = models.BooleanField(_("remplace les noms non consentis par un numéro"), default=False)
    """True if names without consent are replaced by a number, False if they are shortened."""
    table_codes = models.CharField(_("codes des cartons de table"), max_length=32, blank=True, editable=False)
    """Seed of the codes on the club's table cards; "" for no codes. New letters give new codes."""
    opens_archives = models.BooleanField(_("ouvre ses archives aux moteurs de recherche"), default=False)
    codes_lost_at = models.DateTimeField(null=True, blank=True, editable=False)
    """Time of a restore that invalidated earlier codes and links; None once they are replaced."""
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.name


class ClubPage(models.Model):
    """Texts and picture of a club's public page, and the head of its receipts.

    A club without a row shows its events alone.

    `picture` is a JPEG encoded by `people.services.club_pages`, never the uploaded file.
    """

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="page")
    presentation = models.TextField(_("présentation"), max_length=2000, blank=True)
    address = models.CharField(_("lieu habituel"), max_length=160, blank=True)
    """Place of a new event unless another one is given."""
    contact = models.CharField(_("contact"), max_length=160, blank=True)
    receipt_head = models.TextField(_("en tête des reçus"), max_length=300, blank=True)
    """Lines below the club's name on receipts: seat, registration numbers, mention of the VAT."""
    picture = models.BinaryField(_("image"), default=bytes, blank=True)

    class Meta:
        verbose_name = _("page du club")
        verbose_name_plural = _("pages des clubs")

    def __str__(self) -> str:
        return str(self.club)


class Membership(models.Model):
    """A user's right in a club."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="memberships",
        verbose_name=_("compte"),
    )
    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="memberships", verbose_name=_("club")
    )
    role = models.CharField(_("rôle"), max_length=12, choices=MembershipRole)

    class Meta:
        verbose_name = _("rôle dans un club")
        verbose_name_plural = _("rôles dans les clubs")
        constraints = [
            models.UniqueConstraint(fields=["user", "club"], name="membership_one_per_club"),
            models.CheckConstraint(condition=Q(role__in=MembershipRole.values), name="membership_role_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user} – {self.club}"


class RegisterManager(models.Manager["Person"]):
    """Manager of real people, also behind `club.people`. `Person.everybody` also has the fictitious ones.

    An erased person is in no register, only in their past events and in `Person.everybody`.
    """

    def get_queryset(self) -> "models.QuerySet[Person]":
        return super().get_queryset().filter(is_fictitious=False, erased_at=None)


class KeyField(models.TextField):  # type: ignore[type-arg]
    """A text computed from other fields of the row whenever the row is saved.

    Like the dates of `auto_now`, it is skipped by `update` and by an `update_fields` without it.
    """

    def __init__(self, *args: Any, sources: Sequence[str] = (), **options: Any) -> None:
        super().__init__(*args, **options)
        self.sources = tuple(sources)

    def deconstruct(self) -> Any:
        """Return the field as a plain TextField, so that migrations do not depend on this class."""
        name, _path, args, options = super().deconstruct()
        return name, "django.db.models.TextField", args, options

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        key = self.key_of([getattr(model_instance, name) for name in self.sources])
        # the object gets the key, too, so that it equals the stored row
        setattr(model_instance, self.attname, key)
        return key

    @staticmethod
    def key_of(texts: Sequence[str]) -> str:
        """Return the text for the values of the sources."""
        raise NotImplementedError


class SearchKeyField(KeyField):
    """Text that a search looks into."""

    @staticmethod
    def key_of(texts: Sequence[str]) -> str:
        """Return the words that a search finds."""
        return search_key(texts)


class SortKeyField(KeyField):
    """Sort key of lists, the same in the database as in Python."""

    @staticmethod
    def key_of(texts: Sequence[str]) -> str:
        """Return the sort key; "" for empty sources."""
        return sort_key(*texts) if any(texts) else ""


class WithheldField(models.BooleanField):  # type: ignore[type-arg]
    """True if a name without consent becomes a number. A new row copies the club's choice.

    The club's page of names updates it for all people at once. Pages therefore need no club beside the
    person.
    """

    def deconstruct(self) -> Any:
        """Return the field as a plain BooleanField, so that migrations do not depend on this class."""
        name, _path, args, options = super().deconstruct()
        return name, "django.db.models.BooleanField", args, options

    def pre_save(self, model_instance: models.Model, add: bool) -> bool:
        # existing rows keep their value: the page of names writes a new choice to all of them
        if add:
            setattr(model_instance, self.attname, model_instance.club.withholds_names)  # type: ignore[attr-defined]
        return bool(getattr(model_instance, self.attname))


PRIVATE_FIELDS = frozenset({"birth_year", "email", "phone"})
"""Fields of a person whose values never reach the trace."""
CONSENTS = frozenset({"shows_full_name", "wants_results"})
"""Consents of a person, never taken over from another record."""
NUMBER_ALONE: dict[str, Any] = {
    "last_name__startswith": "#",
    "user": None,
    "licence_until": None,
    "birth_year": None,
    "left_on": None,
    "series": Series.UNRANKED,
    "wants_results": False,
    "shows_full_name": False,
    "first_name": "",
    "federation_number": "",
    "home_club": "",
    "household": "",
    "country": "",
    "category": "",
    "email": "",
    "phone": "",
    "language": "",
    "link_nonce": "",
}
"""Values of an erased person. The family name is "#" with a number."""


class Person(models.Model):
    """A player in the register of one club. A fictitious one plays in practice events alone.

    Contact details, the year of birth and the household (one word for relatives) are private.
    `tournaments.core.naming` decides the name on public pages. `user` is the account of a person who also
    works at the desk, since a player must not read sealed cards. An erased person keeps results and a number,
    nothing else.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="people")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="people"
    )
    last_name = models.CharField(_("nom"), max_length=PERSON_NAME_LENGTH)
    first_name = models.CharField(_("prénom"), max_length=PERSON_NAME_LENGTH, blank=True)
    federation_number = models.CharField(_("numéro de licence"), max_length=LICENCE_LENGTH, blank=True)
    licence_until = models.DateField(_("licence valable jusqu’au"), null=True, blank=True)
    """Last day of the licence; None if unknown."""
    series = models.CharField(_("série"), max_length=2, choices=Series, default=Series.UNRANKED)
    home_club = models.CharField(_("club d’origine"), max_length=120, blank=True)
    household = models.CharField(_("foyer"), max_length=40, blank=True)
    country = models.CharField(_("pays"), max_length=40, blank=True)
    category = models.CharField(_("catégorie"), max_length=40, blank=True)
    birth_year = models.PositiveSmallIntegerField(_("année de naissance"), null=True, blank=True)
    left_on = models.DateField(_("a quitté le club le"), null=True, blank=True)
    """Day from which lists and searches show the person after the members; None for a member."""
    email = models.EmailField(_("adresse électronique"), blank=True)
    phone = models.CharField(_("téléphone"), max_length=30, blank=True)
    wants_results = models.BooleanField(_("reçoit ses résultats par courriel"), default=False)
    language = models.CharField(_("langue"), max_length=5, choices=settings.LANGUAGES, blank=True)
    """Language of messages to the person; blank if unknown.

    The language of an account has priority: `reads_in`.
    """
    link_nonce = models.CharField(max_length=32, blank=True, editable=False)
    """Nonce of the private link to all results of the person; blank for no link.

    The link's secret is computed from it and a key of the installation (`LinkKey`).
    """
    shows_full_name = models.BooleanField(_("accepte d’être nommé publiquement"), default=False)
    refuses_full_name = models.BooleanField(default=False, editable=False)
    """True if a consent was withdrawn or refused. A consent for the whole club skips such people."""
    is_withheld = WithheldField(_("remplacé par un numéro sans accord"), default=False, editable=False)
    is_fictitious = models.BooleanField(_("fictif"), default=False, editable=False)
    erased_at = models.DateTimeField(_("effacé le"), null=True, blank=True, editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    search_key = SearchKeyField(
        sources=("last_name", "first_name", "federation_number", "home_club"), default="", editable=False
    )

    sort_key = SortKeyField(sources=("last_name", "first_name"), default="", editable=False)

    told_by = models.CharField(
        max_length=8, choices=[(reason, reason) for reason in ToldBy], blank=True, editable=False
    )
    """Kind of text that distinguishes the full name from a namesake's, "" without one.

    See `people.services.namesakes`.
    """
    namesake_number = models.PositiveIntegerField(default=0, editable=False)
    """Number among the people of the same full name, from 1; 0 for a unique name."""
    public_number = models.PositiveIntegerField(default=0, editable=False)
    """Number among the people of the same public name, from 1; 0 for a unique name."""

    # the first manager is the default one, which `club.people` uses
    objects = RegisterManager()
    everybody: "models.Manager[Person]" = models.Manager()

    class Meta:
        verbose_name = _("joueur")
        verbose_name_plural = _("joueurs")
        ordering = ["sort_key", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "federation_number"],
                # many players have no licence number
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
            models.CheckConstraint(
                condition=Q(language__in=["", *dict(settings.LANGUAGES)]), name="person_language_known"
            ),
            # a service that writes to an erased person is refused, whatever it read before
            models.CheckConstraint(
                condition=Q(erased_at=None) | Q(**NUMBER_ALONE), name="person_erased_whole"
            ),
        ]

    def __str__(self) -> str:
        """Return the full name and, for a person with a namesake, the text that distinguishes them."""
        distinction = self._distinction
        return f"{self.full_name} ({distinction})" if distinction else self.full_name

    @classmethod
    def register_fields(cls) -> tuple[str, ...]:
        """Return the fields of the register that are filled in by hand, in the order above.

        Merging, erasing and the page that compares two people use it. A field computed by the site is
        declared `editable=False` and excluded.
        """
        fields = cls._meta.concrete_fields
        return tuple(
            field.name
            for field in fields
            if field.editable and not field.is_relation and not field.primary_key
        )

    @property
    def full_name(self) -> str:
        """Full name, family name first, as on federation lists: "DURAND Anne"; a number for an erased person.

        Lists show `str(person)`, which also distinguishes namesakes.
        """
        return self._number if self.erased_at else f"{self.last_name.upper()} {self.first_name}".strip()

    @property
    def reads_in(self) -> str:
        """Language of the account, or else of the register; "" for neither.

        A query for the account unless it is loaded.
        """
        return (self.user.language if self.user else "") or self.language

    @property
    def public_style(self) -> NameStyle:
        """Style of the public name."""
        return style_of(
            consents=self.shows_full_name,
            is_minor=is_minor(self.birth_year, timezone.localdate().year),
            is_withheld=self.is_withheld,
            is_erased=self.erased_at is not None,
        )

    @property
    def public_name(self) -> str:
        """Public name: "DURAND Anne", "Anne D.", "Anne D. (2)" or "Joueur 12"."""
        name = self.lone_public_name
        return f"{name} ({self.public_number})" if name and self.public_number > 1 else name or self._number

    @property
    def lone_public_name(self) -> str:
        """Public name without a number among namesakes; "" if a number replaces the name."""
        style = self.public_style
        if style is NameStyle.NUMBER:
            return ""
        return self.full_name if style is NameStyle.FULL else short_name(self.first_name, self.last_name)

    @property
    def _distinction(self) -> str:
        """Text behind the full name for organisers and on papers, "" for none."""
        if self.told_by == ToldBy.CLUB:
            return self.home_club
        if self.told_by == ToldBy.LICENCE and self.federation_number:
            return gettext("licence %(number)s") % {"number": self.federation_number}
        is_numbered = self.told_by == ToldBy.NUMBER and self.namesake_number > 1
        return str(self.namesake_number) if is_numbered else ""

    @property
    def _number(self) -> str:
        # an object that is not stored yet has no id
        return gettext("Joueur %(number)d") % {"number": self.pk or 0}


class PersonMerge(models.Model):
    """The removal of one of two records of a person, after all its data moved to the other record.

    `removed` holds the fields of the removed record, contact details included, until the merge can no longer
    be undone. `filled` lists the blank fields of the other record that took over values. `moved` holds the
    rows that changed owner, by relation.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="merges")
    kept = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="merges")
    removed = models.JSONField()
    filled = models.JSONField(default=list)
    moved = models.JSONField()
    merged_at = models.DateTimeField(default=timezone.now, editable=False)
    merged_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        verbose_name = _("fusion de deux joueurs")
        verbose_name_plural = _("fusions de joueurs")
        ordering = ["-merged_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.removed['last_name']} {self.removed['first_name']} → {self.kept}"


class RegisterChange(models.Model):
    """A change of many people of a register at once, by a list or by a consent of all. It can be undone."""

    class Kind(models.TextChoices):
        """Origin of a change."""

        IMPORT = "import", _("liste importée")
        CONSENT = "consent", _("accord de tous")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="register_changes")
    kind = models.CharField(max_length=8, choices=Kind)
    name = models.CharField(max_length=100, blank=True)
    """Name of the file."""
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        verbose_name = _("changement du registre")
        verbose_name_plural = _("changements du registre")
        ordering = ["-made_at", "-pk"]

    def __str__(self) -> str:
        return self.name or self.get_kind_display()


class ChangedPerson(models.Model):
    """One person in a change of many, with the fields before and after. `before` is None for a new person.

    The person is referenced by id alone: the row may be deleted, and restored when a merge is undone.
    """

    change = models.ForeignKey(RegisterChange, on_delete=models.CASCADE, related_name="people")
    person_key = models.BigIntegerField(db_index=True)
    before = models.JSONField(null=True)
    after = models.JSONField()

    class Meta:
        verbose_name = _("personne changée")
        verbose_name_plural = _("personnes changées")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["change", "person_key"], name="changed_person_once_in_change")
        ]
