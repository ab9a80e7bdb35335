"""Enumerations of played tables."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class TableOrigin(models.TextChoices):
    """Why a table was begun."""

    PRACTICE = "practice", _("entraînement")
    DAILY = "daily", _("donne du jour")
    AGAIN = "again", _("étui rejoué")
    ROOM = "room", _("manche d’une salle")
    FREE = "free", _("table libre")


class ActionMaker(models.TextChoices):
    """Who adds a row to the log of a table."""

    PERSON = "person", _("joueur")
    ROBOT = "robot", _("robot")
    UNDO = "undo", _("reprise")
    """The person takes back the last thing that he did, and all that the robots did since."""
    CLAIM = "claim", _("réclamation")
    """Played for everybody once a claim of all remaining tricks was accepted."""
