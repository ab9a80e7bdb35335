"""An archive on another machine, with another key of sessions and another folder."""

import json
import zipfile
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from accounts.models import User
from etui.version import program_version
from tests.factories.tables import open_table
from tests.factories.tournaments import make_user
from tests.installations import all_rows, database_in_file, make_site
from tests.tournaments.management.handed_out import fetch_here, hand_out, used
from tournaments.base.services.link_keys import (
    forget_link_keys,
    link_digest,
    store_missing_keys,
    stored_link_keys,
)
from tournaments.enums import DocumentKind, LinkPurpose
from tournaments.installation import encryption
from tournaments.management import archive_words, passphrases
from tournaments.models import Club, LinkKey, Session, Tournament
from tournaments.paper.documents.making.document import preview_html
from tournaments.paper.documents.making.options import DocumentOptions
from tournaments.paper.documents.registry import DOCUMENTS
from tournaments.rankings.queries.standings import latest_standings, snapshot_rows
from tournaments.rankings.services.standings import refresh_standings
from tournaments.results.services.club_tables import club_table_secret, make_table_codes
from tournaments.work.kinds import request_standings

pytestmark = pytest.mark.django_db(transaction=True)

PASSPHRASE = "une garde sans le chien"
PRINTED = DocumentOptions(site="http://etui.lan:8000")
PAPERS = (DocumentKind.TABLE_CARDS, DocumentKind.RANKING)


@pytest.fixture
def machine(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The first machine, with an evening that was ranked."""
    monkeypatch.setattr(encryption, "COST", 2)
    with at_machine(tmp_path / "one", "of the first machine", settings):
        store_missing_keys()
        make_site()
        evening = Tournament.objects.get()
        make_table_codes(club=evening.club, made_by=User.objects.get())
        open_table(evening, 1)
        rank_all()
        yield tmp_path


class at_machine:  # noqa: N801 # read as a phrase
    """A machine with its own folder and its own key of sessions."""

    def __init__(self, folder: Path, key: str, settings: Any) -> None:
        self._database = database_in_file(folder / "etui.sqlite3")
        self._folder, self._key, self._settings = folder, key, settings

    def __enter__(self) -> None:
        self._settings.SECRET_KEY = self._key
        self._settings.VAR_DIR, self._settings.MEDIA_ROOT = self._folder, self._folder / "documents"
        self._database.__enter__()
        forget_link_keys()

    def __exit__(self, *_error: object) -> None:
        self._database.__exit__(None, None, None)
        forget_link_keys()


def rank_all() -> None:
    for session in Session.objects.all():
        request_standings(session=session)
        refresh_standings(session=session)


def shown() -> dict[str, Any]:
    """Return what people see and hold: rankings, papers with their codes, the address of a table card."""
    evening = Tournament.objects.get()
    rows = snapshot_rows(latest_standings(evening.sessions.get()))
    papers = {
        kind.value: preview_html(DOCUMENTS[kind], evening, language="fr", options=PRINTED) for kind in PAPERS
    }
    card = reverse("table-of-club", args=[club_table_secret(Club.objects.get(), 1)])
    return {
        "ranking": [[str(row.entry), row.overall_place, str(row.value)] for row in rows],
        "papers": papers,
        "card": card,
        "card opens": Client().get(card, follow=True).status_code,
        "keys": {purpose.value: stored_link_keys().get(purpose, b"").hex() for purpose in LinkPurpose},
    }


def run(*words: str, **options: Any) -> str:
    output = StringIO()
    call_command(*words, stdout=output, **options)
    return output.getvalue().replace("\u00a0", " ")


def secret_file(folder: Path, text: str = PASSPHRASE) -> str:
    path = folder / "passphrase.txt"
    path.write_text(f"{text}\n", encoding="utf-8")
    return str(path)


def test_every_kind_of_link_gets_its_key_into_the_database(machine: Path) -> None:
    """A kind without one would be made from the key of this machine, and dead on another."""
    keys_before = dict(stored_link_keys())
    LinkKey.objects.filter(purpose=LinkPurpose.PERSON).delete()
    forget_link_keys()
    digest = link_digest(LinkPurpose.PERSON, "a link that was printed meanwhile")

    store_missing_keys()

    keys_after = stored_link_keys()
    assert set(keys_after) == set(LinkPurpose)
    assert {**keys_after, LinkPurpose.PERSON: b""} == {**keys_before, LinkPurpose.PERSON: b""}
    assert link_digest(LinkPurpose.PERSON, "a link that was printed meanwhile") == digest


@pytest.mark.parametrize("encrypted", [pytest.param(False, marks=pytest.mark.postgres), True])
def test_links_codes_and_signatures_are_valid_on_another_machine(
    machine: Path, settings: Any, encrypted: bool
) -> None:
    """Each kind that people hold. Only sessions end, because their key stays on its machine."""
    evening, organiser, file = Tournament.objects.get(), User.objects.get(), str(machine / "moved.etui")
    make_user("Berthe", club=evening.club)
    handed = hand_out(evening, organiser)
    signed_in = Client()
    signed_in.force_login(organiser)
    options = ["--passphrase-file", secret_file(machine)] if encrypted else []
    run("backup", file, *options)
    first_results = used(handed, fetch_here)

    with at_machine(machine / "two", "of the second machine", settings):
        run("restore", file, *options)
        second_results = used(handed, fetch_here)
        desk = signed_in.get(reverse("organiser-desk", args=[evening.slug]))

    assert second_results == first_results
    assert {status for status, _text in first_results["links"].values()} == {200}
    assert len({text for _status, text in first_results["links"].values()}) == len(handed.links)
    assert all(first_results[kind] for kind in ("code of the phone", "recovery code", "own registrations"))
    assert first_results["site file"] is True
    assert first_results["deals"] is True
    assert len(first_results["sheets"]) == 4
    assert desk.status_code == 302


@pytest.mark.parametrize("encrypted", [False, True])
def test_rankings_papers_and_codes_are_the_same_on_another_machine(
    machine: Path, settings: Any, encrypted: bool
) -> None:
    state_before, file = shown(), str(machine / "moved.etui")
    options = ["--passphrase-file", secret_file(machine)] if encrypted else []
    run("backup", file, *options)

    with at_machine(machine / "two", "of the second machine", settings):
        text = run("restore", file, *options)
        state_after = shown()
        rank_all()
        ranked_again = shown()["ranking"]

    assert state_before["card opens"] == 200
    assert "<svg" in state_before["papers"]["table_cards"]
    assert state_before["ranking"]
    assert state_after == state_before
    assert ranked_again == state_before["ranking"]
    assert "ne marchent plus" not in text


def test_encrypted_archive_is_no_archive_without_its_passphrase(
    machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = machine / "moved.etui"
    typed = iter([PASSPHRASE, PASSPHRASE, "another passphrase", PASSPHRASE])
    monkeypatch.setattr(passphrases, "getpass", lambda prompt: next(typed))
    rows = all_rows()

    run("backup", str(file), "--encrypt")

    assert not zipfile.is_zipfile(file)
    assert file.stat().st_mode & 0o077 == 0
    with pytest.raises(CommandError, match="phrase secrète n’est pas celle"):
        run("restore", str(file))
    assert all_rows() == rows
    assert "Cette sauvegarde est bonne" in run("restore", str(file), "--check")
    assert not list((machine / "one" / "backups").rglob("archive.zip"))


def test_passphrase_that_is_short_or_typed_twice_differently_writes_nothing(
    machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = machine / "moved.etui"
    typed = iter(["une garde sans le chien", "une garde sans le chine"])
    monkeypatch.setattr(passphrases, "getpass", lambda prompt: next(typed))

    with pytest.raises(CommandError, match="pas les mêmes"):
        run("backup", str(file), "--encrypt")
    with pytest.raises(CommandError, match="12 caractères"):
        run("backup", str(file), "--passphrase-file", secret_file(machine, "trop court"))
    with pytest.raises(CommandError, match="ne peut pas être lue"):
        run("backup", str(file), "--passphrase-file", str(machine / "absent.txt"))

    assert not file.exists()


def test_backup_in_the_clear_says_what_it_holds(machine: Path) -> None:
    assert "les clés des codes imprimés" in run("backup", str(machine / "a.zip"))


def test_dry_run_says_what_would_change_and_changes_nothing(machine: Path, settings: Any) -> None:
    file = str(machine / "moved.zip")
    run("backup", file)
    make_user("Reste")
    rows = all_rows()

    text = run("restore", file, "--check")

    users = User.objects.count()
    assert f"Elle a été écrite par Étui {program_version()}.\n" in text
    assert "tournois : 1, comme aujourd’hui\n" in text
    assert f"comptes : {users} aujourd’hui, {users - 1} après\n" in text
    assert "liens privés de la sauvegarde marcheraient ici" in text
    assert all_rows() == rows


def test_dry_run_without_data_makes_none(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, absent = str(machine / "moved.zip"), machine / "two" / "etui.sqlite3"
    run("backup", file)
    monkeypatch.setattr(archive_words, "sqlite_path", lambda: absent)

    text = run("restore", file, "--check")

    assert "pas de données lisibles ici" in text
    assert not absent.exists()


def test_archive_of_a_newer_version_is_refused_by_its_number(machine: Path) -> None:
    file, newer = machine / "a.zip", machine / "newer.zip"
    run("backup", str(file))
    with zipfile.ZipFile(file) as source, zipfile.ZipFile(newer, "w") as target:
        for name in source.namelist():
            content = source.read(name)
            if name == "about.json":
                content = json.dumps(json.loads(content) | {"layout": 99, "program": "7.2.0"}).encode()
            target.writestr(name, content)

    with pytest.raises(CommandError, match="version plus récente") as refusal:
        run("restore", str(newer))

    assert f"Étui 7.2.0 ; ce programme est Étui {program_version()}" in str(refusal.value).replace(
        "\u00a0", " "
    )
