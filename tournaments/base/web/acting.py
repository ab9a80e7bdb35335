"""Calling one service from a page, and saying on the next page that it was done or why it was refused."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, QueryDict

from common.errors import AppError


def act(request: HttpRequest, service: Callable[..., Any], done: str, **arguments: Any) -> bool:
    """Call `service`; the next page says `done`, or why it was refused. Whether it was done."""
    try:
        service(**arguments)
    except AppError as error:
        messages.error(request, str(error.message))
        return False
    tell(request, done)
    return True


def tell(request: HttpRequest, done: str) -> None:
    """Have the next page say that something was done."""
    messages.success(request, done)


def show_error(form: forms.BaseForm, error: AppError) -> None:
    """Put a service's refusal at the fields concerned and at the top of the form."""
    told = {str(message) for field, message in error.fields.items() if field in form.fields}
    for field, message in error.fields.items():
        form.add_error(field if field in form.fields else None, message)
    if str(error.message) not in told | {str(message) for message in form.non_field_errors()}:
        form.add_error(None, str(error.message))


def posted(request: HttpRequest) -> QueryDict | None:
    """What a form was sent with, None when the page is only opened; empty data is data."""
    return request.POST if request.method == "POST" else None
