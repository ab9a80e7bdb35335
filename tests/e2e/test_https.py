"""The https of a laptop in a browser: secure for a device that trusts it, closed for one that does not."""

import base64
from collections.abc import Iterator
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from playwright.sync_api import Browser, BrowserType, Error, expect

from tests.e2e.shared_site import SharedSite


@pytest.fixture
def trusting_browser(
    own_site: SharedSite, browser_type: BrowserType, browser_type_launch_args: dict[str, Any]
) -> Iterator[Browser]:
    """A browser that trusts the key of the laptop, as one with its authority does."""
    content = (own_site.folder / "https" / "server.pem").read_bytes()
    key = x509.load_pem_x509_certificate(content).public_key()
    digest = hashes.Hash(hashes.SHA256())
    digest.update(key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo))
    trusted = f"--ignore-certificate-errors-spki-list={base64.b64encode(digest.finalize()).decode()}"
    arguments = {**browser_type_launch_args, "args": [*browser_type_launch_args["args"], trusted]}
    browser = browser_type.launch(**arguments)
    yield browser
    browser.close()


def test_trusted_page_keeps_pages_and_is_left_for_no_other_port(
    own_site: SharedSite, trusting_browser: Browser
) -> None:
    page = trusting_browser.new_context(locale="fr-FR").new_page()
    plain, secure = f"http://localhost:{own_site.port}", f"https://localhost:{own_site.secure_port}"

    page.goto(f"{plain}/https/")
    page.get_by_role("link", name=f"{secure}/").click()
    expect(page).to_have_url(f"{secure}/")
    page.goto(f"{secure}/https/")
    expect(page.get_by_role("status")).to_contain_text("Cette page est ouverte en https")

    worker = "navigator.serviceWorker.register('/static/js/table_worker.js').then((worker) => worker.scope)"
    assert page.evaluate("isSecureContext") is True
    assert page.evaluate(worker) == f"{secure}/static/js/"
    page.goto(f"{secure}/connexion/")
    assert {cookie["name"][:9] for cookie in page.context.cookies()} == {"__Secure-"}
    page.goto(f"{plain}/connexion/")
    assert page.url == f"{plain}/connexion/"
    assert "csrftoken" in {cookie["name"] for cookie in page.context.cookies()}


def test_browser_that_does_not_trust_the_laptop_is_stopped(own_site: SharedSite, browser: Browser) -> None:
    context = browser.new_context(locale="fr-FR")
    with pytest.raises(Error, match="ERR_CERT_AUTHORITY_INVALID"):
        context.new_page().goto(f"https://localhost:{own_site.secure_port}/")
    page = context.new_page()
    page.goto(f"http://localhost:{own_site.port}/https/")

    expect(page.get_by_role("link", name="Télécharger le certificat")).to_be_visible()
