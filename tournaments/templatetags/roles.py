"""Roles in words."""

from django import template

from tournaments.people.words import role_wording

register = template.Library()


@register.filter
def role_name(role: str, table_number: int | None) -> str:
    """A role with the table of a captain: `{{ role.role|role_name:role.table_number }}`."""
    return role_wording.role_name(role, table_number)
