"""Enumerations of the games app."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.core.dealing.dealt_set import Scope
from games.core.dealing.rare_themes import RareTheme
from games.core.dealing.themes import Theme


class DealSetState(models.TextChoices):
    """State of a set of deals, from the draft to the published seed."""

    DRAFT = "draft", _("brouillon")
    SEALED = "sealed", _("scellé")
    REVEALED = "revealed", _("révélé")


class DealSetOrigin(models.TextChoices):
    """Origin of the hands of a set."""

    DEALT = "dealt", _("distribuées par l’ordinateur")
    IMPORTED = "imported", _("importées d’un fichier")
    REUSED = "reused", _("reprises d’une autre séance")
    RECORDED = "recorded", _("relevées à la table")


class DealSetScope(models.TextChoices):
    """Hands that a set holds."""

    ALL = Scope.ALL.value, _("toutes les mains")
    TAKERS = Scope.TAKERS.value, _("mains des preneurs seulement")


class DealTheme(models.TextChoices):
    """Subject of a deal made for teaching."""

    TAKER_SAVES_PETIT = Theme.TAKER_SAVES_PETIT.value, _("un petit à sauver en attaque")
    DEFENDER_SAVES_PETIT = Theme.DEFENDER_SAVES_PETIT.value, _("un petit à sauver en défense")
    MISSING_21 = Theme.MISSING_21.value, _("le 21 qui manque au preneur")


class RareDealTheme(models.TextChoices):
    """Subject of a deal of practice whose taker's hand is composed."""

    SLAM = RareTheme.SLAM.value, _("un chelem à tenter")
    AGAINST_GARDE_CONTRE = RareTheme.AGAINST_GARDE_CONTRE.value, _("une garde contre à défendre")
