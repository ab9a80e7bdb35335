"""The forms of a page as a browser reads them: where they go, what their fields hold and may hold."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from urllib.parse import urlencode, urljoin, urlsplit

from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import Resolver404, resolve

from tests.factories.registrations import open_event, send_registration
from tests.factories.sheets import make_seated_sheets
from tests.factories.tournaments import (
    make_entered_tournament,
    make_seated_tournament,
    make_team_tournament,
    make_tournament,
)
from tests.tournaments.walks.matrix.asking import IS_WHOLE, ask
from tests.tournaments.walks.matrix.evening import MATRIX, Evening, make_evening
from tests.tournaments.walks.matrix.rules import NOBODY
from tournaments.enums import TournamentState, Visibility
from tournaments.models import Tournament

FILE = "file"
TOKENS = ("csrfmiddlewaretoken", "once")


@dataclass
class FormField:
    """A named field, or a button that can be pressed."""

    name: str
    kind: str
    value: str = ""
    choices: list[str] = field(default_factory=list)
    is_on: bool = True
    """True if a browser sends the field of the unchanged page."""
    is_required: bool = False


@dataclass
class PageForm:
    """One form of a page."""

    page: str
    action: str
    method: str
    fields: list[FormField] = field(default_factory=list)
    buttons: list[FormField] = field(default_factory=list)
    """Those with a name; the first one is pressed where no other comes before it."""
    has_plain_button: bool = False

    @property
    def names(self) -> list[str]:
        return [form_field.name for form_field in self.fields]

    @property
    def address(self) -> str:
        """The name of the address that it is sent to."""
        return address_of(self.action)

    def filled(self) -> dict[str, list[str]]:
        """Return the values by field name, with the first choice that the page offers for each."""
        values: dict[str, list[str]] = {}
        for form_field in self.fields:
            if form_field.kind != FILE and form_field.is_on:
                values.setdefault(form_field.name, []).append(form_field.value or _usual(form_field))
        for form_field in self.fields:
            if form_field.kind in ("radio", "checkbox") and form_field.name not in values:
                values[form_field.name] = [form_field.value]
        for button in () if self.has_plain_button else self.buttons[:1]:
            values.setdefault(button.name, [button.value])
        return values

    def files(self) -> list[str]:
        return [form_field.name for form_field in self.fields if form_field.kind == FILE]


def _usual(form_field: FormField) -> str:
    if not form_field.is_required:
        return ""
    usual = {
        "email": "zoe@example.org",
        "number": "1",
        "date": "2026-12-01",
        "time": "20:00",
        "tel": "0102030405",
    }
    if form_field.kind in ("hidden", "select"):
        return form_field.value
    return usual.get(form_field.kind, "Zoé")


@cache
def address_of(path: str) -> str:
    """The name of the address of a path, "" when there is none."""
    try:
        return resolve(urlsplit(path).path).url_name or ""
    except Resolver404:
        return ""


class _Reader(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.page, self.forms, self.links = page, [], []  # type: ignore[var-annotated]
        self.form: PageForm | None = None
        self.select: FormField | None = None
        self.area: FormField | None = None
        self.elsewhere: list[tuple[FormField, dict[str, str]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if tag == "a" and "href" in attributes:
            self.links.append(urljoin(self.page, attributes["href"]))
        elif tag == "form":
            action = (
                urljoin(self.page, attributes.get("action", "")) if attributes.get("action") else self.page
            )
            self.form = PageForm(self.page, action, attributes.get("method", "get").lower())
            self.form.id = attributes.get("id", "")  # type: ignore[attr-defined]
            self.forms.append(self.form)
        elif tag == "option" and self.select is not None:
            self.select.choices.append(attributes.get("value", ""))
            if "selected" in attributes or (not self.select.value and attributes.get("value")):
                self.select.value = attributes.get("value", "")
        elif tag == "button" and not attributes.get("name") and "formaction" not in attributes:
            if self.form is not None and not self.form.buttons and attributes.get("type") != "button":
                self.form.has_plain_button = True
        elif attributes.get("name") or (tag == "button" and "formaction" in attributes):
            self._field(tag, attributes)

    def _field(self, tag: str, attributes: dict[str, str]) -> None:
        if tag not in ("input", "select", "textarea", "button"):
            return
        kind = attributes.get("type", "text") if tag == "input" else tag
        is_on = kind not in ("checkbox", "radio") or "checked" in attributes
        value = attributes.get("value", "on" if kind in ("checkbox", "radio") else "")
        form_field = FormField(
            attributes.get("name", ""), kind, value, is_on=is_on and "disabled" not in attributes
        )
        form_field.is_required = "required" in attributes
        if tag == "select":
            self.select = form_field
        if tag == "textarea":
            self.area = form_field
        form = self.form
        if "form" in attributes:
            form = next(
                (candidate for candidate in self.forms if getattr(candidate, "id", "") == attributes["form"]),
                form,
            )
        if form is None:
            return
        if kind in ("button", "submit", "image"):
            if attributes.get("formaction"):
                method = attributes.get("formmethod", form.method).lower()
                button_form = PageForm(
                    self.page, urljoin(self.page, attributes["formaction"]), method, form.fields
                )
                button_form.buttons = [form_field] if form_field.name else []
                self.forms.append(button_form)
            elif form_field.name:
                form.buttons.append(form_field)
        else:
            form.fields.append(form_field)

    def handle_data(self, data: str) -> None:
        if self.area is not None:
            self.area.value += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.form = None
        elif tag == "select":
            self.select = None
        elif tag == "textarea" and self.area is not None:
            self.area.value = self.area.value.removeprefix("\n")
            self.area = None


def read_page(path: str, response: HttpResponse) -> tuple[list[PageForm], list[str]]:
    """The forms and the links of a page, both none for what is no page."""
    if response.status_code != 200 or not response.headers.get("Content-Type", "").startswith("text/html"):
        return [], []
    return read_forms(path, response.content.decode())


def read_forms(path: str, text: str) -> tuple[list[PageForm], list[str]]:
    """The forms and the links of a page's text."""
    reader = _Reader(path)
    reader.feed(text)
    return reader.forms, reader.links


def is_read(path: str) -> bool:
    """Return whether a path leads to a page: files and drawn papers have no forms."""
    name = address_of(path)
    row = MATRIX.get(name)
    is_paper = any(paper in name for paper in ("preview", "specimen", "leaflet", "booklet"))
    return bool(name) and not is_paper and (row is None or row.is_page or row.reading.kind == "tournament")


def walk_forms(
    client: Client,
    starts: list[str],
    *,
    most: int = 2,
    seen: Callable[[str, HttpResponse], None] = lambda *_: None,
) -> Iterator[PageForm]:
    """Yield every form of the pages that are reachable from some addresses, each page read once.

    Args:
        starts: the first addresses.
        most: pages of one address that are read besides the starts, and as many with query strings: further
            ones have the same forms.
        seen: callback for the path and the response of each page.
    """
    counts: dict[tuple[str, bool], int] = {}
    waiting, known_paths = [path for path in dict.fromkeys(starts) if is_read(path)], set(starts)
    start_count = len(waiting)
    number = 0
    while number < len(waiting):
        path = waiting[number]
        number += 1
        kind = address_of(path), "?" in path
        if number > start_count and counts.get(kind, 0) >= most:
            continue
        counts[kind] = counts.get(kind, 0) + 1
        answer = ask(client, "GET", path)
        seen(path, answer)
        forms, links = read_page(path, answer)
        yield from forms
        queries = [
            f"{form.action.split('?')[0]}?{urlencode(form.filled(), doseq=True)}"
            for form in forms
            if form.method == "get"
        ]
        for link in [*links, *queries]:
            plain = link.split("#")[0]
            if plain.startswith("/") and plain not in known_paths and is_read(plain):
                known_paths.add(plain)
                waiting.append(plain)


STAGES = frozenset(
    {
        "organiser-desk",
        "organiser-entries",
        "organiser-entries-tick",
        "organiser-registrations",
        "organiser-places",
        "organiser-seats",
        "organiser-deals",
        "organiser-deals-import",
        "organiser-deals-reuse",
        "organiser-hall",
        "organiser-fees",
        "organiser-presence",
        "organiser-closing",
        "organiser-sessions",
        "organiser-results",
        "organiser-team-add",
        "organiser-partners",
        "organiser-result-mails",
        "organiser-bonuses",
        "organiser-unforeseen-missing",
        "organiser-unforeseen-shortened",
    }
)
"""Pages of an event whose forms depend on how far it is."""
STAGES_OF_THE_DAY = frozenset(
    {
        "organiser-deals",
        "organiser-deals-import",
        "organiser-deals-reuse",
        "organiser-desk",
        "organiser-entries",
        "organiser-places",
        "organiser-registrations",
        "organiser-results",
        "organiser-seats",
        "organiser-team-add",
    }
)
"""Those of which an event at another stage has a form of its own; the others are for the nights."""


@dataclass(frozen=True)
class Site:
    """A club with events at every stage, so that every form is somewhere."""

    evening: Evening
    """Evening under way, with one object of each kind."""
    others: tuple[Tournament, ...]

    @property
    def starts(self) -> list[str]:
        """The pages of the matrix, and those of the other events."""
        readable_names = [name for name, row in MATRIX.items() if row.reading is not NOBODY and row.is_page]
        paths = {name: self.evening.path(name) for name in readable_names}
        prefix = f"/t/{self.evening.tournament.slug}/"
        return [
            *paths.values(),
            *(
                path.replace(prefix, f"/t/{other_evening.slug}/")
                for other_evening in self.others
                for name, path in paths.items()
                if name in (STAGES if IS_WHOLE else STAGES_OF_THE_DAY) and prefix in path
            ),
        ]


def make_site() -> Site:
    """One evening under way and six events: open to players, full, seated, of sheets, of teams, finished."""
    evening = make_evening(Visibility.PUBLIC)
    club = evening.tournament.club
    opened = open_event(make_tournament(club, name="Ouvert"))
    send_registration(opened, "Zola Émile 123")
    full = make_entered_tournament(club, name="Complet")
    seated = make_seated_tournament(club, table_count=4, name="Placé")
    sheets = make_seated_sheets(club)
    teams = make_team_tournament(club, "triplets", is_entered=True)
    finished = make_seated_tournament(club, table_count=4, name="Fini")
    Tournament.objects.filter(pk=finished.pk).update(state=TournamentState.FINISHED)
    return Site(evening, (opened, full, seated, sheets, teams, finished))


def made_files(
    form: PageForm, content: bytes = b"Durand;Anne", name: str = "liste.csv"
) -> dict[str, SimpleUploadedFile]:
    """A file for every field of a form that takes one."""
    return {field_name: SimpleUploadedFile(name, content) for field_name in form.files()}
