"""Files of printed documents, each stored under the hash of its content."""

import hashlib
from typing import Any

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.utils import timezone

from tournaments.enums import JobState
from tournaments.models import PrintedDocument


def store_file(content: bytes) -> str:
    """Keep a PDF under the hash of its content; returns the name. A broken file of that name goes."""
    name = f"printed/{hashlib.sha256(content).hexdigest()}.pdf"
    if default_storage.exists(name):
        if default_storage.size(name) == len(content):
            return name
        default_storage.delete(name)
    return default_storage.save(name, ContentFile(content))


def find_made(content_hash: str) -> PrintedDocument | None:
    """The latest document that shows exactly this, of any tournament, while its file is whole."""
    made = PrintedDocument.objects.filter(content_hash=content_hash, state=JobState.DONE)
    latest = made.order_by("-pk").first()
    return latest if latest is not None and _is_whole(str(latest.file)) else None


def _is_whole(name: str) -> bool:
    """Whether the stored file is there as it was made: it is named after its content."""
    if not default_storage.exists(name):
        return False
    with default_storage.open(name) as file:
        return hashlib.sha256(file.read()).hexdigest() in name


def as_made(made: PrintedDocument) -> dict[str, Any]:
    """The columns of a document that shows what `made` shows."""
    return {
        "state": JobState.DONE,
        "file": made.file.name,
        "content_hash": made.content_hash,
        "pages_done": made.pages_done,
        "pages_total": made.pages_total,
        "notes": made.notes,
        "finished_at": timezone.now(),
    }
