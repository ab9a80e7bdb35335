"""What somebody says of his own account, and the message about a forgotten password."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm, PasswordResetForm
from django.contrib.auth.password_validation import validate_password
from django.utils.functional import Promise
from django.utils.translation import get_language, override
from django.utils.translation import gettext_lazy as _
from django_countries import countries

from accounts.models import LONGEST_ADDRESS, User
from accounts.pseudonyms import LONGEST, clean_pseudonym
from common.errors import AppError


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
        otherwise=_("la langue de l’appareil"),
        help_text=_("Pour les pages, sur tous vos appareils, et pour les messages que vous recevez."),
    )


class PseudonymField(forms.CharField):
    """A pseudonym as `accounts.pseudonyms` allows it; that nobody has it is for the service to say."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("help_text", _("2 à 24 lettres et chiffres ; les autres joueurs le voient."))
        widget = forms.TextInput(attrs={"autocomplete": "nickname", "spellcheck": "false"})
        super().__init__(label=_("Pseudonyme"), max_length=LONGEST, widget=widget, **options)

    def clean(self, value: Any) -> str:
        typed = str(super().clean(value))
        try:
            return clean_pseudonym(typed) if typed else ""
        except AppError as error:
            raise forms.ValidationError(str(error.message)) from None


class CountryField(forms.ChoiceField):
    """A country by its code of ISO 3166-1, in the language of the page; nobody has to say."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            label=_("Pays"), choices=lambda: [("", _("ne pas dire")), *countries], required=False, **options
        )


class ProfileForm(forms.Form):
    """Under which name and for which country somebody plays."""

    pseudonym = PseudonymField(required=False)
    country = CountryField()


class NoticesForm(forms.Form):
    """What the account's owner is told by mail."""

    is_told = forms.BooleanField(
        label=_("Me prévenir par courriel d’une connexion sur un nouvel appareil"), required=False
    )


class SignUpForm(forms.Form):
    """What an account is asked for with."""

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
        typed = super().clean() or {}
        if password := typed.get("password"):
            name = typed.get("pseudonym", "")
            try:
                validate_password(password, User(email=typed.get("email", ""), name=name))
            except forms.ValidationError as refused:
                self.add_error("password", refused)
        return typed


class SignUpConfirmForm(forms.Form):
    """The account's password, typed again, and its pseudonym."""

    pseudonym = PseudonymField()
    password = forms.CharField(
        label=_("Le mot de passe que vous avez choisi"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )


class AddressForm(forms.Form):
    """An address to which a message is asked for."""

    email = forms.EmailField(
        label=_("Adresse électronique"),
        max_length=LONGEST_ADDRESS,
        widget=forms.EmailInput(attrs={"autocomplete": "username"}),
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


class SignInForm(AuthenticationForm):
    """Address and password."""

    def __init__(self, *values: Any, **named: Any) -> None:
        super().__init__(*values, **named)
        self.error_messages = {
            **self.error_messages,
            "invalid_login": _(
                "Cette adresse et ce mot de passe ne vont pas ensemble. Vérifiez-les, majuscules comprises."
            ),
        }


class OwnLanguageResetForm(PasswordResetForm):
    """The message goes out in the language of the account."""

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
        *rest: Any,
        **named: Any,
    ) -> None:
        with override(context["user"].language or get_language()):
            super().send_mail(subject_template_name, email_template_name, context, *rest, **named)


class CodeField(forms.CharField):
    """A code of a telephone, or a recovery code."""

    def __init__(self, **options: Any) -> None:
        attrs = {"autocomplete": "one-time-code", "autocapitalize": "none", "spellcheck": "false"}
        super().__init__(label=_("Code"), max_length=20, widget=forms.TextInput(attrs=attrs), **options)


class CodeForm(forms.Form):
    """The code that a sign-in asks for."""

    code = CodeField(help_text=_("Les 6 chiffres de votre application, ou un de vos codes de secours."))


class SecondFactorForm(OwnPasswordForm):
    """What turns the second factor on or off: the password and a code."""

    code = CodeField(help_text=_("Les 6 chiffres que montre votre application."))
    field_order = ("password", "email", "code")

    def __init__(self, data: Mapping[str, Any] | None = None, *, user: User) -> None:
        super().__init__(data, user=user)
        self.order_fields(self.field_order)
