"""How a club names those who have not consented, and whether search engines may read its archives."""

from django.db import transaction

from accounts.models import User
from tournaments.audit.services.audit import record_event
from tournaments.base.services.public_pages import renew_pages
from tournaments.models import Club, Person

FIELDS = ("withholds_names", "opens_archives")


@transaction.atomic
def set_club_privacy(*, club: Club, withholds_names: bool, opens_archives: bool, set_by: User | None) -> Club:
    """Choose both; everybody in the register is named accordingly at once."""
    locked = Club.objects.select_for_update().get(pk=club.pk)
    before = {name: getattr(locked, name) for name in FIELDS}
    after = {"withholds_names": withholds_names, "opens_archives": opens_archives}
    if before == after:
        return locked
    locked.withholds_names, locked.opens_archives = withholds_names, opens_archives
    locked.save(update_fields=FIELDS)
    Person.everybody.filter(club=locked).update(is_withheld=withholds_names)
    renew_pages(locked.tournaments.all())
    record_event(
        club=locked, actor=set_by, action="club.privacy", subject=locked.name, before=before, after=after
    )
    return locked
