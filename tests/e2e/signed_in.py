"""Signed-in users: the session cookie is set before a page is opened."""

from django.conf import settings
from django.test import Client
from playwright.sync_api import BrowserContext

from accounts.models import User


def sign_in(context: BrowserContext, address: str, user: User) -> None:
    """Every page of `context` is that of `user` at the site of this address."""
    client = Client()
    client.force_login(user)
    name = settings.SESSION_COOKIE_NAME
    context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": address}])
