"""A form that stands on a page beside another one."""

from typing import Any

from django import forms


class FormBeside(forms.Form):
    """Its fields have ids of their own: a label leads to the first field of an id on the whole page."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.auto_id = f"id_{type(self).__name__.lower()}_%s"
