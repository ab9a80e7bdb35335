"""`manage.py make_demo_club`: the club and evenings of a first start."""

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.management.stored_data import require_data
from tournaments.demo.services.demo import make_demo_club
from tournaments.demo.services.demo_events import make_demo_series


class Command(BaseCommand):
    help = (
        "Crée un club de démonstration, ses joueurs, trois tournois fictifs, une saison, un championnat"
        " et deux salles."
    )
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        require_data()
        today = timezone.localdate()
        with transaction.atomic():
            club = make_demo_club(today=today)
            make_demo_series(club=club, today=today)
            call_command("make_demo_rooms", verbosity=0)
        self.stdout.write(_("%(club)s est prêt.") % {"club": club})
