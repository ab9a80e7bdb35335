"""Celery tasks of accounts."""

from celery import shared_task

from accounts.services import send_password_reset, send_sign_in_link
from accounts.sign_up import send_sign_up


@shared_task(name="accounts.send_password_reset")
def send_password_reset_task(*, email: str, domain: str, use_https: bool, language: str) -> None:
    send_password_reset(email=email, domain=domain, use_https=use_https, language=language)


@shared_task(name="accounts.send_sign_in_link")
def send_sign_in_link_task(*, email: str, site: str, language: str) -> int:
    return send_sign_in_link(email=email, site=site, language=language)


@shared_task(name="accounts.send_sign_up")
def send_sign_up_task(*, sign_up_id: int, site: str, go_on: str) -> int:
    return send_sign_up(sign_up_id=sign_up_id, site=site, go_on=go_on)
