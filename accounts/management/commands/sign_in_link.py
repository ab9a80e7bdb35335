"""`manage.py sign_in_link EMAIL`: create a one-time link for a user who cannot sign in."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from accounts.management.stored_data import require_data
from accounts.models import User
from accounts.services import make_sign_in_link


class Command(BaseCommand):
    help = "Donne un lien de connexion à usage unique."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email")

    def handle(self, *args: Any, **options: Any) -> None:
        require_data()
        user = User.objects.find_open_account(options["email"])
        if user is None:
            raise CommandError(
                _("Aucun compte actif n’a l’adresse « %(email)s ».") % {"email": options["email"]}
            )
        self.stdout.write(make_sign_in_link(user=user))
