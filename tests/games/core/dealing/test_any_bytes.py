"""Any bytes are read as a file of deals or reported as wrong. Checking them never fails."""

import json
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from games.core.dealing import DealConstraints, seal_set
from games.core.dealing.deal_file import read_deal_file
from games.core.dealing.dealt_game import dealt_game
from games.core.dealing.dealt_set import Scope, Takers
from games.core.dealing.layout_text import format_layout
from games.core.dealing.sealing import seal_listed
from games.core.dealing.set_document import format_set_document, parse_set_document
from games.core.dealing.verification import verify_set
from games.core.errors import NotationError
from games.core.variants.registry import GAMES
from tests.cases import examples

SEED = bytes(range(32))
GAME = dealt_game("tarot-4")
ANY_HAND = DealConstraints(taker_bids=())
SEALED = seal_set(SEED, 3, ANY_HAND)
DOCUMENTS = [
    SEALED,
    seal_set(SEED, 2, ANY_HAND, scope=Scope.TAKERS),
    seal_set(SEED, 2, game="tarot-3"),
    replace(SEALED, algorithm="etui-1"),
    seal_listed(SEED, SEALED.boards, game="tarot-4", rules="fft", scope=Scope.ALL),
]
TEXTS = [
    *map(format_set_document, DOCUMENTS),
    "\n".join(format_layout(board.layout) for board in SEALED.boards),
]
PIECES = st.sampled_from(
    [
        "",
        "-",
        "+",
        " ",
        "\n",
        "T1",
        "E",
        "b",
        '"',
        "{",
        "[",
        "null",
        "-1",
        "1e9",
        "9" * 19,
        "NaN",
        '"N"',
        '"15"',
        "\ufeff",
        "é",
    ]
)
VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 300),
    st.sampled_from(
        ["", "N", "E", "3", "fft", "takers", "none", "etui-2", "listed-1", "fft misere=20", *GAMES]
    ),
    st.just([]),
    st.just({}),
)


def read_and_check(source):
    deal_file = read_deal_file(source, GAME, takers=Takers.FFT)
    assert bool(deal_file.faults) != bool(deal_file.boards)
    try:
        document = parse_set_document(source)
    except NotationError:
        return
    verify_set(document, attempts=3)


@examples(20)
@given(source=st.one_of(st.binary(max_size=80), st.text(max_size=80)))
def test_any_bytes(source):
    read_and_check(source)


@examples(30)
@given(text=st.sampled_from(TEXTS), share=st.floats(0, 1), length=st.integers(0, 6), piece=PIECES)
def test_altered_text(text, share, length, piece):
    start = int(share * len(text))

    read_and_check(text[:start] + piece + text[start + length :])


@examples(40)
@given(
    document=st.sampled_from(TEXTS[:-1]),
    name=st.sampled_from(list(json.loads(TEXTS[0]))),
    of_deal=st.sampled_from(["number", "dealer", "taker", "hands", None]),
    value=VALUES,
)
def test_altered_value(document, name, of_deal, value):
    values = json.loads(document)
    if of_deal is None:
        values[name] = value
    else:
        values["deals"][1][of_deal] = value

    read_and_check(json.dumps(values))
