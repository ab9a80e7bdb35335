"""Signing in, by password or by a link, and out; one's own account; recovering a password."""

from django.contrib.auth import views as auth
from django.urls import path, reverse_lazy

from accounts import views
from accounts.forms import OwnLanguageResetForm

urlpatterns = [
    path("", auth.LoginView.as_view(template_name="accounts/sign_in.html"), name="accounts-sign-in"),
    path("sortir/", auth.LogoutView.as_view(), name="accounts-sign-out"),
    path("compte/", views.account, name="accounts-account"),
    path("lien/<str:token>/", views.sign_in_link, name="accounts-sign-in-link"),
    path(
        "mot-de-passe/",
        auth.PasswordChangeView.as_view(
            template_name="accounts/password_change.html", success_url=reverse_lazy("organiser-home")
        ),
        name="accounts-password-change",
    ),
    path("nouveau-mot-de-passe/", views.set_first_password, name="accounts-password-first"),
    path(
        "oubli/",
        auth.PasswordResetView.as_view(
            template_name="accounts/password_reset.html",
            form_class=OwnLanguageResetForm,
            email_template_name="accounts/password_reset_email.txt",
            subject_template_name="accounts/password_reset_subject.txt",
            success_url=reverse_lazy("accounts-password-reset-sent"),
        ),
        name="accounts-password-reset",
    ),
    path(
        "oubli/envoye/",
        auth.PasswordResetDoneView.as_view(template_name="accounts/password_reset_sent.html"),
        name="accounts-password-reset-sent",
    ),
    path(
        "oubli/<uidb64>/<token>/",
        auth.PasswordResetConfirmView.as_view(
            template_name="accounts/password_reset_confirm.html", success_url=reverse_lazy("accounts-sign-in")
        ),
        name="accounts-password-reset-confirm",
    ),
]
