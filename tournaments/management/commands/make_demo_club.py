"""`manage.py make_demo_club`: the club and evenings that a first start shows."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.services.demo import make_demo_club


class Command(BaseCommand):
    help = "Crée un club de démonstration, ses joueurs et trois tournois fictifs."

    def handle(self, *args: Any, **options: Any) -> None:
        club = make_demo_club(today=timezone.localdate())
        self.stdout.write(_("%(club)s est prêt.") % {"club": club})
