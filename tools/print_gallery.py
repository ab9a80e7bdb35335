"""Gallery of docs/printing.md: the first page of every document, small, from demo data.

    .venv/bin/python -m tools.print_gallery [FOLDER [KIND…]]      default: docs/img, every kind

Plays demo evenings in a temporary folder. Makes each document with the first event that can have it, and
draws its first page with pdftoppm (poppler-utils) as print-<kind>.png. The kind `games` means the papers with
cards of other games, side by side: print-game-<game>.png.
"""

# ruff: noqa: PLC0415, S603, S607 – Django is set up before our modules are imported; pdftoppm from the PATH

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tournaments.models import Tournament

PROJECT = Path(__file__).resolve().parents[1]
DOTS_PER_INCH = 70
COLOURS = 32
EVENTS = (
    ("--stage=finished", "--tables=5", "--name=Soirée du club"),
    ("--stage=finished", "--format=free_deals", "--tables=5", "--name=Donnes libres"),
    ("--stage=finished", "--format=quartets", "--tables=7", "--name=Quartettes"),
    ("--stage=playing", "--tables=7", "--players=27", "--name=Soirée en cours"),
)
UNDER_WAY = ("missing_now", "relay_slips")
"""Kinds of documents with content only during an evening."""
GAMES = (
    "tarot-2-tirette", "tarot-2-decouverte", "tarot-5", "tarot-16", "papayou-4", "contrat-3", "cold-poker-4",
)  # fmt: skip
"""One game of each kind of deal."""
GAME_KINDS = (
    "hand_diagrams", "sorting_sheets", "deal_booklet", "dog_slips", "cover_sheet", "teaching_sheets",
)  # fmt: skip
ALL_GAMES = "games"
CONTACTS = (
    "seat_lists", "personal_cards", "guide_cards", "travellers", "score_sheets", "blank_forms",
    "ranking", "group_rankings", "session_report", "player_reports", "homologation", "movement_sheets",
    "cover_sheet", "board_labels", "hand_diagrams", "sorting_sheets", "deal_booklet", "name_badges",
)  # fmt: skip
"""Documents of the contact sheet, row by row."""
CONTACTS_IN_ROW, CONTACT_WIDTH, CONTACT_HEIGHT, CONTACT_GAP = 6, 230, 300, 10
"""Documents of a row; size of the place of each page and the space around it, in pixels."""
SMALL = 34
"""Dots per inch for the papers of a game."""


def main(folder: Path, kinds: list[str]) -> None:
    """Draw every document into `folder`."""
    with tempfile.TemporaryDirectory() as var_folder:
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "config.settings.hall",
            "ETUI_VAR_DIR": var_folder,
            "ETUI_PUBLIC_URL": "https://tarot.example",
        }
        os.chdir(PROJECT)
        sys.path.insert(0, str(PROJECT))
        play_evenings()
        for kind, content in (
            documents([kind for kind in kinds if kind != "games"]) if kinds != ["games"] else ()
        ):
            draw(content, folder / f"print-{kind.replace('_', '-')}.png")
        draw_contact_sheet(folder)
        for game in GAMES if not kinds or ALL_GAMES in kinds else ():
            draw_game(game, folder / f"print-game-{game}.png")


def play_evenings() -> None:
    """Create the demo events in a separate database, with a prize list."""
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    for event in EVENTS:
        call_command("make_demo_tournament", *event, verbosity=0)
    from tournaments.models import PrizePlan, Tournament

    plan = PrizePlan.objects.create(tournament=Tournament.objects.get(name="Soirée du club"))
    plan.rules.create(position=1, name="Général", ranking="overall", amounts=[5000, 3000, 2000])


def draw_contact_sheet(folder: Path) -> None:
    """Draw the pages in `folder` side by side as print-contact-sheet.png, to compare with earlier ones."""
    from PIL import Image

    step, row_step = CONTACT_WIDTH + CONTACT_GAP, CONTACT_HEIGHT + CONTACT_GAP
    row_count = len(CONTACTS) // CONTACTS_IN_ROW
    size = (CONTACTS_IN_ROW * step + CONTACT_GAP, row_count * row_step + CONTACT_GAP)
    sheet = Image.new("RGB", size, "#d8d8d8")
    for place, kind in enumerate(CONTACTS):
        row, column = divmod(place, CONTACTS_IN_ROW)
        with Image.open(folder / f"print-{kind.replace('_', '-')}.png") as picture:
            page = picture.convert("RGB")
        page.thumbnail((CONTACT_WIDTH, CONTACT_HEIGHT))
        sheet.paste(page, (CONTACT_GAP + column * step, CONTACT_GAP + row * row_step))
    sheet.quantize(COLOURS).save(folder / "print-contact-sheet.png", optimize=True)


def draw_game(game: str, file: Path) -> None:
    """Draw the papers with cards of a game side by side, from an evening with the same deals."""
    from django.core.management import call_command
    from PIL import Image

    from tournaments.models import Tournament

    event = ("--format=friendly", "--tables=2", f"--game={game}", f"--name={game}")
    call_command("make_demo_tournament", "--stage=seated", *event, verbosity=0)
    tournament = Tournament.objects.select_related("club").get(name=game)
    with tempfile.TemporaryDirectory() as temporary:
        files = [Path(temporary) / f"{kind}.png" for kind in GAME_KINDS]
        for kind, page in zip(GAME_KINDS, files, strict=True):
            draw(first_sheet(kind, tournament), page, SMALL)
        pages = [Image.open(page).convert("RGB") for page in files]
        width, height = sum(page.width for page in pages), max(page.height for page in pages)
        sheet = Image.new("RGB", (width, height), "white")
        x = 0
        for page in pages:
            sheet.paste(page, (x, 0))
            x += page.width
        sheet.quantize(COLOURS).save(file, optimize=True)


def documents(kinds: list[str]) -> Iterator[tuple[str, bytes]]:
    """Yield the requested kinds, each with one sheet as PDF. An empty list requests all kinds.

    The sheet is of the first event that can have the document.
    """
    from common.errors import AppError
    from tournaments.core.formats.registry import find_format
    from tournaments.models import Tournament
    from tournaments.paper.documents.registry import DOCUMENTS

    events = list(Tournament.objects.select_related("club").order_by("pk"))
    for kind, document_type in DOCUMENTS.items():
        if kinds and kind not in kinds:
            continue
        # the last demo event is the one in progress
        for event in reversed(events) if kind in UNDER_WAY else events:
            if not document_type.is_for(find_format(event.format)):
                continue
            try:
                content = first_sheet(kind, event)
            except AppError as error:
                print(f"{kind}: {error.message}", file=sys.stderr)
                continue
            yield kind, content
            break


def first_sheet(kind: str, event: "Tournament") -> bytes:
    """Return the first sheet of a document as PDF."""
    from tournaments.deals.door import Machine, paper_by
    from tournaments.enums import DocumentKind
    from tournaments.paper.documents.making.document import build_sheets, sheet_parts
    from tournaments.paper.documents.making.options import DocumentOptions
    from tournaments.paper.documents.registry import DOCUMENTS
    from tournaments.paper.pdf.joining import PdfProperties
    from tournaments.paper.pdf.rendering import render_pdf
    from tournaments.paper.services.sheet_codes import issue_codes

    options = DocumentOptions(site="https://tarot.example")
    document_type = DOCUMENTS[DocumentKind(kind)]
    # printed sheets need their codes in the database first
    issue_codes(document_type=document_type, tournament=event, options=options)
    with paper_by(Machine.PRINTING):
        sheets = build_sheets(document_type, event, options)[:1]
        parts = list(sheet_parts(document_type, event, options, sheets))
    properties = PdfProperties(title=kind, author=event.club.name, language="fr")
    return render_pdf(parts, properties=properties, progress=lambda _pages: None)


def draw(content: bytes, file: Path, dots_per_inch: int = DOTS_PER_INCH) -> None:
    """Draw the first page as a picture with few colours."""
    from PIL import Image

    with tempfile.NamedTemporaryFile(suffix=".pdf") as document:
        document.write(content)
        document.flush()
        size = ["-r", str(dots_per_inch), "-singlefile", "-png"]
        subprocess.run(["pdftoppm", *size, document.name, file.with_suffix("")], check=True)
    with Image.open(file) as page:
        page.convert("RGB").quantize(COLOURS).save(file, optimize=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else PROJECT / "docs" / "img", sys.argv[2:])
