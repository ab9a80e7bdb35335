"""`manage.py second_factor_off EMAIL`: turn off the second factor after the loss of telephone and codes."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from accounts.management.stored_data import require_data
from accounts.models import User
from accounts.second_factor import has_second_factor, turn_off_by_command


class Command(BaseCommand):
    help = "Désactive le code à la connexion d’un compte."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email")

    def handle(self, *args: Any, **options: Any) -> None:
        require_data()
        email = options["email"].strip()
        user = User.objects.find_open_account(email)
        if user is None or not has_second_factor(user):
            raise CommandError(
                _("Aucun compte actif n’a l’adresse « %(email)s » et un code à la connexion.")
                % {"email": email}
            )
        turn_off_by_command(user=user)
        self.stdout.write(_("%(email)s se connecte sans code. Un message l’en prévient.") % {"email": email})
