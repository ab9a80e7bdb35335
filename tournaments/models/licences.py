"""A federation's list of licensees that a club keeps beside its register."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.core.naming import LICENCE_LENGTH, PERSON_NAME_LENGTH
from tournaments.enums import Series
from tournaments.models.people import Club, SearchKeyField, SortKeyField


class LicenceList(models.Model):
    """The list of licensees that a club loaded last."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="licence_list")
    name = models.CharField(_("liste"), max_length=100)
    """Name of the file."""
    loaded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    loaded_at = models.DateTimeField(_("chargée le"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("fichier des licenciés")
        verbose_name_plural = _("fichiers des licenciés")

    def __str__(self) -> str:
        return self.name


class Licensee(models.Model):
    """A line of a list of licensees. Its person may be in the register or not.

    Contact details and consents of the file are not kept.
    """

    licence_list = models.ForeignKey(LicenceList, on_delete=models.CASCADE, related_name="licensees")
    line = models.PositiveIntegerField()
    """Line of the file, from 1."""
    last_name = models.CharField(_("nom"), max_length=PERSON_NAME_LENGTH)
    first_name = models.CharField(_("prénom"), max_length=PERSON_NAME_LENGTH, blank=True)
    federation_number = models.CharField(_("numéro de licence"), max_length=LICENCE_LENGTH, blank=True)
    licence_until = models.DateField(_("licence valable jusqu’au"), null=True, blank=True)
    """Last day of the licence; None if unknown."""
    series = models.CharField(_("série"), max_length=2, choices=Series, blank=True)
    """Blank if unknown."""
    home_club = models.CharField(_("club d’origine"), max_length=120, blank=True)
    country = models.CharField(_("pays"), max_length=40, blank=True)
    category = models.CharField(_("catégorie"), max_length=40, blank=True)
    birth_year = models.PositiveSmallIntegerField(_("année de naissance"), null=True, blank=True)
    """Needed for the public name of a minor; None if unknown."""
    search_key = SearchKeyField(
        sources=("last_name", "first_name", "federation_number", "home_club"), default="", editable=False
    )
    sort_key = SortKeyField(sources=("last_name", "first_name"), default="", editable=False)

    class Meta:
        verbose_name = _("licencié")
        verbose_name_plural = _("licenciés")
        ordering = ["sort_key", "pk"]

    def __str__(self) -> str:
        return f"{self.last_name.upper()} {self.first_name}".strip()
