"""Roles in words, what clubs ask an account on its own page, registrations sent from a device."""

from collections.abc import Mapping

from django import template
from django.template import RequestContext

from accounts.models import User
from tournaments.models import Tournament
from tournaments.people.queries.tie_requests import list_waiting_requests
from tournaments.people.words import role_wording

register = template.Library()


@register.filter
def role_name(role: str, table_number: int | None) -> str:
    """A role with the table of a captain: `{{ role.role|role_name:role.table_number }}`."""
    return role_wording.role_name(role, table_number)


@register.simple_tag(takes_context=True)
def own_registration(context: RequestContext, event: Tournament) -> str:
    """Address of the registration that this device sent for an event, "" without one."""
    kept: Mapping[int, str] = context["own_registrations"]
    return kept.get(event.pk, "")


@register.simple_tag
def tie_requests_of(user: User) -> int:
    """How many requests wait for the answer of who is signed in. One query."""
    return list_waiting_requests(user).count()
