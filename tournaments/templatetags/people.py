"""Roles in words, requests of clubs on an account's page, the header, registrations from a device."""

from collections.abc import Mapping

from django import template
from django.http import HttpRequest
from django.template import RequestContext

from accounts.models import User
from tournaments.base.web.organising import shows_organising
from tournaments.models import Tournament
from tournaments.people.queries.tie_requests import list_waiting_requests
from tournaments.people.words import role_wording

register = template.Library()


@register.filter
def role_name(role: str, table_number: int | None) -> str:
    """Return a role's name, with the table of a captain: `{{ role.role|role_name:role.table_number }}`."""
    return role_wording.name_role(role, table_number)


@register.simple_tag(takes_context=True)
def own_registration(context: RequestContext, event: Tournament) -> str:
    """Return the address of the registration that this device sent for an event, "" without one."""
    addresses: Mapping[int, str] = context["own_registrations"]
    return addresses.get(event.pk, "")


@register.filter
def has_organiser_pages(request: HttpRequest | None) -> bool:
    """Return whether the header leads the signed-in user to the organiser's pages. No query."""
    return shows_organising(request)


@register.simple_tag
def tie_requests_of(user: User) -> int:
    """Return the number of requests that wait for the user's answer. One query."""
    return list_waiting_requests(user).count()
