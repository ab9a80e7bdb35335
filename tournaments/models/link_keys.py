"""Keys from which the secret parts of codes and private links are made."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class LinkKey(models.Model):
    """The key of one kind of link. It travels with the database: a restored site opens what it printed."""

    purpose = models.CharField(_("usage"), max_length=60, unique=True)
    """A value of `tournaments.enums.LinkPurpose`."""
    key = models.CharField(_("clé"), max_length=64)
    """32 bytes in hexadecimal digits."""

    class Meta:
        verbose_name = _("clé de liens")
        verbose_name_plural = _("clés de liens")

    def __str__(self) -> str:
        return self.purpose
