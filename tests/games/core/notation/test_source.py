"""Reading JSON takes a time that grows as its length: the work is counted, not timed."""

import sys

import pytest

from games.core.errors import NotationError
from games.core.notation import load_json
from games.core.notation.json_places import offset_of_path


class CountedKey(str):
    """A key that counts how often it is compared with another one."""

    compared = 0

    def __eq__(self, other):
        CountedKey.compared += 1
        return str.__eq__(self, other)

    __hash__ = str.__hash__


def steps_of(action, *arguments):
    """Lines of Python that a call runs."""
    steps = 0

    def count(_frame, event, _argument):
        nonlocal steps
        steps += event == "line"
        return count

    earlier_trace = sys.gettrace()
    sys.settrace(count)
    try:
        action(*arguments)
    except NotationError:
        pass
    finally:
        sys.settrace(earlier_trace)
    return steps


NASTY = {
    "a key repeated at the end": lambda size: "{" + "".join(f'"k{n}":1,' for n in range(size)) + '"k0":1}',
    "one key all along": lambda size: "{" + '"k":1,' * size + '"k":1}',
    "keys repeated in many objects": lambda size: "[" + '{"a":1},' * size + '{"a":1,"a":2}]',
    "deep below a repeated key": lambda size: '{"a":' + "[" * 50 + "1," * size + "1" + "]" * 50 + ',"a":1}',
    "a text that nobody closes": lambda size: '["' + r"\"" * size,
    "brackets without end": lambda size: "[" * size,
    "a number at the end": lambda size: "[" + "1," * size + "9" * 30 + "]",
    "half a pair at the end": lambda size: '["' + r"\u00e9" * size + r"\ud800" + '"]',
}


@pytest.mark.parametrize("name", NASTY)
def test_twice_the_text_is_twice_the_work(name):
    small, large = (steps_of(load_json, NASTY[name](size)) for size in (500, 1000))

    assert large <= 2.2 * small


def test_keys_are_compared_once_each(monkeypatch):
    """The quadratic reading counted every key among all the others."""
    from games.core.notation import source

    def compared_for(size):
        CountedKey.compared = 0
        pairs = [(CountedKey(f"k{number}"), 1) for number in range(size)]
        with pytest.raises(ValueError, match="k0"):
            source._object_of([*pairs, (CountedKey("k0"), 2)])
        return CountedKey.compared

    assert compared_for(2_000) <= 2.2 * compared_for(1_000) + 10


def test_finding_a_place_keeps_no_other_places():
    """A fault deep in a large document: only places on the way to it are kept."""
    text = '{"a": [' + "[1]," * 2_000 + '"x"]}'

    assert text[offset_of_path(text, "a[2000]") :].startswith('"x"')
    assert steps_of(offset_of_path, text, "a[2000]") <= 2.2 * steps_of(
        offset_of_path, '{"a": [' + "[1]," * 1_000 + '"x"]}', "a[1000]"
    )


def test_a_text_of_100_kb_is_not_given_back():
    from games.core.errors import GameError
    from games.core.rules import make_rules
    from games.core.variants.registry import find_variant

    word = "x" * 100_000
    for ask in (
        lambda: find_variant(word),
        lambda: make_rules((), word),
        lambda: make_rules((), "fft", {word: 1}),
    ):
        with pytest.raises(GameError) as refused:
            ask()
        assert len(str(refused.value)) + len(str(refused.value.values)) + len(refused.value.field) < 2_500
