"""What somebody says of his own account, and the message about a forgotten password."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.forms import PasswordResetForm
from django.utils.functional import Promise
from django.utils.translation import get_language, override
from django.utils.translation import gettext_lazy as _

from accounts.models import User


class LanguageSelect(forms.Select):
    """Each language by its own name, said to be in it: a voice reads it as it is spoken."""

    def create_option(self, name: str, value: Any, *rest: Any, **named: Any) -> dict[str, Any]:
        option = super().create_option(name, value, *rest, **named)
        if value:
            option["attrs"]["lang"] = value
        return option


class LanguageField(forms.ChoiceField):
    """A language of the site, or "" for what `otherwise` names."""

    widget = LanguageSelect

    def __init__(self, *, otherwise: str | Promise, **options: Any) -> None:
        super().__init__(choices=[("", otherwise), *settings.LANGUAGES], required=False, **options)


class LanguageForm(forms.Form):
    """The language of an account."""

    language = LanguageField(
        label=_("Langue"),
        otherwise=_("celle de l’appareil"),
        help_text=_("Pour les pages, sur tous vos appareils, et pour les messages que vous recevez."),
    )


class OwnPasswordForm(forms.Form):
    """The password of who is signed in, typed again; the address, of who signs in by links alone."""

    def __init__(self, data: Mapping[str, Any] | None = None, *, user: User) -> None:
        super().__init__(data)
        self._user = user
        if user.has_usable_password():
            self.fields["password"] = forms.CharField(
                label=_("Votre mot de passe"),
                strip=False,
                widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
            )
        else:
            self.fields["email"] = forms.EmailField(label=_("Votre adresse électronique"))

    def clean_password(self) -> str:
        password = str(self.cleaned_data["password"])
        if not self._user.check_password(password):
            raise forms.ValidationError(_("Ce n’est pas votre mot de passe."))
        return password

    def clean_email(self) -> str:
        email = str(self.cleaned_data["email"])
        if email.lower() != self._user.email.lower():
            raise forms.ValidationError(_("Ce n’est pas l’adresse de ce compte."))
        return email


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
