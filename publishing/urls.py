"""URLs of shared events: pages of organisers, and addresses for the programs of laptops."""

from django.urls import path

from publishing.web import event_files, pages, programs

club_patterns = [
    path("site/", pages.publishing_page, name="organiser-publishing"),
    path("site/code/", pages.make_code, name="organiser-publishing-code"),
    path("site/separer/", pages.part_view, name="organiser-publishing-part"),
    path("site/evenements/", pages.site_events, name="organiser-publishing-site"),
    path("site/fichier/", event_files.check_file, name="organiser-publishing-file"),
    path("site/fichier/ajouter/", event_files.add_file, name="organiser-publishing-add"),
    path("site/evenements/<slug:event>/fichier/", event_files.write_file, name="organiser-publishing-write"),
    path("site/evenements/<slug:event>/", pages.act_on_event, name="organiser-publishing-act"),
    path("site/ordinateurs/<int:pk>/retirer/", pages.revoke_view, name="organiser-laptop-revoke"),
]
program_patterns = [
    path("pair/", programs.pair_view, name="hall-pair"),
    path("events/", programs.list_events, name="hall-events"),
    path("events/<uuid:uid>/", programs.event_state, name="hall-event"),
    path("events/<uuid:uid>/hand-back/", programs.hand_back_view, name="hall-hand-back"),
    path("events/<slug:slug>/take/", programs.take_view, name="hall-take"),
]
