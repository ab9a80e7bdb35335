"""Enumerations of played tables."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class TableOrigin(models.TextChoices):
    """Reasons for beginning a table."""

    PRACTICE = "practice", _("entraînement")
    DAILY = "daily", _("donne du jour")
    AGAIN = "again", _("étui rejoué")
    ROOM = "room", _("manche d’une salle")
    FREE = "free", _("table libre")


class ActionMaker(models.TextChoices):
    """Makers of a row in the log of a table."""

    PERSON = "person", _("joueur")
    ROBOT = "robot", _("robot")
    UNDO = "undo", _("reprise")
    """Undo of the person's last action and all later ones of robots."""
    CLAIM = "claim", _("réclamation")
    """Actions played for all seats after an accepted claim of the remaining tricks."""
