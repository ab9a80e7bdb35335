"""Addresses of the whole site."""

from django.urls import path

from tournaments.base.web.search_engines import robots
from tournaments.site.organiser import logs as organiser_logs
from tournaments.site.organiser import lost_codes, personal
from tournaments.site.public import clubs, home, own
from tournaments.site.public import logs as public_logs

of_club = [
    path("codes-a-refaire/", lost_codes.lost_codes_page, name="organiser-lost-codes"),
    path("codes-a-refaire/envoyer/", lost_codes.send_new_links, name="organiser-lost-codes-send"),
    path("joueurs/<int:pk>/donnees/", personal.person_data_page, name="organiser-person-data"),
    path("joueurs/<int:pk>/donnees.zip", personal.download_person_data, name="organiser-person-data-file"),
]
"""Patterns under /organiser/clubs/<slug>/."""
of_event = [
    path("journal/", organiser_logs.organiser_log_page, name="organiser-log"),
    path("journal/journal.csv", organiser_logs.download_log, name="organiser-log-table"),
    path("journal/publier/", organiser_logs.publish, name="organiser-log-publish"),
]
"""Patterns under /organiser/t/<slug>/."""
organiser = [
    path("mes-donnees/", personal.own_list, name="organiser-own-data"),
    path("mes-donnees/mon-compte.zip", personal.own_account_file, name="organiser-own-account-file"),
    path("mes-donnees/demandes/<int:pk>/", personal.answer_tie_request, name="organiser-own-tie-answer"),
    path("mes-donnees/<int:pk>/delier/", personal.untie, name="organiser-own-untie"),
    path("mes-donnees/<int:pk>/", personal.own, name="organiser-own-data-person"),
    path("mes-donnees/<int:pk>/donnees.zip", personal.own_file, name="organiser-own-data-file"),
]
"""Patterns under /organiser/."""
public = [
    path("robots.txt", robots, name="public-robots"),
    path("", home.home_page, name="public-home"),
    path("suivis/", own.follows, name="public-follows"),
    path("joueurs/<int:pk>/suivre/", own.follow_person, name="public-person-follow"),
    path("clubs/<slug:slug>/suivre/", own.follow_club, name="public-club-follow"),
    path("mes-resultats/<str:secret>/courriers/langue/", own.own_language, name="public-own-language"),
    path("clubs/<slug:slug>/", clubs.club_page, name="public-club"),
    path("clubs/<slug:slug>/logo.png", clubs.club_logo, name="public-club-logo"),
    path("clubs/<slug:slug>/image.jpg", clubs.club_picture, name="public-club-picture"),
    path("clubs/<slug:slug>/calendrier.ics", clubs.club_calendar, name="public-club-calendar"),
    path("clubs/<slug:slug>/records/", clubs.club_records, name="public-records"),
    path("clubs/<slug:slug>/fil.atom", clubs.club_feed, name="public-club-feed"),
    path("t/<slug:slug>/joueurs/<int:entry_id>/moi/", own.choose_own_entry, name="public-own"),
    path("t/<slug:slug>/ma-soiree/", own.own_evening_page, name="public-find-evening"),
    path("t/<slug:slug>/journal/", public_logs.public_log_page, name="public-log"),
]
"""Patterns under /."""
