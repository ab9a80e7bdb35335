"""`manage.py make_demo_rooms`: rooms for the demonstration at a first start."""

from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from play.rooms.enums import RoomAccess, RoomSeating
from play.rooms.models import Room
from play.rooms.services.rooms import open_room
from tournaments.models import Club

ROBOT_PLAYERS = 5
"""Robots in the ranking of the demonstration's room, so that its first visitor has a place."""


class Command(BaseCommand):
    help = "Ouvre trois salles de démonstration : deux du site, une du club, s’il n’y en a aucune."

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        keeper = User.objects.filter(is_superuser=True).order_by("pk").first()
        if keeper is None or Room.objects.exists():
            return
        open_room(
            club=None,
            opened_by=keeper,
            name=_("Salle de la demi-heure"),
            minutes=30,
            deals=6,
            robot_players=ROBOT_PLAYERS,
        )
        open_room(
            club=None,
            opened_by=keeper,
            name=_("Tables de la demi-heure"),
            seating=RoomSeating.TABLES,
            minutes=30,
            deals=6,
        )
        club = Club.objects.order_by("pk").first()
        if club is not None:
            open_room(
                club=club,
                opened_by=keeper,
                name=_("Salle des membres"),
                access=RoomAccess.MEMBERS,
                minutes=60,
                deals=8,
            )
