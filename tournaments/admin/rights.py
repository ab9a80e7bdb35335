"""Clubs with their members, and the roles given in one tournament."""

from django.contrib import admin

from tournaments.models import Club, Membership, Role


class MembershipInline(admin.TabularInline):
    model = Membership
    extra = 0
    autocomplete_fields = ["user"]


@admin.register(Club)
class ClubAdmin(admin.ModelAdmin):
    list_display = ["name", "city"]
    search_fields = ["name", "city"]
    prepopulated_fields = {"slug": ["name"]}
    inlines = [MembershipInline]


@admin.register(Role)
class RoleAdmin(admin.ModelAdmin):
    list_display = ["user", "tournament", "role"]
    list_filter = ["role"]
    list_select_related = ["user", "tournament"]
    autocomplete_fields = ["user"]
