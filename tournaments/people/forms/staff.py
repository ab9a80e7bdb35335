"""Forms for the roles in a tournament and the organisers of a club."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.base.forms.beside import FormBeside
from tournaments.enums import EventRole, InvitationLength, MembershipRole

LAST_TABLE = 999


class _RoleFields(forms.Form):
    """A role, and the table of a captain."""

    role = forms.ChoiceField(label=_("Rôle"), choices=EventRole.choices, initial=EventRole.SCORER)
    table_number = forms.IntegerField(
        label=_("Table"),
        min_value=1,
        max_value=LAST_TABLE,
        required=False,
        help_text=_("Seulement pour un capitaine de table."),
    )

    def clean_role(self) -> EventRole:
        return EventRole(self.cleaned_data["role"])


class InvitationForm(_RoleFields):
    """Name, role and duration of an invitation."""

    label = forms.CharField(
        label=_("Pour qui"),
        max_length=80,
        help_text=_("Le journal donnera ce nom à la personne qui entre sans compte."),
    )
    length = forms.ChoiceField(
        label=_("Valable"), choices=InvitationLength.choices, initial=InvitationLength.EVENING
    )
    email = forms.EmailField(
        label=_("Envoyer par courriel à"),
        required=False,
        help_text=_("Facultatif. L’adresse n’est pas gardée."),
    )
    field_order = ("label", "role", "table_number", "length", "email")

    def __init__(self, *args: Any, can_mail: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not can_mail:
            del self.fields["email"]

    def clean_length(self) -> InvitationLength:
        return InvitationLength(self.cleaned_data["length"])


class RoleForm(FormBeside, _RoleFields):
    """A permanent role for a user with an account."""

    email = forms.EmailField(label=_("Adresse électronique du compte"))
    field_order = ("email", "role", "table_number")


class MembershipForm(forms.Form):
    """The account and role of an organiser of a club."""

    email = forms.EmailField(label=_("Adresse électronique du compte"))
    role = forms.ChoiceField(
        label=_("Rôle"), choices=MembershipRole.choices, initial=MembershipRole.ORGANISER
    )

    def clean_role(self) -> MembershipRole:
        return MembershipRole(self.cleaned_data["role"])


class KeeperAccountForm(MembershipForm):
    """A new account for an organiser of the club."""

    prefix = "account"

    email = forms.EmailField(label=_("Adresse électronique"))
    name = forms.CharField(label=_("Nom affiché"), max_length=120)
    field_order = ("name", "email", "role")
