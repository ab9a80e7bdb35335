"""The token by which a form is carried out once, even if it is sent several times."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournaments.base.web.once import FIELD, make_token

register = template.Library()


@register.simple_tag
def once() -> SafeString:
    """Return a hidden field with a new token, for a form that creates something.

    It stands beside `{% csrf_token %}`.
    """
    return format_html('<input type="hidden" name="{}" value="{}">', FIELD, make_token())


@register.simple_tag
def once_token() -> str:
    """Return a new token alone, for the query of a button's address."""
    return make_token()
