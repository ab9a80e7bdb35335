"""What somebody says of his own account, and the message about a forgotten password."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.forms import PasswordResetForm
from django.utils.translation import get_language, override
from django.utils.translation import gettext_lazy as _


class AccountForm(forms.Form):
    """The language of an account."""

    language = forms.ChoiceField(
        label=_("Langue"),
        choices=[("", _("celle de l’appareil")), *settings.LANGUAGES],
        required=False,
        help_text=_("Des pages sur tous vos appareils, et de ce qui vous est écrit."),
    )


class OwnLanguageResetForm(PasswordResetForm):
    """The message goes out in the language of the account."""

    def send_mail(
        self,
        subject_template_name: str,
        email_template_name: str,
        context: dict[str, Any],
        *rest: Any,
        **named: Any,
    ) -> None:
        with override(context["user"].language or get_language()):
            super().send_mail(subject_template_name, email_template_name, context, *rest, **named)
