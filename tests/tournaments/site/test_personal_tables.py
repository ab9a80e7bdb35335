"""Every text column of the site is erased with a person, forgotten with an account, or holds no person."""

import pytest
from django.apps import apps
from django.db import models

from tournaments.models.people import KeyField
from tournaments.site.queries.personal import CLUB_TEXTS, TEXTS
from tournaments.site.services.erasure import BLANKED, DROPPED

pytestmark = pytest.mark.pure

WHOLE_ROWS = {
    "tournaments.ChangedPerson", "tournaments.Licensee", "tournaments.Person", "tournaments.PrintedDocument",
    "tournaments.RegisteredPlayer", "tournaments.Registration", "tournaments.SheetScan", "sessions.Session",
}  # fmt: skip
"""Rows that erasing blanks or deletes by code of its own (`tournaments/site/services/erasure.py`)."""
OF_ACCOUNTS = {
    "accounts.User": "country email name password pseudonym pseudonym_folded",
    "accounts.PastPseudonym": "folded pseudonym",
    "accounts.SignInLink": "token_digest",
    "tournaments.ApiToken": "digest name sign_in_hash",
    "accounts.SignUp": "country email language password pseudonym token_digest",
    "accounts.SignedInDevice": "browser network session_key",
    "accounts.SignIn": "browser typed",
    "games.TableSeat": "device name",
    "rooms.DailyPlay": "name player",
    "rooms.Room": "game level name rule_set slug",
    "rooms.RoomRound": "movement",
    "rooms.RoomEntry": "device name network percent player",
    "rooms.RoomPlay": "mark score",
    "rooms.PlayerBlock": "by name whom",
    "rooms.ConductReport": "answer by line name whom words",
    "rooms.RoomBar": "name whom",
    "rooms.RoomRecord": "marks scores shares",
    "rooms.WrittenLine": "name text",
    "rooms.Silence": "name",
    "admin.LogEntry": "change_message object_id object_repr",
    "otp_static.StaticDevice": "name",
    "otp_static.StaticToken": "token",
    "otp_totp.TOTPDevice": "key name",
}
"""Texts of accounts and guests, not of a register: forgotten when the account is closed, or after a time."""
IMPERSONAL = {
    "tournaments.EntrantLetter": "digest",
    "tournaments.ResultFlag": "photo",
    "games.DealSet": "algorithm commitment constraints game rule_set seed",
    "games.Deal": "hands",
    "games.PlayedTable": "bid cards device game level rule_set score secret theme",
    "games.TableAction": "text",
    "games.FreeTable": "bid game level rule_set rules_name secret",
    "games.FreeDeal": "payments",
    "games.TableClaim": "assents",
    "tournaments.ClubPage": "picture",
    "tournaments.Club": "city name slug table_codes",
    "tournaments.StoredMovement": "document name source",
    "tournaments.MovementSearch": "best error",
    "tournaments.Tournament": "format game halls name options rule_set showing slug writer",
    "tournaments.ResultSlip": "facts seat_scores",
    "tournaments.RoundDraw": "missing order resting seed steps tables",
    "tournaments.PrintedSheet": "code deals fingerprint",
    "tournaments.SecondEntry": "facts seat_scores",
    "tournaments.PlayRecord": "text",
    "tournaments.PlayAnalysis": "error readings",
    "tournaments.BoardReference": "error scores",
    "tournaments.Competition": "join_code name slug",
    "tournaments.CompetitionMember": "site",
    "tournaments.SiteFile": "document site",
    "tournaments.CompetitionSnapshot": "rows",
    "tournaments.HouseRules": "game name rules",
    "tournaments.LinkKey": "key purpose",
    "tournaments.PaperLook": "footer ink logo tint",
    "tournaments.AdjustedTemplate": "kind text",
    "tournaments.FeeRate": "name",
    "tournaments.PrizeRule": "amounts group name",
    "tournaments.StandingsSnapshot": "method rows",
    "tournaments.EntryOpening": "note",
    "tournaments.EntryQuestion": "choices text",
    "tournaments.Invitation": "token_digest",
    "tournaments.Ruling": "edition effects fault",
    "tournaments.OwnTariff": "fault tariffs",
    "tournaments.Season": "name",
    "tournaments.SeasonTariff": "bands",
    "tournaments.EventRecord": "duplicate_total event_points handicap_points season_points",
    "tournaments.SentForm": "answer key",
    "tournaments.TableAccess": "nonce",
    "tournaments.EventTemplate": "choices name",
    "tournaments.AuditEvent": "action",
    "tournaments.Webhook": "address kinds nonce site",
    "tournaments.WebhookDelivery": "problem",
    "publishing.PairingCode": "digest",
    "publishing.Laptop": "name public_key",
    "publishing.ClubSite": "address club_name phrase private_key",
    "publishing.SharedEvent": "digests mark marks origin problem sealed",
    "publishing.SharedRow": "digest kind part wire",
    "counting.HomeEvening": "drawn game reading rules writing",
    "counting.HomeStep": "facts",
    "auth.Permission": "codename name",
    "auth.Group": "name",
    "contenttypes.ContentType": "app_label model",
}
"""Texts about events, deals, papers and the site. The photo of a flag is deleted by erasing itself."""


def texts_of(model: type[models.Model]) -> set[str]:
    """Return the columns of a model in which words can stand."""
    kinds = (models.CharField, models.TextField, models.JSONField, models.BinaryField, models.FileField)
    return {
        field.name
        for field in model._meta.concrete_fields
        if isinstance(field, kinds) and not field.choices and not isinstance(field, KeyField)
    }


def covered() -> dict[str, set[str]]:
    """Return the columns that erasing searches, by model."""
    columns: dict[str, set[str]] = {}
    for model, _path, fields in (*TEXTS, *CLUB_TEXTS):
        columns.setdefault(model._meta.label, set()).update(fields)
    return columns


def test_every_text_column_is_erased_or_known_to_hold_no_person() -> None:
    full_rows = WHOLE_ROWS | {model._meta.label for model, _field in DROPPED}
    erased = covered()

    unknown = {}
    for model in apps.get_models():
        label = model._meta.label
        impersonal_columns = " ".join((OF_ACCOUNTS.get(label, ""), IMPERSONAL.get(label, ""))).split()
        columns = texts_of(model) - erased.get(label, set()) - set(impersonal_columns)
        if columns and label not in full_rows:
            unknown[label] = columns

    places = "TEXTS or CLUB_TEXTS of tournaments/site/queries/personal.py, or a list of this file"
    assert unknown == {}, f"add the column to {places}"


def test_every_text_of_a_person_is_blanked() -> None:
    person = apps.get_model("tournaments", "Person")
    derived_columns = {"last_name", "told_by"}

    assert texts_of(person) - derived_columns <= set(BLANKED)
