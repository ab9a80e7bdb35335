"""The plan of a guided action: its consequences in words, and a function that carries it out."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from accounts.models import User
from tournaments.enums import IncidentKind
from tournaments.models import Session

Step = dict[str, Any]
"""One change as plain JSON values: `step` is its name, the other keys hold the previous state."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Consequences:
    """Sentences for the organiser in the active language, by subject."""

    movement: tuple[str, ...] = ()
    boards: tuple[str, ...] = ()
    ranking: tuple[str, ...] = ()
    papers: tuple[str, ...] = ()

    @property
    def fingerprint(self) -> str:
        """Hash of the sentences. It proves that the user confirms the ones they have read."""
        text = repr((self.movement, self.boards, self.ranking, self.papers))
        return hashlib.sha256(text.encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True, kw_only=True)
class CasePlan:
    """Consequences and execution of a case in a session."""

    told: Consequences
    """Consequences in words."""
    carry_out: Callable[[User], list[Step]]
    """Changes the session and returns the steps to undo.

    The caller holds the lock on the tournament.
    """
    facts: Mapping[str, Any] = field(default_factory=dict)
    """Values for the sentence of the incident; see `action_words.incident_text`."""


class Case(Protocol):
    """A case with all choices of the organiser."""

    @property
    def kind(self) -> IncidentKind:
        """Kind of the case."""

    def plan(self, session: Session) -> CasePlan:
        """Return the plan of the case in the present state of the session.

        Raises:
            AppError: the case is impossible here; the reason stands at the field concerned.
        """
