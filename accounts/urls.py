"""URLs of accounts: sign-up; sign-in by password or link; sign-out; the account page; password recovery."""

from django.contrib.auth import views as auth
from django.urls import path
from django.views.generic import TemplateView

from accounts import second_factor_views, sign_up_views, views
from common.web_server.policy import FORM_BYTES, set_defaults

urlpatterns = [
    path("", views.SignInView.as_view(), name="accounts-sign-in"),
    path("sortir/", auth.LogoutView.as_view(), name="accounts-sign-out"),
    path("compte/", views.account_page, name="accounts-account"),
    path("compte/profil/", views.profile, name="accounts-profile"),
    path("code/", second_factor_views.ask_code, name="accounts-code"),
    path("compte/code/", second_factor_views.second_factor, name="accounts-second-factor"),
    path("compte/appareils/", views.devices, name="accounts-devices"),
    path("creer/", sign_up_views.sign_up, name="accounts-sign-up"),
    path(
        "creer/envoye/",
        TemplateView.as_view(template_name="accounts/sign_up_sent.html"),
        name="accounts-sign-up-sent",
    ),
    path("creer/lien/<str:token>/", sign_up_views.confirm_sign_up, name="accounts-sign-up-confirm"),
    path("lien-par-message/", views.ask_sign_in_link, name="accounts-sign-in-link-ask"),
    path(
        "lien-par-message/envoye/",
        TemplateView.as_view(template_name="accounts/sign_in_link_sent.html"),
        name="accounts-sign-in-link-sent",
    ),
    path("lien/<str:token>/", views.sign_in_link, name="accounts-sign-in-link"),
    path("mot-de-passe/", views.PasswordChange.as_view(), name="accounts-password-change"),
    path("nouveau-mot-de-passe/", views.set_first_password, name="accounts-password-first"),
    path("oubli/", views.PasswordReset.as_view(), name="accounts-password-reset"),
    path(
        "oubli/envoye/",
        auth.PasswordResetDoneView.as_view(template_name="accounts/password_reset_sent.html"),
        name="accounts-password-reset-sent",
    ),
    path(
        "oubli/<uidb64>/<token>/",
        views.PasswordResetConfirm.as_view(),
        name="accounts-password-reset-confirm",
    ),
]
set_defaults(urlpatterns, lane="passwords", max_body=FORM_BYTES)
