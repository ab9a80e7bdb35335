"""Results that players dispute, with a photo, and the organiser's answer."""

import uuid
from io import BytesIO

import pytest
from django.core.files.storage import FileSystemStorage
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from PIL import Image

from common.errors import AppError, Conflict
from tests.factories.photos import make_photo
from tests.factories.tables import make_device, open_table, plays_of, sit_down, write_down
from tests.factories.tournaments import (
    enter_result,
    enter_results,
    list_plays,
    make_club,
    make_seated_tournament,
    make_user,
)
from tournaments.base.services import pictures
from tournaments.events.queries.unsettled import open_flags
from tournaments.events.services.states import finish_tournament
from tournaments.models import AuditEvent, ResultFlag
from tournaments.results.services import flags
from tournaments.results.services.flags import clean_photo, raise_flag, resolve_flag

pytestmark = pytest.mark.django_db

PLACE_TAG = 0x8825
"""Exif: where a photo was taken."""


@pytest.fixture(autouse=True)
def media(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    return tmp_path


@pytest.fixture
def evening():
    return make_seated_tournament(make_club())


@pytest.fixture
def access(evening):
    return open_table(evening)


@pytest.fixture
def device(access):
    device = make_device()
    sit_down(access, 1, device=device)
    return device


@pytest.fixture
def play(access, device):
    play = plays_of(access)[0]
    write_down(access, play, device)
    return play


def photo(kind="JPEG", size=(40, 20), **options):
    return SimpleUploadedFile(f"photo.{kind.lower()}", make_photo(kind, size, **options))


def dispute(access, play, device, text="C’est +62", **options):
    return raise_flag(
        access=access, play=play, device=device, text=text, **{"seen_version": 1, "photo": None} | options
    )


def test_a_player_disputes_a_result_with_a_photo(access, play, device):
    flag = dispute(access, play, device, photo=photo())

    assert list(open_flags(play.round.section.session)) == [flag]
    assert (flag.seat, flag.text, flag.slip.version) == (1, "C’est +62", 1)
    assert flag.photo.read().startswith(b"\xff\xd8")
    assert AuditEvent.objects.filter(action="result.disputed", actor=None).count() == 1


def test_a_photo_is_read_and_stored_before_the_transaction(access, play, device, read_outside):
    depth = len(connection.savepoint_ids)

    flag = dispute(access, play, device, photo=photo())

    assert read_outside == [("read", depth), ("stored", depth)]
    assert flag.photo.read().startswith(b"\xff\xd8")


@pytest.fixture
def read_outside(monkeypatch):
    """Return the number of transactions open, beside the test's, whenever a picture is read or stored."""
    depths = []
    read_picture, store_file = pictures.run_in_child, FileSystemStorage._save

    def reading(*arguments, **options):
        depths.append(("read", len(connection.savepoint_ids)))
        return read_picture(*arguments, **options)

    def storing(*arguments, **options):
        depths.append(("stored", len(connection.savepoint_ids)))
        return store_file(*arguments, **options)

    monkeypatch.setattr(pictures, "run_in_child", reading)
    monkeypatch.setattr(FileSystemStorage, "_save", storing)
    return depths


def test_a_photo_of_a_dispute_that_is_not_kept_leaves_no_file(access, play, device, media):
    first = dispute(access, play, device, photo=photo())
    enter_result(play, 62, user=make_user(), seen_version=1, reason="fiche")

    assert dispute(access, play, device, seen_version=2, photo=photo()) != first
    with pytest.raises(Conflict):
        dispute(access, play, device, photo=photo())
    assert dispute(access, play, device, seen_version=2, photo=photo()).slip.version == 2
    assert len(list(media.rglob("*.jpg"))) == 2


def test_the_same_phone_disputes_a_version_once(access, play, device):
    first = dispute(access, play, device)

    assert dispute(access, play, device, text="encore") == first


@pytest.mark.postgres
def test_a_dispute_of_a_version_replaced_since_is_a_conflict(access, play, device):
    enter_result(play, 62, user=make_user(), seen_version=1, reason="fiche")

    with pytest.raises(Conflict):
        dispute(access, play, device)


def test_a_dispute_says_what_and_of_what(access, play, device):
    with pytest.raises(AppError) as silent:
        dispute(access, play, device, text="  ")
    with pytest.raises(AppError) as early:
        dispute(access, plays_of(access)[1], device, seen_version=0)

    assert (silent.value.code, early.value.code) == ("flag_empty", "nothing_to_dispute")
    assert not ResultFlag.objects.exists()


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_photo_is_kept_small_and_tells_no_place(kind):
    place = Image.Exif()
    place[PLACE_TAG] = {1: "N", 2: (48.0, 51.0, 24.0)}

    picture = Image.open(BytesIO(clean_photo(photo(kind, (3000, 1500), exif=place))))

    assert (picture.format, picture.size) == ("JPEG", (2000, 1000))
    assert PLACE_TAG not in picture.getexif()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"GIF89a",
        b"%PDF-1.7",
        b"\xff\xd8\xff\xe0 not a photo",
        b"<svg onload='x'/>",
        b"\x89PNG\r\n\x1a\n",
    ],
)
def test_what_is_no_photo_is_refused(content):
    with pytest.raises(AppError) as refusal:
        clean_photo(SimpleUploadedFile("photo.jpg", content))

    assert refusal.value.code == "photo_unreadable"
    assert "photo" in refusal.value.fields


def test_a_photo_too_heavy_or_too_wide_is_refused(monkeypatch):
    monkeypatch.setattr(pictures, "JPEG_PIXELS", 100)
    with pytest.raises(AppError) as wide:
        clean_photo(photo())
    monkeypatch.setattr(flags, "LARGEST_PHOTO", 10)
    with pytest.raises(AppError) as heavy:
        clean_photo(photo())

    assert {wide.value.code, heavy.value.code} == {"photo_too_large"}


def test_an_answer_closes_a_dispute_once(access, play, device):
    flag, user = dispute(access, play, device), make_user("Odile")

    with pytest.raises(AppError) as silent:
        resolve_flag(flag=flag, note=" ", resolved_by=user)
    answered = resolve_flag(flag=flag, note="Fiche relue : +58.", resolved_by=user)
    with pytest.raises(AppError) as twice:
        resolve_flag(flag=flag, note="Autre avis", resolved_by=user)

    assert (silent.value.code, twice.value.code) == ("note_missing", "flag_resolved")
    assert (answered.note, answered.resolved_by) == ("Fiche relue : +58.", user)
    assert not open_flags(play.round.section.session).exists()


def test_a_dispute_without_answer_holds_up_the_end(evening, access, play, device):
    flag = dispute(access, play, device)
    enter_results((other_play, 56) for other_play in list_plays(evening) if other_play != play)

    with pytest.raises(AppError) as refusal:
        finish_tournament(tournament=evening, finished_by=None)
    resolve_flag(flag=flag, note="Rien à changer.", resolved_by=make_user())

    assert refusal.value.code == "results_disputed"
    assert finish_tournament(tournament=evening, finished_by=None).state == "finished"


@pytest.mark.postgres
def test_a_dispute_sent_twice_is_kept_once_even_when_it_is_answered_between(access, play, device):
    token = uuid.uuid4()
    first = dispute(access, play, device, token=token)
    resolve_flag(flag=first, note="vu", resolved_by=make_user())

    assert dispute(access, play, device, token=token) == first
    assert ResultFlag.objects.count() == 1


def test_the_token_of_a_dispute_serves_one_play(access, play, device):
    token = uuid.uuid4()
    dispute(access, play, device, token=token)
    second_play = plays_of(access)[1]
    write_down(access, second_play, device)

    with pytest.raises(AppError) as refused:
        dispute(access, second_play, device, token=token)

    assert refused.value.code == "token_reused"
    assert ResultFlag.objects.count() == 1
