"""Judge pages: too wide, too heavy, names repeated, rules of axe broken.

By day a page is judged on a phone, in light. Faults that only a screen or the dark shows are found in the
nights; tests/config/test_contrast.py checks the colours of the dark by day.
By day the colours of a kind of element are judged once a process, on the first page that shows it.

Rules of the dark, and by day those of light, are judged once for each kind of element: its tag, its classes
and attributes, and the same of all its parents.
"""

from collections.abc import Iterable

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.e2e.walking import IS_WHOLE

Look = tuple[dict[str, int], str, dict[str, object]]
"""Size of the window, colour scheme, options of axe."""
PHONE, SCREEN = {"width": 360, "height": 740}, {"width": 1280, "height": 900}
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
LARGE_TEXT = "document.documentElement.style.setProperty('font-size', '200%')"
"""Script that doubles the text size like a browser's setting: all lengths in `rem` double."""
REPEATED = """() => {
    const ids = [...document.querySelectorAll("[id]")].map(thing => thing.id);
    return [...new Set(ids.filter((id, place) => ids.indexOf(id) !== place))].sort();
}"""
"""A label, a link or a description leads to the first thing of a name; axe only doubts of the others."""
VIOLATIONS: dict[str, object] = {"resultTypes": ["violations"], "preload": False}
"""Options of axe without reading the style sheets again, which halves the time.

tests/architecture/test_styles.py checks the one rule that needs them, css-orientation-lock.
"""
CONTRAST: dict[str, object] = {"runOnly": ["color-contrast"]}
"""Options of axe for the one rule that a dark page can break where a light one does not."""
LOOKS: tuple[Look, ...] = (
    (PHONE, "light", VIOLATIONS),
    (SCREEN, "light", VIOLATIONS),
    (SCREEN, "dark", VIOLATIONS | CONTRAST),
)
"""Sizes and colours in which a page is judged: a phone, the differences of a screen, all in the dark."""
BY_DAY: tuple[Look, ...] = (
    (PHONE, "light", VIOLATIONS | {"rules": {"color-contrast": {"enabled": False}}}),
    (PHONE, "light", VIOLATIONS | CONTRAST),
)
"""Looks of the day: a phone in light. A walk judges the colours of each kind of element once."""
LOOKS_OF_TODAY = LOOKS if IS_WHOLE else BY_DAY
STRUCTURE_OF_TODAY = LOOKS if IS_WHOLE else BY_DAY[:1]
"""Looks of the organiser's pages: their colours, those of the public pages, are judged in the nights."""
SIZES_OF_TODAY = (SCREEN, PHONE) if IS_WHOLE else (PHONE,)
"""Sizes of the window in which a page must not be too wide."""
IS_STILL = """scheme => matchMedia(`(prefers-color-scheme: ${scheme})`).matches
    && matchMedia("(prefers-reduced-motion: reduce)").matches"""
"""Script that returns whether the open page has these colours and no motion.

Setting them again would lay it out again.
"""
ALIKE = 3
"""Number of rows, cards, choices or sections of one kind that are judged in one place."""
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
    window.judged = known ? ofKinds(judged) : undefined;
    window.coloured = ofKinds(seen);
    const shown = [...kinds.keys()].filter(thing => thing.checkVisibility());
    return [...new Set(shown.map(thing => kinds.get(thing)))].join(" ");
}"""
"""Script that returns the kinds of elements on the open page, and whether they contain a text.

Elements of a known kind count as judged; of a coloured kind, their colours only.
"""
JUDGE = """async options => {
    const shown = [...document.body.querySelectorAll("*")].filter(thing => thing.checkVisibility());
    const done = options.runOnly ? window.coloured : window.judged;
    if (!options.runOnly) window.judged = new Set(shown);
    if (!done) return (await axe.run(options)).violations;
    const fresh = new Set(shown.filter(thing => !done.has(thing)));
    const parts = [...fresh].filter(thing => !fresh.has(thing.parentElement));
    return parts.length ? (await axe.run({include: parts}, options)).violations : [];
}"""
"""Script that returns the rules broken by visible, unjudged elements of the open page."""


MOST_BYTES = 60_000
"""Largest first visit as a site sends it, with headers as 300 bytes each, besides the file of the deck."""
FIRST_VISIT = """() => performance.getEntries()
    .filter(part => part.encodedBodySize && !part.name.includes("/img/deck"))
    .reduce((sum, part) => sum + part.encodedBodySize + 300, 0)"""
"""Script that returns the bytes loaded for the open page, from the browser's cache or not."""


COLOURED: set[str] = set()
"""Kinds of elements whose colours this process has judged on pages of a site."""


def resize(page: Page, size: dict[str, int]) -> None:
    """Resize the window to a phone or a screen, unless it has that size."""
    if page.viewport_size != size:
        page.set_viewport_size(size)  # type: ignore[arg-type]


def expect_judging(page: Page) -> None:
    """Give axe to each page that is opened from now on, which costs half of giving it to one that is open."""
    page.add_init_script(Axe().axe_script)


def too_wide(page: Page, path: str) -> list[str]:
    """Return the sizes at which the open page must be scrolled sideways. It ends up on a phone."""
    page.wait_for_load_state()
    messages = []
    for size in SIZES_OF_TODAY:
        resize(page, size)
        if (excess := page.evaluate(OVERFLOW)) > 0:
            messages.append(f"{path} at {size['width']} px: {excess} px too wide")
    return messages


def too_heavy(page: Page, path: str) -> list[str]:
    """Return a fault if the open page is too heavy for a first visit, on a site that compresses responses."""
    page.wait_for_load_state()
    weight = page.evaluate(FIRST_VISIT)
    return [f"{path}: {weight} bytes"] if not 5_000 < weight <= MOST_BYTES else []


def repeated_names(page: Page, path: str) -> list[str]:
    """Names (`id`) that more than one thing of the open page has."""
    return [f"{path}: more than one {name}" for name in page.evaluate(REPEATED)]


def broken_rules(page: Page, path: str, looks: Iterable[Look] = LOOKS_OF_TODAY) -> list[str]:
    """Return the rules of axe that the open page breaks."""
    messages = []
    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
    for size, scheme, options in looks:
        resize(page, size)
        if not page.evaluate(IS_STILL, scheme):
            # without motion: a colour on its way to another would be measured
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        for violation in page.evaluate(JUDGE, options):
            places = [node["target"] for node in violation["nodes"]][:3]
            messages.append(f"{path} at {size['width']} px, {scheme}: {violation['id']} {places}")
    return messages


def coloured_kinds(page: Page, looks: tuple[Look, ...]) -> set[str]:
    """Return the kinds whose colours need no judgement on the open page, to be extended by its own.

    A fresh set in the nights, for looks without colours, and for a page that belongs to no site.
    """
    return COLOURED if looks is BY_DAY and page.url.startswith("http") else set()


def faults(page: Page, path: str) -> list[str]:
    """Return all faults of the open page. The window keeps its size."""
    size_before = page.viewport_size
    all_faults = too_wide(page, path) + repeated_names(page, path)
    coloured = coloured_kinds(page, LOOKS_OF_TODAY)
    kinds = page.evaluate(KINDS, ["", " ".join(coloured)]).split()
    all_faults += broken_rules(page, path)
    coloured.update(kinds)
    resize(page, size_before or SCREEN)  # type: ignore[arg-type] # a plain dictionary
    return all_faults


def faults_of_kinds(
    page: Page, path: str, name: str, judged: dict[str, set[str]], looks: tuple[Look, ...] = LOOKS_OF_TODAY
) -> list[str]:
    """Return the faults of the open page, which is changed: parts of a kind that occurs twice are removed
    first. The window keeps its size.

    `judged` holds the kinds of elements of the earlier pages, by name, and gains those of this page. On a
    page of a name seen before, in another tournament, only elements of other kinds are judged, and not on a
    screen in light.
    """
    size_before = page.viewport_size
    all_faults = too_wide(page, path) + repeated_names(page, path)
    page.evaluate(THIN_OUT, ALIKE)
    judged_kinds = judged.get(name, set())
    coloured = coloured_kinds(page, looks)
    everywhere = coloured.union(*judged.values())
    kinds = set(page.evaluate(KINDS, [" ".join(judged_kinds), " ".join(everywhere)]).split())
    if not kinds <= judged_kinds:
        again = [look for look in looks if look != LOOKS[1]]
        all_faults += broken_rules(page, path, again if judged_kinds else looks)
    judged[name] = judged_kinds | kinds
    coloured.update(kinds)
    resize(page, size_before or SCREEN)  # type: ignore[arg-type] # a plain dictionary
    return all_faults
