"""The command `etui`: `etui serve`, `etui backup` and every other management command of the site."""

import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper

from etui.places import SITE, data_folder, is_installed
from etui.version import program_version

SHORT_NAMES = {"print": "print_document", "check": "check_installation"}
"""Other names of commands."""
USAGE = """\
Étui {version} : des tournois de tarot en donnes dupliquées.

  etui serve                      démarre Étui sur cet ordinateur (Ctrl-C arrête tout)
  etui backup [FICHIER]           sauvegarde tout dans un fichier
  etui restore FICHIER            remet une sauvegarde en place (--check : sans rien changer)
  etui check                      vérifie l’installation
  etui print --list               les documents qui s’impriment
  etui createsuperuser            crée le premier compte
  etui sign_in_link ADRESSE       un lien pour qui a perdu son mot de passe
  etui help                       toutes les commandes

  etui --data DOSSIER COMMANDE    avec les données de ce dossier, au lieu de {folder}
"""


def main() -> None:
    """Run the command of this process."""
    run_command(sys.argv[1:])


def run_command(arguments: Sequence[str]) -> None:
    """Run a management command.

    Args:
        arguments: the words after `etui`.
    """
    words = list(arguments)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # a file or a pipe of Windows cannot take the signs of a QR code
            stream.reconfigure(errors="replace")
    if is_installed():
        # `common` and `config` are names that other packages may have, too: ours come first
        sys.path.insert(0, str(SITE))
        os.environ.setdefault("ETUI_VAR_DIR", str(data_folder()))
    if words[:1] == ["--data"]:
        if len(words) < 2 or words[1].startswith("-"):
            raise SystemExit("Étui : donnez un dossier après --data, par exemple : etui --data ~/etui serve")
        os.environ["ETUI_VAR_DIR"] = os.path.abspath(os.path.expanduser(words[1]))
        del words[:2]
    if not words or words[0] in ("-h", "--help"):
        folder = os.environ.get("ETUI_VAR_DIR", "var")
        sys.stdout.write(USAGE.format(version=program_version(), folder=folder))
        return
    if words[0] == "--version":
        sys.stdout.write(f"Étui {program_version()}\n")
        return
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.hall")
    # after the place of the site is known
    from django.core.management import execute_from_command_line  # noqa: PLC0415

    execute_from_command_line(["etui", SHORT_NAMES.get(words[0], words[0]), *words[1:]])


if __name__ == "__main__":
    main()
