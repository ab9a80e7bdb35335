"""An account in browsers: created from a private link, protected by a code, ended on a lost phone."""

import re
from base64 import b32decode

import pytest
from django.core import mail
from django.urls import reverse
from django_otp.oath import totp
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from tests.e2e.judging import faults
from tests.e2e.test_phone import too_small
from tests.factories.tournaments import make_club, make_people
from tournaments.models import Person
from tournaments.people.services.person_links import ensure_links, person_secret

pytestmark = pytest.mark.django_db(transaction=True)

PASSWORD = "un long mot de passe"


def judged(page: Page, name: str) -> list[str]:
    """Return the faults of the page, touch targets included. The label of a box to tick enlarges it."""
    return faults(page, name) + [fault for fault in too_small(page) if 'type="checkbox"' not in fault]


def show_password(page: Page) -> None:
    page.get_by_label("Adresse électronique").fill("zoe@example.org")
    page.get_by_label("Mot de passe").fill(PASSWORD)
    page.get_by_role("button", name="Se connecter").click()


def test_player_makes_an_account_from_his_private_link(page: Page, live_server: LiveServer) -> None:
    person = make_people(make_club(), 1)[0]
    ensure_links([person])
    own_address = live_server.url + reverse("public-own-results", args=[person_secret(person)])
    page.goto(own_address)
    page.get_by_role("link", name="Créer un compte lié à ce joueur").click()
    page_faults = judged(page, "sign-up")
    page.get_by_label("Adresse électronique").fill("zoe@example.org")
    page.get_by_label("Pseudonyme").fill("Admin")
    page.get_by_label("Pays").select_option(label="Belgique")
    page.get_by_label("Mot de passe").fill(PASSWORD)
    page.get_by_label("J’ai 15 ans ou plus").check()
    page.get_by_role("button", name="Créer le compte").click()
    expect(page.get_by_text("Ce pseudonyme est réservé")).to_be_visible()
    page_faults += judged(page, "sign-up refused")
    page.get_by_label("Pseudonyme").fill("Zoé du 21")
    page.get_by_label("Mot de passe").fill(PASSWORD)
    page.get_by_role("button", name="Créer le compte").click()
    expect(page.get_by_role("heading", name="Regardez vos messages")).to_be_visible()
    page_faults += judged(page, "sign-up sent")

    link = re.search(r"https?://\S+/connexion/creer/lien/\S+", mail.outbox[-1].body)
    assert link is not None
    page.goto(link[0])
    page_faults += judged(page, "sign-up confirmed")
    page.get_by_label("Le mot de passe que vous avez choisi").fill(PASSWORD)
    page.get_by_role("button", name="Ouvrir mon compte").click()
    page.get_by_role("button", name="Lier mon compte à ce joueur").click()
    expect(page.get_by_role("link", name="Votre compte est lié à ce joueur")).to_be_visible()

    assert page_faults == []
    assert Person.objects.get().user == User.objects.get()
    assert User.objects.get().country == "BE"


def test_code_of_a_telephone_protects_an_account_and_a_lost_device_is_ended(
    page: Page, browser: Browser, live_server: LiveServer
) -> None:
    User.objects.create_user("zoe@example.org", PASSWORD, name="Zoé")
    lost = browser.new_page()
    for device_page in (lost, page):
        device_page.goto(f"{live_server.url}/connexion/")
        show_password(device_page)
    page.goto(f"{live_server.url}/connexion/compte/")
    page_faults = judged(page, "account")
    page.get_by_role("link", name="Appareils connectés").click()
    page_faults += judged(page, "devices")
    page.get_by_role("button", name="Déconnecter tous les autres").click()
    expect(page.get_by_text("1 appareil est déconnecté")).to_be_visible()
    lost.goto(f"{live_server.url}/connexion/compte/")
    expect(lost.get_by_role("heading", name="Se connecter")).to_be_visible()

    page.goto(f"{live_server.url}/connexion/compte/code/")
    page_faults += judged(page, "second factor")
    key = b32decode(page.locator(".key code").inner_text().replace(" ", ""))
    page.get_by_label("Votre mot de passe").fill(PASSWORD)
    page.get_by_label("Code").fill(f"{totp(key):06}")
    page.get_by_role("button", name="Activer").click()
    expect(page.get_by_role("heading", name="Codes de secours")).to_be_visible()
    page_faults += judged(page, "recovery codes")
    recovery = page.locator(".recovery-codes code").first.inner_text()

    show_password(lost)
    expect(lost.get_by_role("heading", name="Double authentification (code)")).to_be_visible()
    page_faults += judged(lost, "code")
    lost.get_by_label("Code").fill("000000")
    lost.get_by_role("button", name="Se connecter").click()
    expect(lost.get_by_text("Ce code n’est pas le bon")).to_be_visible()
    lost.get_by_label("Code").fill(recovery)
    lost.get_by_role("button", name="Se connecter").click()
    expect(lost.get_by_role("heading", name="Mon compte")).to_be_visible()
    lost.close()
    page.goto(f"{live_server.url}/connexion/compte/code/")
    expect(page.get_by_text("Il reste 9 codes de secours")).to_be_visible()

    assert page_faults + judged(page, "second factor, on") == []
