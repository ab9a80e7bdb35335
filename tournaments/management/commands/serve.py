"""`manage.py serve`: the whole of Étui on one laptop, until Ctrl-C."""

import logging
import os
import signal
import socket
import sys
import threading
from argparse import ArgumentParser
from contextlib import suppress
from typing import Any

from celery import current_app
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection, connections
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from common.serving import DEFAULT_PORT, WebServer, lock_data, open_port, raise_open_files
from common.supervision import Supervised
from tournaments.management.welcome import Welcome

logger = logging.getLogger(__name__)

EVERYWHERE = "0.0.0.0"  # noqa: S104 # the hall's phones are let in on purpose
SWEEP_SECONDS = 30.0


class Command(BaseCommand):
    help = "Démarre Étui sur cet ordinateur : les pages, les travaux de fond, l’adresse pour les téléphones."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default=EVERYWHERE, help="adresse d’écoute (par défaut : toutes)")
        parser.add_argument(
            "--port", type=int, help=f"port (par défaut : {DEFAULT_PORT}, ou le suivant libre)"
        )
        parser.add_argument("--no-demo", action="store_true", help="ne crée pas le club de démonstration")

    def handle(self, *args: Any, **options: Any) -> None:
        for ending in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(ending, signal.default_int_handler)  # a KeyboardInterrupt, wherever we are
        try:
            with lock_data(settings.VAR_DIR), open_port(options["host"], options["port"]) as listening:
                self._prepare(demo=not options["no_demo"])
                self._serve(listening, Welcome(options["host"], listening.getsockname()[1]))
        except AppError as error:
            raise CommandError(str(error.message)) from error
        except KeyboardInterrupt:
            with suppress(OSError):  # the terminal itself may be gone
                self._say(_("\nÉtui est arrêté. Les données sont gardées."))

    def _prepare(self, *, demo: bool) -> None:
        refuse_unsafe_sqlite()
        if not connection.introspection.table_names():
            self._say(_("Premier démarrage : préparation de la base de données…"))
        call_command("migrate", verbosity=0, interactive=False)
        if demo and not User.objects.exists():
            self._say(_("Création du club de démonstration…"))
            call_command("make_demo_club", verbosity=0)

    def _serve(self, listening: socket.socket, welcome: Welcome) -> None:
        raise_open_files()
        settings.ALLOWED_HOSTS.extend(welcome.host_names())
        os.environ["ETUI_PUBLIC_URL"] = settings.ETUI_PUBLIC_URL = (
            settings.ETUI_PUBLIC_URL or welcome.main_url()
        )
        text = welcome.text()
        connections.close_all()
        worker = Supervised([sys.executable, "-m", "config.worker"])
        stopped = threading.Event()
        worker.start()
        threading.Thread(target=self._keep_watch, args=(welcome, stopped), daemon=True).start()
        try:
            WebServer(lambda: self._say(text)).run(sockets=[listening])
        finally:
            stopped.set()
            worker.stop()

    def _keep_watch(self, welcome: Welcome, stopped: threading.Event) -> None:
        """Have stale work sent again; tell of an address that appears, as when the Wi-Fi is joined late."""
        while not stopped.is_set():
            try:
                current_app.tasks["tournaments.sweep"].apply_async(expires=SWEEP_SECONDS)
                for address in welcome.appeared():
                    settings.ALLOWED_HOSTS.append(address)
                    self._say("\n" + welcome.invitation(address))
            except Exception:
                logger.exception("the watch goes on")
            stopped.wait(SWEEP_SECONDS)

    def _say(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()


def refuse_unsafe_sqlite() -> None:
    """Stop unless SQLite keeps a write-ahead log: without it phones that write at once are refused."""
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA journal_mode")
        mode = cursor.fetchone()[0]
    if mode != "wal":
        raise CommandError(
            _(
                "Ce dossier ne convient pas à la base de données (journal « %(mode)s » au lieu de « wal ») : "
                "il est sans doute partagé ou synchronisé. Choisissez-en un sur le disque de l’ordinateur, "
                "par exemple ETUI_VAR_DIR=~/etui script/server"
            )
            % {"mode": mode}
        )
