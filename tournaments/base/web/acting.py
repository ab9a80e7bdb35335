"""Calls of one service from a page. The next page shows that it succeeded, or why it was refused."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, QueryDict

from common.errors import AppError


def run_service(request: HttpRequest, service: Callable[..., Any], done: str, **arguments: Any) -> bool:
    """Call `service` and show `done`, or the reason of a refusal, on the next page.

    Return whether it succeeded.
    """
    try:
        service(**arguments)
    except AppError as error:
        messages.error(request, str(error.message))
        return False
    add_success_message(request, done)
    return True


def add_success_message(request: HttpRequest, done: str) -> None:
    """Show a message of success on the next page."""
    messages.success(request, done)


def show_error(form: forms.BaseForm, error: AppError) -> None:
    """Show a service's refusal at the fields concerned and at the top of the form."""
    field_messages = {str(message) for field, message in error.fields.items() if field in form.fields}
    for field, message in error.fields.items():
        form.add_error(field if field in form.fields else None, message)
    # a message at its field is not repeated at the top
    if str(error.message) not in field_messages | {str(message) for message in form.non_field_errors()}:
        form.add_error(None, str(error.message))


def posted_data(request: HttpRequest) -> QueryDict | None:
    """Return the data of a sent form, maybe empty; None when the page is only opened."""
    return request.POST if request.method == "POST" else None
