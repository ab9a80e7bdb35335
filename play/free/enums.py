"""Enumerations of free tables."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Phrase(models.TextChoices):
    """The fixed phrases for players at a table."""

    LUCK = "luck", _("Bonne chance !")
    WELL_PLAYED = "well", _("Bien joué !")
    THANKS = "thanks", _("Merci !")
    MINUTE = "minute", _("Une minute, j’arrive.")
    SORRY = "sorry", _("Désolé !")
    AGAIN = "again", _("Une revanche ?")
