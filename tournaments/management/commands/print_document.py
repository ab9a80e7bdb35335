"""`manage.py print_document KIND --event SLUG --out FILE`: any document of a tournament as a PDF."""

import difflib
import os
from argparse import ArgumentParser
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from accounts.management.stored_data import require_data
from common.errors import AppError
from common.workers.forking import WorkFailed
from tournaments.enums import DocumentKind
from tournaments.models import Tournament
from tournaments.paper.documents.making.options import OptionName, read_document_options
from tournaments.paper.documents.registry import DOCUMENTS
from tournaments.paper.services.document_making import make_now


class Command(BaseCommand):
    help = "Produit un document d’un tournoi en PDF ; ceux qui montrent les cartes laissent leur trace."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("kind", nargs="?", help="le document ; --list les donne tous")
        parser.add_argument("--event", help="adresse courte du tournoi : ce qui suit /t/ dans son adresse")
        parser.add_argument("--out", type=Path, help="le fichier à écrire ; il n’est jamais écrit à moitié")
        parser.add_argument("--language", default="fr", choices=[code for code, _name in settings.LANGUAGES])
        parser.add_argument(
            "--option", action="append", default=[], metavar="NOM=VALEUR", help="autant de fois qu’il faut"
        )
        parser.add_argument(
            "--list", action="store_true", help="donne les documents, leurs options et leurs parties"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["list"]:
            self._list()
            return
        if not (options["kind"] and options["event"] and options["out"]):
            raise CommandError(_("Dites quel document, --event et --out ; ou --list."))
        require_data()
        kind = _find_kind(options["kind"])
        tournament = _find_tournament(options["event"])
        _write_whole(options["out"], _make(tournament, kind, options["language"], options["option"]))
        self.stdout.write(str(options["out"]))

    def _list(self) -> None:
        for kind, document_type in DOCUMENTS.items():
            self.stdout.write(f"{kind.value}: {kind.label}")
            option_names = [name.value for name in OptionName if document_type.accepts(name)]
            if option_names:
                self.stdout.write(f"    {', '.join(option_names)}")
            for code, label in document_type.parts[1:]:
                self.stdout.write(f"    part={code}: {label}")


def _make(tournament: Tournament, kind: DocumentKind, language: str, option_texts: Iterable[str]) -> bytes:
    try:
        options = replace(read_document_options(_texts(option_texts)), site=_site())
        return make_now(tournament=tournament, kind=kind, language=language, options=options)
    except AppError as error:
        raise CommandError(_refusal_text(error)) from error
    except WorkFailed as error:
        message = _("Le document n’a pas pu être dessiné (%(cause)s).") % {"cause": error}
        raise CommandError(message) from error


def _find_kind(name: str) -> DocumentKind:
    if name in DocumentKind.values:
        return DocumentKind(name)
    message = _("Il n’y a pas de document « %(name)s ».") % {"name": name}
    raise CommandError(_with_nearest(message, name, DocumentKind.values))


def _find_tournament(slug: str) -> Tournament:
    tournament = Tournament.objects.filter(slug=slug).select_related("club").first()
    if tournament is None:
        message = _("Aucun tournoi n’a l’adresse courte « %(slug)s ».") % {"slug": slug}
        raise CommandError(_with_nearest(message, slug, Tournament.objects.values_list("slug", flat=True)))
    return tournament


def _with_nearest(message: str, name: str, names: Iterable[str]) -> str:
    nearest = difflib.get_close_matches(name, list(names), n=1)
    if not nearest:
        return message
    return _("%(message)s Est-ce « %(nearest)s » ?") % {"message": message, "nearest": nearest[0]}


def _texts(option_texts: Iterable[str]) -> dict[str, str]:
    """Return the options by name.

    Raises:
        CommandError: an option is not in the form NAME=VALUE.
    """
    pairs = [text.partition("=") for text in option_texts]
    for name, sign, _value in pairs:
        if not sign:
            raise CommandError(_("Écrivez --option %(name)s=VALEUR.") % {"name": name})
    return {name.replace("-", "_"): value for name, _sign, value in pairs}


def _site() -> str:
    return str(settings.ETUI_PUBLIC_URL or "").rstrip("/")


def _refusal_text(error: AppError) -> str:
    """Return the text of a refusal, with the names of the options concerned."""
    lines = [f"{name}: {sentence}" for name, sentence in error.fields.items()]
    return "\n".join(lines) or str(error.message)


def _write_whole(path: Path, content: bytes) -> None:
    """Write a file completely or not at all.

    Raises:
        CommandError: the file cannot be written. An earlier file of that name remains.
    """
    part = None
    try:
        # a temporary file in the same folder, since only a rename within one disk is atomic
        with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
            part = Path(file.name)
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        if part is not None:
            part.unlink(missing_ok=True)
        cause = error.strerror or str(error)
        raise CommandError(
            _("%(path)s ne peut pas être écrit : %(cause)s.") % {"path": path, "cause": cause}
        ) from error
