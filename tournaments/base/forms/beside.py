"""A form beside another one on the same page."""

from typing import Any

from django import forms


class FormBeside(forms.Form):
    """A form whose fields have ids of their own.

    With equal ids, a label would lead to the field of the other form.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.auto_id = f"id_{type(self).__name__.lower()}_%s"
