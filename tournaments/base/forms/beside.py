"""A form beside another one on the same page."""

from typing import Any

from django import forms


class FormBeside(forms.Form):
    """A form whose fields have ids of their own.

    A label leads to the first field with its id on the whole page.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.auto_id = f"id_{type(self).__name__.lower()}_%s"
