"""The drawn deck: built by its tool, complete, small, and readable from another file."""

import gzip
import re
from pathlib import Path

import pytest

from games.core.cards import CARD_COUNT, Card
from tools.draw_deck import (
    CARD_FILES,
    DECK_SIGNS,
    HAND,
    IMAGES,
    MARK,
    OLD_FILES,
    OLD_STYLES,
    STATIC,
    draw_card_files,
    draw_deck_parts,
    draw_deck_signs,
    draw_hand,
    draw_mark,
    draw_old_files,
    draw_old_styles,
)
from tournaments.templatetags.cards import face_of

CARD_BYTES = 3 * 1024
CARD_FILE_LENGTH = 8_000
DECK_BYTES = 29_000
"""Size of the whole deck, compressed."""
PART_LENGTH = 70_000
"""Largest part of the deck, which a slow phone styles at once."""
OLD_SIGN_BYTES = 400
SHARED = {"spades", "hearts", "diamonds", "clubs", "star", "belt", "frame", "frame-sign", "face"}
"""Parts of more cards than one."""
FACES = [face_of(Card(number)) for number in range(CARD_COUNT)]


@pytest.fixture(scope="module")
def symbols() -> dict[str, str]:
    parts = "".join(draw_deck_parts().values())
    return {name: text for text, name in re.findall(r'(<symbol id="([^"]+)".*?</symbol>)', parts)}


@pytest.mark.parametrize(
    ("file", "draw"),
    [
        (HAND, draw_hand),
        (MARK, draw_mark),
        (DECK_SIGNS, draw_deck_signs),
        (OLD_STYLES, draw_old_styles),
    ],
)
def test_file_is_what_its_tool_draws(file: Path, draw) -> None:
    assert file.read_text(encoding="utf-8") == draw()


def test_deck_is_in_parts_with_the_picture_of_every_card() -> None:
    parts = draw_deck_parts()

    assert {name: (IMAGES / name).read_text(encoding="utf-8") for name in parts} == parts
    for face in FACES:
        assert {face.picture, face.new_picture} - {""} <= set(_names(parts[Path(face.part).name]))
    assert {"back", "back-b"} <= set(_names(parts["deck-suits.svg"]))
    assert max(map(len, parts.values())) < PART_LENGTH


def _names(drawing: str) -> list[str]:
    return re.findall(r'id="([^"]+)"', drawing)


def test_each_card_has_a_small_file_of_its_own() -> None:
    files = {path.name: path.read_text(encoding="utf-8") for path in CARD_FILES.iterdir()}

    assert files == draw_card_files()
    for face in FACES:
        names = set(_names((STATIC / face.file).read_text(encoding="utf-8")))
        assert {face.picture, face.new_picture} - {""} <= names
        assert {face.sign, face.emblem} - {""} <= set(_names(draw_deck_signs()))
    assert max(map(len, files.values())) < CARD_FILE_LENGTH


def test_signs_of_older_packs_have_small_files_for_every_suit_and_card() -> None:
    files = {path.name: path.read_text(encoding="utf-8") for path in OLD_FILES.iterdir()}
    styles = OLD_STYLES.read_text(encoding="utf-8")

    assert files == draw_old_files()
    assert max(map(len, files.values())) < OLD_SIGN_BYTES
    assert len({drawing.replace("rotate", "") for drawing in files.values()}) == len(files)
    assert set(re.findall(r"img/old/([a-z-]+\.svg)", styles)) == set(files)
    # a layer of the mask for each sign in the middle, and for the lower corner
    masks = dict(re.findall(r'data-index="(\d+)"\] svg \{ mask: (.*?);', styles))
    assert {rank: mask.count("var(") for rank, mask in masks.items()} == {
        str(rank): rank + 1 for rank in range(1, 11)
    }


@pytest.mark.parametrize("file", [*IMAGES.glob("deck-*.svg"), HAND, MARK, *CARD_FILES.iterdir()])
def test_every_part_is_there_once(file: Path) -> None:
    drawing = file.read_text(encoding="utf-8")
    names = _names(drawing)

    assert sorted(set(names)) == sorted(names)
    assert set(re.findall(r'href="#([^"]+)"', drawing)) <= set(names)


def test_cards_are_light(symbols: dict[str, str]) -> None:
    cards = {name for face in FACES for name in (face.picture, face.new_picture) if name}
    weights = {card: sum(len(symbols[part]) for part in _own_parts(card, symbols)) for card in cards}

    assert {card: weight for card, weight in weights.items() if weight > CARD_BYTES} == {}
    assert sum(len(gzip.compress(part.encode(), 9)) for part in draw_deck_parts().values()) < DECK_BYTES


def _own_parts(name: str, symbols: dict[str, str]) -> set[str]:
    references = set(re.findall(r'href="#([^"]+)"', symbols[name])) - SHARED
    return {name}.union(*(_own_parts(part, symbols) for part in references))


def test_nothing_is_lost_or_refused_where_another_file_shows_a_card() -> None:
    assert (
        re.findall(
            r"url\(|<style|style=|<script|<clipPath|Gradient|<pattern|https?://(?!www\.w3\.org/2000/svg)",
            "".join(draw_deck_parts().values()),
        )
        == []
    )
