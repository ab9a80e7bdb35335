"""Enumerations of the games app."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class DealSetState(models.TextChoices):
    DRAFT = "draft", _("brouillon")
    SEALED = "sealed", _("scellé")
    REVEALED = "revealed", _("révélé")
