"""Rules of a printed sheet: everything wrong with the texts of a laid-out part, in words.

`tests/tournaments/paper/documents/test_sheet_faults.py` has a spoilt page for each rule.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from tests.factories.laid_out import DrawnRule, LaidPage, LaidPart, LaidText, Rect, TextRun

EDGE = 4
"""Millimetres on which many printers print nothing."""
HIDDEN = 1
"""Points: smaller texts are for screen readers."""
SMALLEST = 6.99
"""Points of the smallest type that is read at a table."""
OVERLAP = 0.3
"""Part of the smaller of two texts; lines set close touch a little."""
SLACK = 0.3
"""Millimetres by which a text may leave its box: the empty side of its last letter."""
CLIPPED = 1
"""Millimetres: what a smaller window shows is for screen readers."""
TALL = 100
"""Points: larger type stands on boards, and its empty upper and lower parts leave their boxes."""
CUT = re.compile(r"[^…\s]…$")
"""End of a text that was cut; a dotted line to write on has several such signs."""
ROOM = 2.0
"""Width beside a cut text in which more of it has room, in heights of its type: a word of three letters."""
POINT = 25.4 / 72
"""Millimetres in a point."""
LINES = 1.3
"""Height of free room below a cut text in which another line has room, in heights of the text."""
BODY = (0.3, 0.25)
"""Upper and lower parts of a line in which letters have no body; a rule may touch them."""
MIDDLE = (0.25, 0.25)
"""Upper and lower parts of lines that may lie over each other a little."""
INK = (0.07, 0.04)
"""Upper and lower parts of a line that neither accents nor descenders reach."""
SIDE = 0.4
"""Millimetres at the sides of a text that an upright rule may touch."""
PYTHON_WORDS = re.compile(r"\b(?:None|True|False|nan|NaN)\b|<\w[\w.]* object at|Decimal\(|Fraction\(")
"""Values that a template has written as they are."""
NO_WORDS = frozenset({"head", "style", "script", "title"})
HEADINGS = frozenset({"h1", "h2", "h3", "h4", "caption"})


def faults(part: LaidPart) -> list[str]:
    """Return everything wrong with the texts of a part, in words."""
    messages = list(lost_texts(part))
    for number, page in enumerate(part.pages, start=1):
        wrong = [
            *outside(page),
            *out_of_block(page),
            *cut_off(page),
            *cut_with_room(page),
            *overprinted(page),
            *ruled_through(page),
            *too_small(page),
            *of_python(page),
            *blank(page),
        ]
        messages += [f"page {number}: {fault}" for fault in wrong]
    messages += [f"page {number}: nearly empty" for number in nearly_empty(part)]
    messages += [f"page {number}: a heading alone at the foot" for number in headings_at_foot(part)]
    return messages


def lost_texts(part: LaidPart) -> Iterator[str]:
    """Yield the texts of elements of which letters are on no page."""
    printed_letters: dict[int, Counter[str]] = {}
    for page in part.pages:
        for text in page.texts:
            if text.element is not None:
                printed_letters.setdefault(id(text.element), Counter()).update("".join(text.text.split()))
    body = part.root.find("body")
    for element in _with_words(body):
        words = " ".join([element.text or "", *(child.tail or "" for child in element)])
        lost = Counter("".join(words.split())) - printed_letters.get(id(element), Counter())
        if lost:
            yield f"lost: {' '.join(words.split())}"


def _with_words(element: Any) -> Iterator[Any]:
    if element.tag in NO_WORDS or element.tag.endswith("svg"):
        return
    yield element
    for child in element:
        if isinstance(child.tag, str):
            yield from _with_words(child)


def _visible(page: LaidPage) -> Iterator[LaidText]:
    return (text for text in page.texts if text.points > HIDDEN and not _is_clipped(text))


def _is_clipped(text: LaidText) -> bool:
    if text.window is None:
        return False
    left, top, right, bottom = text.window
    return min(right - left, bottom - top) < CLIPPED


def _runs(page: LaidPage) -> Iterator[tuple[TextRun, LaidText]]:
    return ((run, text) for text in _visible(page) for run in text.runs)


def outside(page: LaidPage) -> Iterator[str]:
    """Yield the texts on the edge of a page, beyond it, or over a line along which the sheet is cut."""
    for run, text in _runs(page):
        left, top, right, bottom = rect = _part(run.rect, BODY if text.points > TALL else INK)
        if min(left, top) < EDGE or right > page.width - EDGE or bottom > page.height - EDGE:
            yield f"at the edge: {run.text}"
        elif text.piece is not None and _leaves(rect, text.piece, 0):
            yield f"over a cut: {run.text}"


def _leaves(rect: Rect, around: Rect, slack: float) -> bool:
    left, top, right, bottom = rect
    return (
        left < around[0] - slack
        or top < around[1] - slack
        or right > around[2] + slack
        or bottom > around[3] + slack
    )


def out_of_block(page: LaidPage) -> Iterator[str]:
    """Yield the texts that leave the block in which they stand, by more than the empty parts of letters."""
    for run, text in _runs(page):
        if text.block is not None and _leaves(_body(run.rect), text.block, SLACK):
            yield f"out of its box: {run.text}"


def cut_off(page: LaidPage) -> Iterator[str]:
    """Yield the texts of which a box hides a part."""
    for run, text in _runs(page):
        if text.window is None:
            continue
        left, top, right, bottom = run.rect
        window_left, window_top, window_right, window_bottom = text.window
        middle = (top + bottom) / 2
        if (
            left < window_left - SLACK
            or right > window_right + SLACK
            or not window_top < middle < window_bottom
        ):
            yield f"cut off: {run.text}"


def cut_with_room(page: LaidPage) -> Iterator[str]:
    """Yield the texts that end in an ellipsis while there is room beside or below them."""
    runs = list(_runs(page))
    for run, text in runs:
        if not CUT.search(run.text) or text.inner is None:
            continue
        other_rects = [other_run.rect for other_run, _text in runs if other_run is not run]
        rules = [rule.rect for rule in page.rules]
        if _room_beside(run.rect, text.inner, other_rects, rules) > ROOM * text.points * POINT:
            yield f"cut beside room: {run.text}"
        elif _room_below(run.rect, text.inner, other_rects, rules) > LINES * (run.rect[3] - run.rect[1]):
            yield f"cut above room: {run.text}"


def _room_beside(rect: Rect, block: Rect, other_rects: Sequence[Rect], rules: Sequence[Rect]) -> float:
    """Return the free millimetres to the right of a text, up to the next column of its block."""
    _left, top, right, bottom = rect
    ends = [block[2]]
    # another line of the block may begin its column where this one has nothing
    ends += [
        neighbour[0]
        for neighbour in other_rects
        if neighbour[0] > right and block[1] <= (neighbour[1] + neighbour[3]) / 2 <= block[3]
    ]
    ends += [rule[0] for rule in rules if rule[0] > right and rule[1] < bottom and rule[3] > top]
    return min(ends) - right


def _room_below(rect: Rect, block: Rect, other_rects: Sequence[Rect], rules: Sequence[Rect]) -> float:
    """Return the free millimetres below a text, up to the next line, rule or the end of its block."""
    left, _top, right, bottom = rect
    middle = (rect[1] + bottom) / 2
    ends = [block[3]]
    ends += [
        neighbour[1]
        for neighbour in [*other_rects, *rules]
        if neighbour[1] > middle and neighbour[0] < right and neighbour[2] > left
    ]
    return max(0.0, min(ends) - bottom)


def overprinted(page: LaidPage) -> Iterator[str]:
    """Yield pairs of texts of which a good part is printed over the other, apart from their empty parts."""
    lines = ((_part(run.rect, MIDDLE), run.text) for run, _text in _runs(page))
    ordered = sorted(lines, key=lambda line: line[0])
    for place, ((left, top, right, bottom), text) in enumerate(ordered):
        for (other_left, other_top, other_right, other_bottom), other_text in ordered[place + 1 :]:
            if other_left >= right:
                break
            wide = min(right, other_right) - other_left
            high = min(bottom, other_bottom) - max(top, other_top)
            least = min(
                (right - left) * (bottom - top), (other_right - other_left) * (other_bottom - other_top)
            )
            if wide > 0 and high > 0 and wide * high > OVERLAP * least:
                yield f"{text} / {other_text}"


def _body(rect: Rect) -> Rect:
    """Return the part of a line in which the letters have their bodies."""
    return _part(rect, BODY)


def _part(rect: Rect, empty: tuple[float, float]) -> Rect:
    """Return a line without the empty parts at its top and its foot."""
    left, top, right, bottom = rect
    return left, top + empty[0] * (bottom - top), right, bottom - empty[1] * (bottom - top)


def ruled_through(page: LaidPage) -> Iterator[str]:
    """Yield the texts that a drawn rule or frame crosses."""
    for run, text in _runs(page):
        if any(_crosses(rule, run.rect) for rule in page.rules[text.covered_rules :]):
            yield f"a rule through: {run.text}"


def _crosses(rule: DrawnRule, rect: Rect) -> bool:
    left, top, right, bottom = _body(rect)
    rule_left, rule_top, rule_right, rule_bottom = rule.rect
    if rule.is_upright:
        is_between = left + SIDE < rule_left < right - SIDE
        return is_between and rule_top < bottom and rule_bottom > top
    return top < rule_top < bottom and rule_left < right - SIDE and rule_right > left + SIDE


def of_python(page: LaidPage) -> Iterator[str]:
    """Yield the texts with a word of Python, which no reader understands."""
    return (text.text.strip() for text in page.texts if PYTHON_WORDS.search(text.text))


def too_small(page: LaidPage) -> Iterator[str]:
    """Yield the texts in less than seven points, whether by a style sheet, a share of it or a scale."""
    small = (text for text in _visible(page) if text.points < SMALLEST)
    return (f"{text.points:.1f} points: {text.text.strip()}" for text in small)


def blank(page: LaidPage) -> Iterator[str]:
    """Yield a word if nothing is printed on the page but furniture."""
    if not page.has_picture and not any(text.in_flow for text in _visible(page)):
        yield "blank"


def nearly_empty(part: LaidPart) -> Iterator[int]:
    """Yield the numbers of later pages with nothing but headings, or with one line, on them."""
    headings = _headings(part)
    for number, page in enumerate(part.pages[1:], start=2):
        flow = [text for text in _visible(page) if text.in_flow]
        lines = {round(text.rect[1] + text.rect[3]) for text in flow}
        all_headings = all(id(text.element) in headings for text in flow)
        if flow and not page.has_picture and not is_sheet(flow) and (all_headings or len(lines) < 2):
            yield number


def headings_at_foot(part: LaidPart) -> Iterator[int]:
    """Yield the numbers of pages that end with a heading whose text or rows are on the next page."""
    headings = _headings(part)
    for number, page in enumerate(part.pages[:-1], start=1):
        flow = [text for text in _visible(page) if text.in_flow]
        if page.has_picture or is_sheet(flow) or all(id(text.element) in headings for text in flow):
            continue
        lowest = max(flow, key=lambda text: text.rect[3])
        if id(lowest.element) in headings:
            yield number


def _headings(part: LaidPart) -> set[int]:
    """Return the elements of titles, and of the heads of tables."""
    element_ids: set[int] = set()
    for element in part.root.iter():
        is_head = element.tag in HEADINGS or "event" in element.get("class", "").split()
        if is_head or element.tag == "thead":
            element_ids.update(id(child) for child in element.iter())
    return element_ids


def is_sheet(texts: Sequence[LaidText]) -> bool:
    """Return whether a page is a sheet of pieces, which may have few words."""
    return any(text.piece is not None for text in texts)
