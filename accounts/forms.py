"""Forms of accounts. One of them also sends the message about a forgotten password."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.forms import (
    AuthenticationForm,
    PasswordChangeForm,
    PasswordResetForm,
    SetPasswordForm,
)
from django.contrib.auth.password_validation import password_validators_help_texts, validate_password
from django.utils.functional import Promise
from django.utils.translation import get_language, override
from django.utils.translation import gettext_lazy as _
from django_countries import countries

from accounts.models import LONGEST_ADDRESS, User
from accounts.pseudonyms import LONGEST, clean_pseudonym
from common.errors import AppError


class LanguageSelect(forms.Select):
    """Select box with each language in its own name, marked with `lang` for screen readers."""

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(name, value, *args, **kwargs)
        if value:
            option["attrs"]["lang"] = value
        return option


class LanguageField(forms.ChoiceField):
    """Choice of a language of the site. The value "" has the label `otherwise`."""

    widget = LanguageSelect

    def __init__(self, *, otherwise: str | Promise, **options: Any) -> None:
        super().__init__(choices=[("", otherwise), *settings.LANGUAGES], required=False, **options)


class LanguageForm(forms.Form):
    """The language of an account."""

    language = LanguageField(
        label=_("Langue"),
        otherwise=_("la langue de l’appareil"),
        help_text=_("Pour les pages, sur tous vos appareils, et pour les messages que vous recevez."),
    )


class PseudonymField(forms.CharField):
    """Pseudonym by the rules of `accounts.pseudonyms`. The service checks that it is free."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("help_text", _("2 à 24 lettres et chiffres ; les autres joueurs le voient."))
        widget = forms.TextInput(attrs={"autocomplete": "nickname", "spellcheck": "false"})
        super().__init__(label=_("Pseudonyme"), max_length=LONGEST, widget=widget, **options)

    def clean(self, value: Any) -> str:
        text = str(super().clean(value))
        try:
            return clean_pseudonym(text) if text else ""
        except AppError as error:
            raise forms.ValidationError(str(error.message)) from None


class CountryField(forms.ChoiceField):
    """Optional country by its code of ISO 3166-1, in the language of the page."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            label=_("Pays"), choices=lambda: [("", _("ne pas dire")), *countries], required=False, **options
        )


class ProfileForm(forms.Form):
    """Pseudonym and country of a player."""

    pseudonym = PseudonymField(required=False)
    country = CountryField()


class NoticesForm(forms.Form):
    """Choice of messages to the owner of an account."""

    is_told = forms.BooleanField(
        label=_("Me prévenir par courriel d’une connexion sur un nouvel appareil"), required=False
    )


class SignUpForm(forms.Form):
    """Request for an account."""

    email = forms.EmailField(
        label=_("Adresse électronique"),
        max_length=LONGEST_ADDRESS,
        help_text=_("Vous y recevrez un message ; personne d’autre ne voit votre adresse."),
        widget=forms.EmailInput(attrs={"autocomplete": "username"}),
    )
    pseudonym = PseudonymField()
    country = CountryField()
    password = forms.CharField(
        label=_("Mot de passe"),
        strip=False,
        help_text=_("8 caractères au moins, pas un mot de passe courant, pas seulement des chiffres."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    is_of_age = forms.BooleanField(label=_("J’ai 15 ans ou plus, ou mes parents sont d’accord."))

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        if password := values.get("password"):
            name = values.get("pseudonym", "")
            try:
                validate_password(password, User(email=values.get("email", ""), name=name))
            except forms.ValidationError as error:
                self.add_error("password", error)
        return values


class SignUpConfirmForm(forms.Form):
    """Password of the new account, typed again, and its pseudonym."""

    pseudonym = PseudonymField()
    password = forms.CharField(
        label=_("Le mot de passe que vous avez choisi"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )


class AddressForm(forms.Form):
    """Email address for a message."""

    email = forms.EmailField(
        label=_("Adresse électronique"),
        max_length=LONGEST_ADDRESS,
        widget=forms.EmailInput(attrs={"autocomplete": "username"}),
    )


class OwnPasswordForm(forms.Form):
    """Password of the signed-in account, typed again. An account without a password types its address."""

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


class SignInForm(AuthenticationForm):
    """Address and password."""

    def __init__(self, *values: Any, **kwargs: Any) -> None:
        super().__init__(*values, **kwargs)
        self.error_messages = {
            **self.error_messages,
            "invalid_login": _(
                "Cette adresse et ce mot de passe ne vont pas ensemble. Vérifiez-les, majuscules comprises."
            ),
        }


class OwnLanguageResetForm(PasswordResetForm):
    """Request for a new password. The message is in the language of the account, else of the page."""

    email = forms.EmailField(
        label=_("Adresse électronique"),
        max_length=LONGEST_ADDRESS,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )

    def send_mail(
        self,
        subject_template_name: str,
        email_template_name: str,
        context: dict[str, Any],
        *args: Any,
        **kwargs: Any,
    ) -> None:
        with override(context["user"].language or get_language()):
            super().send_mail(subject_template_name, email_template_name, context, *args, **kwargs)


class CodeField(forms.CharField):
    """Code of an authenticator app, or a recovery code."""

    def __init__(self, **options: Any) -> None:
        attrs = {"autocomplete": "one-time-code", "autocapitalize": "none", "spellcheck": "false"}
        super().__init__(label=_("Code"), max_length=20, widget=forms.TextInput(attrs=attrs), **options)


class CodeForm(forms.Form):
    """Code that a sign-in requires."""

    code = CodeField(help_text=_("Les 6 chiffres de votre application, ou un de vos codes de secours."))


class SecondFactorForm(OwnPasswordForm):
    """Password and code to turn the second factor on or off."""

    code = CodeField(help_text=_("Les 6 chiffres que montre votre application."))
    field_order = ("password", "email", "code")

    def __init__(self, data: Mapping[str, Any] | None = None, *, user: User) -> None:
        super().__init__(data, user=user)
        self.order_fields(self.field_order)


class NewPasswordForm(SetPasswordForm):  # type: ignore[type-arg]
    """Choice of a password. Its rules are sentences, since the help of a field may hold no list."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["new_password1"].help_text = " ".join(password_validators_help_texts())


class NextPasswordForm(NewPasswordForm, PasswordChangeForm):
    """Choice of another password, with the current one."""
