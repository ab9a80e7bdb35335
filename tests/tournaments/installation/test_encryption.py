"""Encrypted archives: only the passphrase opens them, and no byte can be changed unnoticed."""

from io import BytesIO
from pathlib import Path

import pytest

from common.errors import AppError
from tournaments.installation import encryption
from tournaments.installation.encryption import MARK, decrypt, encrypt, is_encrypted

PASSPHRASE = "une garde sans le chien"
HERE = Path("archive.etui")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small pieces, and a key at the price of a test."""
    monkeypatch.setattr(encryption, "COST", 2)
    monkeypatch.setattr(encryption, "PIECE", 100)


def sealed(content: bytes, passphrase: str = PASSPHRASE) -> bytes:
    target = BytesIO()
    encrypt(BytesIO(content), target, passphrase)
    return target.getvalue()


def opened(file: bytes, passphrase: str = PASSPHRASE) -> bytes:
    return b"".join(decrypt(BytesIO(file), passphrase, HERE))


def refusal(file: bytes, passphrase: str = PASSPHRASE) -> str:
    with pytest.raises(AppError) as error:
        opened(file, passphrase)
    return error.value.code


@pytest.mark.parametrize("size", [0, 1, 99, 100, 101, 200, 1234])
def test_content_of_any_size_comes_back(size: int) -> None:
    content = bytes(range(256)) * 5

    file = sealed(content[:size])

    assert opened(file) == content[:size]
    assert content[:40] not in file


def test_same_content_is_another_file_each_time() -> None:
    assert sealed(b"Bonjour") != sealed(b"Bonjour")


def test_accents_are_the_same_however_a_system_writes_them() -> None:
    assert opened(sealed(b"Bonjour", "donn\u00e9es du club"), "donne\u0301es du club") == b"Bonjour"


def test_another_passphrase_is_refused_as_such() -> None:
    assert refusal(sealed(bytes(500)), "une garde contre le chien") == "passphrase_wrong"


def test_changed_bit_anywhere_is_refused() -> None:
    file = sealed(bytes(250))

    for place in range(len(MARK), len(file)):
        changed = file[:place] + bytes([file[place] ^ 1]) + file[place + 1 :]
        assert refusal(changed) in ("passphrase_wrong", "archive_unreadable"), place


def test_missing_or_exchanged_pieces_are_refused() -> None:
    file = sealed(bytes(250))
    start, piece_bytes = len(MARK) + encryption.SALT_BYTES, 100 + encryption.TAG_BYTES
    pieces = [
        file[start : start + piece_bytes],
        file[start + piece_bytes : start + 2 * piece_bytes],
        file[start + 2 * piece_bytes :],
    ]

    assert refusal(file[: start + 2 * piece_bytes]) == "archive_unreadable"
    assert refusal(file[:start] + pieces[1] + pieces[0] + pieces[2]) == "passphrase_wrong"
    assert refusal(file[:start] + pieces[0] + pieces[2]) == "archive_unreadable"
    assert refusal(file[:10]) == "archive_unreadable"


def test_encrypted_file_is_known_by_its_beginning(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(sealed(b""))
    (tmp_path / "b").write_bytes(b"PK")

    assert is_encrypted(tmp_path / "a")
    assert not is_encrypted(tmp_path / "b")
    assert not is_encrypted(tmp_path / "absent")
