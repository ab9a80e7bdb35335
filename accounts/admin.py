"""Accounts and sign-ins in the administration. A new account gets a one-time link instead of a password."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm
from django.http import HttpRequest
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy as _
from django_otp.plugins.otp_static.admin import StaticDevice
from django_otp.plugins.otp_totp.admin import TOTPDevice

from accounts.models import SignIn, User
from common.web_server.policy import lane

# administrators must not read or set keys of other people (`accounts.second_factor`)
admin.site.unregister([StaticDevice, TOTPDevice])
admin.site.site_header = admin.site.site_title = _("Administration d’Étui")


@admin.register(User)
@method_decorator(lane("passwords"), name="add_view")
@method_decorator(lane("passwords"), name="user_change_password")
class EtuiUserAdmin(UserAdmin):
    add_form = AdminUserCreationForm
    list_display = ["email", "name", "is_active", "is_staff", "last_login"]
    list_filter = ["is_active", "is_staff", "is_superuser"]
    search_fields = ["email", "name", "pseudonym"]
    ordering = ["email"]
    readonly_fields = ["pseudonym", "country", "last_login", "created_at"]
    fieldsets = [
        (None, {"fields": ["email", "name", "pseudonym", "country", "language", "password"]}),
        (_("Droits"), {"fields": ["is_active", "is_staff", "is_superuser", "groups", "user_permissions"]}),
        (_("Dates"), {"fields": ["last_login", "created_at"]}),
    ]
    add_fieldsets = [
        (
            None,
            {"classes": ["wide"], "fields": ["email", "name", "usable_password", "password1", "password2"]},
        )
    ]


@admin.register(SignIn)
class SignInAdmin(admin.ModelAdmin):
    """Read-only list of sign-ins."""

    list_display = ["at", "typed", "address", "browser", "is_good"]
    list_filter = ["is_good"]
    search_fields = ["typed", "address"]
    ordering = ["-at"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: SignIn | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: SignIn | None = None) -> bool:
        return False
