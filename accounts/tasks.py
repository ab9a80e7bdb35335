"""Celery tasks of accounts."""

from celery import shared_task

from accounts.services import send_password_reset


@shared_task(name="accounts.send_password_reset")
def send_password_reset_task(*, email: str, domain: str, use_https: bool, language: str) -> None:
    send_password_reset(email=email, domain=domain, use_https=use_https, language=language)
