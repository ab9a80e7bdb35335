"""Requests of a laptop to the club's site: signed, compressed, limited in time and size."""

import gzip
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from http.client import HTTPException
from ipaddress import ip_address
from ssl import SSLCertVerificationError
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.errors import AppError
from common.web_server.request_bodies import LEAST_RATE
from common.web_server.site_threads import RESPONSE_SECONDS
from etui.version import program_version
from publishing.models import ClubSite
from publishing.services.keys import sign

LAYOUT = 2
"""Version of the requests and of the states. A site refuses a newer one. Version 1 had no marks."""
PREFIX = "api/hall/"
"""Path of the addresses for laptops, below the address of a site."""
ANSWER_SECONDS = 20.0
"""Seconds to wait for an answer, beside the time that the site leaves for the body of the request."""
PAGE_SECONDS = RESPONSE_SECONDS / 2
"""Seconds to wait for the site while a page is made, whose own time is limited (`RESPONSE_SECONDS`)."""
LARGEST_ANSWER = 64 * 1024 * 1024
CERTIFICATE_REFUSED = gettext_lazy(
    "Le certificat du site est refusé : vérifiez d’abord la date et l’heure de cet ordinateur, puis "
    "l’adresse."
)
LAPTOP_HEADER, SIGNATURE_HEADER = "Etui-Laptop", "Etui-Signature"


_is_page: ContextVar[bool] = ContextVar("is_page", default=False)


@contextmanager
def asking_for_page() -> Iterator[None]:
    """Wait for the site no longer than a page can, in the block."""
    token = _is_page.set(True)
    try:
        yield
    finally:
        _is_page.reset(token)


class SiteRefusal(AppError):
    """A refusal by the site, with its own sentence."""


class SiteAnswer(dict[str, Any]):
    """An answer of the site. A missing name is an error that pages show."""

    def __missing__(self, name: str) -> Any:
        message = _("La réponse du site est illisible : mettez les deux Étui à la même version.")
        raise AppError("state_malformed", message, fields={"address": message})


class _NoRedirects(HTTPRedirectHandler):
    def redirect_request(self, *_arguments: Any, **_named: Any) -> None:
        """Follow no redirect: a signed request is for one address."""


def clean_address(text: str) -> str:
    """Return the address of a site with a slash at its end.

    Raises:
        AppError: `address_malformed`; `address_open` for http to another machine than one of a local network.
    """
    address = text.strip() if "://" in text else f"https://{text.strip()}"
    try:
        parts = urlsplit(address)
        host, _port = parts.hostname, parts.port
    except ValueError:
        parts, host = None, None
    if parts is None or not host or parts.scheme not in ("http", "https") or parts.query or parts.fragment:
        message = _("Donnez l’adresse du site comme dans le navigateur, par exemple https://tarot.example.")
        raise AppError("address_malformed", message, fields={"address": message})
    if parts.scheme == "http" and not _is_near(host):
        message = _("Le site doit s’ouvrir par https:// : sans lui, chacun sur le chemin lirait les noms.")
        raise AppError("address_open", message, fields={"address": message})
    return f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}/"


def _is_near(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        address = ip_address(host)
    except ValueError:
        return False
    return address.is_loopback or address.is_private


def ask_club_site(
    site: ClubSite, method: str, path: str, content: Mapping[str, Any] | None = None
) -> SiteAnswer:
    """Send a signed request to the site of the club. Return its answer.

    Raises:
        AppError: as `ask_site`.
    """
    return ask_site(site.address, method, path, content, site=site)


def ask_site(
    address: str,
    method: str,
    path: str,
    content: Mapping[str, Any] | None = None,
    *,
    site: ClubSite | None = None,
) -> SiteAnswer:
    """Send a request to a site. Return its answer.

    Raises:
        AppError: as `send`; `site_without_etui`, `site_older`. Reading a name that the answer lacks
            raises `state_malformed`.
        SiteRefusal: the site refused the request.
    """
    body = b"" if content is None else gzip.compress(json.dumps(content).encode(), mtime=0)
    url = f"{address}{PREFIX}{path}"
    headers = {"User-Agent": f"Etui/{program_version()}", "Accept": "application/json"}
    if body:
        headers |= {"Content-Type": "application/json", "Content-Encoding": "gzip"}
    if site is not None:
        headers |= {
            LAPTOP_HEADER: str(site.laptop),
            SIGNATURE_HEADER: sign(site.private_key, method, f"/{PREFIX}{path}", body),
        }
    status, answer = send(Request(url, data=body or None, headers=headers, method=method))  # noqa: S310
    if not 200 <= status < 300:
        raise _refusal(status, answer)
    return _read(answer)


def send(request: Request) -> tuple[int, bytes]:
    """Send a request without redirects. Return the status and the body of the answer.

    Raises:
        AppError: `site_unreachable`; `site_certificate`, often because the clock of this machine is wrong.
    """
    body = request.data if isinstance(request.data, bytes) else b""
    try:
        # a send counts as a whole: a slow network would never carry the body of a large event
        seconds = PAGE_SECONDS if _is_page.get() else ANSWER_SECONDS + len(body) / LEAST_RATE
        with build_opener(_NoRedirects()).open(request, timeout=seconds) as response:
            return response.status, response.read(LARGEST_ANSWER + 1)
    except HTTPError as error:
        with error:
            return error.code, error.read(LARGEST_ANSWER + 1)
    except (OSError, HTTPException, ValueError) as error:
        if isinstance(getattr(error, "reason", None), SSLCertVerificationError):
            message = str(CERTIFICATE_REFUSED)
            raise AppError("site_certificate", message, fields={"address": message}) from error
        raise _unreachable() from error


def _read(body: bytes) -> SiteAnswer:
    try:
        answer = json.loads(body) if len(body) <= LARGEST_ANSWER else None
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, dict):
        raise _foreign()
    return SiteAnswer(answer)


def _refusal(status: int, body: bytes) -> AppError:
    try:
        answer = _read(body)
        code, message = str(answer["code"]), str(answer["message"])
    except (AppError, KeyError):
        return _foreign() if status < 500 else _unreachable()
    if (status, code) == (404, "not_found"):
        # an Étui from before these addresses
        return _foreign()
    extra = answer.get("extra")
    refusal = SiteRefusal(code, message, extra=extra if isinstance(extra, dict) else None)
    refusal.status = status
    return refusal


def _foreign() -> AppError:
    message = _("À cette adresse, il n’y a pas de site Étui, ou il est trop ancien pour publier une soirée.")
    return AppError("site_without_etui", message, fields={"address": message})


def _unreachable() -> AppError:
    message = _("Le site ne répond pas : vérifiez l’adresse et le réseau de cet ordinateur.")
    return AppError("site_unreachable", message, fields={"address": message})
