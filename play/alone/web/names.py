"""The name under which a player shows at a table, in a room or in the ranking of the day."""

from typing import Any

from django import forms

from accounts.models import User
from accounts.profiles import clean_public_name
from common.errors import AppError


class PublicNameForm(forms.Form):
    """A form whose field `name` other players will read.

    A player takes their own pseudonym, and no name of an account, an official or a site. First
    names are free, also those that the seats of robots have: guests have them, too.
    """

    def __init__(self, *args: Any, owner: User | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.owner = owner

    def clean_name(self) -> str:
        typed: str = self.cleaned_data["name"]
        if not typed:
            return ""
        if self.owner is not None and typed == self.owner.pseudonym:
            return typed
        try:
            return clean_public_name(typed, owner=self.owner)
        except AppError as error:
            raise forms.ValidationError(str(error.message)) from None
