"""Links, codes and signatures that people hold of an installation, and what each opens on a machine."""

import json
import re
from binascii import unhexlify
from collections.abc import Callable
from dataclasses import dataclass
from html import unescape
from typing import Any

from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone
from django_otp.oath import totp

from accounts.models import User
from accounts.second_factor import new_key, turn_on, use_code
from accounts.services import make_sign_in_link
from counting.services.evenings import begin_evening
from games.core.bots.choosing import RobotLevel
from games.core.dealing.set_document import parse_set_document
from games.core.dealing.verification import verify_set
from games.core.rules import RuleSet
from play.free.services.sitting_down import open_table as open_free_table
from tests.factories.invitations import invitation_path, make_invitation
from tests.factories.registrations import open_event, send_registration
from tests.factories.tables import open_table
from tests.factories.tournaments import make_tournament, reveal
from tournaments.base.web.own_registrations import keep_registration, own_registrations
from tournaments.deals.door import revealed_document
from tournaments.entries.services.registrations import registration_secret
from tournaments.enums import DocumentKind, Visibility
from tournaments.models import Person, PrintedSheet, Tournament
from tournaments.paper.documents.making.options import DocumentOptions
from tournaments.paper.documents.registry import DOCUMENTS
from tournaments.paper.services.sheet_codes import find_coded_sheet, issue_codes
from tournaments.people.services.person_links import person_secret, renew_person_link
from tournaments.results.services.club_tables import club_table_secret, make_table_codes
from tournaments.results.services.table_access import table_secret
from tournaments.results.web.kept_sheets import owner_mark, sealing_key
from tournaments.seasons.queries.site_files import is_signed, read_site, site_document

Fetch = Callable[[str], tuple[int, str]]
"""Request to a machine: the path, and the status and text of the page."""


@dataclass(frozen=True)
class Handed:
    """Links and codes that people hold, as text, without knowledge of the machine that made them."""

    links: dict[str, str]
    """Path of each kind of private link."""
    sheets: tuple[str, ...]
    """Codes on printed sheets."""
    cookie: str
    """Cookie with the registrations of a device."""
    phone_key: str
    """Key of the app that shows the codes of a sign-in."""
    recovery_codes: tuple[str, ...]
    site_file: str
    """Results of a simultaneous, signed by their cards."""
    slug: str
    """Address of the evening."""


def hand_out(evening: Tournament, organiser: User) -> Handed:
    """Make every kind of link, code and signature of a club whose evening is being played."""
    club = evening.club
    make_table_codes(club=club, made_by=organiser)
    access = open_table(evening, 1)
    person = Person.objects.filter(entries__tournament=evening).order_by("pk")[0]
    person = renew_person_link(person=person, made_by=organiser)
    coming = open_event(make_tournament(club, name="Soirée à venir"))
    registration = send_registration(coming, "Durand Anne", email="anne@example.org", link="http://etui.lan")
    response = HttpResponse()
    keep_registration(RequestFactory().get("/"), response, registration)
    options = DocumentOptions(last_board=4)
    issue_codes(document_type=DOCUMENTS[DocumentKind.TRAVELLERS], tournament=evening, options=options)
    key = new_key()
    codes = turn_on(user=organiser, key=key, code=f"{totp(unhexlify(key), drift=-1):06}")
    reveal(evening)
    Tournament.objects.filter(pk=evening.pk).update(visibility=Visibility.PUBLIC)
    home = begin_evening(game="tarot-4", rules=RuleSet(), names=["A", "B", "C", "D"], first_dealer=0)
    free = open_free_table(
        now=timezone.now(), game="tarot-4", level=RobotLevel.DEBUTANT, is_listed=False, deal_count=2,
        action_seconds=60, reserve_seconds=60, robots_after=None, name="Anne", device="d", owner=None,
    )  # fmt: skip
    links = {
        "table of the evening": reverse("table-page", args=[table_secret(access)]),
        "table card of the club": reverse("table-of-club", args=[club_table_secret(club, 2)]),
        "results of a person": reverse("public-own-results", args=[person_secret(person)]),
        "registration": reverse("public-registration", args=[coming.slug, registration_secret(registration)]),
        "invitation": invitation_path(make_invitation(evening)[1]),
        "sign-in": make_sign_in_link(user=User.objects.exclude(pk=organiser.pk).order_by("pk")[0]),
        "evening at home": reverse("counting-evening", args=[home.writing]),
        "evening at home, to read": reverse("counting-evening", args=[home.reading]),
        "free table": reverse("rooms-free-table", args=[free.table.secret]),
        "revealed deals": reverse("public-deal-document", args=[evening.slug]),
    }
    return Handed(
        links=links,
        sheets=tuple(PrintedSheet.objects.order_by("pk").values_list("code", flat=True)),
        cookie=response.cookies["inscriptions"].value,
        phone_key=key,
        recovery_codes=tuple(codes),
        site_file=json.dumps(site_document(evening)),
        slug=evening.slug,
    )


def used(handed: Handed, fetch: Fetch) -> dict[str, Any]:
    """Return what each thing gives on this machine. Spent codes are used up."""
    evening = Tournament.objects.get(slug=handed.slug)
    organiser = User.objects.get(totpdevice__key=handed.phone_key)
    session = evening.sessions.get()
    request = RequestFactory().get("/")
    request.COOKIES["inscriptions"] = handed.cookie
    coming = Tournament.objects.get(registrations__isnull=False)
    deal_set = session.deal_set
    assert deal_set is not None
    document = parse_set_document(str(revealed_document(session)))
    return {
        "links": {kind: fetch(path) for kind, path in handed.links.items()},
        "sheets": [str(find_coded_sheet(code).name) for code in handed.sheets],
        "own registrations": own_registrations(request, coming),
        "code of the phone": use_code(user=organiser, code=f"{totp(unhexlify(handed.phone_key)):06}"),
        "recovery code": use_code(user=organiser, code=handed.recovery_codes[0]),
        "site file": is_signed(read_site(json.loads(handed.site_file)), {1: session}),
        "deals": verify_set(document, deal_set.commitment).is_sound,
        "kept sheets": (owner_mark(organiser), sealing_key(organiser)),
    }


def fetch_here(path: str) -> tuple[int, str]:
    """Request a page within the process."""
    response = Client().get(path, follow=True)
    return response.status_code, page_text(response.content.decode())


def page_text(page: str) -> str:
    """Return the text of the main part of a page, without its scripts and tokens."""
    main = page.partition("<main")[2].partition("</main>")[0] or page
    text = re.sub(r"<script.*?</script>|<[^>]*>", " ", main, flags=re.DOTALL)
    return " ".join(unescape(text).split())
