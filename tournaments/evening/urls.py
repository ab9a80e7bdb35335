"""Addresses of clubs, the wizard, the desk and practice."""

from django.urls import path

from tournaments.evening.organiser import (
    announcement,
    backup_settings,
    backups,
    closing,
    clubs,
    desk,
    desk_search,
    event_series,
    event_templates,
    first_evening,
    movements,
    practice,
    preflight,
    restoring,
    sessions,
    tournaments,
    wizard,
)

of_club = [
    path("", clubs.club, name="organiser-club"),
    path("tournois/nouveau/", wizard.wizard, name="organiser-tournament-wizard"),
    path("tournois/nouveau/complet/", tournaments.create_tournament_page, name="organiser-tournament-create"),
    path("tournois/<int:pk>/refaire/", event_templates.repeat, name="organiser-event-repeat"),
    path("tournois/<int:pk>/modele/", event_templates.save, name="organiser-template-save"),
    path("series/<uuid:key>/", event_series.series, name="organiser-series"),
    path("series/<uuid:key>/annuler/", event_series.undo_series_view, name="organiser-series-undo"),
    path("modeles/", event_templates.templates, name="organiser-templates"),
    path("modeles/<int:pk>/", event_templates.start_evening_page, name="organiser-template-start"),
    path("modeles/<int:pk>/renommer/", event_templates.rename, name="organiser-template-rename"),
    path(
        "modeles/<int:pk>/supprimer/", event_templates.delete_template_view, name="organiser-template-delete"
    ),
    path(
        "modeles/<int:pk>/remettre/", event_templates.restore_template_view, name="organiser-template-restore"
    ),
    path("entrainement/", practice.create_practice_page, name="organiser-practice"),
    path("premiere-soiree/", first_evening.first_evening, name="organiser-first-evening"),
]
"""Addresses under /organiser/clubs/<slug>/."""
of_event = [
    path("", desk.desk, name="organiser-desk"),
    path("verifications/", preflight.preflight, name="organiser-preflight"),
    path("annonce/", announcement.announcement, name="organiser-announcement"),
    path("annonce/annuler/", announcement.cancel_event_view, name="organiser-event-cancel"),
    path("annonce/supprimer/", announcement.delete_event_view, name="organiser-event-delete"),
    path("visibilite/", desk.change_event_visibility, name="organiser-visibility"),
    path("terminer/", desk.finish, name="organiser-finish"),
    path("rouvrir/", desk.reopen, name="organiser-reopen"),
    path("chercher/", desk_search.desk_search_page, name="organiser-search"),
    path("cloture/", closing.closing, name="organiser-closing"),
    path("cloture/tournoi.json", closing.event_file, name="organiser-event-file"),
    path("cloture/classement.csv", closing.ranking_file, name="organiser-ranking-file"),
    path("cloture/resultats.csv", closing.results_file, name="organiser-results-file"),
    path("cloture/tableur.xlsx", closing.workbook_file, name="organiser-workbook-file"),
    path("archiver/", desk.archive, name="organiser-archive"),
    path("desarchiver/", desk.unarchive, name="organiser-unarchive"),
    path("qr.svg", desk.event_qr_code, name="organiser-qr"),
    path("mouvement/", movements.movement, name="organiser-movement"),
    path("mouvement/tours/", movements.choose_rounds, name="organiser-movement-rounds"),
    path("mouvement/changer/", movements.change_movement_page, name="organiser-movement-change"),
    path(
        "mouvement/<int:number>.<slug:form>",
        movements.download_section_movement,
        name="organiser-movement-file",
    ),
    path("seances/", sessions.sessions, name="organiser-sessions"),
    path("seances/prevues/", sessions.plan, name="organiser-sessions-plan"),
    path("seances/abandonner/", sessions.drop_session_view, name="organiser-session-drop"),
    path("seances/<int:number>/coefficient/", sessions.coefficient, name="organiser-session-coefficient"),
    path("classements/", desk.snapshots, name="organiser-snapshots"),
    path("ma-table/", clubs.my_tables, name="organiser-my-tables"),
    path("entrainement/etape/", practice.step, name="organiser-practice-step"),
    path("premiere-soiree/suite/", first_evening.move_visit, name="organiser-first-evening-move"),
    path("entrainement/supprimer/", practice.delete_practice_page, name="organiser-practice-delete"),
]
"""Addresses under /organiser/t/<slug>/."""
organiser = [
    path("", clubs.home, name="organiser-home"),
    path("nouveau-club/", clubs.create_club_page, name="organiser-club-create"),
    path("sauvegardes/", backups.backups_page, name="organiser-backups"),
    path("sauvegardes/reglages/", backup_settings.backup_plan_page, name="organiser-backup-plan"),
    path("sauvegardes/copie/", backup_settings.backup_copy_page, name="organiser-backup-copy"),
    path("sauvegardes/remettre/", restoring.restore_page, name="organiser-restore"),
    path("sauvegardes/remettre/oui/", restoring.request_restore, name="organiser-restore-request"),
    path("sauvegardes/<str:name>/", backups.download_backup, name="organiser-backup-download"),
    path(
        "sauvegardes/<str:name>/chiffree/",
        backup_settings.encrypted_download,
        name="organiser-backup-encrypted",
    ),
]
"""Addresses under /organiser/."""
