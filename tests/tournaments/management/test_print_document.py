"""`manage.py print_document`: a complete file, or a sentence that explains the error."""

from io import BytesIO, StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from pypdf import PdfReader

from tests.factories.tournaments import make_club, make_seated_tournament, make_tournament
from tournaments.models import AuditEvent, Tournament
from tournaments.paper.documents.registry import DOCUMENTS

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Tournament:
    return make_seated_tournament(make_club())


def print_document(kind: str, tournament: Tournament, out: Path, *options: str, **more: str) -> str:
    answer = StringIO()
    option_arguments = [part for option in options for part in ("--option", option)]
    call_command(
        "print_document", kind, *option_arguments, event=tournament.slug, out=out, stdout=answer, **more
    )
    return answer.getvalue()


def test_document_is_written_with_what_was_chosen(evening, tmp_path):
    out = tmp_path / "labels.pdf"

    answer = print_document("table_cards", evening, out, "first-table=4", language="en")

    reader = PdfReader(BytesIO(out.read_bytes()))
    assert answer.strip() == str(out)
    assert len(reader.pages) == 2
    assert "Table" in reader.pages[0].extract_text()
    assert reader.root_object["/Lang"] == "en"
    assert [file.name for file in tmp_path.iterdir()] == ["labels.pdf"]
    assert not AuditEvent.objects.filter(action="document.downloaded").exists()


def test_cards_taken_away_are_written_to_the_trace(evening, tmp_path):
    print_document("dog_slips", evening, tmp_path / "dogs.pdf", "last_board=2")

    assert AuditEvent.objects.get(action="document.downloaded").subject == "dog_slips"


def test_every_document_is_listed_with_its_options_and_parts():
    answer = StringIO()

    call_command("print_document", "--list", stdout=answer)

    lines = answer.getvalue().splitlines()
    assert {kind.value for kind in DOCUMENTS} <= {line.split(":")[0] for line in lines}
    assert "    part=hall: la salle d’un coup d’œil" in lines


@pytest.mark.parametrize(
    ("kind", "options", "told"),
    [
        ("table_card", [], "« table_cards »"),
        ("horoscope", [], "Il n’y a pas de document « horoscope »."),
        ("table_cards", ["first_table"], "--option first_table=VALEUR"),
        ("table_cards", ["first_table=zéro"], "first_table: Écrivez un nombre"),
        ("table_cards", ["note=x"], "note: Ce document n’a pas cette option."),
        ("table_cards", ["first_table=99"], "Rien à imprimer"),
        ("ranking", [], "Saisissez d’abord un résultat"),
    ],
)
def test_what_cannot_be_made_is_told_and_nothing_is_written(evening, tmp_path, kind, options, told):
    with pytest.raises(CommandError) as refusal:
        print_document(kind, evening, tmp_path / "x.pdf", *options)

    assert told in str(refusal.value).replace("\u00a0", " ")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.postgres
def test_nearest_tournament_is_offered(tmp_path):
    tournament = make_tournament(make_club())

    with pytest.raises(CommandError, match=tournament.slug):
        call_command("print_document", "table_cards", event=tournament.slug[:-1], out=tmp_path / "x.pdf")
    with pytest.raises(CommandError, match="--event"):
        call_command("print_document", "table_cards")


def test_folder_that_is_not_there_is_told(evening, tmp_path):
    with pytest.raises(CommandError, match="ne peut pas être écrit"):
        print_document("orientation_boards", evening, tmp_path / "nowhere" / "x.pdf")


def test_full_disk_leaves_what_was_there(evening, tmp_path, monkeypatch):
    out = tmp_path / "x.pdf"
    out.write_bytes(b"%PDF-old")

    def fill_up(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tournaments.management.commands.print_document.os.fsync", fill_up)

    with pytest.raises(CommandError, match="No space left on device"):
        print_document("orientation_boards", evening, out)

    assert out.read_bytes() == b"%PDF-old"
    assert list(tmp_path.iterdir()) == [out]
