"""Files of printed documents, each stored under the hash of its content."""

import hashlib
from typing import Any

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.utils import timezone

from tournaments.enums import JobState
from tournaments.models import PrintedDocument


def store_file(content: bytes) -> str:
    """Store a PDF under the hash of its content. Return the name. A broken file of that name is replaced."""
    name = f"printed/{hashlib.sha256(content).hexdigest()}.pdf"
    if default_storage.exists(name):
        if default_storage.size(name) == len(content):
            return name
        # cut short, as by a full disk or a killed worker
        default_storage.delete(name)
    return default_storage.save(name, ContentFile(content))


def find_made(content_hash: str) -> PrintedDocument | None:
    """Return the latest document with this content, of any tournament, if its file is intact."""
    documents = PrintedDocument.objects.filter(content_hash=content_hash, state=JobState.DONE)
    latest = documents.order_by("-pk").first()
    return latest if latest is not None and _is_whole(str(latest.file)) else None


def _is_whole(name: str) -> bool:
    """Return whether the stored file exists and still has the content that its name states."""
    if not default_storage.exists(name):
        return False
    with default_storage.open(name) as file:
        return hashlib.sha256(file.read()).hexdigest() in name


def as_made(document: PrintedDocument) -> dict[str, Any]:
    """Return the columns of a document with the same content as a finished one."""
    return {
        "state": JobState.DONE,
        "file": document.file.name,
        "content_hash": document.content_hash,
        "pages_done": document.pages_done,
        "pages_total": document.pages_total,
        "notes": document.notes,
        "finished_at": timezone.now(),
    }
