"""The organiser's side of the phones: codes of the tables, disputed and unconfirmed results."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.factories.photos import make_photo
from tests.factories.tables import make_device, open_table, plays_of, sit_down, write_down
from tests.factories.tournaments import (
    make_entered_tournament,
    make_seated_tournament,
)
from tests.french import french_texts
from tournaments.models import PhoneRules, ResultFlag, SlipConfirmation, TableAccess
from tournaments.results.services.flags import raise_flag
from tournaments.results.services.table_access import set_phone_rules, table_secret


@pytest.fixture
def evening(club):
    return make_seated_tournament(club)


@pytest.fixture
def pages(signed_in, evening):
    """`pages("get", "organiser-phones", …)`: a request of the owner about the evening."""

    def ask(method, name, *args, **data):
        return getattr(signed_in, method)(reverse(name, args=[evening.slug, *args]), data)

    return ask


@pytest.fixture
def written(evening):
    """A result of North's phone at table 1, not confirmed."""
    access, device = open_table(evening), make_device()
    sit_down(access, 0, device=device)
    play = plays_of(access)[0]
    write_down(access, play, device)
    return play


@pytest.fixture
def disputed(evening, written):
    access, device = open_table(evening), make_device("Safari, iPhone")
    sit_down(access, 1, device=device)
    photo = SimpleUploadedFile("photo.png", make_photo("PNG"))
    return raise_flag(
        access=access, play=written, device=device, seen_version=1, text="C’est +66", photo=photo
    )


def test_codes_are_made_and_each_opens_its_table(pages, client):
    empty_page = pages("get", "organiser-phones").content.decode()
    pages("post", "organiser-phones-open")

    page_text = pages("get", "organiser-phones").content.decode()
    for text, has_codes in ((empty_page, False), (page_text, True)):
        assert ("Créer les codes" in text) is not has_codes
        assert ("Imprimez cette page" in text) is has_codes
    links = re.findall(r'href="http://testserver(/table/[^"]+)"', page_text)

    assert len(links) == 5
    for number, link in enumerate(links, start=1):
        assert f"Table {number}, position 1" in Client().get(link).content.decode()
    pages("post", "organiser-phones-open")
    assert "Toutes les tables ont déjà leur code." in pages("get", "organiser-phones").content.decode()
    TableAccess.objects.filter(table__number=3).delete()
    assert "Créer les codes qui manquent" in pages("get", "organiser-phones").content.decode()


def test_a_code_is_drawn_for_cameras(pages, evening):
    access = open_table(evening)

    answer = pages("get", "organiser-phone-qr", access.pk)

    assert answer.headers["Content-Type"] == "image/svg+xml"
    assert b"<svg" in answer.content


def test_a_code_is_renewed_and_taken_back(pages, evening):
    access = open_table(evening)
    secret_before = table_secret(access)

    pages("post", "organiser-phone-renew", access.pk)
    access.refresh_from_db()
    renewed = table_secret(access)
    pages("post", "organiser-phone-revoke", access.pk)

    assert secret_before != renewed
    assert TableAccess.objects.get(pk=access.pk).revoked_at is not None
    assert "code retiré" in pages("get", "organiser-phones").content.decode()


def test_what_phones_do_is_chosen(pages, evening):
    pages("post", "organiser-phone-rules", needs_confirmation="on")

    rules = PhoneRules.objects.get(tournament=evening)
    assert (rules.needs_confirmation, rules.shows_comparison) == (True, False)
    assert re.search(
        r'name="needs_confirmation"[^>]*checked', pages("get", "organiser-phones").content.decode()
    )


def test_before_the_seats_are_fixed_there_are_no_codes(signed_in, club):
    draft = make_entered_tournament(club)
    path = reverse("organiser-phones-open", args=[draft.slug])

    page_text = signed_in.post(path, follow=True).content.decode()

    assert "Fixez d’abord les places" in page_text
    assert not TableAccess.objects.exists()


@pytest.mark.parametrize("is_asked", [True, False])
def test_unconfirmed_results_are_listed_where_confirmation_is_asked(pages, evening, written, is_asked):
    set_phone_rules(tournament=evening, needs_confirmation=is_asked, shows_comparison=False, set_by=None)

    page_text = pages("get", "organiser-results").content.decode()

    assert ("1 résultat attend l’autre camp" in page_text) is is_asked


def test_an_organiser_vouches_for_a_result(pages, owner, written):
    page_before = pages("get", "organiser-result-history", written.pk).content.decode()

    pages("post", "organiser-result-confirm", written.pk, seen_version=1)

    assert "personne encore" in page_before
    assert SlipConfirmation.objects.get().confirmed_by == owner
    page_after = pages("get", "organiser-result-history", written.pk).content.decode()
    assert "personne encore" not in page_after
    assert "Odile" in page_after


def test_all_waiting_results_are_confirmed_with_one_button(pages, evening, written):
    access, device = open_table(evening), make_device()
    sit_down(access, 1, device=device)
    set_phone_rules(tournament=evening, needs_confirmation=True, shows_comparison=False, set_by=None)
    single_page = pages("get", "organiser-results").content.decode()
    write_down(access, plays_of(access)[1], device, takes_pen=True)
    page = pages("get", "organiser-results").content.decode()
    slips = re.search(r'name="slips" value="([0-9,]+)"', page)

    pages("post", "organiser-results-confirm", slips="1,x")
    count_after_nonsense = SlipConfirmation.objects.filter(confirmed_at=None).count()
    pages("post", "organiser-results-confirm", slips=slips[1])
    confirmed_page = pages("get", "organiser-results").content.decode()
    pages("post", "organiser-results-confirm", slips=slips[1])
    late_page = pages("get", "organiser-results").content.decode()

    assert 'name="slips"' not in single_page
    assert "confirmer les 2 résultats" in page
    assert count_after_nonsense == 2
    assert not SlipConfirmation.objects.filter(confirmed_at=None).exists()
    assert "2 résultats sont confirmés." in confirmed_page
    assert "2 résultats ont changé, ou étaient déjà confirmés" in late_page
    assert "sont confirmés." not in late_page


def test_facts_that_a_correction_changed_are_marked_on_both_sides(pages, evening, written, disputed):
    access, device = open_table(evening), make_device()
    sit_down(access, 2, device=device)
    write_down(access, written, device, "49", seen_version=1, reason="relu", takes_pen=True)

    page = pages("get", "organiser-flag", disputed.pk).text

    marked = re.findall(r"<strong>([^<]+)</strong>,?\s", page[page.index('class="facts"') :])
    assert marked == ["45 points", "réussie de 4", "49 points", "réussie de 8"]
    assert page.count("2 bouts") == 2


def test_a_disputed_result_is_read_with_its_photo_and_answered(pages, owner, disputed):
    listed = pages("get", "organiser-results").content.decode()
    page = pages("get", "organiser-flag", disputed.pk).content.decode()
    photo = pages("get", "organiser-flag-photo", disputed.pk)
    silent = pages("post", "organiser-flag", disputed.pk, note=" ")
    pages("post", "organiser-flag", disputed.pk, note="Fiche relue.")

    assert "C’est +66" in listed
    assert "C’est +66" in page
    assert re.search(r"2 bouts,\s+45 points,\s+réussie de 4\s", page)
    assert (photo.headers["Content-Type"], b"".join(photo.streaming_content)[:2]) == (
        "image/jpeg",
        b"\xff\xd8",
    )
    assert silent.status_code == 422
    flag = ResultFlag.objects.get()
    assert (flag.note, flag.resolved_by) == ("Fiche relue.", owner)
    assert "Résultats contestés" not in pages("get", "organiser-results").content.decode()


def test_pages_of_phones_are_in_english_too(pages, evening, disputed):
    phone = Client(headers={"accept-language": "en", "user-agent": "x"})
    secret = table_secret(open_table(evening, 2))
    phone.post(reverse("table-sit", args=[secret, 1, 0]))
    names = frozenset({"Étui", "Soirée", evening.club.name})

    table = phone.get(reverse("table-page", args=[secret])).content.decode()
    closed = phone.get(reverse("table-page", args=["1-x"])).content.decode()

    assert french_texts(table, names=names) == []
    assert french_texts(closed, names=names) == []
