"""The token that lets a form be carried out once, however often it is sent."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournaments.base.web.once import FIELD, make_token

register = template.Library()


@register.simple_tag
def once() -> SafeString:
    """A hidden field for a form that makes something: beside its `{% csrf_token %}`."""
    return format_html('<input type="hidden" name="{}" value="{}">', FIELD, make_token())


@register.simple_tag
def once_token() -> str:
    """The token alone, for the query of an address that a button of another form sends to."""
    return make_token()
