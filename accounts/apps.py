"""The accounts app, and names for the apps of its second factor.

It is loaded first of ours: it installs `common.requests.bounds` in Django and registers tasks.
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

        sign_ins.watch()
        signed_in_devices.watch()


class _NamedTablesConfig(AppConfig):
    """An app of django-otp, whose tables have no names of their own to translate."""

    default_auto_field = "django.db.models.AutoField"
    table_names: dict[str, tuple[Any, Any]]
    """Of each model in lower case: one of its rows, many of them."""

    def ready(self) -> None:
        for model, (one, many) in self.table_names.items():
            options = self.get_model(model)._meta
            options.verbose_name, options.verbose_name_plural = one, many


class RecoveryCodesConfig(_NamedTablesConfig):
    """What keeps recovery codes, as the administration calls it."""

    name = "django_otp.plugins.otp_static"
    verbose_name = _("Codes de secours")
    table_names = {
        "staticdevice": (_("liste de codes de secours"), _("listes de codes de secours")),
        "statictoken": (_("code de secours"), _("codes de secours")),
    }


class AuthenticatorsConfig(_NamedTablesConfig):
    """What keeps the keys of people's phones, as the administration calls it."""

    name = "django_otp.plugins.otp_totp"
    verbose_name = _("Codes de connexion")
    table_names = {"totpdevice": (_("téléphone à codes"), _("téléphones à codes"))}
