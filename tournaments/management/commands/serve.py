"""`manage.py serve`: the whole of Étui on one laptop, until Ctrl-C."""

import logging
import os
import signal
import socket
import sys
import time
from argparse import ArgumentParser
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from functools import partial
from multiprocessing import Pipe
from pathlib import Path
from typing import IO, Any

from celery import current_app
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, OutputWrapper
from django.db import connections
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from common.installation.log_lines import log_to_file
from common.system.outputs import write_without_waiting
from common.system.signals import ENDING
from common.web_server.serving import DEFAULT_PORT, WEB_WAIT, open_port
from common.workers.supervision import Child, Supervisor, freeze_memory
from tournaments.base.unavailable import note, trouble_of
from tournaments.installation.backup_making import start_if_due
from tournaments.installation.staged_restore import is_restore_wanted
from tournaments.management.installation import lock_data, prepare_installation, save_before_stop
from tournaments.management.secure_port import FIRST_HTTPS_PORT, SecurePort
from tournaments.management.served_addresses import ServedAddresses
from tournaments.management.wanted_restore import carry_out_restore
from tournaments.paper.pdf.libraries import has_text_libraries, text_libraries_advice

logger = logging.getLogger(__name__)

EVERYWHERE = "0.0.0.0"  # noqa: S104 # the hall's phones are let in on purpose
ADDRESS_SECONDS = 30.0
"""Seconds between two checks for a new address."""
WEB_SERVER, WORKER = "config.hall_web.main", "config.worker.main"
"""Import paths of the functions that the child processes run."""
WORKERS = {"etui-worker": "celery", "etui-printer": "long"}
"""Process of each queue (config/celery.py). Two processes, so that a ranking never waits for a document."""


class Command(BaseCommand):
    help = "Démarre Étui sur cet ordinateur : les pages, les travaux de fond, l’adresse pour les téléphones."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default=EVERYWHERE, help="adresse d’écoute (par défaut : toutes)")
        parser.add_argument(
            "--port", type=int, help=f"port (par défaut : {DEFAULT_PORT}, ou le suivant libre)"
        )
        parser.add_argument(
            "--https",
            action="store_true",
            help="sert aussi en https, avec un certificat fait par Étui (docs/operations.md)",
        )
        parser.add_argument(
            "--https-port",
            type=int,
            help=f"port pour https (par défaut : {FIRST_HTTPS_PORT}, ou le suivant libre)",
        )
        parser.add_argument(
            "--certificate", type=Path, help="sert aussi en https, avec le certificat de ce fichier PEM"
        )
        parser.add_argument(
            "--key", type=Path, help="clé de ce certificat, si elle est dans un autre fichier"
        )
        parser.add_argument("--no-demo", action="store_true", help="ne crée pas le club de démonstration")

    def handle(self, *args: Any, **options: Any) -> None:
        for signal_number in ENDING:
            # every such signal raises KeyboardInterrupt, as Ctrl-C does
            signal.signal(signal_number, signal.default_int_handler)
        environment = dict(os.environ)
        write_without_waiting()
        self.stdout = OutputWrapper(sys.stdout)
        try:
            with lock_data(settings.VAR_DIR) as lock, ExitStack() as ports:
                listener = ports.enter_context(open_port(options["host"], options["port"]))
                secure = _open_secure_port(options)
                if secure is not None:
                    ports.enter_context(secure.listener)
                # the last option counts; without one a new start would take the first port free by then
                own_ports = [f"--port={listener.getsockname()[1]}"]
                own_ports += [f"--https-port={secure.port}"] if secure else []
                self._prepare(demo=not options["no_demo"])
                try:
                    self._serve(listener, lock, options["host"], secure)
                except KeyboardInterrupt:
                    self._save()
                    raise
            # the lock and the ports are free again: a restore needs a start that has read nothing
            _start_again(environment, own_ports)
        except AppError as error:
            raise CommandError(str(error.message)) from error
        except KeyboardInterrupt:
            with suppress(OSError):  # the terminal itself may be gone
                self._write_line(_("\nÉtui est arrêté. Les données sont gardées."))

    def _prepare(self, *, demo: bool) -> None:
        carry_out_restore(self._write_line)
        prepare_installation(self._write_line)
        if demo and not User.objects.exists():
            self._write_line(_("Création du club de démonstration…"))
            call_command("make_demo_club", verbosity=0)

    def _serve(self, listener: socket.socket, lock: IO[str], host: str, secure: SecurePort | None) -> None:
        """Serve until a page requests a restore."""
        log_to_file("serve")
        addresses = ServedAddresses(host, listener.getsockname()[1], secure)
        if secure is not None:
            secure.prepare(addresses.host_names())
        os.environ["ETUI_PUBLIC_URL"] = settings.ETUI_PUBLIC_URL = (
            settings.ETUI_PUBLIC_URL or addresses.main_url()
        )
        # read from the database, whose connections close before the children start
        text = addresses.text()
        ready_receiver, ready_sender = Pipe(duplex=False)
        serve_pages, work = import_string(WEB_SERVER), import_string(WORKER)
        ports = [listener, secure.listener] if secure else [listener]
        children = [
            Child(
                "etui-web",
                partial(serve_pages, host, listener, ready_sender, secure),
                inherited=ports,
                is_heard=True,
                longest_wait=WEB_WAIT,
            ),
            *(Child(name, partial(work, queue)) for name, queue in WORKERS.items()),
        ]
        connections.close_all()  # a child that inherited a connection would read responses for others
        freeze_memory()
        with Supervisor(children, own=[lock, *ports]) as supervisor:
            supervisor.keep_alive(until=ready_receiver)
            self._write_line(text)
            if not has_text_libraries():
                self._write_line(
                    _(
                        "Les PDF demandent la bibliothèque Pango, absente de cette machine : %(advice)s. "
                        "En attendant, imprimez l’aperçu depuis le navigateur."
                    )
                    % {"advice": text_libraries_advice()}
                )
            watch = _Watch(addresses, self._write_line)
            while not (can_start_again() and is_restore_wanted()):
                watch.look()
                supervisor.keep_alive(seconds=settings.ETUI_SWEEP_SECONDS)

    def _save(self) -> None:
        if settings.ETUI_BACKS_UP_AT_STOP:
            with suppress(OSError):  # the terminal itself may be gone
                save_before_stop(self._write_line)

    def _write_line(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()


def can_start_again() -> bool:
    """Return whether this process can be replaced by a new start. Windows would leave the console at once."""
    return os.name == "posix"


def _open_secure_port(options: Mapping[str, Any]) -> SecurePort | None:
    """Return the port for https that the options want, None if they want none.

    Raises:
        AppError: as `open_port`; `key_alone` for a key without its certificate.
    """
    certificate, key = options["certificate"], options["key"]
    if key and not certificate:
        raise AppError("key_alone", _("--key va avec --certificate, qui donne le certificat de cette clé."))
    if not (options["https"] or certificate):
        return None
    listener = open_port(options["host"], options["https_port"], FIRST_HTTPS_PORT)
    return SecurePort(listener, certificate, key)


def _start_again(environment: Mapping[str, str], ports: Sequence[str]) -> None:
    """Replace this process by a new start of the same command with the same ports. Never returns."""
    command = [sys.executable, *sys.orig_argv[1:], *ports]
    os.execve(sys.executable, command, environment)  # noqa: S606 # our own words


class _Watch:
    """Periodic work of the main process: the sweep, the rooms, the nightly backup, and new addresses.

    An address appears, for example, when the Wi-Fi is joined late.
    """

    def __init__(self, addresses: ServedAddresses, write: Callable[[str], None]) -> None:
        self._addresses, self._write_line = addresses, write
        self._rooms_at = self._addresses_at = time.monotonic()

    def look(self) -> None:
        try:
            self._run_due_work(time.monotonic())
        # an error must not end the server; the next round of the watch tries again
        except Exception as error:
            if trouble := trouble_of(error):
                note(trouble, "periodic work of serve", error)
            else:
                logger.exception("periodic work of serve failed")

    def _run_due_work(self, moment: float) -> None:
        current_app.tasks["tournaments.sweep"].apply_async(expires=settings.ETUI_SWEEP_GOOD)
        if moment >= self._rooms_at:
            self._rooms_at = moment + settings.ETUI_ROOMS_SECONDS
            current_app.tasks["rooms.keep_time"].apply_async(expires=settings.ETUI_ROOMS_GOOD)
        if moment >= self._addresses_at:
            self._addresses_at = moment + ADDRESS_SECONDS
            start_if_due()
            for address in self._addresses.appeared():
                self._write_line("\n" + self._addresses.invitation(address))
