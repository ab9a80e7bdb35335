"""The accounts app, and names for the apps of its second factor.

It is loaded first of ours: it installs `common.bounds` in Django and registers tasks.
"""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    default = True
    name = "accounts"
    verbose_name = _("Comptes")

    def ready(self) -> None:
        from accounts import sign_ins, signed_in_devices, tasks  # noqa: F401
        from common import bounds  # noqa: F401

        sign_ins.watch()
        signed_in_devices.watch()


class RecoveryCodesConfig(AppConfig):
    """What keeps recovery codes, as the administration calls it."""

    name = "django_otp.plugins.otp_static"
    verbose_name = _("Codes de secours")
    default_auto_field = "django.db.models.AutoField"


class AuthenticatorsConfig(AppConfig):
    """What keeps the keys of people's phones, as the administration calls it."""

    name = "django_otp.plugins.otp_totp"
    verbose_name = _("Codes de connexion")
    default_auto_field = "django.db.models.AutoField"
