"""Requests to addresses that a club chose: never to the local network, limited in time and size.

The name is resolved once. All its addresses are checked, and the connection goes to one of them, so that no
second answer of the resolver can lead elsewhere. Each request runs in a child process: its deadline also ends
a resolver that hangs and a server that answers byte by byte.
"""

import socket
import ssl
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

from common.errors import AppError
from common.workers.forking import Limits, TooMuchTime, WorkFailed, run_in_child

DEADLINE_SECONDS = 10
_NAT64 = IPv6Network("64:ff9b::/96")
"""Addresses that a gateway translates to IPv4 (RFC 6052)."""
_SILENT, _REFUSED_ADDRESS, _NOT_REACHED, _NO_TLS, _BROKEN = "silent", "local", "unreachable", "tls", "broken"
PROBLEMS = frozenset({_SILENT, _REFUSED_ADDRESS, _NOT_REACHED, _NO_TLS, _BROKEN})


@dataclass(frozen=True, slots=True)
class Posting:
    """A request to send. It can be pickled."""

    address: str
    headers: dict[str, str]
    body: bytes
    may_be_local: bool


@dataclass(frozen=True, slots=True)
class SendResult:
    """Result of a request: the status of the response, or a value of `PROBLEMS`."""

    code: int = 0
    problem: str = ""

    @property
    def is_success(self) -> bool:
        """True if the program accepted the message. A redirect is a failure."""
        return 200 <= self.code < 300


def clean_hook_address(text: str) -> str:
    """Return an address for messages.

    Raises:
        AppError: `address_malformed`, `address_open` without https, `address_local`.
    """
    address = text.strip()
    try:
        parts = urlsplit(address)
        host, _port = parts.hostname, parts.port
    except ValueError:
        host = None
    is_printable = address.isascii() and address.isprintable() and " " not in address
    if not host or not is_printable or parts.username is not None or parts.fragment:
        message = _("Donnez une adresse entière, par exemple https://federation.example/etui.")
        raise _wrong("address_malformed", message)
    if parts.scheme != "https" and not (parts.scheme == "http" and settings.ETUI_LOCAL_WEBHOOKS):
        raise _wrong("address_open", _("L’adresse doit commencer par https://."))
    try:
        is_local = not is_public(ip_address(host))
    except ValueError:
        is_local = host == "localhost" or host.endswith(".localhost")
    if is_local and not settings.ETUI_LOCAL_WEBHOOKS:
        raise _wrong("address_local", _("Cette adresse est du réseau local : Étui n’y envoie rien."))
    return address


def _wrong(code: str, message: str) -> AppError:
    return AppError(code, message, fields={"address": message})


def send_apart(posting: Posting) -> SendResult:
    """Send a request in a child process. Return after `DEADLINE_SECONDS` at most."""
    limits = Limits(seconds=DEADLINE_SECONDS, cpu_seconds=DEADLINE_SECONDS)
    try:
        return run_in_child(post, posting, limits=limits)
    except TooMuchTime:
        return SendResult(problem=_SILENT)
    except WorkFailed:
        return SendResult(problem=_BROKEN)


def post(posting: Posting) -> SendResult:
    """Send a request without redirects. Return the status of its response, whose body is not read."""
    parts = urlsplit(posting.address)
    host = parts.hostname or ""
    is_encrypted = parts.scheme == "https"
    try:
        places = resolve_host(host, parts.port or (443 if is_encrypted else 80))
        if not posting.may_be_local and not all(is_public(ip_address(place[0])) for place in places):
            return SendResult(problem=_REFUSED_ADDRESS)
        connection = HTTPConnection(parts.hostname or "", parts.port)
        # set beforehand, so that the connection resolves nothing itself
        connection.sock = _connect(places)
        if is_encrypted:
            connection.sock = ssl.create_default_context().wrap_socket(connection.sock, server_hostname=host)
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        headers = {"Host": parts.netloc, **posting.headers}
        connection.request("POST", target, posting.body, headers)
        return SendResult(code=connection.getresponse().status)
    except ssl.SSLError:
        return SendResult(problem=_NO_TLS)
    except TimeoutError:
        return SendResult(problem=_SILENT)
    except (OSError, UnicodeError):
        return SendResult(problem=_NOT_REACHED)
    except (HTTPException, ValueError):
        return SendResult(problem=_BROKEN)


def resolve_host(host: str, port: int) -> list[tuple[str, int]]:
    """Return the addresses of a host, in the order in which they are tried.

    Raises:
        OSError: the resolver knows none.
    """
    answers = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [(str(place[0]), port) for _family, _kind, _protocol, _name, place in answers]


def _connect(places: list[tuple[str, int]]) -> socket.socket:
    failure = OSError("no address")
    for place in places:
        try:
            return socket.create_connection(place, timeout=DEADLINE_SECONDS / 2)
        except OSError as error:
            failure = error
    raise failure


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Return whether an address belongs to the public internet, also the IPv4 address inside an IPv6 one."""
    if isinstance(address, IPv6Address):
        if address in _NAT64 or address.ipv4_mapped:
            return is_public(IPv4Address(address.packed[-4:]))
        if address.is_site_local:
            return False
    # of these, Python counts some as global
    return address.is_global and not (address.is_multicast or address.is_reserved)
