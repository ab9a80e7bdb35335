"""`manage.py make_deals`: a set of deals written to a file, its commitment told."""

import os
import secrets
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from games.core.dealing.constraints import DealConstraints
from games.core.dealing.dealt_game import FEDERATION_GAME
from games.core.dealing.dealt_set import MOST_BOARDS, Scope, Takers
from games.core.dealing.sealing import seal_set
from games.core.dealing.set_document import format_set_document
from games.core.dealing.shuffle import SEED_SIZE
from games.core.errors import GameError
from games.core.notation import load_json
from games.core.rules import FFT
from games.core.variants.registry import GAMES

_OWNER_ONLY = 0o600


class Command(BaseCommand):
    help = "Distribue des étuis dans un fichier secret et donne l’empreinte à publier (docs/dealing.md)."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", choices=[*GAMES], default=FEDERATION_GAME, metavar="JEU")
        parser.add_argument("--rules", default=FFT, help="règles du jeu, s’il y a le choix")
        parser.add_argument("--boards", type=int, choices=range(1, MOST_BOARDS + 1), default=28, metavar="N")
        parser.add_argument("--takers", choices=[*Takers], help="preneurs imposés ou non")
        parser.add_argument(
            "--takers-only",
            action="store_true",
            help="rien que la main du preneur",
        )
        parser.add_argument("--seed-file", type=Path, help="graine en hexadécimal ; sinon tirée au sort")
        parser.add_argument("--constraints", type=Path, help="contraintes en JSON ; sinon une garde imposée")
        parser.add_argument(
            "--out", type=Path, required=True, help="fichier à écrire, qui ne doit pas exister"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        seed = _read_seed(options["seed_file"])
        try:
            constraints = _read_constraints(options["constraints"])
            document = seal_set(
                seed,
                options["boards"],
                constraints,
                game=options["game"],
                rules=options["rules"],
                takers=Takers(options["takers"]) if options["takers"] else None,
                scope=Scope.TAKERS if options["takers_only"] else Scope.ALL,
            )
        except GameError as error:
            raise CommandError(_("Pas de donnes : %(reason)s") % {"reason": error}) from error
        _write_secret(options["out"], format_set_document(document))
        self.stdout.write(
            _("%(count)d étuis dans %(file)s, à garder secret jusqu’à la fin. Empreinte à publier avant :")
            % {"count": len(document.boards), "file": options["out"]}
        )
        self.stdout.write(document.commitment)


def _read_seed(path: Path | None) -> bytes:
    if path is None:
        return secrets.token_bytes(SEED_SIZE)
    try:
        return bytes.fromhex(_read(path).decode("ascii"))
    except ValueError as error:
        raise CommandError(
            _("%(file)s ne contient pas une graine en hexadécimal.") % {"file": path}
        ) from error


def _read_constraints(path: Path | None) -> DealConstraints | None:
    if path is None:
        return None
    values = load_json(_read(path))
    if not isinstance(values, dict):
        raise CommandError(_("%(file)s ne contient pas un objet JSON.") % {"file": path})
    return DealConstraints.from_json(values)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise CommandError(
            _("%(file)s ne se lit pas : %(reason)s") % {"file": path, "reason": error.strerror}
        ) from error


def _write_secret(path: Path, text: str) -> None:
    """A file of its owner's alone; an existing one is not touched."""
    try:
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNER_ONLY), "w") as file:
            file.write(text)
    except OSError as error:
        raise CommandError(
            _("%(file)s ne s’écrit pas : %(reason)s") % {"file": path, "reason": error.strerror}
        ) from error
