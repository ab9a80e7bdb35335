"""Focus is visible on every ground, in light and in dark."""

import pytest
from playwright.sync_api import Browser, Page

from tests.cases import by_day
from tests.e2e.shared_site import DeskOf
from tests.e2e.signed_in import sign_in_by_link

LEAST = 3.0
"""Least contrast of a focus mark (WCAG 2.2, 1.4.11 and 2.4.13)."""
FAINT = """least => {
  const parts = text => (text.match(/[\\d.]+/g) || []).map(Number);
  const linear = c => c <= 10.31 ? c / 3294.6 : ((c / 255 + 0.055) / 1.055) ** 2.4;
  const light = rgb => {
    const [x, y, z] = rgb.map(linear);
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const contrast = (a, b) => {
    const [high, low] = [light(a), light(b)].sort((x, y) => y - x);
    return (high + 0.05) / (low + 0.05);
  };
  const ground = element => {
    for (let at = element.parentElement; at; at = at.parentElement) {
      const colour = parts(getComputedStyle(at).backgroundColor);
      if (colour.length === 3) return colour;
    }
    return [255, 255, 255];
  };
  const faint = [];
  const kinds = "a[href], button, summary, input, select, textarea, [tabindex='0']";
  for (const element of document.querySelectorAll(kinds)) {
    const isSeen = element.checkVisibility({visibilityProperty: true, opacityProperty: true});
    if (!isSeen || element.disabled) continue;
    element.focus({focusVisible: true});
    const style = getComputedStyle(element);
    const gap = style.boxShadow.split(")")[0];
    const lines = [style.outlineColor, gap].map(parts).filter(c => c.length === 3);
    const best = Math.max(0, ...lines.map(colour => contrast(colour, ground(element))));
    const drawn = style.outlineStyle === "solid" && parseFloat(style.outlineWidth) >= 2;
    if (!drawn || best < least) faint.push([element.outerHTML.slice(0, 90), best, style.outline]);
  }
  return faint;
}"""


@pytest.mark.parametrize("scheme", by_day(["light", "dark"], "light".__eq__))
def test_focus_is_seen_on_every_ground(
    browser: Browser,
    browser_context_args: dict[str, object],
    sign_in_link: str,
    site: str,
    desk_of: DeskOf,
    scheme: str,
) -> None:
    context = browser.new_context(**{**browser_context_args, "color_scheme": scheme})  # type: ignore[arg-type]
    page = context.new_page()
    sign_in_by_link(page, sign_in_link)
    desk = desk_of("Soirée du club")

    faint_lines = {}
    for address in (f"{desk}resultats/etuis/1/", desk, f"{site}/", f"{site}/connexion/"):
        page.goto(address)
        faint_lines[address] = faint(page)

    context.close()
    assert {address: lines for address, lines in faint_lines.items() if lines} == {}


def faint(page: Page) -> list[list[object]]:
    """Return elements that hardly show their focus: tag, contrast, outline."""
    faint_elements: list[list[object]] = page.evaluate(FAINT, LEAST)
    return faint_elements
