"""Enumerations of rooms."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class RoomAccess(models.TextChoices):
    """Groups of people admitted to a room."""

    OPEN = "open", _("tout le monde")
    MEMBERS = "members", _("les membres du club")


class RoomSeating(models.TextChoices):
    """Ways of seating the players of a room."""

    ALONE = "alone", _("chacun à sa table, contre des robots")
    TABLES = "tables", _("ensemble à des tables ; des robots prennent les places vides")


class RoomContract(models.TextChoices):
    """Ways in which a deal of a room gets its contract."""

    GARDE = "garde", _("une garde, imposée par l’étui")
    AUCTION = "auction", _("celui des enchères")


class UnplayedRule(models.TextChoices):
    """Ways of counting the deals that a player did not play."""

    LEFT_OUT = "left_out", _("elles ne comptent pas ; il faut en jouer la moitié pour être classé")
    ZERO = "zero", _("elles comptent 0 %")


class RoundKind(models.TextChoices):
    """Reasons for the start of a round."""

    RHYTHM = "rhythm", _("à l’heure de la salle")
    AT_ONCE = "at_once", _("tout de suite")


class NoteKind(models.TextChoices):
    """Suspicious pairs that a director should look at."""

    SAME_DEVICE = "device", _("deux participants sur un même appareil")
    IN_STEP = "in_step", _("depuis un même réseau, l’un commence chaque donne après que l’autre l’a finie")


class RoomBoard(models.TextChoices):
    """Boards: five of the site, a club or a room, and one of the site's free tables."""

    RATING = "cote", _("Cote")
    MARKS = "donnes", _("Moyenne des donnes")
    BEATEN = "devances", _("Joueurs devancés")
    PLACES = "points", _("Points de place")
    SCORES = "marque", _("Points par donne")
    TABLES = "tables", _("Cote des tables libres")
