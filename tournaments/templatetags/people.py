"""Roles in words, and what clubs ask an account on its own page, which knows no clubs."""

from django import template

from accounts.models import User
from tournaments.people.queries.tie_requests import list_waiting_requests
from tournaments.people.words import role_wording

register = template.Library()


@register.filter
def role_name(role: str, table_number: int | None) -> str:
    """A role with the table of a captain: `{{ role.role|role_name:role.table_number }}`."""
    return role_wording.role_name(role, table_number)


@register.simple_tag
def tie_requests_of(user: User) -> int:
    """How many requests wait for the answer of who is signed in. One query."""
    return list_waiting_requests(user).count()
