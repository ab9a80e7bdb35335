"""Enumerations of conduct."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class ReportReason(models.TextChoices):
    """Reasons for a report about a player."""

    RUDE = "rude", _("un nom ou des mots déplacés")
    COLLUSION = "collusion", _("s’entend avec un autre joueur")
    SPOILS = "spoils", _("gâche la partie : joue exprès mal, fait attendre, part")
    OTHER = "other", _("autre chose")
