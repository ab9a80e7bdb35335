"""URLs of the register, of organisers, roles, accounts and invitations."""

from django.urls import path
from django.views.generic import RedirectView

from tournaments.people.organiser import (
    account_closing,
    club_page,
    keepers,
    licences,
    merges,
    people,
    people_import,
    person_accounts,
    staff,
)
from tournaments.people.public import invitations

of_club = [
    path("joueurs/", people.people, name="organiser-people"),
    path("joueurs/nouveau/", people.add_person_page, name="organiser-person-add"),
    path("joueurs/liste.csv", people.export, name="organiser-people-export"),
    path("joueurs/liste.xlsx", people.export_workbook, name="organiser-people-workbook"),
    path("joueurs/importer/", people_import.upload, name="organiser-people-import"),
    path("joueurs/importer/verifier/", people_import.check_import_page, name="organiser-people-import-check"),
    path("joueurs/importer/abandonner/", people_import.cancel_import, name="organiser-people-import-cancel"),
    path("joueurs/changements/<int:pk>/", people_import.people_change_page, name="organiser-people-change"),
    path(
        "joueurs/changements/<int:pk>/annuler/",
        people_import.undo_change_view,
        name="organiser-people-change-undo",
    ),
    path("joueurs/licencies/", licences.licences, name="organiser-licences"),
    path("joueurs/licencies/garder/", licences.keep_licences, name="organiser-licences-keep"),
    path("joueurs/licencies/supprimer/", licences.delete_licences, name="organiser-licences-delete"),
    path("joueurs/doublons/", merges.duplicates, name="organiser-duplicates"),
    path("joueurs/fusions/<int:pk>/annuler/", merges.undo_merge_view, name="organiser-merge-undo"),
    path("joueurs/<int:pk>/fusion/<int:other_pk>/", merges.merge, name="organiser-person-merge"),
    path("joueurs/<int:pk>/", people.edit_person_page, name="organiser-person-edit"),
    path("joueurs/<int:pk>/lien/", person_accounts.link, name="organiser-person-link"),
    path("joueurs/<int:pk>/compte/", person_accounts.person_account_page, name="organiser-person-account"),
    path("page/", club_page.edit_club_page, name="organiser-club-page"),
    path("vie-privee/", people.club_privacy_page, name="organiser-club-privacy"),
    path("vie-privee/charte/", people.charter, name="organiser-club-charter"),
    path("qui-organise/", keepers.keepers, name="organiser-keepers"),
    path("qui-organise/compte/", keepers.create_keeper_account, name="organiser-keeper-account"),
    path("qui-organise/<int:pk>/retirer/", keepers.remove_keeper_view, name="organiser-keeper-withdraw"),
]
"""URLs below /organiser/clubs/<slug>/."""
of_event = [
    path("equipe/", staff.staff, name="organiser-staff"),
    path("equipe/inviter/", staff.invitation_make, name="organiser-invitation-make"),
    path("equipe/invitations/<int:pk>/retirer/", staff.invitation_revoke, name="organiser-invitation-revoke"),
    path("equipe/roles/", staff.role_give, name="organiser-role-give"),
    path("equipe/roles/<int:pk>/retirer/", staff.role_withdraw, name="organiser-role-withdraw"),
]
"""URLs below /organiser/t/<slug>/."""
organiser = [
    path("mon-compte/fermer/", RedirectView.as_view(pattern_name="own-account-close")),
]
"""Former addresses below /organiser/."""
own = [
    path("fermer/", account_closing.close_account_page, name="own-account-close"),
]
"""URLs below /moi/."""
public = [
    path("invitation/<str:token>/", invitations.invitation, name="public-invitation"),
]
"""URLs below /."""
