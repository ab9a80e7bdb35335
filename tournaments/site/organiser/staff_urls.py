"""Addresses of those who work in a tournament: who they are, what they did."""

from django.urls import path

from tournaments.evening.organiser import my_tables
from tournaments.people.organiser import staff
from tournaments.site.organiser import logs

urlpatterns = [
    path("equipe/", staff.staff, name="organiser-staff"),
    path("equipe/inviter/", staff.invitation_make, name="organiser-invitation-make"),
    path("equipe/invitations/<int:pk>/retirer/", staff.invitation_revoke, name="organiser-invitation-revoke"),
    path("equipe/roles/", staff.role_give, name="organiser-role-give"),
    path("equipe/roles/<int:pk>/retirer/", staff.role_withdraw, name="organiser-role-withdraw"),
    path("journal/", logs.log, name="organiser-log"),
    path("journal/journal.csv", logs.table, name="organiser-log-table"),
    path("journal/publier/", logs.publish, name="organiser-log-publish"),
    path("ma-table/", my_tables.my_tables, name="organiser-my-tables"),
]
