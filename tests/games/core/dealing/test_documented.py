"""The manual steps of docs/dealing.md give the same results as the program."""

import re
import subprocess
from pathlib import Path

import pytest

from games.core.dealing import commitment, lay_out, seal_set
from games.core.dealing.constraints import DealConstraints
from games.core.dealing.deal import deal_from_layout
from games.core.dealing.themes import Theme
from games.core.dealing.verification import SetFault
from games.core.notation.source import load_json

PAGE = (Path(__file__).parents[4] / "docs" / "dealing.md").read_text()
SEED = bytes(range(32))


@pytest.mark.parametrize(("number", "attempt"), [(1, 0), (28, 3)])
def test_python_of_the_page_deals_the_same(number, attempt):
    names = {}
    exec(re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)[1], names)  # noqa: S102

    *hands, dog = names["cards"](SEED.hex(), number, attempt)

    deal = deal_from_layout(lay_out(SEED, number, attempt))
    assert (list(map(set, hands)), set(dog)) == (list(deal.hands), deal.dog)


def test_command_of_the_page_gives_the_commitment():
    command = re.search(r"^printf .*\n.*\n.*sha256sum$", PAGE, re.MULTILINE)[0]

    process = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)

    assert process.stdout.split()[0] == commitment(seal_set(SEED, 28))


def test_constraints_of_the_page_can_be_read():
    text = re.search(r"```json\n(.*?)```", PAGE, re.DOTALL)[1]

    assert DealConstraints.from_json(load_json(text)) == DealConstraints(themes=(Theme.MISSING_21,))


@pytest.mark.parametrize("name", [*Theme, *SetFault])
def test_page_names_every_theme_and_fault(name):
    assert f"`{name}`" in PAGE
