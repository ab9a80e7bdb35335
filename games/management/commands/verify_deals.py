"""`manage.py verify_deals`: check that the deals of a file are those of its commitment."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from games.core.dealing.set_document import parse_set_document
from games.core.dealing.verification import Verification, verify_set
from games.core.errors import NotationError
from games.services.dealing_sentences import FAULTS, board_sentence, unreadable_sentence


class Command(BaseCommand):
    help = (
        "Refait les donnes d’un fichier à partir de leur graine et nomme ce qui a changé (docs/dealing.md)."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--commitment", help="empreinte publiée avant le tournoi")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            document = parse_set_document(options["file"].read_bytes())
        except NotationError as error:
            raise CommandError(unreadable_sentence(error)) from error
        except OSError as error:
            raise CommandError(
                _("%(file)s est illisible : %(reason)s") % {"file": options["file"], "reason": error.strerror}
            ) from error
        verification = verify_set(document, options["commitment"])
        for board in verification.boards:
            self.stdout.write(board_sentence(board))
        for fault in verification.faults:
            self.stdout.write(str(FAULTS[fault]))
        if not verification.is_sound:
            # An error gives exit code 1, which scripts check.
            raise CommandError(_refusal(verification))
        self.stdout.write(
            _("%(count)d étuis conformes. Empreinte, à comparer à celle qui a été publiée :")
            % {"count": len(verification.boards)}
        )
        self.stdout.write(verification.commitment)


def _refusal(verification: Verification) -> str:
    """Return the last line of the output, which repeats the numbers of the étuis that differ."""
    sentence = _("Ces donnes ne sont pas celles qui ont été scellées.")
    wrong_numbers = [str(board.number) for board in verification.boards if board.faults]
    if not wrong_numbers:
        return sentence
    return sentence + " " + _("Étuis en cause : %(numbers)s.") % {"numbers": ", ".join(wrong_numbers)}
