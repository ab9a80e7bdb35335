"""Draw the deck, five of its cards and the mark: `deck-….svg`, `hand.svg` and `etui.svg` of `static/img`.

The deck is in three parts, because a browser parses and styles a whole file at once: a slow phone would stop
for a third of a second. Each card also has a file of its own in `static/img/deck`, for a
page of few cards.

The signs of the older packs are masks: eight files of `static/img/old`, placed by `static/css/cards_old.css`.

    .venv/bin/python -m tools.draw_deck

The drawings are in `tools/deck`, the signs in `static/img/cards.svg`. A page that shows a symbol of another
file gets none of its gradients, patterns and clips. Therefore the deck has none, and the box of a symbol cuts
its drawing. The page writes the upper corner, and the index of the lower one, in the language of its reader.
"""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

from tools.deck import courts
from tools.deck.old_suits import OLD_SIGNS, draw_old_sign
from tools.deck.pen import COLOURS, INKED, paint, shorten
from tools.deck.rosettes import back, rosette
from tools.deck.scenes import SCENES

STATIC = Path(__file__).resolve().parents[1] / "static"
SIGNS = STATIC / "img" / "cards.svg"
IMAGES = STATIC / "img"
DECK_SIGNS = IMAGES / "deck-signs.svg"
DECK_PARTS = {
    "suits": r"[SHDC](?:\d+|[VCDR])|back(?:-b)?",
    "low-trumps": r"[TN](?:\d|1[01])",
    "high-trumps": r"[TN](?:1[2-9]|2\d)|EX",
}
"""Pattern of the symbols in each part of the deck, by the end of its file's name."""
CARD_FILES = STATIC / "img" / "deck"
HAND = STATIC / "img" / "hand.svg"
MARK = STATIC / "img" / "etui.svg"
OLD_FILES = STATIC / "img" / "old"
OLD_STYLES = STATIC / "css" / "cards_old.css"
FACE = STATIC / "fonts" / "EtuiDisplay-Regular.woff2"

SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
COURT = "VCDR"
BOUTS = (1, 21)
IVORY = "var(--card-face,#fffdf7)"
WHITE = "#fffdf7"
GOLD = "#b07a10"
"""Colour of the star on the bouts, below their number. Darker than brass."""
TURNED = 'transform="rotate(180 50 80)"'
OUTSIDE = "M7 1H93A6 6 0 0 1 99 7V153A6 6 0 0 1 93 159H7A6 6 0 0 1 1 153V7A6 6 0 0 1 7 1Z"
FULL = (0, 0, 100, 160)
HALF = (6, 6, 88, 74)
SCENE = (6, 6, 88, 71)
GROUND = paint("p M6 6H94V80H6Z")
CORNER = (12.5, 29, 13, 13)
"""Box of the sign below the index: x, y, width and height."""
PLATE_OF_NUMBER, PLATE_OF_SIGN = 36, 51
"""Heights of the corner with the index: with a number alone, and with a sign."""

ACE, PIP = 46, 17.5
_SIDES = (33, 67)
_ENDS = (54, 106)
_THREE = (54, 80, 106)
_FOUR = (54, 71.5, 88.5, 106)


def _grid(rows: tuple[float, ...], *middle: float) -> list[tuple[float, float]]:
    return [*((x, y) for y in rows for x in _SIDES), *((50, y) for y in middle)]


PIPS = {
    1: _grid((), 80),
    2: _grid((), *_ENDS),
    3: _grid((), *_THREE),
    4: _grid(_ENDS),
    5: _grid(_ENDS, 80),
    6: _grid(_THREE),
    7: _grid(_THREE, 67),
    8: _grid(_THREE, 67, 93),
    9: _grid(_FOUR, 80),
    10: _grid(_FOUR, 62.5, 97.5),
}
"""Centres of the signs by rank."""

OLD_HEAD = "/* Swords, cups, coins and batons in place of the suits. Drawn by tools/draw_deck.py. */\n"
OLD_RULES = """\
  /* a sign is a mask of the colour of its suit; trumps and the Excuse have none */
  [data-old-suits] .playing-card:not(.trumps, .excuse) .card-index svg,
  [data-old-suits] .playing-card:has(.pips) .card-emblem {
    background: currentcolor; mask: var(--sign) center / contain no-repeat;
  }
  [data-old-suits] .pips svg { background: currentcolor; }
  [data-old-suits] .playing-card:not(.trumps, .excuse) .card-index use,
  [data-old-suits] .playing-card:has(.pips) .card-emblem use,
  [data-old-suits] .pips use { display: none; }

  /* the lower corner of a figure: a plate above the sign of today */
  [data-old-suits] .playing-card:not(.trumps, .excuse) .card-picture:not(.pips)::after {
    height: 45cqw; background: var(--card-face);
  }
  [data-old-suits] .playing-card:not(.trumps, .excuse) .card-picture:not(.pips)::before {
    content: ""; position: absolute; z-index: 1; right: 12.5cqw; bottom: 29cqw; width: 13cqw; height: 13cqw;
    background: currentcolor; mask: var(--turned) center / contain no-repeat;
  }
"""
HAND_CARDS = ("SR", "T1", "T21", "EX", "HD")
HAND_COLOURS = {"S": "#1c2723", "H": "#b3261e", "T": "#33408f", "E": "#33408f"}
HAND_TURN = 17
"""Degrees between two cards of the hand."""

MARK_SIDE = 64
MARK_GROUND = "#1d4d3f"
MARK_POCKET = "M7 33h13.5a11.5 11.5 0 0 0 23 0H57v18a7 7 0 0 1-7 7H14a7 7 0 0 1-7-7z"
"""Outline of the wallet, with a notch for the thumb."""
MARK_CARD = 34
"""Width of the card in the wallet."""
MARK_TOP = 3.4
"""Top of the card, which ends inside the wallet."""


def draw_deck_parts() -> dict[str, str]:
    """Return the files of the deck by their names: 78 cards, the trumps again in the new style, two backs."""
    symbols = _symbols()
    return {
        f"deck-{part}.svg": _draw_cards([name for name in symbols if re.fullmatch(pattern, name)], symbols)
        for part, pattern in DECK_PARTS.items()
    }


def draw_deck_signs() -> str:
    """Return the file of the signs and emblems, which every small card shows."""
    return _file("".join(_signs().values()))


def draw_card_files() -> dict[str, str]:
    """Return the file of each card by its name: the card, and a trump in the new style, with their parts."""
    symbols = _symbols()
    cards = [name for name in symbols if re.fullmatch(r"[SHDC](?:\d+|[VCDR])|T\d+|EX", name)]
    files = {}
    for card in cards:
        face_names = [card, f"N{card[1:]}"] if card[0] == "T" else [card]
        files[f"{card}.svg"] = _draw_cards(face_names, symbols)
    return files


def _draw_cards(names: list[str], symbols: dict[str, str]) -> str:
    """Return a file of some cards, with the parts of which they consist."""
    part_names = dict.fromkeys(part for name in names for part in parts_of(name, symbols))
    return _file("".join(symbols[name] for name in part_names))


def draw_old_files() -> dict[str, str]:
    """Return the file of each sign of the older packs by its name, upright and turned."""
    return {
        f"{suit}{turn}.svg": draw_old_sign(suit, is_turned=bool(turn))
        for suit in OLD_SIGNS
        for turn in ("", "-turned")
    }


def draw_old_styles() -> str:
    """Return the styles that put the signs of the older packs in the places of those of today."""
    rules = [
        f'  [data-old-suits] .{suit} {{ --sign: url("../img/old/{suit}.svg");'
        f' --turned: url("../img/old/{suit}-turned.svg"); }}\n'
        for suit in OLD_SIGNS
    ]
    pips = [_old_pips(rank) for rank in PIPS]
    return f"{OLD_HEAD}\n@supports (mask-image: none) {{\n{''.join(rules)}\n{OLD_RULES}\n{''.join(pips)}}}\n"


def _old_pips(rank: int) -> str:
    """Return the style of the signs on a card of a suit: a layer of the mask for each."""
    size = ACE if rank == 1 else PIP
    x, y, corner, _height = CORNER
    layers = [(px, py, size, py > FULL[3] / 2) for px, py in PIPS[rank]]
    layers.append((FULL[2] - x - corner / 2, FULL[3] - y - corner / 2, corner, True))
    masks = ", ".join(
        f"var(--{'turned' if is_turned else 'sign'})"
        f" {_share(px, width, FULL[2])} {_share(py, width, FULL[3])} / {width:g}%"
        for px, py, width, is_turned in layers
    )
    selector = f'[data-old-suits] .pips[data-index="{rank}"] svg'
    return f"  {selector} {{ mask: {masks}; mask-repeat: no-repeat; }}\n"


def _share(centre: float, size: float, side: float) -> str:
    """Return the position of a mask in percent: 0 % at one edge of the card, 100 % at the other."""
    return f"{100 * (centre - size / 2) / (side - size):.3g}%"


def draw_hand() -> str:
    """Return five cards as a fan with all their parts. Without letters, for any language."""
    symbols = _symbols()
    part_names = dict.fromkeys(name for card in HAND_CARDS for name in parts_of(card, symbols))
    parts = "".join(symbols[name] for name in part_names)
    middle = len(HAND_CARDS) // 2
    fan = "".join(_card_of_hand(card, (i - middle) * HAND_TURN) for i, card in enumerate(HAND_CARDS))
    return _file(f"<defs>{parts}</defs>{fan}", ' viewBox="-212 -302 424 160"')


def draw_mark() -> str:
    """Return the mark of the site: a card with the star of the bouts in its wallet."""
    star = _symbols()["star"]
    scale = MARK_CARD / FULL[2]
    card_x = (MARK_SIDE - MARK_CARD) / 2
    red_star = f'<g color="{COLOURS["R"]}">{_use("star", (2, 2, 96, 96))}</g>'
    card = f'<g transform="translate({card_x:g} {MARK_TOP}) scale({scale:g})">'
    return _file(
        f"<title>Étui</title><defs>{star}</defs>\n"
        f'<rect width="{MARK_SIDE}" height="{MARK_SIDE}" rx="14" fill="{MARK_GROUND}"/>\n'
        f'{card}<path fill="{WHITE}" d="{OUTSIDE}"/>{red_star}</g>\n'
        f'<path fill="{COLOURS["Y"]}" d="{MARK_POCKET}"/>\n',
        f' viewBox="0 0 {MARK_SIDE} {MARK_SIDE}"',
    )


def parts_of(name: str, symbols: dict[str, str]) -> tuple[str, ...]:
    """Return the symbols that a symbol consists of, itself last."""
    references = dict.fromkeys(re.findall(r'href="#([^"]+)"', symbols[name]))
    return (*dict.fromkeys(part for reference in references for part in parts_of(reference, symbols)), name)


def _file(content: str, box: str = "") -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg"{box}>\n{content}</svg>\n'


@cache
def _symbols() -> dict[str, str]:
    return {**_signs(), **dict(_frames()), **dict(_suit_cards()), **dict(_trumps()), **dict(_backs())}


def _signs() -> dict[str, str]:
    symbols = re.findall(r'<symbol id="(\w+)"(.*?</symbol>)', SIGNS.read_text())
    return {name: f'<symbol id="{name}" fill="currentColor"{tail}\n' for name, tail in symbols}


def _frames() -> Iterator[tuple[str, str]]:
    belt = paint("Y M6 77H94V83H6Z\n=K1.5 " + "".join(f"M{x} 80h0" for x in range(14, 90, 6)))
    yield "belt", _symbol("belt", _inked(belt))
    yield "face", _symbol("face", _inked(paint(courts.FACE)))
    for name, low in (("frame", PLATE_OF_NUMBER), ("frame-sign", PLATE_OF_SIGN)):
        inside = f"M36 6H91A3 3 0 0 1 94 9V{160 - low}H64V154H9A3 3 0 0 1 6 151V{low}H36Z"
        plates = f'<path fill="{IVORY}" fill-rule="evenodd" d="{OUTSIDE}{inside}"/>'
        yield name, _symbol(name, f'{plates}<path fill="none" stroke="currentColor" d="{inside}"/>')


def _suit_cards() -> Iterator[tuple[str, str]]:
    for suit, sign in SUITS.items():
        for rank in PIPS:
            yield f"{suit}{rank}", _symbol(f"{suit}{rank}", _pips(sign, rank))
        for rank in COURT:
            card = suit + rank
            yield _half(card, _court(card))
            yield card, _symbol(card, _double(card, HALF, sign))


def _trumps() -> Iterator[tuple[str, str]]:
    for number, scenes in SCENES.items():
        card, sign = f"T{number}", "star" if number in BOUTS else ""
        upper, lower = card.lower(), card.lower() + "b" * (len(scenes) - 1)
        for half, scene in zip((upper, lower), scenes, strict=False):
            yield half, _symbol(half, _inked(scene), (0, 0, *SCENE[2:]))
        yield card, _symbol(card, _double(card, SCENE, sign, lower))
        new = _inked(rosette(number)) + _numeral(str(number), 50, 80, 30 if number < 10 else 24, WHITE)
        yield f"N{number}", _symbol(f"N{number}", new + _framed(sign))
    body, over = map(paint, courts.EXCUSE)
    yield _half("EX", GROUND + body + _use("face", FULL) + over)
    yield "EX", _symbol("EX", _double("EX", HALF, "star"))


def _backs() -> Iterator[tuple[str, str]]:
    for name, cloth in (("back", "G"), ("back-b", "D")):
        star = f'<g color="{COLOURS["Y"]}">{_use("star", (36, 66, 28, 28))}</g>'
        lattice = name + "-"
        yield lattice, _symbol(lattice, _inked(back(cloth)), (8, 8, 84, 144))
        yield name, _symbol(name, _use(lattice, (8, 8, 84, 144)) + star)


def _pips(sign: str, rank: int) -> str:
    size = ACE if rank == 1 else PIP
    boxes = ((x, y, (x - size / 2, y - size / 2, size, size)) for x, y in PIPS[rank])
    return "".join(
        _use(sign, box, f'transform="rotate(180 {x} {y})"' if y > 80 else "") for x, y, box in boxes
    ) + _use(sign, CORNER, TURNED)


def _court(card: str) -> str:
    """Return the half of a figure."""
    suit, rank = card
    coat, lining = courts.DRESS[suit]
    hair, front = courts.HEADS[card]
    body = hair + courts.ROBES[rank].format(a=coat, b=lining) + (courts.ERMINE if rank == "R" else "")
    over = front + "\n" + courts.HATS[card] + "\n" + courts.HELD.get(card, "") + "\n"
    if rank == "C":
        hide, mane = courts.HORSES[suit]
        rider = paint(body) + _use("face", FULL) + paint(over)
        return f'{GROUND}<g transform="translate(-6)">{rider}</g>{paint(courts.HORSE.format(c=hide, d=mane))}'
    orb = courts.ORB.format(a=coat) if rank == "R" else ""
    return GROUND + paint(body) + _use("face", FULL) + paint(over + courts.ARM.format(a=coat, b=lining) + orb)


def _half(card: str, drawing: str) -> tuple[str, str]:
    return card.lower(), _symbol(card.lower(), _inked(drawing), HALF)


def _double(card: str, box: tuple[float, ...], sign: str, lower: str = "") -> str:
    """Return two halves, the lower one turned, below their frame and belt."""
    halves = _use(card.lower(), box) + _use(lower or card.lower(), box, TURNED)
    return halves + _framed(sign) + _use("belt", FULL)


def _framed(sign: str) -> str:
    if not sign:
        return _use("frame", FULL)
    turned_sign = _use(sign, CORNER, TURNED)
    return _use("frame-sign", FULL) + (
        f'<g color="{GOLD}">{turned_sign}</g>' if sign == "star" else turned_sign
    )


def _card_of_hand(card: str, turn: int) -> str:
    """Return a card of the hand, turned by some degrees around a point far below."""
    place = f'transform="rotate({turn}) translate(-50 -295)" color="{HAND_COLOURS[card[0]]}"'
    paper = f'<rect x=".5" y=".5" width="99" height="159" rx="7" fill="{WHITE}" stroke="#b9b09a"/>'
    return f"<g {place}>{paper}{_use(card, FULL)}{_index(card)}</g>"


def _index(card: str) -> str:
    """Return the upper corner of a card of the hand: its number and its sign."""
    number = card[1:] if card[0] == "T" else ""
    sign = SUITS.get(card[0], "star")
    sign_mark = _use(sign, CORNER if number else (8, 12, 23, 23))
    star = f'<g color="{GOLD}">{sign_mark}</g>' if sign == "star" else sign_mark
    return (_numeral(number, 19, 17, 17, "currentColor") if number else "") + star


def _numeral(number: str, x: float, y: float, height: float, colour: str) -> str:
    """Return a number in the font of headings, centred at a point."""
    font = TTFont(FACE)
    glyphs = font.getGlyphSet()
    names = [font.getBestCmap()[ord(figure)] for figure in number]
    scale = height / font["OS/2"].sCapHeight
    pen_x = x - sum(glyphs[name].width for name in names) * scale / 2
    pen = SVGPathPen(glyphs, ntos=lambda value: f"{value:.1f}")
    for name in names:
        glyphs[name].draw(TransformPen(pen, (scale, 0, 0, -scale, pen_x, y + height / 2)))
        pen_x += glyphs[name].width * scale
    return f'<path fill="{colour}" d="{shorten(pen.getCommands())}"/>'


def _symbol(name: str, content: str, box: tuple[float, ...] = FULL) -> str:
    return f'<symbol id="{name}" viewBox="{" ".join(f"{side:g}" for side in box)}">{content}</symbol>\n'


def _use(name: str, box: tuple[float, ...], extra: str = "") -> str:
    x, y, width, height = (f"{side:g}" for side in box)
    return (
        f'<use href="#{name}" x="{x}" y="{y}" width="{width}" height="{height}"{" " * bool(extra)}{extra}/>'
    )


def _inked(content: str) -> str:
    return f"<g {INKED}>{content}</g>"


def main() -> None:
    for name, drawing in draw_deck_parts().items():
        (IMAGES / name).write_text(drawing)
    HAND.write_text(draw_hand())
    MARK.write_text(draw_mark())
    DECK_SIGNS.write_text(draw_deck_signs())
    CARD_FILES.mkdir(exist_ok=True)
    for name, drawing in draw_card_files().items():
        (CARD_FILES / name).write_text(drawing)
    OLD_FILES.mkdir(exist_ok=True)
    for name, drawing in draw_old_files().items():
        (OLD_FILES / name).write_text(drawing)
    OLD_STYLES.write_text(draw_old_styles())


if __name__ == "__main__":
    main()
