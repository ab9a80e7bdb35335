"""Enumerations of free tables."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Phrase(models.TextChoices):
    """All that people at a table can say to each other."""

    LUCK = "luck", _("Bonne chance !")
    WELL_PLAYED = "well", _("Bien joué !")
    THANKS = "thanks", _("Merci !")
    MINUTE = "minute", _("Une minute, j’arrive.")
    SORRY = "sorry", _("Désolé !")
    AGAIN = "again", _("Une revanche ?")
