"""A guided action before it is done: what it will change, in words, and how it is done."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from accounts.models import User
from tournaments.enums import IncidentKind
from tournaments.models import Session

Step = dict[str, Any]
"""One thing that was changed, as plain JSON values: `step` says which, the rest is what it was."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Consequences:
    """Sentences for the organiser, in the language of the moment, by what they are about."""

    movement: tuple[str, ...] = ()
    boards: tuple[str, ...] = ()
    ranking: tuple[str, ...] = ()
    papers: tuple[str, ...] = ()

    @property
    def fingerprint(self) -> str:
        """The same for the same sentences: whoever confirms has seen these."""
        text = repr((self.movement, self.boards, self.ranking, self.papers))
        return hashlib.sha256(text.encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True, kw_only=True)
class CasePlan:
    """What a case comes to in a session."""

    told: Consequences
    carry_out: Callable[[User], list[Step]]
    """Changes the session and says how to take it back; the caller holds the tournament."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    """What `incident_words` needs to say afterwards what was done."""


class Case(Protocol):
    """One of the cases, with all that the organiser chose."""

    @property
    def kind(self) -> IncidentKind:
        """Which of the cases."""

    def plan(self, session: Session) -> CasePlan:
        """What it would change in the session as it is now.

        Raises:
            AppError: it cannot be done here; why, at the field concerned.
        """
