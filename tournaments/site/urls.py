"""Addresses of the whole site."""

from django.urls import path
from django.views.generic import RedirectView

from tournaments.base.web.search_engines import robots
from tournaments.site.organiser import api_tokens, lost_codes, personal, site_state, webhooks
from tournaments.site.organiser import logs as organiser_logs
from tournaments.site.public import clubs, manual, secure
from tournaments.site.public import logs as public_logs
from tournaments.site.public import own as choices

of_club = [
    path("programmes/", webhooks.webhooks_page, name="organiser-webhooks"),
    path("programmes/<int:pk>/pause/", webhooks.pause_webhook, name="organiser-webhook-pause"),
    path("programmes/<int:pk>/essai/", webhooks.try_webhook_view, name="organiser-webhook-try"),
    path("programmes/<int:pk>/supprimer/", webhooks.delete_webhook_view, name="organiser-webhook-delete"),
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
    path("programmes/", api_tokens.api_tokens_page, name="organiser-api-tokens"),
    path("programmes/<int:pk>/supprimer/", api_tokens.revoke_token, name="organiser-api-token-revoke"),
    path("etat/", site_state.site_state_page, name="organiser-site-state"),
    path("etat/courriel/", site_state.send_test_mail, name="organiser-site-mail"),
    path("etat/journal/", site_state.site_log_page, name="organiser-site-log"),
    path("etat/journal.txt", site_state.download_site_log, name="organiser-site-log-file"),
    # former addresses: messages sent before link to them
    path("mes-donnees/", RedirectView.as_view(pattern_name="own-data")),
    path("mes-donnees/<path:rest>", RedirectView.as_view(url="/moi/donnees/%(rest)s")),
]
"""Patterns under /organiser/."""
own = [
    path("donnees/", personal.own_list, name="own-data"),
    path("donnees/mon-compte.zip", personal.own_account_file, name="own-account-file"),
    path("donnees/demandes/<int:pk>/", personal.answer_tie_request, name="own-tie-answer"),
    path("donnees/<int:pk>/delier/", personal.untie, name="own-untie"),
    path("donnees/<int:pk>/", personal.own, name="own-data-person"),
    path("donnees/<int:pk>/donnees.zip", personal.own_file, name="own-data-file"),
]
"""Patterns under /moi/."""
public = [
    path("robots.txt", robots, name="public-robots"),
    path("aide/", manual.manual_index, name="public-manual"),
    path("aide/livret.pdf", manual.manual_booklet, name="manual-booklet"),
    path("aide/<slug:subject>/", manual.manual_page, name="public-manual-page"),
    path("https/", secure.secure_page, name="public-https"),
    path("https/etui.crt", secure.download_authority, name="public-https-authority"),
    path("suivis/", choices.follows, name="public-follows"),
    path("joueurs/<int:pk>/suivre/", choices.follow_person, name="public-person-follow"),
    path("clubs/<slug:slug>/suivre/", choices.follow_club, name="public-club-follow"),
    path("mes-resultats/<str:secret>/courriers/langue/", choices.own_language, name="public-own-language"),
    path("clubs/<slug:slug>/", clubs.club_page, name="public-club"),
    path("clubs/<slug:slug>/logo.png", clubs.club_logo, name="public-club-logo"),
    path("clubs/<slug:slug>/image.jpg", clubs.club_picture, name="public-club-picture"),
    path("clubs/<slug:slug>/calendrier.ics", clubs.club_calendar, name="public-club-calendar"),
    path("clubs/<slug:slug>/records/", clubs.club_records, name="public-records"),
    path("clubs/<slug:slug>/fil.atom", clubs.club_feed, name="public-club-feed"),
    path("t/<slug:slug>/joueurs/<int:entry_id>/moi/", choices.choose_own_entry, name="public-own"),
    path("t/<slug:slug>/ma-soiree/", choices.own_evening_page, name="public-find-evening"),
    path("t/<slug:slug>/journal/", public_logs.public_log_page, name="public-log"),
]
"""Patterns under /."""
