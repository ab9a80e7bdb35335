"""Signed-in users: the session cookie is set before a page is opened."""

import re

from django.conf import settings
from django.test import Client
from playwright.sync_api import BrowserContext, Page

from accounts.models import User

HIDDEN_FIELDS = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')


def sign_in(context: BrowserContext, address: str, user: User) -> None:
    """Every page of `context` is that of `user` at the site of this address."""
    client = Client()
    client.force_login(user)
    name = settings.SESSION_COOKIE_NAME
    context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": address}])


def sign_in_by_link(page: Page, link: str) -> None:
    """Send the form of the link in the terminal, without showing its page."""
    hidden_fields = HIDDEN_FIELDS.findall(page.request.get(link).text())
    answer = page.request.post(link, form=dict(hidden_fields), headers={"Referer": link})
    assert answer.ok, answer.text()
