"""Typing on the page of a traveller as a scorer does: by keyboard, from line to line."""

import re
from dataclasses import dataclass

from playwright.sync_api import Page, expect

COLUMNS = ("gain", "loss", "bouts", "points")
READ = """lines => lines.map(line => [
    line.dataset.line,
    line.querySelector("th").innerText.trim(),
    [...line.querySelectorAll(".players span")].map(player => player.innerText.trim()),
])"""
"""Prefix, place and name of the taker, line, name and place of each player."""
READ_APART = f"""async address => {{
    const text = await (await fetch(address)).text();
    window.sheet = new DOMParser().parseFromString(text.replace(/\\s+/g, " "), "text/html");
    return ({READ})([...sheet.querySelectorAll("tbody[data-line]")]);
}}"""
"""The same of a page that the browser reads without showing it."""
SEND_APART = """async texts => {
    const form = sheet.querySelector("form.traveller");
    for (const [name, text] of Object.entries(texts)) form.elements[name].value = text;
    const answer = await fetch(form.action, {method: "POST", body: new FormData(form)});
    return answer.text();
}"""
FILL = """texts => {
    const field = name => document.querySelector(`input[name=${name}]`);
    for (const [name, text] of Object.entries(texts)) field(name).value = text;
}"""


@dataclass(frozen=True)
class Line:
    """A line as the page shows it before anything is typed."""

    prefix: str
    taker: str
    players: dict[str, str]
    """Line where each player started, by name: N, S, E or O."""


@dataclass(frozen=True)
class Typed:
    """Input of a scorer on a line: a signed score, or bouts and points."""

    score: int | None = None
    bouts: int = 0
    points: str = ""

    def keys(self) -> dict[str, str]:
        """Return the text of each column, from left to right."""
        if self.score is None:
            return {"bouts": str(self.bouts), "points": self.points}
        return {"gain" if self.score >= 0 else "loss": str(abs(self.score))}


def read_lines(page: Page) -> list[Line]:
    """Every line of the traveller on screen, from top to bottom."""
    rows = page.locator("tbody[data-line]").evaluate_all(READ)
    return [_line(prefix, taker, players) for prefix, taker, players in rows]


def wait_for_keys(page: Page) -> None:
    """Wait until the page's script listens and the field to begin with has the focus."""
    expect(page.locator("[data-keys-help]")).to_be_visible()
    expect(page.locator("[autofocus]")).to_be_focused()


def type_lines(page: Page, typed: list[Typed]) -> None:
    """Type on the first lines without the mouse, from the field that has the focus: "gain" of the first."""
    wait_for_keys(page)
    for number, line in enumerate(typed):
        if number:
            page.keyboard.press("Enter")
        column = 0
        for name, text in line.keys().items():
            target = COLUMNS.index(name)
            for _ in range(target - column):
                page.keyboard.press("ArrowRight")
            column = target
            page.keyboard.type(text)


def texts_of(lines: list[Line], typed: list[Typed]) -> dict[str, str]:
    """Return the input of a scorer for the first lines, by name of the field."""
    return {
        f"{line.prefix}-{name}": text
        for line, line_input in zip(lines, typed, strict=False)
        for name, text in line_input.keys().items()
    }


def fill_lines(page: Page, lines: list[Line], typed: list[Typed]) -> None:
    """Fill the first lines with the input of a scorer."""
    page.evaluate(FILL, texts_of(lines, typed))


def read_lines_apart(page: Page, address: str) -> list[Line]:
    """Every line of the traveller at an address, which the page in the browser reads for itself."""
    return [_line(prefix, taker, players) for prefix, taker, players in page.evaluate(READ_APART, address)]


def send_lines_apart(page: Page, lines: list[Line], typed: list[Typed]) -> str:
    """Send the first lines of the traveller just read apart. Return the page that answers."""
    return str(page.evaluate(SEND_APART, texts_of(lines, typed)))


def save(page: Page) -> None:
    """Ctrl + Return, then the page that answers."""
    with page.expect_navigation():
        page.keyboard.press("Control+Enter")


def saved_notice(count: int) -> str:
    return f"{count} résultats enregistrés." if count > 1 else "1 résultat enregistré."


def expect_saved(page: Page, count: int) -> None:
    expect(page.get_by_text(saved_notice(count))).to_be_visible()


def _line(prefix: str, taker: str, players: list[str]) -> Line:
    starts = {}
    for player in players:
        name, start = re.fullmatch(r"[NSEO]\s+(.+?)\s+([NSEO])\d+", player).groups()
        starts[name] = start
    return Line(prefix, re.sub(r"^[NSEO]\d+\s+", "", taker), starts)
