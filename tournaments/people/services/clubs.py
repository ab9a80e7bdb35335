"""Creation of a club, and its privacy settings."""

from django.db import transaction

from accounts.models import User
from tournaments.base.services.public_pages import renew_pages
from tournaments.base.services.slugs import create_with_slug
from tournaments.enums import MembershipRole
from tournaments.models import Club, Membership, Person
from tournaments.people.services.namesakes import number_namesakes
from tournaments.trace.services.trace import record_event

FIELDS = ("withholds_names", "opens_archives")


@transaction.atomic
def create_club(*, name: str, city: str, created_by: User) -> Club:
    """Create a club and make its creator the owner."""
    club = create_with_slug(Club.objects, name, "club", name=name, city=city)
    Membership.objects.create(user=created_by, club=club, role=MembershipRole.OWNER)
    record_event(club=club, actor=created_by, action="club.created", subject=name)
    return club


@transaction.atomic
def rename_club(*, club: Club, name: str, city: str, renamed_by: User | None) -> Club:
    """Change the name and the city of a club. Its address stays, as papers and links have it."""
    locked_club = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    previous = {"name": locked_club.name, "city": locked_club.city}
    if previous == {"name": name, "city": city}:
        return locked_club
    locked_club.name, locked_club.city = name, city
    locked_club.save(update_fields=["name", "city"])
    renew_pages(locked_club.tournaments.all())
    record_event(
        club=locked_club,
        actor=renamed_by,
        action="club.renamed",
        subject=name,
        before=previous,
        after={"name": name, "city": city},
    )
    return locked_club


@transaction.atomic
def set_club_privacy(*, club: Club, withholds_names: bool, opens_archives: bool, set_by: User | None) -> Club:
    """Set both privacy settings. The public names of all people in the register change at once."""
    locked_club = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    previous_settings = {name: getattr(locked_club, name) for name in FIELDS}
    new_settings = {"withholds_names": withholds_names, "opens_archives": opens_archives}
    if previous_settings == new_settings:
        return locked_club
    locked_club.withholds_names, locked_club.opens_archives = withholds_names, opens_archives
    locked_club.save(update_fields=FIELDS)
    Person.everybody.filter(club=locked_club).update(is_withheld=withholds_names)
    number_namesakes(locked_club.pk)
    renew_pages(locked_club.tournaments.all())
    record_event(
        club=locked_club,
        actor=set_by,
        action="club.privacy",
        subject=locked_club.name,
        before=previous_settings,
        after=new_settings,
    )
    return locked_club
