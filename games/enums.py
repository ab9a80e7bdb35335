"""Enumerations of the games app."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.core.dealing.dealt_set import Scope


class DealSetState(models.TextChoices):
    DRAFT = "draft", _("brouillon")
    SEALED = "sealed", _("scellé")
    REVEALED = "revealed", _("révélé")


class DealSetOrigin(models.TextChoices):
    DEALT = "dealt", _("distribuées par l’ordinateur")
    IMPORTED = "imported", _("importées d’un fichier")
    REUSED = "reused", _("reprises d’une autre séance")
    RECORDED = "recorded", _("relevées à la table")


class DealSetScope(models.TextChoices):
    ALL = Scope.ALL.value, _("toutes les mains")
    TAKERS = Scope.TAKERS.value, _("mains des preneurs seulement")
