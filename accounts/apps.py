"""The accounts app. It is loaded first of ours: it installs `common.bounds` in Django and registers tasks."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("Comptes")

    def ready(self) -> None:
        from accounts import sign_ins, signed_in_devices, tasks  # noqa: F401
        from common import bounds  # noqa: F401

        sign_ins.watch()
        signed_in_devices.watch()
