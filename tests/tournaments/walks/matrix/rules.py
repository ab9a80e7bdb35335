"""Rules of access to an address and the responses to other roles, from the rights of the program itself."""

from dataclasses import dataclass, field
from enum import Enum

from tournaments.base.access import CARD_RIGHTS, RIGHTS_BY_ROLE, Right
from tournaments.enums import EventRole, MembershipRole

VISITOR, SUPERUSER = "visitor", "superuser"
KEEPERS = frozenset({*MembershipRole.values, SUPERUSER})
"""Roles that may do everything in a club and its tournaments."""
OUTSIDERS = frozenset({"stranger", "other_owner", "other_director"})
RIGHTS: dict[str, frozenset[Right]] = {
    VISITOR: frozenset(),
    **dict.fromkeys(OUTSIDERS, frozenset()),
    **dict.fromkeys(KEEPERS, frozenset(Right)),
    **{role.value: rights for role, rights in RIGHTS_BY_ROLE.items()},
}
"""Rights of each role in the evening; cards once the user is named."""
ROLES = sorted(RIGHTS)
assert set(EventRole.values) <= set(ROLES)


def roles_with(right: Right) -> frozenset[str]:
    """Return every role with a right in the evening."""
    return frozenset(role for role, rights in RIGHTS.items() if right in rights)


CARD_READERS = frozenset(role for role, rights in RIGHTS.items() if rights & CARD_RIGHTS)
"""Roles that may be named to read the cards."""


class Answer(Enum):
    ALLOWED = "allowed"
    SIGN_IN = "sent to the sign-in page"
    FORBIDDEN = "403"
    HIDDEN = "404"
    NO_METHOD = "405"


@dataclass(frozen=True)
class Rule:
    """Rule of access, and the responses to other roles."""

    allowed: frozenset[str] = field(default_factory=frozenset)
    kind: str = "tournament"

    def answer(self, role: str, *, is_public: bool) -> Answer:
        """Return the response of an address with this rule to a role."""
        if self.kind == "nobody":
            return Answer.NO_METHOD
        if self.kind == "closed":
            return Answer.HIDDEN
        if self.kind == "closed_view":
            is_kept_out = RIGHTS[role] and Right.VIEW not in RIGHTS[role] and not is_public
            return Answer.FORBIDDEN if is_kept_out else Answer.HIDDEN
        if self.kind in ("everybody", "secret") or role in self.allowed:
            return Answer.ALLOWED
        if self.kind in ("view", "club_view"):
            refused = Answer.FORBIDDEN if self.kind == "view" and RIGHTS[role] else Answer.HIDDEN
            return Answer.ALLOWED if is_public else refused
        if role == VISITOR:
            return Answer.SIGN_IN
        if self.kind == "account":
            return Answer.FORBIDDEN
        if self.kind in ("club", "own_club"):
            return Answer.FORBIDDEN if self.kind == "own_club" and role in KEEPERS else Answer.HIDDEN
        return Answer.FORBIDDEN if is_public or RIGHTS[role] else Answer.HIDDEN


EVERYBODY = Rule(kind="everybody")
SECRET = Rule(kind="secret")
"""Rule of addresses that are open to all holders of the link."""
CLOSED = Rule(kind="closed")
"""Rule of addresses that are closed to all: their content exists only at a later moment of the evening."""
CLOSED_VIEW = Rule(kind="closed_view")
"""The same rule, below pages that are public once the event is."""
NOBODY = Rule(kind="nobody")
CLUB = Rule(KEEPERS, "club")
OWN_CLUB = Rule(frozenset({MembershipRole.OWNER.value, SUPERUSER}), "own_club")
CLUB_VIEW = Rule(kind="club_view")
"""Pages of a club that has a public event."""
STAFF = Rule(frozenset({SUPERUSER}), "account")
SIGNED_IN = Rule(frozenset(ROLES) - {VISITOR}, "account")

VIEW = Rule(roles_with(Right.VIEW), "view")


def needs(right: Right) -> Rule:
    """Return the rule of an organiser's page for roles with a right."""
    return Rule(roles_with(right))


DESK = needs(Right.READ_DESK)
PREPARE = needs(Right.PREPARE)
RULE = needs(Right.RULE)
SEE_DEALS = needs(Right.SEE_DEALS)
PRINT = needs(Right.PRINT)
ENTER = needs(Right.ENTER_RESULTS)
RUN = needs(Right.RUN)
CHECK = needs(Right.CHECK_RESULTS)
READ_RESULTS = needs(Right.READ_RESULTS)
WELCOME = needs(Right.WELCOME)
PAPERS = Rule(roles_with(Right.PRINT) | roles_with(Right.WELCOME))
"""Rule of the list of papers, in which the treasurer finds those of the till."""


@dataclass(frozen=True)
class Row:
    """Access to one address: rules of reading and writing, and facts for tests of all addresses."""

    reading: Rule = NOBODY
    writing: Rule = NOBODY
    is_page: bool = True
    """True if a user with every right reads a page there in the evening: no file, no redirection."""
    is_told_apart: bool = True
    """True if its numbers belong to one tournament or club: those of another are not found."""
