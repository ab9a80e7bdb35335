"""`manage.py serve`: the whole of Étui on one laptop, until Ctrl-C."""

import logging
import os
import signal
import socket
import sys
import threading
import time
from argparse import ArgumentParser
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from celery import current_app
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connections
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from common.installation.backups import start_if_due
from common.log_lines import keep_lines
from common.server.serving import DEFAULT_PORT, lock_data, open_port
from common.supervision import Supervised
from common.unavailable import note, trouble_of
from tournaments.management.installation import prepare_installation
from tournaments.management.served_addresses import ServedAddresses

logger = logging.getLogger(__name__)

EVERYWHERE = "0.0.0.0"  # noqa: S104 # the hall's phones are let in on purpose
ADDRESS_SECONDS = 30.0
"""Between two looks for an address that appears."""
WEB_WAIT = 2.0
"""Seconds, at most, before a web server that ended is started again: phones wait for it."""
QUEUES = ("celery", "long")
"""Each has its worker (config/celery.py): a ranking never waits behind a document."""


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
                self._serve(listening, options["host"])
        except AppError as error:
            raise CommandError(str(error.message)) from error
        except KeyboardInterrupt:
            with suppress(OSError):  # the terminal itself may be gone
                self._say(_("\nÉtui est arrêté. Les données sont gardées."))

    def _prepare(self, *, demo: bool) -> None:
        prepare_installation(self._say)
        if demo and not User.objects.exists():
            self._say(_("Création du club de démonstration…"))
            call_command("make_demo_club", verbosity=0)

    def _serve(self, listening: socket.socket, host: str) -> None:
        keep_lines("serve")
        welcome = ServedAddresses(host, listening.getsockname()[1])
        os.environ["ETUI_PUBLIC_URL"] = settings.ETUI_PUBLIC_URL = (
            settings.ETUI_PUBLIC_URL or welcome.main_url()
        )
        text = welcome.text()
        connections.close_all()
        answers, answering = os.pipe()
        web = _supervised_web(listening, answering, host)
        workers = [Supervised([sys.executable, "-m", "config.worker", queue]) for queue in QUEUES]
        stopped = threading.Event()
        try:
            web.start()
            for worker in workers:
                worker.start()
            os.read(answers, 1)
            self._say(text)
            threading.Thread(target=self._keep_watch, args=(welcome, stopped), daemon=True).start()
            while True:
                signal.pause()
        finally:
            stopped.set()
            with ThreadPoolExecutor() as ending:  # each has its own patience with what is in hand
                list(ending.map(Supervised.stop, [web, *workers]))

    def _keep_watch(self, welcome: ServedAddresses, stopped: threading.Event) -> None:
        """Have stale work sent again, rooms begin what is due, and the night's backup made.

        Tell of an address that appears, as when the Wi-Fi is joined late.
        """
        look_at = rooms_at = time.monotonic()
        while not stopped.is_set():
            try:
                current_app.tasks["tournaments.sweep"].apply_async(expires=settings.ETUI_SWEEP_GOOD)
                if time.monotonic() >= rooms_at:
                    rooms_at = time.monotonic() + settings.ETUI_ROOMS_SECONDS
                    current_app.tasks["rooms.keep_time"].apply_async(expires=settings.ETUI_ROOMS_GOOD)
                if time.monotonic() >= look_at:
                    look_at = time.monotonic() + ADDRESS_SECONDS
                    start_if_due()
                    for address in welcome.appeared():
                        self._say("\n" + welcome.invitation(address))
            except Exception as error:
                if trouble := trouble_of(error):
                    note(trouble, "the watch goes on", error)
                else:
                    logger.exception("the watch goes on")
            stopped.wait(settings.ETUI_SWEEP_SECONDS)

    def _say(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()


def _supervised_web(listening: socket.socket, answering: int, host: str) -> Supervised:
    """The web server, in a process of its own: one that a request holds up can be ended and started again."""
    numbers = listening.fileno(), answering
    command = [sys.executable, "-m", "config.hall_web", host, *map(str, numbers)]
    return Supervised(command, inherited=numbers, is_heard=True, longest_wait=WEB_WAIT)
