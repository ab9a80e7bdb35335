"""What clubs ask an account, for the page of the account itself, which knows no clubs."""

from django import template

from accounts.models import User
from tournaments.people.queries.tie_requests import list_waiting_requests

register = template.Library()


@register.simple_tag
def tie_requests_of(user: User) -> int:
    """How many requests wait for the answer of who is signed in. One query."""
    return list_waiting_requests(user).count()
