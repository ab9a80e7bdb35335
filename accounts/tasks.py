"""Celery tasks of accounts."""

from datetime import datetime

from celery import shared_task

from accounts.forgetting import forget_lapsed
from accounts.second_factor import send_second_factor_mail
from accounts.services import send_password_reset, send_sign_in_link
from accounts.sign_up import send_sign_up
from accounts.signed_in_devices import send_device_mail
from common.workers.sweeps import FORGETTING_SECONDS, sweep


@shared_task(name="accounts.send_password_reset", is_long=True)
def send_password_reset_task(*, email: str, domain: str, use_https: bool, language: str) -> None:
    send_password_reset(email=email, domain=domain, use_https=use_https, language=language)


@shared_task(name="accounts.send_sign_in_link")
def send_sign_in_link_task(*, email: str, site: str, language: str) -> int:
    return send_sign_in_link(email=email, site=site, language=language)


@shared_task(name="accounts.send_sign_up")
def send_sign_up_task(*, sign_up_id: int, site: str) -> int:
    return send_sign_up(sign_up_id=sign_up_id, site=site)


@shared_task(name="accounts.send_device_mail")
def send_device_mail_task(*, user_id: int, browser: str, at: float, site: str, language: str) -> int:
    return send_device_mail(user_id=user_id, browser=browser, at=at, site=site, language=language)


@shared_task(name="accounts.send_second_factor_mail")
def send_second_factor_mail_task(*, user_id: int, is_on: bool, at: float, language: str) -> int:
    return send_second_factor_mail(user_id=user_id, is_on=is_on, at=at, language=language)


@sweep(every=FORGETTING_SECONDS)
def forget_lapsed_data(now: datetime) -> None:
    forget_lapsed(now=now)
