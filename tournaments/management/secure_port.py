"""Second port of a laptop, with https, beside the one with plain http.

Both ports belong to one web server, so they share threads, limits and live pages. Nothing leads from http to
https by force: a phone that does not trust the authority of this laptop goes on with http. For the same
reason no response has Strict-Transport-Security, which would close http for its host name.

Browsers keep one store of cookies for both ports. A cookie with `Secure` hides that of the same name from
http, and one that http has set would be sent to https. So the cookies of https have a prefix of their own.
"""

import asyncio
import logging
import os
import socket
import ssl
from collections.abc import Callable, Iterable
from copy import copy
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import uvicorn
from cryptography import x509
from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from common.errors import AppError
from common.web_server.connections import HEAD_SECONDS
from common.web_server.loop_responses import App, Message, Receive, Send
from common.web_server.serving import BACKLOG, WebServer
from games.web.look import COOKIE as LOOK_COOKIE
from tournaments.installation.certificates import (
    address_of,
    certificate_names,
    no_passphrase,
    renew_certificate,
    server_path,
    tls_context,
)

logger = logging.getLogger(__name__)

FIRST_HTTPS_PORT = 8443
PREFIX = b"__Secure-"
"""Prefix of cookies that browsers take from https only."""
PLAIN_COOKIES = frozenset({LOOK_COOKIE.encode()})
"""Cookies that a script of a page writes, too. They hold no secret and are the same for both ports."""
GOODBYE_SECONDS = 5.0
"""Seconds for the end of a TLS connection."""


@dataclass(slots=True)
class SecurePort:
    """A listening socket with https.

    Args:
        certificate: file of a certificate of the club's own; None for one that the laptop's authority signs.
        key: file of its private key.
    """

    listener: socket.socket
    certificate: Path | None = None
    key: Path | None = None
    _context: ssl.SSLContext | None = field(default=None, init=False)
    _loop: asyncio.AbstractEventLoop | None = field(default=None, init=False)
    _changed_at: float = field(default=0.0, init=False)
    """Time of change of the files that are in use."""

    @property
    def port(self) -> int:
        return int(self.listener.getsockname()[1])

    def prepare(self, host_names: Iterable[str]) -> None:
        """Make what the port needs before the site is served: certificate, names, the address for pages.

        Raises:
            AppError: `not_writable`, `certificate_unusable`.
        """
        names = self.own_names()
        if self.certificate is None:
            renew_certificate(host_names, now=timezone.now())
        name = next((name for name in sorted(names) if not name.startswith(".")), "")
        # in the environment for children that load the settings themselves
        os.environ["ETUI_HTTPS_ADDRESS"] = settings.ETUI_HTTPS_ADDRESS = f"{name}:{self.port}"
        settings.ALLOWED_HOSTS.extend(names - set(settings.ALLOWED_HOSTS))
        os.environ["ETUI_HOSTS"] = ",".join(settings.ALLOWED_HOSTS)

    async def open(self, server: uvicorn.Server) -> asyncio.Server:
        """Accept connections for the site of a server that has started."""
        config = copy(server.config)
        config.loaded_app = SecureCookies(config.loaded_app)
        self._loop, self._changed_at = asyncio.get_running_loop(), self._last_change()
        self._context = tls_context(*self._files())

        def make_protocol() -> asyncio.Protocol:
            protocol: Callable[..., asyncio.Protocol] = config.http_protocol_class
            return protocol(config=config, server_state=server.server_state, app_state={})

        return await self._loop.create_server(
            make_protocol,
            sock=self.listener,
            ssl=self._context,
            backlog=BACKLOG,
            ssl_handshake_timeout=HEAD_SECONDS,
            ssl_shutdown_timeout=GOODBYE_SECONDS,
        )

    def own_names(self) -> frozenset[str]:
        """Return the domains in the club's own certificate, a wildcard as ".DOMAIN".

        Raises:
            AppError: `certificate_unusable` if its files cannot serve.
        """
        if self.certificate is None:
            return frozenset()
        try:
            tls_context(*self._files())
            certificate = x509.load_pem_x509_certificate(self.certificate.read_bytes())
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or error
            message = _(
                "Le certificat « %(path)s » ne peut pas servir (%(why)s). Il faut deux fichiers PEM qui vont "
                "ensemble, sans phrase secrète : --certificate CHAÎNE --key CLÉ"
            )
            raise AppError(
                "certificate_unusable", message % {"path": self.certificate, "why": why}
            ) from error
        names = certificate_names(certificate)
        return frozenset(name.removeprefix("*") for name in names if address_of(name) is None)

    def refresh(self, host_names: Iterable[str]) -> None:
        """Renew the certificate for the present names of the machine, and use files that have changed.

        New connections get the new certificate. A failure leaves the present one in use.
        """
        try:
            if self.certificate is None:
                renew_certificate(host_names, now=timezone.now())
            changed_at = self._last_change()
            if self._loop is None or self._context is None or changed_at == self._changed_at:
                return
            tls_context(*self._files())  # refuses files that do not fit before the present ones are dropped
        except (AppError, OSError) as error:
            logger.warning("certificate stays as it was: %s", error)
            return
        self._changed_at = changed_at
        # in the loop: no handshake sees a new certificate with the old key
        load = partial(self._context.load_cert_chain, *self._files(), password=no_passphrase)
        self._loop.call_soon_threadsafe(load)

    def _files(self) -> tuple[Path, Path | None]:
        return (self.certificate, self.key) if self.certificate else (server_path(), None)

    def _last_change(self) -> float:
        return max(path.stat().st_mtime for path in self._files() if path)


class HallServer(WebServer):
    """The site of a laptop, with https on a second port if there is one."""

    def __init__(self, secure: SecurePort | None, **options: Any) -> None:
        super().__init__(**options)
        self._secure = secure

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        if self._secure is not None:
            self.servers.append(await self._secure.open(self))


class SecureCookies:
    """ASGI application in front of another one, whose cookies get a prefix in the browser.

    The site reads and sets cookies under their usual names. Cookies without the prefix are dropped: they may
    come from a page of http, which any device of the network can forge.
    """

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)

        async def send_with_prefix(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [(name, _prefixed(name, value)) for name, value in message.get("headers", ())]
                message = {**message, "headers": headers}
            await send(message)

        return await self._app(
            {**scope, "headers": _own_cookies(scope["headers"])}, receive, send_with_prefix
        )


def _own_cookies(headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Return the headers of a request with the cookies of https only, under their usual names."""
    own_headers = []
    for name, value in headers:
        if name != b"cookie":
            own_headers.append((name, value))
            continue
        cookies = (cookie.strip() for cookie in value.split(b";"))
        own_cookies = [
            cookie.removeprefix(PREFIX)
            for cookie in cookies
            if cookie.startswith(PREFIX) or cookie.partition(b"=")[0] in PLAIN_COOKIES
        ]
        if own_cookies:
            own_headers.append((name, b"; ".join(own_cookies)))
    return own_headers


def _prefixed(name: bytes, value: bytes) -> bytes:
    """Return the value of a header of a response: a cookie with the prefix, or the value as it is."""
    if name.lower() != b"set-cookie":
        return value
    cookie, *attributes = (part.strip() for part in value.split(b";"))
    attributes = [attribute for attribute in attributes if attribute.lower() != b"secure"]
    if cookie.partition(b"=")[0] in PLAIN_COOKIES:
        return b"; ".join([cookie, *attributes])
    return b"; ".join([PREFIX + cookie, *attributes, b"Secure"])
