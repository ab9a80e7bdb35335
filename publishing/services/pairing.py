"""Pairs of laptop and site: codes and laptops of a site, and the site of a laptop."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from publishing.models import ClubSite, Laptop, PairingCode
from publishing.services.keys import code_digest, is_public_key, new_code, new_key_pair, new_phrase
from publishing.services.site_client import LAYOUT, ask_site, clean_address
from tournaments.base.access import may_own_club
from tournaments.models import Club
from tournaments.trace.services.trace import record_event

CODE_LASTS = timedelta(minutes=30)
LONGEST_NAME = 60


@transaction.atomic
def make_pairing_code(*, club: Club, made_by: User) -> str:
    """Make a code for one laptop, valid for half an hour. An earlier code of the user is no longer valid."""
    PairingCode.objects.filter(club=club, made_by=made_by, used_at=None).delete()
    code = new_code()
    PairingCode.objects.create(
        club=club, digest=code_digest(code), made_by=made_by, expires_at=timezone.now() + CODE_LASTS
    )
    record_event(club=club, actor=made_by, action="laptop.code_made", subject=club.name)
    return code


@transaction.atomic
def pair_laptop(*, code: str, name: str, public_key: str, now: datetime) -> Laptop:
    """Pair a laptop with the club of a code, on the site. The same request twice makes one laptop.

    Raises:
        AppError: `code_unknown`, `code_expired`, or `key_malformed` for what no Étui sends.
    """
    rows = PairingCode.objects.select_for_update(of=("self",)).select_related("club", "made_by")
    row = rows.filter(digest=code_digest(code)).first()
    if not is_public_key(public_key):
        raise AppError(
            "key_malformed", _("Cet envoi est illisible : mettez les deux Étui à la même version.")
        )
    if row is None:
        raise AppError(
            "code_unknown", _("Le site ne connaît pas ce code : relisez-le, ou demandez-en un autre.")
        )
    laptop = Laptop.objects.filter(public_key=public_key, club=row.club_id).first()
    if laptop is not None:
        return laptop
    is_used_up = row.used_at is not None or row.expires_at <= now
    # the code of an owner who was removed since must not open the club to them again
    if is_used_up or not may_own_club(row.made_by, row.club):
        raise AppError("code_expired", _("Ce code n’est plus valable : demandez-en un autre sur le site."))
    row.used_at = now
    row.save(update_fields=["used_at"])
    laptop = Laptop.objects.create(
        club=row.club, name=name.strip()[:LONGEST_NAME] or "?", public_key=public_key, paired_by=row.made_by
    )
    record_event(club=row.club, actor=row.made_by, action="laptop.paired", subject=laptop.name)
    return laptop


@transaction.atomic
def revoke_laptop(*, laptop: Laptop, revoked_by: User) -> None:
    """Refuse all further requests of a laptop. Its events stay copies until the site takes them back."""
    rows = Laptop.objects.filter(pk=laptop.pk, revoked_at=None)
    if rows.update(revoked_at=timezone.now()):
        record_event(club=laptop.club, actor=revoked_by, action="laptop.revoked", subject=laptop.name)


def pair_with_site(*, club: Club, address: str, code: str, name: str, paired_by: User) -> ClubSite:
    """Pair this laptop with the site of the club.

    Raises:
        AppError: `not_in_hall`, `paired_already`, `address_malformed`, `site_…` if the site is not reached,
            or what the site answers.
    """
    if not settings.ETUI_IS_IN_HALL:
        # owners of clubs on a server would reach its local network through the request
        raise AppError(
            "not_in_hall",
            _("Seul l’ordinateur d’une salle s’associe à un site : ouvrez cette page dans son Étui."),
        )
    if ClubSite.objects.filter(club=club).exists():
        raise AppError("paired_already", _("Ce club a déjà son site : séparez-les d’abord."))
    site_address = clean_address(address)
    private_key, public_key = new_key_pair()
    answer = ask_site(
        site_address,
        "POST",
        "pair/",
        {"layout": LAYOUT, "code": code, "name": name, "public_key": public_key},
    )
    with transaction.atomic():
        site = ClubSite.objects.create(
            club=club,
            address=site_address,
            club_name=str(answer["club"])[:120],
            laptop=int(answer["laptop"]),
            private_key=private_key,
            phrase=new_phrase(),
            paired_by=paired_by,
        )
        record_event(club=club, actor=paired_by, action="site.paired", subject=site_address)
    return site


@transaction.atomic
def part_from_site(*, site: ClubSite, parted_by: User) -> None:
    """Forget the site of the club. Nothing is published any more. What the site has stays there."""
    site.events.update(site=None, problem="", failures=0)
    record_event(club=site.club, actor=parted_by, action="site.parted", subject=site.address)
    site.delete()
