"""Keys from which the secret parts of codes and private links are made."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class LinkKey(models.Model):
    """The key of one kind of link. It is part of the database, so that printed links work after a restore."""

    purpose = models.CharField(_("usage"), max_length=60, unique=True)
    """Kind of link: a value of `tournaments.enums.LinkPurpose`."""
    key = models.CharField(_("clé"), max_length=64)
    """Key of 32 bytes in hexadecimal digits."""

    class Meta:
        verbose_name = _("clé de liens")
        verbose_name_plural = _("clés de liens")

    def __str__(self) -> str:
        return self.purpose
