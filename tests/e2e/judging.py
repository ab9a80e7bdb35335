"""What a page makes hard to read or to use: a page too wide, ids given twice, what breaks a rule of axe.

On a walk colours, light and dark, are judged once for each kind of thing: what it is, its classes and
attributes, and the same of all around it. Contrast is most of what axe costs.
"""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.e2e.walking import EACH

Look = tuple[dict[str, int], str, tuple[dict[str, object], ...]]
"""Size of the window, colour scheme, what axe is asked."""
PHONE, SCREEN = {"width": 360, "height": 740}, {"width": 1280, "height": 900}
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
REPEATED = """() => {
    const ids = [...document.querySelectorAll("[id]")].map(thing => thing.id);
    return [...new Set(ids.filter((id, place) => ids.indexOf(id) !== place))].sort();
}"""
"""A label, a link or a description leads to the first thing of a name; axe only doubts of the others."""
VIOLATIONS: dict[str, object] = {"resultTypes": ["violations"], "preload": False}
"""Without reading the style sheets again, half of the time: tests/architecture/test_styles.py sees to the one
rule that needs it, css-orientation-lock.
"""
RULES = VIOLATIONS | {"rules": {"color-contrast": {"enabled": False}}}
CONTRAST = VIOLATIONS | {"runOnly": ["color-contrast"]}
"""All that a dark page may do worse than the same page in light."""
LOOKS: tuple[Look, ...] = (
    (PHONE, "light", (RULES, CONTRAST)),
    (SCREEN, "light", (RULES, CONTRAST)),
    (SCREEN, "dark", (CONTRAST,)),
)
"""How a page is looked at: on a phone, then what only a screen shows, and all of it in the dark."""
ALIKE = 3
"""Rows, cards, choices or sections of the same kinds of things that are looked at in one place."""
THIN_OUT = """most => {
    const parts = new Set(["TR", "TBODY", "LI", "ARTICLE", "SECTION", "DETAILS", "OPTION"]);
    const kind = thing => thing.tagName + thing.className;
    const make = part => kind(part) + [...new Set([...part.querySelectorAll("*")].map(kind))].sort();
    for (const place of document.querySelectorAll("main, main *")) {
        const seen = {};
        for (const part of [...place.children].filter(child => parts.has(child.tagName)))
            if ((seen[make(part)] = (seen[make(part)] ?? 0) + 1) > most) part.remove();
    }
}"""
KINDS = """([known, coloured]) => {
    const [judged, seen] = [known, coloured].map(text => new Set(text.split(" ").map(Number)));
    const sum = text => [...text].reduce((total, sign) => (total * 31 + sign.charCodeAt(0)) | 0, 7);
    const isTold = name => ["class", "type", "role"].includes(name) || /^(aria|data)-/.test(name);
    const value = ({name, value}) => isTold(name) && /^[a-z][a-z _-]*$/.test(value) ? value : "";
    const hasText = thing => [...thing.childNodes].some(node => node.nodeType === 3 && node.data.trim());
    const kinds = new Map();
    const visit = (thing, above) => {
        const attributes = [...thing.attributes].map(one => `${one.name}=${value(one)}`).sort();
        kinds.set(thing, sum([above, thing.tagName, hasText(thing), ...attributes].join()));
        for (const part of thing.children) visit(part, kinds.get(thing));
    };
    visit(document.body, 0);
    const ofKinds = wanted => new Set([...kinds.keys()].filter(thing => wanted.has(kinds.get(thing))));
    window.judged = {rules: known ? ofKinds(judged) : undefined, light: ofKinds(seen), dark: ofKinds(seen)};
    const shown = [...kinds.keys()].filter(thing => thing.checkVisibility());
    return [...new Set(shown.map(thing => kinds.get(thing)))].join(" ");
}"""
"""Kinds of the things shown on the open page, whether they hold a text among the rest. Things of a known kind
count as judged; of a coloured kind, their colours only (in the nights none is).
"""
SHOWN = "[...document.body.querySelectorAll('*')].filter(thing => thing.checkVisibility())"
JUDGE = f"""async ([scheme, width, questions]) => {{
    const shown = new Set({SHOWN}), judged = (window.judged ??= {{}}), violations = [];
    for (const options of questions) {{
        const subject = options.runOnly ? scheme : "rules", done = judged[subject] ?? new Set();
        const isLeft = options.runOnly && width < {SCREEN["width"]} && window.wide;
        const here = isLeft ? shown.difference(window.wide) : shown, fresh = here.difference(done);
        const include = [...fresh].filter(thing => !fresh.has(thing.parentElement));
        judged[subject] = done.union(here);
        const place = subject === "rules" && !done.size ? document : {{include}};
        if (include.length) violations.push(...(await axe.run(place, options)).violations);
    }}
    return violations;
}}"""
"""Rules broken on the open page, in what is shown now and was not judged before. On a phone the colours of what
a screen does not show: the others are judged there, for each look at contrast measures the whole page.
"""
AXE = Axe().axe_script
GIVE_AXE = f"window.giveAxe = () => {{ {AXE}\n}};"
"""Sent once: each page that is opened later has it, and reads it only when it is judged."""


def too_wide(page: Page, path: str) -> list[str]:
    """Where the open page must be scrolled sideways; it ends up on a phone."""
    page.wait_for_load_state()
    found = []
    for size in (SCREEN, PHONE):
        resize(page, size)
        if (excess := page.evaluate(OVERFLOW)) > 0:
            found.append(f"{path} at {size['width']} px: {excess} px too wide")
        if size == SCREEN:
            page.evaluate(f"void (window.wide = new Set({SHOWN}))")
    return found


def repeated_names(page: Page, path: str) -> list[str]:
    """Names (`id`) that more than one thing of the open page has."""
    return [f"{path}: more than one {name}" for name in page.evaluate(REPEATED)]


def broken_rules(page: Page, path: str) -> list[str]:
    """Where the open page breaks a rule of axe."""
    found, shown_in = [], ""
    bring_axe(page)
    for size, scheme, questions in LOOKS:
        resize(page, size)
        if scheme != shown_in:
            # without motion: a colour on its way to another would be measured
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
            shown_in = scheme
        for violation in page.evaluate(JUDGE, [scheme, size["width"], questions]):
            places = [node["target"] for node in violation["nodes"]][:3]
            found.append(f"{path} at {size['width']} px, {scheme}: {violation['id']} {places}")
    return found


def bring_axe(page: Page) -> None:
    """Have axe on the open page, and at hand on those that follow."""
    if not page.evaluate("window.giveAxe ? (giveAxe(), true) : false"):
        page.evaluate(AXE)
        page.add_init_script(GIVE_AXE)


def resize(page: Page, size: dict[str, int]) -> None:
    """A window of that size; laid out again only if it had another."""
    if page.viewport_size != size:
        page.set_viewport_size(size)  # type: ignore[arg-type]


def faults(page: Page, path: str) -> list[str]:
    """What is wrong with the open page."""
    page.evaluate("window.judged = {}")
    return too_wide(page, path) + repeated_names(page, path) + broken_rules(page, path)


def faults_of_kinds(page: Page, path: str, name: str, judged: dict[str, set[str]]) -> list[str]:
    """What is wrong with the open page, to be left afterwards: of parts alike some are taken away first.

    `judged` holds the kinds of things of the pages seen before, by name, and gains those of this page. On a
    page of a name seen before only things of other kinds are judged.
    """
    found = too_wide(page, path) + repeated_names(page, path)
    page.evaluate(THIN_OUT, ALIKE)
    known = judged.get(name, set())
    everywhere = set() if EACH is None else set().union(*judged.values())
    kinds = set(page.evaluate(KINDS, [" ".join(known), " ".join(everywhere)]).split())
    if not kinds <= known:
        found += broken_rules(page, path)
        kinds |= set(page.evaluate(KINDS, ["", ""]).split())  # of what only a screen shows, too
    judged[name] = known | kinds
    return found
