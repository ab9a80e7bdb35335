"""The trace in the administration, read-only: entries can be searched but not added, changed or deleted."""

from django.contrib import admin
from django.http import HttpRequest

from tournaments.models import AuditEvent


@admin.register(AuditEvent)
class AuditEventAdmin(admin.ModelAdmin):
    list_display = ["created_at", "actor", "action", "subject", "tournament", "address"]
    list_filter = ["action", "club"]
    list_select_related = ["actor", "tournament"]
    search_fields = ["subject", "actor__name", "actor__email", "tournament__name"]
    date_hierarchy = "created_at"

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: AuditEvent | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: AuditEvent | None = None) -> bool:
        return False
