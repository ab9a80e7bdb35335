"""The administration: clubs, rights and the trace. Evenings are run on the organiser's pages."""

from tournaments.admin.rights import ClubAdmin, RoleAdmin
from tournaments.admin.trace import AuditEventAdmin

__all__ = ["AuditEventAdmin", "ClubAdmin", "RoleAdmin"]
