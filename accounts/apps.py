"""The accounts app, and names for the apps of its second factor.

It is the first of our apps to load: it installs `common.requests.bounds` in Django and registers tasks.
"""

from typing import Any

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    default = True
    name = "accounts"
    verbose_name = _("Comptes")

    def ready(self) -> None:
        from accounts import sign_ins, signed_in_devices, tasks  # noqa: F401
        from common.requests import bounds  # noqa: F401

        sign_ins.connect_sign_in_log()
        signed_in_devices.connect_device_log()


class _NamedTablesConfig(AppConfig):
    """App of django-otp with translated names for its models, which have none."""

    default_auto_field = "django.db.models.AutoField"
    table_names: dict[str, tuple[Any, Any]]
    """Singular and plural name of each model, by its name in lower case."""

    def ready(self) -> None:
        for model, (singular, plural) in self.table_names.items():
            options = self.get_model(model)._meta
            options.verbose_name, options.verbose_name_plural = singular, plural


class RecoveryCodesConfig(_NamedTablesConfig):
    """App of django-otp for recovery codes. The names appear in Django's administration."""

    name = "django_otp.plugins.otp_static"
    verbose_name = _("Codes de secours")
    table_names = {
        "staticdevice": (_("liste de codes de secours"), _("listes de codes de secours")),
        "statictoken": (_("code de secours"), _("codes de secours")),
    }


class AuthenticatorsConfig(_NamedTablesConfig):
    """App of django-otp for keys of authenticator apps. The names appear in Django's administration."""

    name = "django_otp.plugins.otp_totp"
    verbose_name = _("Codes de connexion")
    table_names = {"totpdevice": (_("téléphone à codes"), _("téléphones à codes"))}
