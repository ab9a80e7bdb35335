"""The sentences of a check of deals."""

import pytest

from games.core.dealing.set_document import parse_set_document
from games.core.dealing.verification import CheckedBoard, SetFault
from games.core.errors import NotationError
from games.services.dealing_sentences import FAULTS, board_sentence, unreadable_sentence


def test_every_fault_has_its_sentence() -> None:
    assert set(FAULTS) == set(SetFault)
    assert len({str(sentence) for sentence in FAULTS.values()}) == len(SetFault)


@pytest.mark.parametrize(
    ("faults", "sentence"),
    [
        ((), "Étui 7 : Conforme."),
        (
            (SetFault.DEALER, SetFault.TAKER),
            "Étui 7 : Le donneur n’est pas celui de cet étui. Le preneur n’est pas celui de cet étui.",
        ),
    ],
)
def test_board_is_named_with_its_faults(faults: tuple[SetFault, ...], sentence: str) -> None:
    assert board_sentence(CheckedBoard(7, None, faults)).replace("\N{NO-BREAK SPACE}", " ") == sentence


@pytest.mark.parametrize(
    ("source", "place"), [("{\n oops}", "ligne 2, colonne 2"), ("{}", "(format)"), ("[]", "(document)")]
)
def test_place_of_a_fault_is_said(source: str, place: str) -> None:
    with pytest.raises(NotationError) as refused:
        parse_set_document(source)

    assert place in unreadable_sentence(refused.value)
