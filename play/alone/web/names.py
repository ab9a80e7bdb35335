"""The public name of a player at a table, in a room or in the ranking of the day."""

from typing import Any

from django import forms

from accounts.models import User
from accounts.profiles import clean_public_name
from common.errors import AppError


class PublicNameForm(forms.Form):
    """Form with a field `name` that other players read.

    A player may use their own pseudonym, but no name of another account, an official or a site. First names
    are free, also those of robots, since guests have them, too.
    """

    def __init__(self, *args: Any, owner: User | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.owner = owner

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if not name:
            return ""
        if self.owner is not None and name == self.owner.pseudonym:
            return name
        try:
            return clean_public_name(name, owner=self.owner)
        except AppError as error:
            raise forms.ValidationError(str(error.message)) from None
