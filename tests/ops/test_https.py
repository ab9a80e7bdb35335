"""`manage.py serve --https` as a hall lives it: http and https side by side, trusted by a device or not."""

import re
import ssl
from http.cookiejar import CookieJar
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, HTTPSHandler, OpenerDirector, build_opener

import pytest

from tests.processes import Laptop, Server

PATIENCE = 60


class Device:
    """A browser with cookies of its own.

    Args:
        authority: the certificate that it trusts in addition to those of the system.
    """

    def __init__(self, authority: bytes | None = None) -> None:
        self.cookies = CookieJar()
        self._context = ssl.create_default_context(cadata=authority)

    def get(self, address: str) -> str:
        with self._opener().open(address, timeout=PATIENCE) as response:
            assert response.headers["Strict-Transport-Security"] is None
            assert response.url == address  # no redirection to the other port
            return str(response.read().decode())

    def post(self, address: str, *, origin: str) -> str:
        """Send an empty form as a browser does from a page of `origin`."""
        token = next(cookie.value or "" for cookie in self.cookies if cookie.name.endswith("csrftoken"))
        opener = self._opener()
        opener.addheaders = [("Origin", origin), ("Referer", f"{origin}/")]
        fields = urlencode({"csrfmiddlewaretoken": token}).encode()
        with opener.open(address, fields, timeout=PATIENCE) as response:
            return str(response.read().decode())

    def _opener(self) -> OpenerDirector:
        return build_opener(HTTPCookieProcessor(self.cookies), HTTPSHandler(context=self._context))


def test_https_serves_devices_that_trust_it_beside_http(laptop: Laptop, secure_port: int) -> None:
    server = laptop.server
    plain, secure = f"http://localhost:{server.port}", f"https://localhost:{secure_port}"
    page = Device().get(f"{plain}/https/")
    with build_opener().open(f"{plain}/https/etui.crt", timeout=PATIENCE) as response:
        authority, kind = response.read(), response.headers["Content-Type"]

    fingerprint = re.search(r"Empreinte à comparer : (\S+)", server.output)
    assert fingerprint is not None
    assert (fingerprint[1] in page, f'href="{secure}/"' in page) == (True, True)
    assert kind == "application/x-x509-ca-cert"
    with pytest.raises(URLError, match="CERTIFICATE_VERIFY_FAILED"):
        Device().get(f"{secure}/https/")
    assert "Cette page est ouverte en https" in Device(authority).get(f"{secure}/https/")
    assert "Cette page est ouverte en https" not in Device(authority).get(f"{plain}/https/")
    sign_in_on_both(Device(authority), server, plain, secure)


def sign_in_on_both(device: Device, server: Server, plain: str, secure: str) -> None:
    """A device signs in on https, and is a stranger on http, where no cookie of https is sent."""
    link = re.search(r"http://localhost:\d+(/connexion/lien/\S+)", server.output)
    assert link is not None
    device.get(secure + link[1])
    with pytest.raises(HTTPError, match="403"):
        device.post(secure + link[1], origin="https://elsewhere.example")
    with pytest.raises(HTTPError, match="403"):
        device.post(secure + link[1], origin=plain)

    assert "Se déconnecter" in device.post(secure + link[1], origin=secure)

    assert all(cookie.name.startswith("__Secure-") and cookie.secure for cookie in device.cookies)
    assert "Se déconnecter" in device.get(f"{secure}/organiser/")
    assert "Se déconnecter" not in device.get(f"{plain}/connexion/")
    assert {"csrftoken", "__Secure-csrftoken"} <= {cookie.name for cookie in device.cookies}
    assert "Se déconnecter" in device.get(f"{secure}/organiser/")
