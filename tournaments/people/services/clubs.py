"""Making a club."""

from django.db import transaction
from django.utils.text import slugify

from accounts.models import User
from tournaments.audit.services.audit import record_event
from tournaments.enums import MembershipRole
from tournaments.models import Club, Membership


@transaction.atomic
def create_club(*, name: str, city: str, created_by: User) -> Club:
    """Make a club whose owner is the person who makes it."""
    club = Club.objects.create(name=name, city=city, slug=_free_slug(name))
    Membership.objects.create(user=created_by, club=club, role=MembershipRole.OWNER)
    record_event(club=club, actor=created_by, action="club.created", subject=name)
    return club


def _free_slug(name: str) -> str:
    stem = slugify(name)[:50] or "club"
    slug, number = stem, 1
    while Club.objects.filter(slug=slug).exists():
        number += 1
        slug = f"{stem}-{number}"
    return slug
