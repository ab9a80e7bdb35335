"""`manage.py make_deals`: write a set of deals to a file and print its commitment."""

import os
import secrets
from argparse import ArgumentParser, ArgumentTypeError
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
from games.services.dealing_sentences import dealing_sentence

_OWNER_ONLY = 0o600


class Command(BaseCommand):
    help = "Distribue des étuis dans un fichier secret et donne l’empreinte à publier (docs/dealing.md)."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--game",
            choices=[*GAMES],
            default=FEDERATION_GAME,
            metavar="JEU",
            help="tarot-4 (par défaut), tarot-5, papayou-6… ; un nom inconnu les fait tous citer",
        )
        parser.add_argument("--rules", default=FFT, help="fft (par défaut) ou traditional, s’il y a le choix")
        parser.add_argument(
            "--boards",
            type=_board_count,
            default=28,
            metavar="N",
            help=f"nombre d’étuis, {MOST_BOARDS} au plus (par défaut : 28)",
        )
        parser.add_argument(
            "--takers",
            choices=[*Takers],
            help="fft : preneurs du tableau fédéral, par défaut à quatre ; none : enchères libres",
        )
        parser.add_argument(
            "--takers-only",
            action="store_true",
            help="la main du preneur seule ; le reste se distribue à la table",
        )
        parser.add_argument(
            "--seed-file", type=Path, help="graine : 64 chiffres hexadécimaux ou plus ; sinon tirée au sort"
        )
        parser.add_argument(
            "--constraints",
            type=Path,
            help="contraintes en JSON ; sinon une main de garde au preneur imposé, et pas de petit sec",
        )
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
            raise CommandError(
                _("Pas de donnes : %(reason)s") % {"reason": dealing_sentence(error)}
            ) from error
        _write_secret(options["out"], format_set_document(document))
        self.stdout.write(
            _("%(count)d étuis dans %(file)s, à garder secret jusqu’à la fin. Empreinte à publier avant :")
            % {"count": len(document.boards), "file": options["out"]}
        )
        self.stdout.write(document.commitment)


def _board_count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= MOST_BOARDS):
        values = {"text": text, "most": MOST_BOARDS}
        raise ArgumentTypeError(_("« %(text)s » : il faut de 1 à %(most)d étuis.") % values)
    return int(text)


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
            _("%(file)s est illisible : %(reason)s") % {"file": path, "reason": error.strerror}
        ) from error


def _write_secret(path: Path, text: str) -> None:
    """Write a file that only its owner can read. An existing one is not touched."""
    try:
        # O_EXCL and the mode in one call: the file is never readable by others, not even briefly.
        with open(
            os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNER_ONLY), "w", encoding="utf-8"
        ) as file:
            file.write(text)
    except FileExistsError as error:
        raise CommandError(_("Le fichier « %(path)s » existe déjà.") % {"path": path}) from error
    except OSError as error:
        raise CommandError(
            _("%(file)s ne peut pas être écrit : %(reason)s") % {"file": path, "reason": error.strerror}
        ) from error
